public import TerminalCore

internal import Feeds
internal import TableModel

extension App {
  /// What the screen shows at an instant.
  ///
  /// - Parameter instant: When; not before what the app was told last.
  /// - Returns: The cells of the screen, and the instant at which they will next look different if
  ///   nothing happens; nil for never.
  /// - Complexity: O(cells).
  public func frame(
    at instant: ContinuousClock.Instant
  ) -> (buffer: CellBuffer, nextChange: ContinuousClock.Instant?) {
    var buffer = CellBuffer(size)
    let frame = Frame(size)
    let presentation = table.presentation(at: instant)
    if let line = frame.title { drawTitle(on: line, of: &buffer) }
    if let line = frame.heads { drawHeads(on: line, of: &buffer) }
    if columns.isEmpty || table.rows.isEmpty && presentation.lines.allSatisfy(\.isBlank) {
      drawEmptiness(on: frame.tableLines, of: &buffer)
    }
    for (line, content) in zip(frame.tableLines, presentation.lines) {
      drawLine(content, on: line, of: &buffer)
    }
    drawScrollBar(beside: frame.tableLines, of: &buffer)
    if let line = frame.keys { drawKeys(presentation, on: line, of: &buffer) }
    if mode == .help { drawHelp(over: &buffer) }
    if case .prompt(let prompt) = mode {
      drawPrompt(prompt, on: frame.keys ?? size.lines - 1, of: &buffer)
    }
    return (buffer, presentation.nextChange)
  }

  private func drawHeads(on line: Int, of buffer: inout CellBuffer) {
    let style = theme.style(.dim, on: .bar)
    buffer.fill(line: line, style: style)
    for place in layout.places {
      let column = columns[place.column]
      let isRight = column.isRightAligned
      let isCut = column.title.displayWidth > place.width
      buffer.write(
        isCut && column.format == .time(spansDays: false) ? "TIME" : column.title,
        line: line,
        column: place.start,
        maximumWidth: place.width,
        alignment: isRight ? .right : .left,
        style: style
      )
    }
  }

  /// Says what is waited for where there are no rows.
  private func drawEmptiness(on lines: Range<Int>, of buffer: inout CellBuffer) {
    let text =
      if hiddenCount > 0 {
        "The filter hides all \(plural(hiddenCount, "row")). Esc shows them."
      } else if feed.isEnded {
        player.count == 0 ? "The feed ended without a row." : "The list is empty."
      } else if player.count > 0 {
        "The list is empty. Waiting for rows."
      } else {
        "Waiting for \(configuration.feedName) to say something."
      }
    let width = text.displayWidth
    buffer.write(
      text,
      line: (lines.lowerBound + lines.upperBound) / 2,
      column: max(1, (size.columns - width) / 2),
      maximumWidth: size.columns - 2,
      style: theme.style(.dim)
    )
  }

  private func drawScrollBar(beside lines: Range<Int>, of buffer: inout CellBuffer) {
    let total = table.lineCount
    guard total > lines.count, lines.count > 1, size.columns >= 20 else { return }
    let thumb = max(1, lines.count * lines.count / total)
    let above = min(table.linesAbove, total - lines.count)
    // The thumb touches an end only where the list does.
    let room = lines.count - thumb
    var start = (above * room + (total - lines.count) / 2) / (total - lines.count)
    if above > 0, room > 1 { start = max(1, start) }
    if above < total - lines.count, room > 1 { start = min(room - 1, start) }
    for (offset, line) in lines.enumerated() {
      let isThumb = start..<start + thumb ~= offset
      buffer.write(
        isThumb ? "┃" : "│",
        line: line,
        column: size.columns - 1,
        style: theme.style(isThumb ? .dim : .faint)
      )
    }
  }
}

extension TablePresentation.Line {
  /// Whether nothing is to be drawn on the line.
  fileprivate var isBlank: Bool {
    switch content {
    case .gap, .empty: true
    case .row, .ghost, .tombstone, .head: false
    }
  }
}
