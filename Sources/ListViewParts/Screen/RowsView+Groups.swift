import Columns
internal import FeedValues
import Ordering
package import TableModel
package import TerminalCore

extension RowsView {
  /// Draws a section header: its fold indicator, value, row count and sums.
  package func draw(
    _ header: SectionHeader,
    _ content: Line,
    on line: Int,
    of buffer: inout CellBuffer
  ) {
    let surface: Theme.Surface = content.isSelected ? .selection : .base
    let right = screen.tableColumns.count - ColumnLayout.rightMargin
    let fade = 0.75 * (1 - content.opacity)
    let rule = theme.style(.faint, on: surface, fade: fade)
    if surface != .base { buffer.fill(line: line, columns: 0..<right + 1, style: rule) }
    if content.isSelected {
      buffer.write("▌", line: line, column: 0, style: theme.style(.accent, on: surface))
    }
    let sign = theme.style(.accent, on: surface, fade: fade, bold: true)
    buffer.write(header.isCollapsed ? "▸" : "▾", line: line, column: 1, style: sign)
    guard let (text, tone, details) = texts(of: header) else { return }
    let role = tone?.role ?? .text
    var start = ColumnLayout.margin
    if tone != nil {
      start += buffer.write(
        "● ",
        line: line,
        column: start,
        style: theme.style(role, on: surface, fade: fade)
      )
    }
    let room = max(0, right - start)
    start += buffer.write(
      text,
      line: line,
      column: start,
      maximumWidth: max(min(room, 8), room - details.displayWidth - 4),
      style: theme.style(role, on: surface, fade: fade, bold: true)
    )
    start += buffer.write(
      details,
      line: line,
      column: start,
      maximumWidth: max(0, right - start),
      style: theme.style(.dim, on: surface, fade: fade)
    )
    guard start + 2 < right else { return }
    buffer.write(
      String(repeating: "─", count: right - start - 1),
      line: line,
      column: start + 1,
      style: rule
    )
  }

  /// The value of a group, its tone if it is a status, and how many rows it has and what they add up to; nil if there is
  /// no such group.
  private func texts(
    of header: SectionHeader
  ) -> (value: String, tone: StatusTone?, details: String)? {
    guard let summary = group(header.id), let column = groupColumn else { return nil }
    let text =
      summary.value == nil
      ? "no \(column.title.lowercased())"
      : column.cellText(of: summary.sample, in: calendar)
    let tone = column.format == .status ? summary.value.map { StatusTone($0) } : nil
    return (text.isEmpty ? "“”" : text, tone, " · \(summary.details)")
  }

  /// The number of screen columns that a section header needs, without the margins.
  package func width(of header: SectionHeader) -> Int {
    guard let (text, tone, details) = texts(of: header) else { return 0 }
    return (tone == nil ? 0 : 2) + text.displayWidth + details.displayWidth
  }
}
