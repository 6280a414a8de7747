import Columns
import FeedStore
internal import FeedValues
internal import ListViewParts
import Ordering
internal import TableModel
package import TerminalCore

extension App {
  /// Sets the size of the screen.
  package mutating func resize(to size: TerminalSize, at instant: ContinuousClock.Instant) {
    setup.size = size.withOneCell
    for index in counts.indices { counts[index].app.resize(to: size, at: instant) }
    for index in acting.outputs.indices { acting.outputs[index].app.resize(to: size, at: instant) }
    layOut(at: instant)
    // Rows that come into view may need wider columns.
    fitColumns(at: instant)
    updatePreview(at: instant)
  }

  /// Divides the screen again; a selected row in view stays in view.
  mutating func layOut(at instant: ContinuousClock.Instant) {
    columns.divide(layout)
    let wasVisible = isSelectionVisible
    list.fitTable(in: context(at: instant))
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

  /// Adapts the columns to the rows in view.
  ///
  /// - Parameters:
  ///   - instant: The current time.
  ///   - isMoving: Whether rows are starting to move.
  mutating func fitColumns(at instant: ContinuousClock.Instant, isMoving: Bool = false) {
    let isStill = !isMoving || list.table.motion == .none
    columns.need(Set(list.wanted.sort?.keys.map(\.column.path) ?? []), in: layout)
    columns.show(position: feed.player.position, isLatest: feed.player.isAtLiveEdge)
    var context = context(at: instant)
    // The columns record it, and would have to copy it.
    context.history = CellHistory()
    columns.fit(
      to: rowsInView + Array(list.pinTable.rows),
      of: list.table.displayedRows,
      key: feed.status.keyRule,
      comparedWith: list.comparison,
      in: context,
      during: isStill ? .zero : list.table.timing.batch
    )
  }

  private var rowsInView: [Row] {
    guard let visible = list.table.visibleRows else { return [] }
    var rows: [Row] = []
    rows.reserveCapacity(visible.count)
    list.table.displayedRows.forEach(in: Range(visible)) { rows.append($0) }
    return rows
  }

  /// Rows used for sample values, those in view first.
  var sampleRows: [Row] {
    rowsInView + Array(list.table.displayedRows.prefix(ColumnChoice.sampleSize))
  }

  /// Shows the specified columns from now on; nil restores the automatic choice.
  mutating func setColumns(_ spec: ColumnSpec?, at instant: ContinuousClock.Instant) {
    columns.set(spec, key: feed.status.keyRule, in: layout)
    summary.noteColumns()
    _ = hasFields([], at: instant)
    fitColumns(at: instant)
    columns.layOut(in: layout)
  }

  /// Carries out a change that the user makes to the columns.
  mutating func carryOut(_ change: ColumnChange, at instant: ContinuousClock.Instant) {
    columns.carryOut(
      change,
      samples: sampleRows,
      key: feed.status.keyRule,
      in: context(at: instant)
    )
    summary.noteColumns()
    if let path = columns.replacement, var picker = layers.last?.contents(as: ColumnPicker.self) {
      _ = hasFields([], at: instant)
      picker.follow(path, samples: sampleRows)
      layers[layers.count - 1] = .pane(picker)
    }
    fitColumns(at: instant)
    if change == .reset { columns.layOut(in: layout) }
    notices.report(columns.problem)
  }

  /// The request to remember the columns that the user chose; empty if there is nothing to remember.
  var columnEffects: [Effect] {
    columns.picked.map { [.remember($0.spec, fingerprint: $0.fingerprint)] } ?? []
  }

  /// Resizes the detail to its rectangle.
  mutating func layOutDetail(at instant: ContinuousClock.Instant) {
    guard var detail else { return }
    let columns = detail.size.columns
    detail.resize(to: Detail.size(in: layout))
    if columns != detail.size.columns { updateHistory(of: &detail, at: instant) }
    self.detail = detail
    lookInDetail(at: instant)
  }

  func updateHistory(of detail: inout Detail, at instant: ContinuousClock.Instant) {
    let view = DetailView(context: context(at: instant), detail)
    detail.historyLines = view.historyLines(
      feed.clocks,
      isForgotten: feed.player.forgotten > 0
    )
  }
}
