package import Columns
package import TerminalCore

/// A prompt as a layer, with the state to restore if it is cancelled.
package struct OpenPrompt: LayerContents {
  package var prompt: Prompt
  /// The state when the prompt was opened.
  package var before: Before
  /// The action of Enter on the rows that the line matches; nil if it accepts the line.
  package var picking: Picking?
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

  /// Whether one row is picked, or several may be.
  package enum Picking: Sendable { case one, several }

  package init(_ prompt: Prompt, before: Before) { (self.prompt, self.before) = (prompt, before) }

  package var readsFields: Bool {
    guard picking != nil else { return prompt.purpose != .search }
    return prompt.completion != nil || prompt.editor.text.contains { "=<>~".contains($0) }
  }

  package mutating func handle(_ event: InputEvent, in context: Context) -> Outcome {
    if let picking, let request = picking.request(for: event) { return .consumed([request]) }
    switch PromptAction(event) {
    case .enter: return .consumed([.submit])
    case .cancel: return .consumed([.cancel])
    case nil where prompt.editor.isEmpty && event == .key(.backspace):
      return .consumed(picking == nil ? [.cancel] : [])
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
    package static let toPick = "type to filter · ↑ ↓ select · ⏎ picks · Esc other keys"
    package static let toPickSeveral =
      "type to filter · ↑ ↓ select · Tab marks · ⏎ picks · Esc other keys"
    package static func matches(_ count: Int, of all: Int) -> String {
      "\(grouped(count)) of \(plural(all, "row"))"
    }
  }
}

extension OpenPrompt.Picking {
  /// The effect of a key while rows are picked by typing: keys that do not edit the line are about the rows.
  fileprivate func request(for event: InputEvent) -> Request? {
    if event == .control("p") { return .perform(.move(.previousRow)) }
    if event == .control("n") { return .perform(.move(.nextRow)) }
    guard case .key(let key, _) = event else { return nil }
    switch key {
    case .enter: return .pick
    case .up: return .perform(.move(.previousRow))
    case .down: return .perform(.move(.nextRow))
    case .pageUp: return .perform(.move(.pageUp))
    case .pageDown: return .perform(.move(.pageDown))
    case .tab where self == .several: return .perform(.arrangement(.mark))
    default: return nil
    }
  }
}
