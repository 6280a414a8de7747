package import Feeds
package import TerminalCore

/// The list of columns shown over the table, in which the user chooses and orders them.
package struct ColumnPicker: Sendable {
  /// The path of the selected column, which stays selected when it moves.
  package var selection: FieldPath?
  /// The offset of the first column in view.
  package var top = 0

  /// Rows used for sample values, those in view first.
  package var samples: [Row]

  package init(selection: FieldPath? = nil, samples: [Row] = []) {
    (self.selection, self.samples) = (selection, samples)
  }

  /// The actions of the list.
  package enum Action: String, CaseIterable, Sendable {
    case next, previous, first, last
    case toggle
    case moveDown, moveUp
    case narrower, wider
    case format
    case reset
    case close
  }

  /// The keys of the list, and a short description of each action.
  static let keys: [(action: Action, keys: [InputEvent], help: String)] = [
    (.next, [.character("j"), .key(.down)], ActionText.ColumnList.next),
    (.previous, [.character("k"), .key(.up)], ActionText.ColumnList.previous),
    (.first, [.character("g"), .key(.home)], ActionText.ColumnList.first),
    (.last, [.character("G"), .key(.end)], ActionText.ColumnList.last),
    (.toggle, [.character(" "), .character("x")], ActionText.ColumnList.toggle),
    (
      .moveDown, [.character("J"), .key(.down, .shift)], ActionText.ColumnList.moveDown
    ),
    (.moveUp, [.character("K"), .key(.up, .shift)], ActionText.ColumnList.moveUp),
    (.narrower, [.character("<"), .character("h"), .key(.left)], ActionText.ColumnList.narrower),
    (.wider, [.character(">"), .character("l"), .key(.right)], ActionText.ColumnList.wider),
    (.format, [.character("f")], ActionText.ColumnList.format),
    (.reset, [.character("r")], ActionText.ColumnList.reset),
    (
      .close, [.key(.enter), .key(.escape), .character("c"), .character("q")],
      ActionText.ColumnList.close
    ),
  ]

  private static let actions: [InputEvent: Action] = {
    var actions: [InputEvent: Action] = [:]
    for (action, keys, _) in keys {
      for key in keys { actions[key] = action }
    }
    return actions
  }()

  /// The key hints, the most useful first.
  package static let hints: [(actions: [Action], help: String)] = [
    ([.toggle], HintText.show), ([.close], HintText.close), ([.moveDown, .moveUp], HintText.order),
    ([.format], HintText.format),
    ([.narrower, .wider], HintText.width), ([.reset], HintText.reset),
  ]

  /// The labels of the first keys of actions.
  package static func label(of actions: [Action]) -> String {
    actions.compactMap { action in
      keys.first { $0.action == action }?.keys.first?.keyLabel
    }
    .joined(separator: " ")
  }

  /// The action for an event; nil if it has none.
  package static func action(for event: InputEvent) -> Action? { actions[event] }
}
