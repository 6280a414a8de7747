package import Ordering
import Columns
internal import FeedValues
internal import TableModel
package import TerminalCore
internal import Values

/// Draws the header, with the sort arrow, or with column numbers while a column is being chosen.
package struct HeaderView: View {
  package let context: Context
  /// The sort order.
  let sort: Arrangement.Sort?
  /// The choice of a column under way.
  let pick: ColumnPick?

  package init(context: Context, sort: Arrangement.Sort?, pick: ColumnPick? = nil) {
    (self.context, self.sort, self.pick) = (context, sort, pick)
  }

  /// Draws the header.
  package func draw(on line: Int, of buffer: inout CellBuffer) {
    // Without colours, only bold text distinguishes the header from the rows.
    let style = theme.style(.dim, on: .bar, bold: theme.depth == .none)
    buffer.fill(line: line, style: style)
    if pick == nil {
      drawTitles(style, on: line, of: &buffer)
    } else {
      drawChoice(on: line, of: &buffer)
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

  /// The title of a column, and where it stands.
  private func title(at place: ColumnLayout.Slot) -> (text: String, start: Int, width: Int) {
    let column = columns[place.column]
    let isCut = column.title.displayWidth > place.width
    let text = isCut && column.format == .time(.clock) ? "TIME" : column.title
    let width = min(text.displayWidth, place.width)
    let start = column.isRightAligned ? place.start + place.width - width : place.start
    return (text, start, width)
  }

  private func drawTitles(_ style: Style, on line: Int, of buffer: inout CellBuffer) {
    for place in layout.places {
      let (text, start, width) = title(at: place)
      buffer.write(text, line: line, column: start, maximumWidth: width, style: style)
      // The arrow is in the gap between columns, so that it does not shorten the title.
      drawArrow(of: columns[place.column], at: start + width, on: line, of: &buffer)
    }
  }

  /// The key of the order that a column is.
  private func key(_ column: Column) -> Arrangement.Sort.Key? {
    sort?.keys.first { $0.column.paths == column.paths }
  }

  /// Draws the sort arrow after the title of a sorted column.
  private func drawArrow(
    of column: Column,
    at start: Int,
    on line: Int,
    of buffer: inout CellBuffer
  ) {
    guard let key = key(column) else { return }
    let isFirst = sort?.column.paths == column.paths
    let style = theme.style(isFirst ? .accent : .dim, on: .bar, bold: isFirst)
    buffer.write(key.isDescending ? "▼" : "▲", line: line, column: start, style: style)
  }

  /// Draws the titles while a column is being chosen, each after its number, from which a space sets it off.
  private func drawChoice(on line: Int, of buffer: inout CellBuffer) {
    var end = 0
    for (position, place) in layout.places.enumerated() {
      let column = columns[place.column]
      var (text, start, width) = title(at: place)
      if position < 9 {
        // The number needs a space on both sides.
        start = max(start, end + 3)
        width = min(width, screen.tableColumns.upperBound - 1 - start)
        guard width > 0 else { continue }
        let number = theme.style(.accent, on: .bar, bold: true)
        buffer.write("\(position + 1)", line: line, column: start - 2, style: number)
      }
      let isChosen = pick?.chooser.selection == .column(column.path)
      let style = theme.style(.text, on: isChosen ? .badge(.accent) : .bar, bold: isChosen)
      buffer.write(text, line: line, column: start, maximumWidth: width, style: style)
      drawArrow(of: column, at: start + width, on: line, of: &buffer)
      end = start + width + (key(column) == nil ? 0 : 1)
    }
  }

  /// The texts of the header besides the titles.
  package enum Text {
    /// The time span of a graph.
    package static let graphSpan = ", LAST 2 MIN"
  }
}
