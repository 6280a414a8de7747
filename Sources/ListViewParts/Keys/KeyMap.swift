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
  ///
  /// The one that leads to all keys has room whatever there is for the others.
  package static let hints: [(actions: [Action], help: String)] =
    usualHints + [
      ([.feed(.stepBack), .feed(.stepForward)], HintText.step),
      ([.move(.nextRow), .move(.previousRow)], HintText.move),
      ([.program(.help)], HintText.help),
    ]

  /// The hints that 80 columns have room for.
  static let usualHints: [(actions: [Action], help: String)] = [
    ([.find(.filter)], HintText.filter),
    ([.find(.search)], HintText.search),
    ([.arrangement(.sort)], HintText.sort),
    ([.arrangement(.group)], HintText.group),
    ([.row(.open)], HintText.open),
    ([.feed(.pause)], HintText.pause),
  ]

  /// The hints after that of groups on a screen with so many columns.
  package static let wideHints: [(actions: [Action], help: String)] = [
    ([.arrangement(.count)], HintText.count)
  ]
  package static let wide = 100

  /// The labels of the first keys of actions: `[ ]`.
  package func label(of actions: [Action]) -> String {
    actions.compactMap { binding(of: $0)?.keys.first?.keyLabel }.joined(separator: " ")
  }
}
