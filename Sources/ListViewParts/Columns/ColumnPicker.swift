package import Feeds
package import TerminalCore

/// The list of columns over the table, in which the reader chooses and orders them.
package struct ColumnPicker: Sendable {
  /// The selected column; it stays selected wherever it goes.
  package var selection: FieldPath?
  /// The first column in view.
  package var top = 0

  /// Rows that represent the columns: those in view first.
  package var samples: [Row]

  package init(selection: FieldPath? = nil, samples: [Row] = []) {
    (self.selection, self.samples) = (selection, samples)
  }

  /// What a key does in the list.
  package enum Action: String, CaseIterable, Sendable {
    case next, previous, first, last
    case toggle
    case moveDown, moveUp
    case narrower, wider
    case format
    case reset
    case close
  }

  /// The keys of the list, and what they do in a few words.
  static let keys: [(action: Action, keys: [InputEvent], help: String)] = [
    (.next, [.character("j"), .key(.down)], "next column"),
    (.previous, [.character("k"), .key(.up)], "previous column"),
    (.first, [.character("g"), .key(.home)], "first column"),
    (.last, [.character("G"), .key(.end)], "last column"),
    (.toggle, [.character(" "), .character("x")], "show / hide it"),
    (
      .moveDown, [.character("J"), .key(.down, .shift)], "move it down, to the right on the screen"
    ),
    (.moveUp, [.character("K"), .key(.up, .shift)], "move it up, to the left on the screen"),
    (.narrower, [.character("<"), .character("h"), .key(.left)], "make it narrower"),
    (.wider, [.character(">"), .character("l"), .key(.right)], "make it wider"),
    (.format, [.character("f")], "next format"),
    (.reset, [.character("r")], "reset to automatic"),
    (
      .close, [.key(.enter), .key(.escape), .character("c"), .character("q")],
      "close the list"
    ),
  ]

  private static let actions: [InputEvent: Action] = {
    var actions: [InputEvent: Action] = [:]
    for (action, keys, _) in keys {
      for key in keys { actions[key] = action }
    }
    return actions
  }()

  /// What the line of keys shows, the most useful first.
  package static let hints: [(actions: [Action], help: String)] = [
    ([.toggle], "show"), ([.close], "close"), ([.moveDown, .moveUp], "order"),
    ([.format], "format"),
    ([.narrower, .wider], "width"), ([.reset], "reset"),
  ]

  /// How the first keys of actions are called.
  package static func label(of actions: [Action]) -> String {
    actions.compactMap { action in
      keys.first { $0.action == action }?.keys.first?.keyLabel
    }
    .joined(separator: " ")
  }

  /// What an event does in the list.
  package static func action(for event: InputEvent) -> Action? { actions[event] }
}
