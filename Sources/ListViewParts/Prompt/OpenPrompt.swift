package import TerminalCore

/// A prompt as a layer, with what it has to restore if it is cancelled.
package struct OpenPrompt: LayerContents {
  package var prompt: Prompt
  /// What was there when the prompt was opened.
  package let before: Before
  /// What the line finds, at its right end.
  package var status = ""
  /// What the line would continue with, behind the cursor.
  package var ghost = ""
  /// How the line may continue, with what is known of each way.
  package var menu: PromptMenu?
  /// How the line may continue, on a screen that has no room for more.
  package var candidates: Prompt.Completion?

  /// What a cancelled prompt restores.
  package struct Before: Sendable {
    package let place: TablePosition
    package let search: Search?
    package let filter: Filter?
    /// What was in view of the detail, where the prompt is about that; nil if it is about the
    /// table.
    package let detail: Detail.View?

    package init(place: TablePosition, search: Search?, filter: Filter?, detail: Detail.View?) {
      (self.place, self.search, self.filter, self.detail) = (place, search, filter, detail)
    }
  }

  package init(_ prompt: Prompt, before: Before) { (self.prompt, self.before) = (prompt, before) }

  package var readsFields: Bool { prompt.purpose != .search }

  package mutating func handle(_ event: InputEvent, in surroundings: Surroundings) -> Outcome {
    switch PromptAction(event) {
    case .enter: return .consumed([.submit])
    case .cancel: return .consumed([.cancel])
    case nil where prompt.editor.isEmpty && event == .key(.backspace): return .consumed([.cancel])
    case .complete: return .consumed([.complete(isForward: true)])
    case .completeBack: return .consumed([.complete(isForward: false)])
    case .older: return .consumed([.recall(isOlder: true)])
    case .newer: return .consumed([.recall(isOlder: false)])
    case nil:
      let before = prompt.editor.text
      guard prompt.editor.edit(event) else { return .consumed }
      prompt.completion = nil
      return .consumed(prompt.editor.text == before ? [] : [.preview])
    }
  }

  /// What the line finds.
  package enum Text {
    package static let noMatch = "no match"
    package static func matches(_ count: Int, of all: Int) -> String {
      "\(grouped(count)) of \(plural(all, "row"))"
    }
  }
}
