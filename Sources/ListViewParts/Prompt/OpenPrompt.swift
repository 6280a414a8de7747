package import TerminalCore

/// A prompt as a layer, with the state to restore if it is cancelled.
package struct OpenPrompt: LayerContents {
  package var prompt: Prompt
  /// The state when the prompt was opened.
  package var before: Before
  /// The result of the line, shown at its right end.
  package var status = ""
  /// The suggested continuation, shown dimmed after the cursor.
  package var ghost = ""
  /// The possible continuations with details; nil for none.
  package var menu: PromptMenu?
  /// The possible continuations, for a screen without room for the menu.
  package var candidates: Prompt.Completion?

  /// The state that a cancelled prompt restores.
  package struct Before: Sendable {
    package var place: TablePosition
    package let search: Search?
    package let filter: Filter?
    /// The position in the detail pane, if the prompt belongs to it; nil if it belongs to the table.
    package let detail: Detail.View?
    /// The columns, if the prompt is that of a new one.
    package let columns: ColumnState?

    package init(
      place: TablePosition,
      search: Search?,
      filter: Filter?,
      detail: Detail.View?,
      columns: ColumnState? = nil
    ) {
      (self.place, self.search, self.filter, self.detail) = (place, search, filter, detail)
      self.columns = columns
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

  /// The texts of the result.
  package enum Text {
    package static let noMatch = "no match"
    package static func matches(_ count: Int, of all: Int) -> String {
      "\(grouped(count)) of \(plural(all, "row"))"
    }
  }
}
