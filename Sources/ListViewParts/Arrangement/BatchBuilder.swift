internal import Searching
internal import ListDiffing
internal import TableModel

/// Builds a batch from changed rows, given their offsets before and after.
struct BatchBuilder {
  /// The previous offset of each change's row; nil if it was not shown.
  var old: [Int?]
  /// The new offset of each change's row; nil if it is not shown.
  var new: [Int?]
  /// The slots of rows that changed without moving; nil for other changes.
  var staying: [Int32?]
  /// Whether a row shown before and after has to move.
  var isForced: [Bool]
  /// Whether the content changed.
  var isUpdated: [Bool]
  /// Whether the row moves; determined together with the difference.
  private var isMoved: [Bool]
  /// The previous offsets of rows that changed without moving.
  private var stayingOffsets: [(index: Int, offset: Int)] = []

  init(_ count: Int) {
    old = Array(repeating: nil, count: count)
    new = Array(repeating: nil, count: count)
    staying = Array(repeating: nil, count: count)
    isForced = Array(repeating: false, count: count)
    isUpdated = Array(repeating: false, count: count)
    isMoved = isUpdated
  }

  /// Whether the row of a change is shown both before and after.
  func isShown(_ index: Int) -> Bool {
    staying[index] != nil || old[index] != nil && new[index] != nil
  }

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
    for index in old.indices {
      switch (old[index], new[index]) {
      case (let old?, let new?): pairs.append((index, old, new))
      case (let old?, nil): result.deletions.append(old)
      case (nil, let new?): result.insertions.append(new)
      case (nil, nil): break
      }
    }
    let leaving = (result.deletions + pairs.map(\.old)).sorted()
    let arriving = (result.insertions + pairs.map(\.new)).sorted()
    pairs.sort { $0.old < $1.old }
    let settled = Self.settled(
      pairs.map { pair in
        isForced[pair.index]
          || pair.old - leaving.partitioningIndex { $0 >= pair.old }
            != pair.new - arriving.partitioningIndex { $0 >= pair.new }
          ? nil : pair.new
      }
    )
    for (pair, isSettled) in zip(pairs, settled) {
      isMoved[pair.index] = !isSettled
      if !isSettled { result.moves.append(Difference.Move(from: pair.old, to: pair.new)) }
      guard isUpdated[pair.index] else { continue }
      result.updates.append(Difference.Update(old: pair.old, new: pair.new))
    }
    result.deletions.sort()
    result.insertions.sort()
    result.moves.sort { $0.target < $1.target }
    let updated = staying.indices.filter { staying[$0] != nil && isUpdated[$0] }
    if !updated.isEmpty {
      let map = OffsetMap(result)
      for index in updated {
        guard let slot = staying[index] else { continue }
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
    guard !stayingOffsets.isEmpty else { return old }
    var offsets = old
    for (index, offset) in stayingOffsets { offsets[index] = offset }
    return offsets
  }

  /// The handles of the rows, which are their slots; valid after the difference has been computed.
  func handles(of changes: [NetChange]) -> BatchHandles {
    var handles = BatchHandles()
    for index in changes.indices {
      let (old, new) = (changes[index].oldSlot, changes[index].newSlot)
      let isShownAfter = self.new[index] != nil || staying[index] != nil
      if let old, let new, old != new, isShownAfter || self.old[index] == nil {
        handles.renamed.append((old, new))
      } else if let old, new == nil || self.old[index] != nil && !isShownAfter {
        handles.departed.append(old)
      }
      guard let new, isShownAfter else { continue }
      if self.old[index] == nil, staying[index] == nil { handles.inserted.append(new) }
      if isMoved[index] { handles.moved.append(new) }
      if isUpdated[index] { handles.updated.append(new) }
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
