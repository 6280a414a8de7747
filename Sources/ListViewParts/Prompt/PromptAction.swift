package import TerminalCore

/// What a key does to a prompt as a whole; the others edit its line.
package enum PromptAction: Hashable, Sendable, CaseIterable {
  case enter, cancel, complete, completeBack, older, newer

  /// The keys of each, and what they do in a few words.
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

  /// What an event does; nil if it edits the line, or nothing.
  ///
  /// Enter, Escape and the arrows do the same with any modifier: an Escape that is typed fast
  /// before Enter reads like one.
  package init?(_ event: InputEvent) {
    var action = Self.actions[event]
    if action == nil, case .key(let key, _) = event, [.enter, .escape, .up, .down].contains(key) {
      action = Self.actions[.key(key)]
    }
    guard let action else { return nil }
    self = action
  }
}
