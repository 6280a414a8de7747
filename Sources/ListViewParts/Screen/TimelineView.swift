import Columns
package import FeedStore
import FeedValues
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
