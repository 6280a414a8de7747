package import TerminalCore

/// What the keys do: the one table that input, help and the line of keys are read from.
public struct KeyMap: Hashable, Sendable {
  /// All bindings, in the order of the help.
  package let bindings: [KeyBinding]
  private let actions: [InputEvent: Action]
  private let detailActions: [InputEvent: Action]

  /// Creates a map; of two bindings of one key the later one counts.
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

  /// The keys as they come.
  public static let standard = KeyMap(
    MoveAction.bindings + FindAction.bindings + RowAction.bindings + DetailAction.bindings
      + ArrangementAction.bindings + ColumnAction.bindings
      + FeedAction.bindings + ProgramAction.bindings
  )

  /// What an event does.
  package func action(for event: InputEvent) -> Action? { actions[event] }

  /// What an event does while the detail has the keys.
  package func actionInDetail(for event: InputEvent) -> Action? {
    detailActions[event] ?? actions[event]
  }

  /// The binding of an action; nil if it has none.
  func binding(of action: Action) -> KeyBinding? { bindings.first { $0.action == action } }

  /// What the line of keys shows, the most useful first: actions that share a word.
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

  /// How the first keys of actions are called: `[ ]`.
  package func label(of actions: [Action]) -> String {
    actions.compactMap { binding(of: $0)?.keys.first?.keyLabel }.joined(separator: " ")
  }
}
