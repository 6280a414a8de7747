package import FeedStore
import FeedValues

/// Finds out which rows an update of the feed changed.
extension Arrangement {
  /// Whether changes of individual rows matter, which they do not while rows are in feed order and none have
  /// been shown, as when a file is being read.
  private var followsRows: Bool {
    isDisplayed || !rule.isIdentity || isDeferred || !pins.isEmpty || !marks.isEmpty
  }

  /// Whether every individual change has to be known, however many there are.
  private var followsSingleRows: Bool {
    isDisplayed || isFrozen || !pins.isEmpty || !marks.isEmpty
  }

  /// The changed rows, each once; nil if they are unknown or do not matter, or if rearranging all rows is
  /// less work.
  ///
  /// - Parameter update: The update.
  /// - Returns: The changes.
  package func netChanges(_ update: FeedUpdate) -> NetChanges? {
    guard followsRows, let before = SlotsBeforeUpdate(rows, update) else { return nil }
    guard followsSingleRows || before.count < update.rows.count / 4 else { return nil }
    // The place of a row then does not tell whether it moved.
    let isRenumbered = rows.numbering != update.rows.numbering
    var changes: [NetChange] = []
    // In a full window each row that comes takes the slot of one that leaves.
    changes.reserveCapacity(2 * before.count)
    // The offsets among the changes of the rows that left, and of those that came.
    var (gone, come): ([Int], [Int]) = ([], [])
    gone.reserveCapacity(before.count)
    come.reserveCapacity(before.count)
    before.forEach { slot, before in
      let after = update.rows.slot(slot)
      if let old = before.row, let new = after.row, old.hasSameID(as: new) {
        guard isRenumbered || before.place != after.place || !old.isSameText(as: new) else {
          return
        }
        changes.append(
          NetChange(
            old: NetChange.Side(row: old, slot: slot, place: before.place),
            new: NetChange.Side(row: new, slot: slot, place: after.place)
          )
        )
        return
      }
      if let old = before.row {
        gone.append(changes.count)
        changes.append(NetChange(old: NetChange.Side(row: old, slot: slot, place: before.place)))
      }
      if let new = after.row {
        come.append(changes.count)
        changes.append(NetChange(new: NetChange.Side(row: new, slot: slot, place: after.place)))
      }
    }
    // A row that was deleted and inserted again is the same row.
    var joined: Set<Int> = []
    let left: [RowID: Int] =
      come.isEmpty
      ? [:]
      : Dictionary(gone.compactMap { index in changes[index].old.map { ($0.row.id, index) } }) {
        first,
        _ in first
      }
    for index in come where !left.isEmpty {
      guard let row = changes[index].new?.row, let other = left[row.id] else { continue }
      changes[index].old = changes[other].old
      joined.insert(other)
    }
    if !joined.isEmpty {
      changes = changes.indices.filter { !joined.contains($0) }.map { changes[$0] }
    }
    return NetChanges(changes: changes, before: before)
  }
}
