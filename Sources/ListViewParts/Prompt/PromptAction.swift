package import TerminalCore

/// The actions on a prompt as a whole; other keys edit its line.
package enum PromptAction: Hashable, Sendable, CaseIterable {
  case enter, cancel, complete, completeBack, older, newer

  /// The keys and a short description of each action.
  static let keys: [(action: PromptAction, keys: [InputEvent], help: String)] = [
    (.enter, [.key(.enter)], ActionText.Prompt.enter),
    (.cancel, [.key(.escape), .control("g")], ActionText.Prompt.cancel),
    (.complete, [.key(.tab)], ActionText.Prompt.complete),
    (.completeBack, [.key(.tab, .shift)], ActionText.Prompt.completeBack),
    (.older, [.key(.up), .control("p")], ActionText.Prompt.older),
    (.newer, [.key(.down), .control("n")], ActionText.Prompt.newer),
  ]

  private static let actions: [InputEvent: PromptAction] = {
    var actions: [InputEvent: PromptAction] = [:]
    for (action, keys, _) in keys {
      for key in keys { actions[key] = action }
    }
    return actions
  }()

  /// Creates the action of an event; nil if the event edits the line or does nothing.
  ///
  /// Modifiers are ignored for Enter, Escape and the arrows, because an Escape typed quickly before another
  /// key is read as Alt.
  package init?(_ event: InputEvent) {
    var action = Self.actions[event]
    if action == nil, case .key(let key, _) = event, [.enter, .escape, .up, .down].contains(key) {
      action = Self.actions[.key(key)]
    }
    guard let action else { return nil }
    self = action
  }
}
