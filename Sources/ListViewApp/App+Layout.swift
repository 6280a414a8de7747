internal import Feeds
internal import ListViewParts
internal import TableModel

extension App {
  /// Divides the screen anew; a selected row that was in view stays there.
  mutating func layOut(at instant: ContinuousClock.Instant) {
    columns.layOut(in: layout)
    let wasVisible = isSelectionVisible
    list.fitTable(in: surroundings(at: instant))
    if wasVisible, !isSelectionVisible, let offset = list.table.selectedOffset {
      list.table.scrollTo(row: offset, at: instant)
    }
    layOutDetail(at: instant)
  }

  private var isSelectionVisible: Bool {
    let first = list.table.firstVisibleRow
    return list.table.selectedOffset.map { (first..<first + list.table.height).contains($0) }
      ?? false
  }

  /// Fits the columns to what is in view now.
  mutating func fitColumns(at instant: ContinuousClock.Instant) {
    columns.fit(
      to: rowsInView + list.pinTable.rows,
      of: list.table.displayedRows,
      key: feed.status.keyRule,
      in: surroundings(at: instant)
    )
  }

  private var rowsInView: [Row] {
    let (first, count) = (list.table.firstVisibleRow, list.table.displayedRows.count)
    let range = min(first, count)..<min(first + list.table.height, count)
    return Array(list.table.displayedRows[range])
  }

  /// Rows that show what stands in the columns: those in view first.
  var sampleRows: [Row] {
    rowsInView + Array(list.table.displayedRows.prefix(ColumnChoice.sampleSize))
  }

  /// Shows columns as they are specified from now on; nil leaves all to the program.
  mutating func setColumns(_ spec: ColumnSpec?, at instant: ContinuousClock.Instant) {
    columns.set(spec, key: feed.status.keyRule)
    fitColumns(at: instant)
    columns.layOut(in: layout)
  }

  /// Does to the columns what the reader asks for.
  mutating func carryOut(_ change: ColumnChange, at instant: ContinuousClock.Instant) {
    columns.carryOut(
      change,
      samples: sampleRows,
      key: feed.status.keyRule,
      in: surroundings(at: instant)
    )
    fitColumns(at: instant)
    if change == .reset { columns.layOut(in: layout) }
  }

  /// What the owner shall do so that the columns that were picked are there again next time.
  var columnEffects: [Effect] {
    columns.picked.map { [.remember($0.spec, shape: $0.shape)] } ?? []
  }
}
