internal import Feeds
internal import ListViewParts
internal import TableModel
public import TerminalCore

extension App {
  /// Takes the new size of the screen.
  public mutating func resize(to size: TerminalSize, at instant: ContinuousClock.Instant) {
    setup.size = size.withOneCell
    layOut(at: instant)
    // Rows that come into view may need more room than those that were.
    fitColumns(at: instant)
    updatePreview(at: instant)
  }

  /// Divides the screen again; a selected row that was in view stays there.
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
  ///
  /// - Parameters:
  ///   - instant: When.
  ///   - isMoving: Whether rows begin to move now.
  mutating func fitColumns(at instant: ContinuousClock.Instant, isMoving: Bool = false) {
    let isStill = !isMoving || list.table.motion == .none
    columns.fit(
      to: rowsInView + list.pinTable.rows,
      of: list.table.displayedRows,
      key: feed.status.keyRule,
      in: surroundings(at: instant),
      during: isStill ? .zero : list.table.timing.batch
    )
  }

  private var rowsInView: [Row] {
    list.table.visibleRows.map { Array(list.table.displayedRows[$0]) } ?? []
  }

  /// Rows that represent the columns: those in view first.
  var sampleRows: [Row] {
    rowsInView + Array(list.table.displayedRows.prefix(ColumnChoice.sampleSize))
  }

  /// Shows columns as they are specified from now on; nil leaves all to the program.
  mutating func setColumns(_ spec: ColumnSpec?, at instant: ContinuousClock.Instant) {
    columns.set(spec, key: feed.status.keyRule, in: layout)
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

  /// What the owner should do so that the columns that were picked are there again next time.
  var columnEffects: [Effect] {
    columns.picked.map { [.remember($0.spec, fingerprint: $0.fingerprint)] } ?? []
  }

  /// Makes the detail as large as its place.
  mutating func layOutDetail(at instant: ContinuousClock.Instant) {
    guard var detail else { return }
    let columns = detail.size.columns
    detail.resize(to: Detail.size(in: layout))
    if columns != detail.size.columns { updateHistory(of: &detail, at: instant) }
    self.detail = detail
    lookInDetail(at: instant)
  }

  func updateHistory(of detail: inout Detail, at instant: ContinuousClock.Instant) {
    let view = DetailView(surroundings: surroundings(at: instant), detail)
    detail.historyLines = view.historyLines(
      feed.clocks,
      isForgotten: feed.player.forgotten > 0
    )
  }
}
