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
    if let line = frame.heads {
      drawHeads(on: line, of: &buffer)
      drawOrder(on: line, of: &buffer)
    }
    let layout = pinLayout
    let present = configuration.wallClock?.time(at: instant)
    let pinChange = drawPins(in: layout, at: instant, of: &buffer)
    if columns.isEmpty || table.rows.isEmpty && presentation.lines.allSatisfy(\.isBlank) {
      drawEmptiness(on: layout.table, of: &buffer)
    }
    for (line, content) in zip(layout.table, presentation.lines) {
      drawLine(content, on: line, of: &buffer, at: present)
    }
    drawScrollBar(beside: layout.table, of: &buffer)
    if let line = frame.keys {
      if case .picking(let pick) = mode {
        drawPickKeys(pick, on: line, of: &buffer)
      } else {
        drawKeys(presentation, on: line, of: &buffer)
      }
    }
    switch mode {
    case .table, .picking: break
    case .help: drawHelp(over: &buffer)
    case .columns(let picker): draw(picker, over: &buffer, at: present)
    }
    let nextChange = [
      presentation.nextChange, pinChange, nextTimeChange(presentation, at: instant),
    ]
    return (buffer, nextChange.compactMap(\.self).min())
  }

  /// Says what is waited for where there are no rows.
  private func drawEmptiness(on lines: Range<Int>, of buffer: inout CellBuffer) {
    let text =
      if feed.isEnded {
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
