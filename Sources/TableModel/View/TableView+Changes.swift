public import ListDiffing

/// A recorder of changes to the rows of a table that are performed together.
///
/// Offsets follow the rules of `UITableView.performBatchUpdates(_:completion:)`: those of deletions, reloads
/// and the sources of moves refer to the rows before the batch; those of insertions and the targets of moves
/// refer to the rows after it, whatever the order of the calls.
public struct RowChanges<Row> {
  fileprivate var deletions: [Int] = []
  fileprivate var insertions: [(offset: Int, row: Row)] = []
  fileprivate var moves: [Difference.Move] = []
  fileprivate var reloads: [(offset: Int, row: Row)] = []

  /// Inserts a row at an offset in the list after the batch.
  public mutating func insert(_ row: Row, at offset: Int) {
    insertions.append((offset, row))
  }

  /// Deletes the row at an offset in the list before the batch.
  public mutating func delete(at offset: Int) {
    deletions.append(offset)
  }

  /// Moves a row from an offset in the list before the batch to an offset in the list after it.
  public mutating func move(from source: Int, to target: Int) {
    moves.append(Difference.Move(from: source, to: target))
  }

  /// Replaces the row at an offset in the list before the batch by one with the same identity.
  public mutating func reload(_ row: Row, at offset: Int) {
    reloads.append((offset, row))
  }
}

extension TableView {
  /// Performs changes together, and animates them.
  ///
  /// ```swift
  /// try table.performBatchUpdates { batch in
  ///   batch.insert(payment, at: 0)  // counts the rows after the batch
  ///   batch.delete(at: 7)  // counts the rows before it
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - instant: The current time; nil for now.
  ///   - body: Records the changes.
  /// - Throws: `BatchUpdatesError` if the changes contradict each other or the rows of the table, or if the
  ///   table has sections; the table is then unchanged.
  /// - Complexity: O(*n*) to copy *n* rows, plus O(*k* log *k*) for *k* changes.
  public mutating func performBatchUpdates(
    at instant: ContinuousClock.Instant? = nil,
    _ body: (inout RowChanges<Row>) -> Void
  ) throws(BatchUpdatesError) {
    guard outline.sections == nil else { throw .needsSections }
    var changes = RowChanges<Row>()
    body(&changes)
    let old = outline.rows.array
    let count = old.count
    let updates = try BatchUpdates(
      deletions: changes.deletions,
      insertions: changes.insertions.map(\.offset),
      moves: changes.moves,
      updates: changes.reloads.map(\.offset),
      from: count,
      to: count - changes.deletions.count + changes.insertions.count
    )
    var replacements: [Int: Row] = [:]
    for (offset, row) in changes.insertions { replacements[offset] = row }
    let map = OffsetMap(updates.difference)
    for (offset, row) in changes.reloads {
      guard let new = map.newOffset(ofOld: offset) else { continue }
      guard row.id == old[offset].id else { throw .changedIdentity(offset: offset) }
      replacements[new] = row
    }
    let rows = try updates.applying(to: old) { offset in
      guard let row = replacements[offset] else {
        preconditionFailure("the row is neither inserted nor updated")
      }
      return row
    }
    try performBatchUpdates(updates, to: rows, at: instant)
  }

  /// Inserts a row.
  ///
  /// - Throws: `BatchUpdatesError` if the offset is out of range.
  public mutating func insert(
    _ row: Row,
    atOffset offset: Int,
    at instant: ContinuousClock.Instant? = nil
  ) throws(BatchUpdatesError) {
    try performBatchUpdates(at: instant) { $0.insert(row, at: offset) }
  }

  /// Deletes the row at an offset.
  ///
  /// - Throws: `BatchUpdatesError` if there is no such row.
  public mutating func deleteRow(
    atOffset offset: Int,
    at instant: ContinuousClock.Instant? = nil
  ) throws(BatchUpdatesError) {
    try performBatchUpdates(at: instant) { $0.delete(at: offset) }
  }

  /// Moves a row from an offset in the current list to an offset in the resulting one.
  ///
  /// - Throws: `BatchUpdatesError` if an offset is out of range.
  public mutating func moveRow(
    from source: Int,
    to target: Int,
    at instant: ContinuousClock.Instant? = nil
  ) throws(BatchUpdatesError) {
    try performBatchUpdates(at: instant) { $0.move(from: source, to: target) }
  }

  /// Replaces rows, given by their offsets, by rows with the same identities.
  ///
  /// - Throws: `BatchUpdatesError` if an offset is out of range or occurs twice.
  public mutating func reloadRows(
    _ rows: [(offset: Int, row: Row)],
    at instant: ContinuousClock.Instant? = nil
  ) throws(BatchUpdatesError) {
    try performBatchUpdates(at: instant) { batch in
      for (offset, row) in rows { batch.reload(row, at: offset) }
    }
  }
}
