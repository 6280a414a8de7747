internal import Searching

/// Offsets of some rows of a list, in ascending order, which follow the changes of the list.
extension [Int] {
  /// Moves the offsets of the rows that stay to where they are after some rows were removed and others added.
  mutating func follow(removed: [Int], added: [Int]) {
    guard let last else { return }
    if removed.first ?? .max > last, added.first ?? .max > last { return }
    var (gone, come, kept) = (0, 0, 0)
    for offset in self {
      while gone < removed.count, removed[gone] < offset { gone += 1 }
      if gone < removed.count, removed[gone] == offset { continue }
      var moved = offset - gone + come
      while come < added.count, added[come] <= moved {
        come += 1
        moved += 1
      }
      self[kept] = moved
      kept += 1
    }
    removeLast(count - kept)
  }

  /// Replaces those of some offsets that are among these by others of them.
  mutating func replace(_ some: [Int], by others: [Int]) {
    if let first = some.first, first <= last ?? -1 { removeAll { some.isSorted(containing: $0) } }
    if let first = others.first, first <= last ?? -1 {
      self = merged(with: others)
    } else {
      append(contentsOf: others)
    }
  }

  /// Two ascending lists as one, without repetitions.
  func merged(with others: [Int]) -> [Int] {
    if isEmpty { return others }
    if others.isEmpty { return self }
    var result: [Int] = []
    result.reserveCapacity(count + others.count)
    var (first, second) = (0, 0)
    while first < count || second < others.count {
      let isFirst = second == others.count || first < count && self[first] <= others[second]
      let next = isFirst ? self[first] : others[second]
      if isFirst { first += 1 } else { second += 1 }
      if result.last != next { result.append(next) }
    }
    return result
  }

  // MARK: Rows that are left out

  /// The offset of the row on a line, if the rows at these offsets have no lines.
  func row(ofLine line: Int) -> Int {
    line + indices.partitioningIndex { self[$0] - $0 > line }
  }

  /// The line of the row at an offset; nil if it has none.
  func line(ofRow offset: Int) -> Int? {
    let index = partitioningIndex { $0 >= offset }
    return index < count && self[index] == offset ? nil : offset - index
  }
}
