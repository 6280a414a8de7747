package import Columns
import FeedStore
package import FeedValues
internal import ListDiffing
import Ordering
internal import Searching
package import TableModel
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

/// The entries of a log that say the same as the one before them: they are folded into it, and have no line of their own
/// in the table.
package struct Repeats: Sendable {
  /// Tells which entries say the same; nil if none are folded.
  package var rule: RepeatRule? { didSet { isOutdated = isOutdated || rule != oldValue } }
  /// Whether the rows have been examined by another rule, or by none.
  package private(set) var isOutdated = false
  /// The offsets of the folded rows among all rows of the table, in ascending order.
  private(set) var folded: [Int] = []
  /// The slots of the rows that are not folded, although they say the same as the one before them.
  private var unfolded: Set<Int32> = []
  /// Whether rows are folded as they arrive.
  private(set) var isActive = false

  package init() {}

  /// Examines all rows.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - folds: Whether rows are folded at all.
  /// - Complexity: O(*n*) if rows are folded.
  mutating func examine(_ rows: ArrangedRows, folds: Bool) {
    let known = unfolded
    (folded, unfolded, isActive, isOutdated) = ([], [], folds && rule != nil, false)
    guard isActive, let rule else { return }
    var (last, offset): (Row?, Int) = (nil, 0)
    rows.forEach(in: 0..<rows.count) { row in
      if let last, rule.isRepeat(row, of: last) {
        let slot = known.isEmpty ? -1 : rows.slot(at: offset)
        if known.contains(slot) { unfolded.insert(slot) } else { folded.append(offset) }
      }
      (last, offset) = (row, offset + 1)
    }
  }

  /// Forgets which rows the user has unfolded, because their slots have other rows.
  mutating func forgetUnfolded() { unfolded = [] }

  /// Folds nothing while the table shows other rows.
  mutating func suspend() { (folded, unfolded, isActive) = ([], [], false) }

  /// Follows a batch of changes.
  ///
  /// - Parameters:
  ///   - batch: The changes of all rows.
  ///   - rows: The rows after it.
  ///   - selected: The row that is not folded now, because it is selected.
  /// - Returns: The changes of the rows that have lines, and those rows as they were before; nil if they are all rows.
  /// - Throws: `BatchUpdatesError` if the batch does not apply.
  /// - Complexity: O(*k*) for *k* rows that are appended, otherwise O(*f* + *k* log *f*) for *f* folded rows.
  mutating func follow(
    _ batch: ArrangedBatch,
    to rows: ArrangedRows,
    selected: RowID?
  ) throws(BatchUpdatesError) -> (updates: BatchUpdates, leftRows: any RowSource<Row>)? {
    guard isActive, let rule else { return nil }
    follow(batch.handles)
    let (difference, old) = (batch.updates.difference, folded)
    let map = OffsetMap(difference)
    let (leaving, arriving) = map.changed
    folded.follow(removed: leaving, added: arriving)
    let updated = difference.updates.map(\.new)
    // A row is compared with the one before it: also if only that one is new.
    let changed = arriving.merged(with: updated)
    // Behind several successive rows that have left it is the same one.
    var behind: [Int] = []
    for (rank, offset) in leaving.enumerated() {
      let stayed = offset - rank
      let next = stayed + arriving.indices.partitioningIndex { arriving[$0] - $0 > stayed }
      if next != behind.last { behind.append(next) }
    }
    let touched = changed.merged(with: changed.map { $0 + 1 })
      .merged(with: behind).prefix { $0 < rows.count }
    var (repeats, concealed, revealed): ([Int], [Int], [Int]) = ([], [], [])
    for offset in touched {
      let wasFolded = folded.isSorted(containing: offset)
      var isRepeat = offset > 0 && rule.isRepeat(rows[offset], of: rows[offset - 1])
      let slot = rows.slot(at: offset)
      if isRepeat, !wasFolded {
        // Rows on the screen stay there, unless they change themselves; and what follows a row that the user has
        // unfolded is not folded.
        let isKept = rows[offset].id == selected || !changed.isSorted(containing: offset)
        if isKept || unfolded.contains(rows.slot(at: offset - 1)) { unfolded.insert(slot) }
        isRepeat = !unfolded.contains(slot)
      } else if !isRepeat {
        unfolded.remove(slot)
      }
      if isRepeat { repeats.append(offset) }
      guard isRepeat != wasFolded, !arriving.isSorted(containing: offset) else { continue }
      if isRepeat { concealed.append(offset) } else { revealed.append(offset) }
    }
    folded.replace(Array(touched), by: repeats)
    guard !old.isEmpty || !folded.isEmpty else { return nil }
    var result = difference.lines(from: old, to: folded)
    result.deletions += concealed.compactMap { map.oldOffset(ofNew: $0).flatMap(old.line(ofRow:)) }
    result.insertions += revealed.compactMap(folded.line(ofRow:))
    result.deletions.sort()
    result.insertions.sort()
    let count = batch.updates.oldCount - old.count
    let updates = try BatchUpdates(result, from: count, to: rows.count - folded.count)
    return (updates, LinesOfRows(rows: batch.leftRows, folded: old))
  }

  private mutating func follow(_ handles: BatchHandles) {
    guard !unfolded.isEmpty else { return }
    let renamed = handles.renamed.filter { unfolded.remove(Int32($0.old)) != nil }.map(\.new)
    for handle in handles.departed { unfolded.remove(Int32(handle)) }
    unfolded.formUnion(renamed.map(Int32.init))
  }

  // MARK: Lines

  /// Whether some rows have no line.
  package var hidesRows: Bool { !folded.isEmpty }

  /// The offsets of the rows on a line: of its own, and of those folded into it.
  func rows(ofLine line: Int) -> Range<Int> {
    folded.row(ofLine: line)..<folded.row(ofLine: line + 1)
  }

  /// The offsets of a row and those that repeat it, none of which is folded.
  ///
  /// - Parameters:
  ///   - offset: The offset of one of them.
  ///   - rows: All rows.
  /// - Returns: Their offsets.
  func unfoldedRun(around offset: Int, in rows: ArrangedRows) -> Range<Int> {
    guard !unfolded.isEmpty else { return offset..<offset + 1 }
    func isUnfolded(_ offset: Int) -> Bool { unfolded.contains(rows.slot(at: offset)) }
    var (start, end) = (offset, offset + 1)
    while start > 0, isUnfolded(start) { start -= 1 }
    while end < rows.count, isUnfolded(end) { end += 1 }
    return start..<end
  }

  /// The same of a row that is the first of them; of others only the row itself.
  func unfoldedRun(after offset: Int, in rows: ArrangedRows) -> Range<Int> {
    guard !unfolded.isEmpty, !unfolded.contains(rows.slot(at: offset)) else {
      return offset..<offset + 1
    }
    return unfoldedRun(around: offset, in: rows)
  }

  /// Folds some rows, or unfolds them.
  mutating func setFolded(_ isFolded: Bool, _ offsets: Range<Int>, in rows: ArrangedRows) {
    let slots = offsets.map { rows.slot(at: $0) }
    if isFolded { unfolded.subtract(slots) } else { unfolded.formUnion(slots) }
    folded.replace(Array(offsets), by: isFolded ? Array(offsets) : [])
  }
}

/// Tells which entries of a log say the same: those that differ in their times only.
package struct RepeatRule: Hashable, Sendable {
  private let times: Set<FieldPath>
  /// The column of the time.
  let time: Column

  /// The rule for a list with some columns; nil if it is not a log.
  package init?(among columns: [Column]) {
    let times = columns.filter { if case .time = $0.format { true } else { false } }
    guard let time = times.max(by: { $0.weight < $1.weight }), columns.contains(where: \.isMessage)
    else { return nil }
    self.times = Set(times.flatMap(\.paths))
    self.time = time
  }

  package static func == (left: RepeatRule, right: RepeatRule) -> Bool {
    left.times == right.times && left.time.paths == right.time.paths
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(times) }

  /// Whether a row says the same as another one.
  func isRepeat(_ row: Row, of other: Row) -> Bool {
    // Most entries differ in their messages, which are members.
    !Row.hasChange(from: other, to: row) { path, _, _ in !times.contains(path) }
      && Row.changes(from: other, to: row).allSatisfy { times.contains($0.path) }
  }
}

/// The rows that have lines, among others that have none.
struct LinesOfRows<Source: RowSource<Row>>: RowSource {
  let rows: Source
  /// The offsets of the others, in ascending order.
  let folded: [Int]

  var count: Int { rows.count - folded.count }
  subscript(line: Int) -> Row { rows[folded.row(ofLine: line)] }
  func handle(at line: Int) -> Int { rows.handle(at: folded.row(ofLine: line)) }
  func offset(ofHandle handle: Int) -> Int? {
    rows.offset(ofHandle: handle).flatMap(folded.line(ofRow:))
  }

  func forEach(in lines: Range<Int>, _ body: (Row) -> Void) {
    guard !lines.isEmpty else { return }
    var offset = folded.row(ofLine: lines.lowerBound)
    let end = folded.row(ofLine: lines.upperBound - 1) + 1
    var next = folded.partitioningIndex { $0 >= offset }
    rows.forEach(in: offset..<end) { row in
      if next < folded.count, folded[next] == offset { next += 1 } else { body(row) }
      offset += 1
    }
  }
}

extension Difference {
  /// The changes of the rows that have lines.
  ///
  /// - Parameters:
  ///   - old: The offsets of those that had none before, in ascending order.
  ///   - new: The offsets of those that have none now.
  /// - Returns: The changes.
  fileprivate func lines(from old: [Int], to new: [Int]) -> Difference {
    var result = Difference()
    result.deletions = deletions.compactMap(old.line(ofRow:))
    result.insertions = insertions.compactMap(new.line(ofRow:))
    for move in moves {
      switch (old.line(ofRow: move.source), new.line(ofRow: move.target)) {
      case (let source?, let target?): result.moves.append(Move(from: source, to: target))
      case (let source?, nil): result.deletions.append(source)
      case (nil, let target?): result.insertions.append(target)
      case (nil, nil): break
      }
    }
    for update in updates {
      guard let before = old.line(ofRow: update.old), let after = new.line(ofRow: update.new) else {
        continue
      }
      result.updates.append(Update(old: before, new: after))
    }
    return result
  }
}
