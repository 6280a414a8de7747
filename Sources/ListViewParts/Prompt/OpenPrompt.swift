package import Columns
internal import Patterns
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

extension OpenPrompt {
  /// Draws the prompt over the status bar, and its problem or completions above it.
  package func draw(into buffer: inout CellBuffer, in context: Context) -> KeyLine {
    let (size, theme) = (context.size, context.theme)
    let line = context.screen.keys ?? size.lines - 1
    let text = theme.style(.text, on: .bar)
    buffer.fill(line: line, style: text)
    let sign = theme.style(.accent, on: .bar, bold: true)
    buffer.write(prompt.purpose.rawValue, line: line, column: 0, style: sign)

    var room = max(1, size.columns - 2)
    if !status.isEmpty, status.displayWidth + 18 <= size.columns {
      room -= status.displayWidth + 1
      let column = size.columns - 1 - status.displayWidth
      buffer.write(status, line: line, column: column, style: theme.style(.dim, on: .bar))
    }
    let window = prompt.editor.window(columns: room)
    buffer.write(window.text, line: line, column: 1, maximumWidth: room, style: text)
    if !ghost.isEmpty, window.cursor.lowerBound < room {
      let faint = theme.style(.dim, on: .bar)
      let column = window.cursor.lowerBound
      buffer.write(ghost, line: line, column: 1 + column, maximumWidth: room - column, style: faint)
    }
    if let offset = prompt.problem?.offset {
      let column = window.column(ofCharacter: offset, in: prompt.editor.text)
      if column < room {
        let style = theme.style(.failure, on: .bar, bold: true)
        buffer.restyle(line: line, columns: 1 + column..<2 + column) { _ in
          var style = style
          style.attributes.insert(.underline)
          return style
        }
      }
    }
    let cursor = window.cursor.lowerBound + 1..<window.cursor.upperBound + 1
    buffer.restyle(line: line, columns: cursor) { style in
      var style = style
      style.attributes.formSymmetricDifference(.reverse)
      return style
    }
    drawAdvice(on: line - 1, of: &buffer, in: context)
    return .drawn
  }

  /// Draws the problem with the line; without one, the completions or a note.
  private func drawAdvice(
    on line: Int,
    of buffer: inout CellBuffer,
    in context: Context
  ) {
    guard line >= 0 else { return }
    let (size, theme) = (context.size, context.theme)
    let width = max(0, size.columns - 2)
    if let (text, role) = prompt.problem.map({ ($0.message, Theme.Role.failure) })
      ?? (prompt.completion == nil ? prompt.note.map { ($0, .warning) } : nil)
    {
      let style = theme.style(role, on: .bar)
      buffer.fill(line: line, style: style)
      buffer.write(text, line: line, column: 1, maximumWidth: width, style: style)
      if let menu, PromptMenu.hasRoom(on: size) {
        menu.draw(above: line, into: &buffer, in: context)
      }
      return
    }
    if PromptMenu.hasRoom(on: size) {
      menu?.draw(above: line + 1, into: &buffer, in: context)
      return
    }
    // If only the prompt line fits, it shows no candidates until the user asks for them.
    guard let completion = prompt.completion ?? candidates, !completion.candidates.isEmpty,
      line > 1 || prompt.completion != nil
    else { return }
    buffer.fill(line: line, style: theme.style(.dim, on: .bar))
    // The choice is visible, with as many candidates before it as fit.
    var first = completion.choice ?? 0
    var used = completion.candidates[first].displayWidth
    while first > 0, used + completion.candidates[first - 1].displayWidth + 2 <= width - 6 {
      first -= 1
      used += completion.candidates[first].displayWidth + 2
    }
    var column = 1
    if first > 0 {
      column += buffer.write("‹ ", line: line, column: 1, style: theme.style(.dim, on: .bar))
    }
    let last = completion.candidates.count - 1
    for offset in first...last {
      let isChosen = offset == completion.choice
      let room = size.columns - 1 - column
      let style = theme.style(.text, on: isChosen ? .selection : .bar, bold: isChosen)
      let text = completion.candidates[offset].trimming
      // Only whole words, followed by a sign if there are more.
      guard text.displayWidth + (offset < last ? 3 : 0) <= room || offset == first else {
        let more = theme.style(.dim, on: .bar)
        buffer.write("›", line: line, column: size.columns - 2, style: more)
        break
      }
      column += buffer.write(text, line: line, column: column, maximumWidth: room, style: style) + 2
    }
  }

}

extension LineEditor.Window {
  /// The screen column of a character, relative to the field; 0 for characters cut off at the left.
  func column(ofCharacter offset: Int, in text: String) -> Int {
    guard offset >= hidden else { return 0 }
    let shown = text.dropFirst(hidden).prefix(offset - hidden)
    return (hidden > 0 ? 1 : 0) + shown.displayWidth
  }
}

extension Substring {
  /// The width of the text in screen columns.
  fileprivate var displayWidth: Int { DisplayWidth.width(of: self) }
}
