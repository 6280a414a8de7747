internal import ListDiffing
internal import TableModel

/// Builds a batch from changed rows, given their offsets before and after, each in ascending order.
struct BatchBuilder {
  /// A change of a row.
  struct Change {
    /// The previous offset of the row; nil if it was not shown.
    fileprivate(set) var old: Int?
    /// The new offset of the row; nil if it is not shown.
    fileprivate(set) var new: Int?
    /// The number of other changed rows with lower new offsets.
    fileprivate var newRank = 0
    /// The slot of a row that changed without moving; nil for other changes.
    var staying: Int32?
    /// Whether a row shown before and after has to move.
    var isForced = false
    /// Whether the content changed.
    var isUpdated = false
    /// Whether the row moves; determined together with the difference.
    fileprivate var isMoved = false

    /// Whether the row is shown both before and after.
    var isShown: Bool { staying != nil || old != nil && new != nil }
  }

  var changes: [Change]
  /// The indices of the changes of rows that were shown, by their previous offsets, and of those that are, by
  /// their new ones.
  private var (leaving, arriving): ([Int], [Int]) = ([], [])
  /// The previous offsets of rows that changed without moving.
  private var stayingOffsets: [(index: Int, offset: Int)] = []

  init(_ count: Int) {
    changes = Array(repeating: Change(), count: count)
    leaving.reserveCapacity(count)
    arriving.reserveCapacity(count)
  }

  /// Sets the previous offset of a change's row, which is greater than those set before.
  mutating func setOld(_ offset: Int, of index: Int) {
    changes[index].old = offset
    leaving.append(index)
  }

  /// Sets the new offset of a change's row, which is greater than those set before.
  mutating func setNew(_ offset: Int, of index: Int) {
    changes[index].new = offset
    changes[index].newRank = arriving.count
    arriving.append(index)
  }

  /// Computes the difference, in which unchanged rows stay.
  ///
  /// A changed row stays too if no unchanged row lies between its previous and its new position, and as few
  /// of these rows as possible move.
  ///
  /// - Parameter newOffset: Returns the new offset of a row that stays, by its slot.
  /// - Returns: The difference.
  /// - Complexity: O(*k* log *k*) for *k* changes.
  mutating func difference(newOffset: (Int32) -> Int) -> Difference {
    var result = Difference()
    result.deletions.reserveCapacity(leaving.count)
    result.insertions.reserveCapacity(arriving.count)
    var (pairs, values): ([Int], [Int32]) = ([], [])
    for (rank, index) in leaving.enumerated() {
      let change = changes[index]
      guard let old = change.old else { continue }
      guard let new = change.new else {
        result.deletions.append(old)
        continue
      }
      pairs.append(index)
      values.append(change.isForced || old - rank != new - change.newRank ? -1 : Int32(new))
    }
    for (index, isSettled) in zip(pairs, longestIncreasing(values)) {
      changes[index].isMoved = !isSettled
    }
    for index in arriving {
      let change = changes[index]
      guard let new = change.new else { continue }
      guard let old = change.old else {
        result.insertions.append(new)
        continue
      }
      if change.isMoved { result.moves.append(Difference.Move(from: old, to: new)) }
      if change.isUpdated { result.updates.append(Difference.Update(old: old, new: new)) }
    }
    addStaying(to: &result, newOffset)
    return result
  }

  /// Adds the updates of rows that changed without moving to the difference of the others.
  private mutating func addStaying(to result: inout Difference, _ newOffset: (Int32) -> Int) {
    let updated = changes.indices.filter { changes[$0].staying != nil && changes[$0].isUpdated }
    guard !updated.isEmpty else { return }
    let map = OffsetMap(result)
    for index in updated {
      guard let slot = changes[index].staying else { continue }
      let new = newOffset(slot)
      guard let old = map.oldOffset(ofNew: new) else { continue }
      stayingOffsets.append((index, old))
      result.updates.append(Difference.Update(old: old, new: new))
    }
    result.updates.sort { $0.new < $1.new }
  }

  /// The previous offset of each change's row in the table; nil if it was not in the table.
  var leftOffsets: [Int?] {
    var offsets = changes.map(\.old)
    for (index, offset) in stayingOffsets { offsets[index] = offset }
    return offsets
  }

  /// The handles of the rows, which are their slots; valid after the difference has been computed.
  func handles(of net: [NetChange]) -> BatchHandles {
    var handles = BatchHandles()
    handles.departed.reserveCapacity(leaving.count)
    handles.inserted.reserveCapacity(arriving.count)
    for (index, change) in changes.enumerated() {
      let (old, new) = (net[index].oldSlot, net[index].newSlot)
      let isShownAfter = change.new != nil || change.staying != nil
      if let old, let new, old != new, isShownAfter || change.old == nil {
        handles.renamed.append((old, new))
      } else if let old, new == nil || change.old != nil && !isShownAfter {
        handles.departed.append(old)
      }
      guard let new, isShownAfter else { continue }
      if change.old == nil, change.staying == nil { handles.inserted.append(new) }
      if change.isMoved { handles.moved.append(new) }
      if change.isUpdated { handles.updated.append(new) }
    }
    return handles
  }
}
