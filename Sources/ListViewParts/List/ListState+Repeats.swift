import Columns
import Ordering
import FeedStore
package import FeedValues
package import TableModel
internal import ListDiffing
internal import Searching
package import Values

/// Entries of a log that repeat the one before them are folded into it.
extension ListState {
  /// The content of the table, without the rows that are folded, which the caller promises to show.
  mutating func display() -> TableContent<Row> {
    let content = arrangement.display()
    let isPlain = arrangement.sort == nil && arrangement.grouping == nil && comparison == nil
    // The rows are examined at once.
    repeats.examine(arrangement.arrangedRows, folds: isPlain && !arrangement.rows.isLong)
    if let content = comparedContent() { return content }
    return repeats.hidesRows ? TableContent(lines) : content
  }

  /// The rows that have lines in the table.
  private var lines: TableRows<Row> {
    guard repeats.hidesRows else { return arrangement.tableRows }
    return TableRows(LinesOfRows(rows: arrangement.arrangedRows, folded: repeats.folded))
  }

  /// The changes of the lines of the table after a batch of changes of its rows.
  mutating func lines(
    after batch: ArrangedBatch
  ) throws(BatchUpdatesError) -> (
    updates: BatchUpdates, leftRows: any RowSource<Row>, rows: TableRows<Row>
  ) {
    let rows = arrangement.arrangedRows
    let result = try repeats.follow(batch, to: rows, selected: table.selection)
    return (result?.updates ?? batch.updates, result?.leftRows ?? batch.leftRows, lines)
  }

  /// All rows that a search looks at: also those that are folded.
  package var searchedRows: TableRows<Row> {
    repeats.hidesRows ? arrangement.tableRows : table.displayedRows
  }

  /// The offsets among them of the rows on a line of the table.
  package func rows(ofLine line: Int) -> Range<Int> { repeats.rows(ofLine: line) }

  /// Selects the row at an offset among them, and unfolds it.
  ///
  /// - Parameters:
  ///   - offset: The offset.
  ///   - instant: The current time.
  ///   - isAsGood: Whether the row into which it is folded may be selected in its place.
  package mutating func selectRow(
    _ offset: Int,
    at instant: ContinuousClock.Instant,
    orHead isAsGood: (Row) -> Bool = { _ in false }
  ) {
    leavePins(at: instant)
    var line = repeats.folded.line(ofRow: offset)
    if line == nil {
      let head = offset - repeats.folded.partitioningIndex { $0 > offset }
      let folded = rows(ofLine: head)
      if isAsGood(arrangement.arrangedRows[folded.lowerBound]) {
        line = head
      } else {
        setFolded(false, folded, at: instant)
        line = head + offset - folded.lowerBound
      }
    }
    if let line { table.selectRow(atOffset: line, at: instant) }
  }

  /// The rows folded into the selected line, and its own; only that if there are none.
  package var selectedRows: [Row] {
    guard pinTable.selection == nil, let line = table.selectedOffset, repeats.hidesRows else {
      return currentRow.map { [$0] } ?? []
    }
    return rows(ofLine: line).map { arrangement.arrangedRows[$0] }
  }

  /// Whether rows are folded into the selected line.
  package var hasFoldedSelection: Bool {
    guard pinTable.selection == nil, let line = table.selectedOffset else { return false }
    return repeats.hidesRows && rows(ofLine: line).count > 1
  }

  /// Unfolds the selected line, or folds the rows around it that say the same.
  ///
  /// - Returns: Whether there is something to fold or to unfold.
  package mutating func toggleRepeats(at instant: ContinuousClock.Instant) -> Bool {
    guard pinTable.selection == nil, let line = table.selectedOffset else { return false }
    let folded = rows(ofLine: line)
    if folded.count > 1 {
      setFolded(false, folded, at: instant)
      return true
    }
    let run = repeats.unfoldedRun(around: folded.lowerBound, in: arrangement.arrangedRows)
    guard run.count > 1 else { return false }
    // The selection stays in view.
    table.selectRow(atOffset: line - (folded.lowerBound - run.lowerBound), at: instant)
    setFolded(true, run, at: instant)
    return true
  }

  /// Folds or unfolds all but the first one of some rows.
  private mutating func setFolded(
    _ isFolded: Bool,
    _ rows: Range<Int>,
    at instant: ContinuousClock.Instant
  ) {
    repeats.setFolded(isFolded, rows.dropFirst(), in: arrangement.arrangedRows)
    errors.restart()
    table.show(TableContent(lines), byUser: true, at: instant)
  }

  /// The repetitions of the row on a line, and their duration, in words; nil if there are none.
  package func repetition(ofLine line: Int, by reader: TimeReader) -> String? {
    guard repeats.isActive else { return nil }
    let (folded, all) = (rows(ofLine: line), arrangement.arrangedRows)
    let run = folded.count > 1 ? folded : repeats.unfoldedRun(after: folded.lowerBound, in: all)
    guard run.count > 1, let time = repeats.rule?.time else { return nil }
    func instant(_ offset: Int) -> FeedTime? { time.value(of: all[offset]).flatMap(reader.time) }
    var span: SpanText?
    if let first = instant(run.lowerBound), let last = instant(run.upperBound - 1) {
      span = SpanText(last.timeSince(first))
    }
    return Text.repetition(run.count, span?.text, isFolded: folded.count > 1)
  }
}
