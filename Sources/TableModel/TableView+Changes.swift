public import ListDiffing

/// Changes to the rows of a table that are performed together, recorded one by one.
///
/// Offsets follow the index rule of `UITableView.performBatchUpdates(_:completion:)`: those of
/// deletions, of reloads and of where moves begin count the rows before the batch; those of
/// insertions and of where moves end count the rows after it, in whatever order they are called in.
public struct RowChanges<Row> {
  fileprivate var deletions: [Int] = []
  fileprivate var insertions: [(offset: Int, row: Row)] = []
  fileprivate var moves: [Difference.Move] = []
  fileprivate var reloads: [(offset: Int, row: Row)] = []

  /// Inserts a row, which is then at an offset after the batch.
  public mutating func insert(_ row: Row, at offset: Int) {
    insertions.append((offset, row))
  }

  /// Deletes the row at an offset before the batch.
  public mutating func delete(at offset: Int) {
    deletions.append(offset)
  }

  /// Moves a row from an offset before the batch to one after it.
  public mutating func move(from source: Int, to target: Int) {
    moves.append(Difference.Move(from: source, to: target))
  }

  /// Replaces the row at an offset before the batch by one of the same identity, which is checked.
  public mutating func reload(_ row: Row, at offset: Int) {
    reloads.append((offset, row))
  }
}

extension TableView {
  /// Performs changes together, by the index rule, and animates them.
  ///
  /// ```swift
  /// try table.performBatchUpdates { batch in
  ///   batch.insert(payment, at: 0)  // counts the rows after the batch
  ///   batch.delete(at: 7)  // counts the rows before it
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - instant: When; nil for now.
  ///   - body: Records the changes.
  /// - Throws: `BatchUpdatesError` where the changes contradict each other or the rows of the
  ///   table, or these are in sections; the table is then as it was.
  /// - Complexity: O(*n*) to make the array of *n* rows, and O(*k* log *k*) for *k* changes.
  public mutating func performBatchUpdates(
    at instant: ContinuousClock.Instant? = nil,
    _ body: (inout RowChanges<Row>) -> Void
  ) throws(BatchUpdatesError) {
    guard outline.content.sections == nil else { throw .needsSections }
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
        preconditionFailure("a difference asks only for rows that it inserts or updates")
      }
      return row
    }
    try performBatchUpdates(updates, to: rows, at: instant)
  }

  /// Inserts a row.
  ///
  /// - Throws: `BatchUpdatesError` where the offset is not one after the insertion.
  public mutating func insert(
    _ row: Row,
    atOffset offset: Int,
    at instant: ContinuousClock.Instant? = nil
  ) throws(BatchUpdatesError) {
    try performBatchUpdates(at: instant) { $0.insert(row, at: offset) }
  }

  /// Deletes the row at an offset.
  ///
  /// - Throws: `BatchUpdatesError` where there is none.
  public mutating func deleteRow(
    atOffset offset: Int,
    at instant: ContinuousClock.Instant? = nil
  ) throws(BatchUpdatesError) {
    try performBatchUpdates(at: instant) { $0.delete(at: offset) }
  }

  /// Moves a row from an offset before the change to one after it.
  ///
  /// - Throws: `BatchUpdatesError` where there is no such offset.
  public mutating func moveRow(
    from source: Int,
    to target: Int,
    at instant: ContinuousClock.Instant? = nil
  ) throws(BatchUpdatesError) {
    try performBatchUpdates(at: instant) { $0.move(from: source, to: target) }
  }

  /// Replaces rows by others of the same identities, each at its offset.
  ///
  /// - Throws: `BatchUpdatesError` where there is no such offset, or one is given twice.
  public mutating func reloadRows(
    _ rows: [(offset: Int, row: Row)],
    at instant: ContinuousClock.Instant? = nil
  ) throws(BatchUpdatesError) {
    try performBatchUpdates(at: instant) { batch in
      for (offset, row) in rows { batch.reload(row, at: offset) }
    }
  }
}
