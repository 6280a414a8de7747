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
    let frame = frame
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
    if let place = frame.detail { drawDetail(in: place, at: instant, of: &buffer) }
    if frame.showsTable { drawScrollBar(beside: layout.table, of: &buffer) }
    if let line = frame.keys {
      if case .picking(let pick) = mode {
        drawPickKeys(pick, on: line, of: &buffer)
      } else {
        drawKeys(presentation, at: instant, on: line, of: &buffer)
      }
    }
    switch mode {
    case .table, .detail, .picking: break
    case .help: drawHelp(over: &buffer)
    case .badInput: drawBadInput(over: &buffer)
    case .columns(let picker): draw(picker, over: &buffer, at: present)
    case .prompt(let prompt): drawPrompt(prompt, on: frame.keys ?? size.lines - 1, of: &buffer)
    }
    let nextChange = [
      presentation.nextChange, pinChange, nextTimeChange(presentation, at: instant),
      announcement.flatMap { $0 > instant ? $0 : nil }, nextDetailChange(after: instant),
    ]
    return (buffer, nextChange.compactMap(\.self).min())
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
      column: max(1, (frame.tableColumns.count - width) / 2),
      maximumWidth: frame.tableColumns.count - 2,
      style: theme.style(.dim)
    )
  }

  private func drawScrollBar(beside lines: Range<Int>, of buffer: inout CellBuffer) {
    guard size.columns >= 20 else { return }
    let bar = ScrollBar(above: table.linesAbove, total: table.lineCount, height: lines.count)
    guard let bar else { return }
    // Beside the detail, the line that sets it off is the bar.
    let isBeside = frame.detail.map { $0.columns.lowerBound > 0 } ?? false
    let column = frame.tableColumns.upperBound - (isBeside ? 0 : 1)
    for (offset, line) in lines.enumerated() {
      let isThumb = bar.thumb.contains(offset)
      buffer.write(
        isThumb ? "┃" : "│",
        line: line,
        column: column,
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
