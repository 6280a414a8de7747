import Columns
internal import Patterns
package import TerminalCore

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
