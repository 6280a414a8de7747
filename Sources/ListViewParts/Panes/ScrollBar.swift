package import TerminalCore

/// The position of a scroll bar's thumb.
package struct ScrollBar: Hashable, Sendable {
  /// The lines of the thumb, from 0 at the top of the bar.
  package let thumb: Range<Int>

  /// Creates the bar of a view; nil if all is in view, or there is no room for a bar.
  ///
  /// - Parameters:
  ///   - above: The number of lines above the view.
  ///   - total: The number of all lines.
  ///   - height: The number of lines in view.
  package init?(above: Int, total: Int, height: Int) {
    guard total > height, height > 1 else { return nil }
    let length = max(1, height * height / total)
    let above = min(max(0, above), total - height)
    // The thumb touches an end only where the list does.
    let room = height - length
    var start = (above * room + (total - height) / 2) / (total - height)
    if above > 0, room > 1 { start = max(1, start) }
    if above < total - height, room > 1 { start = min(room - 1, start) }
    thumb = start..<start + length
  }

  /// Draws the bar at the right of some lines of the table, where the screen has room for it.
  package func draw(
    beside lines: Range<Int>,
    of buffer: inout CellBuffer,
    in surroundings: Surroundings
  ) {
    let (screen, theme) = (surroundings.screen, surroundings.theme)
    guard surroundings.size.columns >= 20 else { return }
    // Beside the detail, the line that sets it off is the bar.
    let isBeside = screen.detail.map { $0.columns.lowerBound > 0 } ?? false
    let column = screen.tableColumns.upperBound - (isBeside ? 0 : 1)
    for (offset, line) in lines.enumerated() {
      let isThumb = thumb.contains(offset)
      buffer.write(
        isThumb ? "┃" : "│",
        line: line,
        column: column,
        style: theme.style(isThumb ? .dim : .faint)
      )
    }
  }
}
