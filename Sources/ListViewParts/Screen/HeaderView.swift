internal import Feeds
internal import TableModel
package import TerminalCore
internal import Values

/// Draws the header, with the sort arrow, and with column numbers while a column is being chosen.
package struct HeaderView: View {
  package let surroundings: Surroundings
  /// The sort order.
  let sort: Arrangement.Sort?
  /// The choice of a column under way.
  let pick: ColumnPick?

  package init(surroundings: Surroundings, sort: Arrangement.Sort?, pick: ColumnPick? = nil) {
    (self.surroundings, self.sort, self.pick) = (surroundings, sort, pick)
  }

  /// Draws the header.
  package func draw(on line: Int, of buffer: inout CellBuffer) {
    drawTitles(on: line, of: &buffer)
    drawOrder(on: line, of: &buffer)
  }

  /// Draws the titles of the columns, and arrows if there are columns out of view.
  private func drawTitles(on line: Int, of buffer: inout CellBuffer) {
    // Without colours, only bold text distinguishes the header from the rows.
    let style = theme.style(.dim, on: .bar, bold: theme.depth == .none)
    buffer.fill(line: line, style: style)
    for place in layout.places {
      let column = columns[place.column]
      let isCut = column.title.displayWidth > place.width
      buffer.write(
        isCut && column.format == .time(.clock) ? "TIME" : column.title,
        line: line,
        column: place.start,
        maximumWidth: place.width,
        alignment: column.isRightAligned ? .right : .left,
        style: style
      )
    }
    if let graph = layout.graph, let column = columns.first(where: { $0.path == graph.path }) {
      let text =
        [column.title + Text.graphSpan, column.title]
        .first { $0.displayWidth <= graph.width } ?? ""
      let start = graph.start + graph.width - text.displayWidth
      buffer.write(text, line: line, column: start, style: style)
    }
    let arrow = theme.style(.accent, on: .bar, bold: true)
    if layout.firstScrolled > 0 { buffer.write("‹", line: line, column: 1, style: arrow) }
    if layout.lacksRoom {
      buffer.write("›", line: line, column: screen.tableColumns.upperBound - 1, style: arrow)
    }
  }

  /// Draws the sort arrow after the title of the sorted column, and numbers before all titles while a column
  /// is being chosen.
  private func drawOrder(on line: Int, of buffer: inout CellBuffer) {
    for (position, place) in layout.places.enumerated() {
      let column = columns[place.column]
      let width = min(column.title.displayWidth, place.width)
      let start = column.isRightAligned ? place.start + place.width - width : place.start
      if let pick {
        let style =
          position == pick.position
          ? theme.style(.text, on: .badge(.accent), bold: true) : theme.style(.text, on: .bar)
        buffer.restyle(line: line, columns: start..<start + width) { _ in style }
        guard position < 9 else { continue }
        let number = theme.style(.accent, on: .bar, bold: true)
        buffer.write("\(position + 1)", line: line, column: start - 1, style: number)
      }
      guard let sort, sort.column.paths == column.paths else { continue }
      // The arrow is in the gap between columns, so that it does not shorten the title.
      buffer.write(
        sort.isDescending ? "▼" : "▲",
        line: line,
        column: start + width,
        style: theme.style(.accent, on: .bar, bold: true)
      )
    }
  }

  /// The texts of the header besides the titles.
  package enum Text {
    /// The time span of a graph.
    package static let graphSpan = ", LAST 2 MIN"
  }
}
