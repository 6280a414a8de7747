package import Ordering
import Columns
package import FeedValues
package import TableModel
package import TerminalCore

extension RowsView {
  /// Draws the pinned rows and the rule below them.
  package func draw(
    _ pins: [PinnedRow],
    _ presentation: TablePresentation<Row, FieldPath>,
    in layout: PinLayout,
    of buffer: inout CellBuffer
  ) {
    let gone = Set(pins.filter(\.isAbsent).map(\.id))
    for (line, content) in zip(layout.pins, presentation.lines) {
      var content = content
      if case .row(let row, _) = content.content, gone.contains(row.id) {
        content.content = .tombstone(row)
      }
      draw(content, on: line, of: &buffer)
    }
    if let line = layout.rule {
      buffer.write(
        String(repeating: "─", count: max(0, screen.tableColumns.count - ColumnLayout.rightMargin)),
        line: line,
        column: 0,
        style: theme.style(.faint)
      )
      let hidden = pins.count - layout.pins.count
      let label = " \(hidden > 0 ? Text.morePinned(hidden) : Text.pinned) "
      let end = screen.tableColumns.count - ColumnLayout.rightMargin - 2
      if hidden > 0 || label.displayWidth * 2 < end {
        buffer.write(
          label,
          line: line,
          column: hidden > 0 ? ColumnLayout.margin : end - label.displayWidth,
          style: theme.style(.dim)
        )
      }
    }
  }
}

extension RowsView {
  /// The texts of the rule below the pinned rows.
  package enum Text {
    package static let pinned = "pinned"
    package static func morePinned(_ count: Int) -> String { "\(grouped(count)) more pinned" }
  }
}
