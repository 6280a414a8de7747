import Columns
package import FeedValues
package import TableModel
internal import Values

extension RowsView {
  /// When a relative time in view next changes; nil if none does.
  package func nextTimeChange(
    of presentation: TablePresentation<Row, FieldPath>
  ) -> ContinuousClock.Instant? {
    guard let present else { return nil }
    let relative = layout.places.map { columns[$0.column] }.filter { $0.format.isRelative }
    guard !relative.isEmpty else { return nil }
    let rows = presentation.lines.compactMap(\.content.row)
    let next = relative.flatMap { column in
      rows.compactMap { row -> Duration? in
        let reader = TimeReader(calendar, present: present)
        guard let time = column.value(of: row).flatMap(reader.time) else { return nil }
        return TimeStyle.nextChange(of: time, at: present)
      }
    }
    return next.min().map { instant + $0 }
  }
}
