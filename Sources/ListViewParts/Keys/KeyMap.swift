package import TerminalCore

/// The key bindings: the single table used for input, the help and the key hints.
package struct KeyMap: Hashable, Sendable {
  /// All bindings, in the order of the help.
  package let bindings: [KeyBinding]
  private let actions: [InputEvent: Action]
  private let detailActions: [InputEvent: Action]

  /// Creates a map; if a key is bound twice, the later binding counts.
  init(_ bindings: [KeyBinding]) {
    self.bindings = bindings
    var (actions, detailActions): ([InputEvent: Action], [InputEvent: Action]) = ([:], [:])
    for binding in bindings {
      for key in binding.keys {
        if binding.action.topic == .detail {
          detailActions[key] = binding.action
        } else {
          actions[key] = binding.action
        }
      }
    }
    self.actions = actions
    self.detailActions = detailActions
  }

  /// The default bindings.
  package static let standard = KeyMap(
    MoveAction.bindings + FindAction.bindings + RowAction.bindings + DetailAction.bindings
      + ArrangementAction.bindings + ColumnAction.bindings
      + FeedAction.bindings + ProgramAction.bindings
  )

  /// The action of an event; nil if it has none.
  package func action(for event: InputEvent) -> Action? { actions[event] }

  /// The action of an event while the detail has the focus; nil if it has none.
  package func actionInDetail(for event: InputEvent) -> Action? {
    detailActions[event] ?? actions[event]
  }

  /// The binding of an action; nil if it has none.
  func binding(of action: Action) -> KeyBinding? { bindings.first { $0.action == action } }

  /// The key hints, the most useful first; actions of an entry share a description.
  package static let hints: [(actions: [Action], help: String)] = [
    ([.program(.help)], HintText.help),
    ([.program(.quit)], HintText.quit),
    ([.feed(.pause)], HintText.pause),
    ([.row(.open)], HintText.open),
    ([.find(.search)], HintText.search),
    ([.find(.filter)], HintText.filter),
    ([.feed(.stepBack), .feed(.stepForward)], HintText.step),
    ([.move(.nextRow), .move(.previousRow)], HintText.move),
    ([.arrangement(.sort)], HintText.sort),
    ([.arrangement(.group)], HintText.group),
    ([.feed(.follow)], HintText.follow),
  ]

  /// The labels of the first keys of actions: `[ ]`.
  package func label(of actions: [Action]) -> String {
    actions.compactMap { binding(of: $0)?.keys.first?.keyLabel }.joined(separator: " ")
  }
}
