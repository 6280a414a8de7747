internal import Searching
internal import ListDiffing
internal import TableModel

/// Builds a batch from changed rows, given their offsets before and after.
struct BatchBuilder {
  /// A change of a row.
  struct Change {
    /// The previous offset of the row; nil if it was not shown.
    var old: Int?
    /// The new offset of the row; nil if it is not shown.
    var new: Int?
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
  /// The previous offsets of rows that changed without moving.
  private var stayingOffsets: [(index: Int, offset: Int)] = []

  init(_ count: Int) { changes = Array(repeating: Change(), count: count) }

  /// Computes the difference, in which unchanged rows stay.
  ///
  /// A changed row stays too if no unchanged row lies between its previous and its new position, and as few
  /// of these rows as possible move.
  ///
  /// - Parameter newOffset: Returns the new offset of a row that stays, by its slot.
  /// - Returns: The difference.
  mutating func difference(newOffset: (Int32) -> Int) -> Difference {
    var result = Difference()
    var pairs: [(index: Int, old: Int, new: Int)] = []
    for (index, change) in changes.enumerated() {
      switch (change.old, change.new) {
      case (let old?, let new?): pairs.append((index, old, new))
      case (let old?, nil): result.deletions.append(old)
      case (nil, let new?): result.insertions.append(new)
      case (nil, nil): break
      }
    }
    if !pairs.isEmpty {
      let leaving = (result.deletions + pairs.map(\.old)).sorted()
      let arriving = (result.insertions + pairs.map(\.new)).sorted()
      pairs.sort { $0.old < $1.old }
      let settled = Self.settled(
        pairs.map { pair in
          changes[pair.index].isForced
            || pair.old - leaving.partitioningIndex { $0 >= pair.old }
              != pair.new - arriving.partitioningIndex { $0 >= pair.new }
            ? nil : pair.new
        }
      )
      for (pair, isSettled) in zip(pairs, settled) {
        changes[pair.index].isMoved = !isSettled
        if !isSettled { result.moves.append(Difference.Move(from: pair.old, to: pair.new)) }
        guard changes[pair.index].isUpdated else { continue }
        result.updates.append(Difference.Update(old: pair.old, new: pair.new))
      }
    }
    result.deletions.sort()
    result.insertions.sort()
    result.moves.sort { $0.target < $1.target }
    let updated = changes.indices.filter { changes[$0].staying != nil && changes[$0].isUpdated }
    if !updated.isEmpty {
      let map = OffsetMap(result)
      for index in updated {
        guard let slot = changes[index].staying else { continue }
        let new = newOffset(slot)
        guard let old = map.oldOffset(ofNew: new) else { continue }
        stayingOffsets.append((index, old))
        result.updates.append(Difference.Update(old: old, new: new))
      }
    }
    result.updates.sort { $0.new < $1.new }
    return result
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

  /// Which elements belong to a longest increasing subsequence; nil never does.
  ///
  /// Source: Fredman, "On Computing the Length of Longest Increasing Subsequences" (1975).
  static func settled(_ values: [Int?]) -> [Bool] {
    var (tops, piles, previous): ([Int], [Int], [Int]) = ([], [], [])
    for (index, value) in values.enumerated() {
      guard let value else {
        previous.append(-1)
        continue
      }
      let pile = tops.partitioningIndex { $0 >= value }
      previous.append(pile > 0 ? piles[pile - 1] : -1)
      if pile == tops.count {
        tops.append(value)
        piles.append(index)
      } else {
        (tops[pile], piles[pile]) = (value, index)
      }
    }
    var result = [Bool](repeating: false, count: values.count)
    var index = piles.last ?? -1
    while index >= 0 {
      result[index] = true
      index = previous[index]
    }
    return result
  }
}
