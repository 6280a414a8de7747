import Columns
package import FeedStore
internal import FeedValues
package import TerminalCore
internal import Values

/// Draws the changes over time, the current position, and the part that is still ahead.
package struct TimelineView: View {
  package let context: Context
  let timeline: PlayerTimeline
  let player: Player

  package init(_ timeline: PlayerTimeline, of player: Player, in context: Context) {
    (self.timeline, self.player, self.context) = (timeline, player, context)
  }

  /// The columns to the left and right of the line, for times and the playback speed.
  private static let (left, right) = (11, 19)
  /// Narrower screens omit the times.
  private static let minimumWidthWithTimes = 60

  /// The number of cells on a screen of a given width.
  package static func cells(of columns: Int) -> Int {
    max(1, columns >= minimumWidthWithTimes ? columns - left - right : columns - 2)
  }

  /// The column of the first cell.
  private var start: Int { size.columns >= Self.minimumWidthWithTimes ? Self.left : 1 }

  /// The position at a screen column; columns outside the line map to its ends.
  package func position(at column: Int) -> Int { timeline.position(ofCell: column - start) }

  package func draw(on line: Int, of buffer: inout CellBuffer) {
    let dim = theme.style(.dim, on: .bar)
    buffer.fill(line: line, style: dim)
    let most = max(1, timeline.changes.max() ?? 1)
    let here = timeline.cell(of: player.position)
    for (cell, count) in timeline.changes.enumerated() {
      let role: Theme.Role = cell < here ? .success : .faint
      let style = theme.style(cell == here ? .warning : role, on: .bar, bold: cell == here)
      let text = cell == here ? Text.here : Self.block(count, of: most)
      buffer.write(text, line: line, column: start + cell, style: style)
    }
    guard size.columns >= Self.minimumWidthWithTimes else { return }
    buffer.write(label(timeline.positions.lowerBound), line: line, column: 1, style: dim)
    let end = start + timeline.changes.count + 2
    buffer.write(label(timeline.positions.upperBound), line: line, column: end, style: dim)
    let speed = Text.speed(player.speed)
    let style = theme.style(.text, on: .bar, bold: true)
    buffer.write(speed, line: line, column: size.columns - 1 - speed.displayWidth, style: style)
  }

  /// The time of a position, or its number if the time is unknown.
  private func label(_ position: Int) -> String {
    player.time(at: position).map { calendar.clock(of: $0) }
      ?? DisplayWidth.cut(grouped(position), to: 8)
  }

  /// The block character of a count, scaled by its square root so that a single change is visible next to a
  /// thousand.
  static func block(_ count: Int, of most: Int) -> String {
    guard count > 0 else { return blocks[0] }
    let share = (Double(count) / Double(most)).squareRoot()
    return blocks[min(blocks.count - 1, 1 + Int(share * Double(blocks.count - 2)))]
  }

  private static let blocks = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// The texts of the line.
  package enum Text {
    package static let here = "●"
    package static func speed(_ speed: Double) -> String { "×\(speed.speedText)" }
  }
}

/// Draws how many rows there are at each time, above the table: those of the selected times stand out, and times are in
/// the colour of a warning or of a failure if many more of their rows than of all are errors.
package struct TimeStripView: View {
  package let context: Context
  let strip: TimeStrip
  /// The selected cells; nil for none.
  let selection: ClosedRange<Int>?

  package init(
    _ strip: TimeStrip,
    selection: ClosedRange<Int>? = nil,
    in context: Context
  ) {
    (self.strip, self.selection, self.context) = (strip, selection, context)
  }

  /// The columns to the left and right of the cells, for times and numbers.
  private static let (left, right) = (13, 28)
  /// Narrower screens omit them.
  private static let minimumWidthWithTimes = 64

  /// The number of cells on a screen of a given width.
  package static func cells(of columns: Int) -> Int {
    max(1, columns >= minimumWidthWithTimes ? columns - left - right : columns - 2)
  }

  /// The column of the first cell.
  private static func start(_ columns: Int) -> Int { columns >= minimumWidthWithTimes ? left : 1 }

  /// The cell at a screen column; columns outside map to the first and the last one.
  package static func cell(at column: Int, of strip: TimeStrip, in size: TerminalSize) -> Int {
    min(max(0, column - start(size.columns)), strip.cells.count - 1)
  }

  package func draw(on line: Int, of buffer: inout CellBuffer) {
    let start = Self.start(size.columns)
    let most = max(1, strip.cells.map(\.count).max() ?? 1)
    let all = strip.sum(of: 0...strip.cells.count - 1)
    for (offset, cell) in strip.cells.enumerated() {
      let isSelected = selection?.contains(offset) ?? true
      let role = isSelected && cell.count > 0 ? Self.role(of: cell, among: all) : .faint
      let style = theme.style(role, on: selection != nil && isSelected ? .selection : .base)
      let block = TimelineView.block(cell.count, of: most)
      buffer.write(block, line: line, column: start + offset, style: style)
    }
    guard size.columns >= Self.minimumWidthWithTimes else { return }
    let shown = selection ?? 0...strip.cells.count - 1
    let (dim, text) = (theme.style(.dim), theme.style(.text, bold: selection != nil))
    let seconds = strip.seconds(of: shown)
    let times = selection == nil ? dim : text
    buffer.write(label(seconds.lowerBound), line: line, column: 1, style: times)
    let end = start + strip.cells.count + 1
    let width = buffer.write(
      // As in a filter, the last second is included.
      label(seconds.upperBound - (selection == nil ? strip.length : 1)),
      line: line,
      column: end,
      style: times
    )
    let sum = strip.sum(of: shown)
    let figures =
      selection == nil
      ? Text.step(Duration.seconds(strip.length).countText) : Text.rows(sum.count, sum.errors)
    buffer.write(figures, line: line, column: end + width + 1, style: dim)
  }

  /// The role of a cell: by how much larger the share of errors among its rows is than among all.
  private static func role(
    of cell: TimeHistogram.Bin,
    among all: TimeHistogram.Bin
  ) -> Theme.Role {
    guard cell.errors > 0 else { return .accent }
    let share = Double(cell.errors) / Double(cell.count)
    let ratio = share * Double(all.count) / Double(max(1, all.errors))
    if share >= 0.5 || ratio >= 2.5 { return .failure }
    return ratio >= 1.5 ? .warning : .accent
  }

  /// A time by the clock of the user: `12:03:21`, `11-22 12:03` if the rows are of several days, `2026-11-22` if
  /// a cell is a day or more.
  private func label(_ seconds: Int) -> String {
    let time = FeedTime(seconds: seconds) ?? FeedTime(nanoseconds: 0)
    let text = Calendar.utc.dateAndClock(of: time)
    if strip.length >= 86_400 { return String(text.prefix(10)) }
    return strip.isOfSeveralDays ? String(text.dropFirst(5).dropLast(3)) : String(text.suffix(8))
  }

  /// The texts of the line.
  package enum Text {
    package static func step(_ step: String) -> String { "\(step) each" }
    package static func rows(_ count: Int, _ errors: Int) -> String {
      "· \(grouped(count))" + (errors > 0 ? " · \(plural(errors, "error"))" : "")
    }
  }
}
