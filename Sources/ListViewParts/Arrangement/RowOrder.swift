/// Offsets of rows in the order of their keys, kept in order while rows come, go and change.
///
/// Rows of equal keys stand as they do in the feed, whichever way the order runs, and rows without a
/// value stand last.
struct RowOrder: Sendable {
  var isDescending: Bool
  /// The key of each row, by its offset in the feed.
  private(set) var keys: [SortKey] = []
  /// Offsets of the rows in the feed, in order.
  private(set) var offsets: [Int32] = []

  /// Makes the order of no rows.
  init(isDescending: Bool) {
    self.isDescending = isDescending
  }

  /// Takes other rows: those that stayed keep their keys, and only the others are placed anew.
  ///
  /// - Parameters:
  ///   - matching: Which rows are which of those before; nil to forget those.
  ///   - count: The number of rows.
  ///   - key: The key of the row at an offset.
  /// - Complexity: O(*n* + *m* log *m*) for *n* rows of which *m* are new or changed; O(*n* log *n*) where
  ///   the feed itself put the others into another order.
  mutating func update(by matching: RowMatching?, count: Int, key: (Int) -> SortKey) {
    guard let matching else {
      keys = (0..<count).map(key)
      offsets = (0..<Int32(count)).map(\.self)
      return sort(&offsets)
    }
    var newKeys: [SortKey] = []
    newKeys.reserveCapacity(count)
    var isFresh = [Bool](repeating: false, count: count)
    for offset in matching.fresh { isFresh[Int(offset)] = true }
    for offset in 0..<count {
      newKeys.append(isFresh[offset] ? key(offset) : keys[Int(matching.oldOffsets[offset])])
    }
    keys = newKeys
    var stayed: [Int32] = []
    stayed.reserveCapacity(count)
    for old in offsets {
      let new = matching.newOffsets[Int(old)]
      if new >= 0, !isFresh[Int(new)] { stayed.append(new) }
    }
    if !isSorted(stayed) { sort(&stayed) }
    var fresh = matching.fresh
    sort(&fresh)
    offsets = merged(stayed, fresh)
  }

  /// Turns the order around; rows of equal keys stay as they are.
  mutating func invert() {
    isDescending.toggle()
    sort(&offsets)
  }

  private func precedes(_ left: Int32, _ right: Int32) -> Bool {
    let (a, b) = (keys[Int(left)], keys[Int(right)])
    if a.equals(b) { return left < right }
    // Nothing has a place only at the end, wherever that is.
    if isDescending, !a.isMissing, !b.isMissing { return b.precedes(a) }
    return a.precedes(b)
  }

  private func sort(_ offsets: inout [Int32]) { offsets.sort(by: precedes) }

  private func isSorted(_ offsets: [Int32]) -> Bool {
    zip(offsets, offsets.dropFirst()).allSatisfy(precedes)
  }

  private func merged(_ left: [Int32], _ right: [Int32]) -> [Int32] {
    guard !right.isEmpty else { return left }
    var result: [Int32] = []
    result.reserveCapacity(left.count + right.count)
    var position = 0
    for offset in right {
      // Few are new: each finds its place by halves, and what is before it comes along in one piece.
      let end = left[position...].partitioningIndex { precedes(offset, $0) }
      result += left[position..<end]
      result.append(offset)
      position = end
    }
    result += left[position...]
    return result
  }
}

extension ArraySlice<Int32> {
  /// The first index from which on a predicate holds.
  fileprivate func partitioningIndex(_ holds: (Int32) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
