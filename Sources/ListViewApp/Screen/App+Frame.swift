internal import ListViewParts
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
    let summaryChange = frame.summary.flatMap { drawSummary(on: $0, at: instant, of: &buffer) }
    if let line = frame.heads {
      drawHeads(on: line, of: &buffer)
      drawOrder(on: line, of: &buffer)
    }
    let layout = pinLayout
    let present = configuration.wallClock?.time(at: instant)
    let pinChange = drawPins(in: layout, at: instant, of: &buffer)
    if isEmpty(presentation) {
      drawEmptiness(on: layout.table, at: instant, of: &buffer)
    }
    let glow = glow(of: presentation)
    for (line, content) in zip(layout.table, presentation.lines) {
      var content = content
      if glow < 1 { content.flashes = content.flashes.mapValues { $0 * glow } }
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
    case .keys(let picker): draw(picker, over: &buffer)
    case .prompt(let prompt): drawPrompt(prompt, on: frame.keys ?? size.lines - 1, of: &buffer)
    }
    let nextChange = [
      presentation.nextChange, pinChange, nextTimeChange(presentation, at: instant),
      announcement.flatMap { $0 > instant ? $0 : nil }, nextDetailChange(after: instant),
      summaryChange,
    ]
    return (buffer, nextChange.compactMap(\.self).min())
  }

  /// How strong a flash is, from 0 to 1: where most rows in view flash at once, none of them is told
  /// from the others by it, and all have to be read through it.
  private func glow(of presentation: TablePresentation<Row, FieldPath>) -> Double {
    let rows = presentation.lines.count { $0.content.row != nil }
    guard rows >= 6 else { return 1 }
    let share = Double(presentation.lines.count { !$0.flashes.isEmpty }) / Double(rows)
    return 1 - 0.7 * max(0, share - 0.3) / 0.7
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
