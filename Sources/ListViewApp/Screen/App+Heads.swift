internal import ListViewParts
internal import Feeds
internal import TableModel
internal import TerminalCore
internal import Values

extension App {
  /// Draws the heads of the columns, and arrows where columns are out of sight.
  func drawHeads(on line: Int, of buffer: inout CellBuffer) {
    // Without colour nothing else tells them from the rows.
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
    let arrow = theme.style(.accent, on: .bar, bold: true)
    if layout.firstScrolled > 0 { buffer.write("‹", line: line, column: 1, style: arrow) }
    if layout.lacksRoom {
      buffer.write("›", line: line, column: frame.tableColumns.upperBound - 1, style: arrow)
    }
  }

  /// When a time that is told by how long it is ago will read otherwise; nil for never.
  func nextTimeChange(
    _ presentation: TablePresentation<Row, FieldPath>,
    at instant: ContinuousClock.Instant
  ) -> ContinuousClock.Instant? {
    guard let present = configuration.wallClock?.time(at: instant) else { return nil }
    let relative = layout.places.map { columns[$0.column] }.filter { $0.format == .time(.ago) }
    guard !relative.isEmpty else { return nil }
    let rows = presentation.lines.compactMap(\.content.row)
    let next = relative.flatMap { column in
      rows.compactMap { row -> Duration? in
        let reader = TimeReader(configuration.calendar, present: present)
        guard let time = column.value(of: row).flatMap(reader.time) else { return nil }
        return TimeStyle.nextChange(of: time, at: present)
      }
    }
    return next.min().map { instant + $0 }
  }
}
