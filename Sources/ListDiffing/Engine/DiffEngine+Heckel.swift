extension DiffEngine {
  /// Computes Heckel's difference of the whole lists.
  @inlinable
  mutating func runHeckel(
    oldHash: (Int) -> Int,
    newHash: (Int) -> Int,
    isRepeated: (Int, Int) -> Bool,
    isSame: (Int, Int) -> Bool,
    isContentEqual: (Int, Int) -> Bool
  ) {
    guard max(oldCount, newCount) < Int(Int32.max) else {
      meter.settleForLess()
      parts.deletions = Array(0..<oldCount)
      parts.insertions = Array(0..<newCount)
      return
    }
    var pairing = Pairing(0..<oldCount, 0..<newCount)
    defer { pairing.deallocate() }
    intern(
      &pairing,
      oldHash: oldHash,
      newHash: newHash,
      isRepeated: isRepeated,
      isSame: isSame,
      isContentEqual: isContentEqual
    )
    add(pairing.pairByNeighbours(), isContentEqual: isContentEqual)
  }
}

extension Pairing {
  /// Heckel's six passes.
  ///
  /// Symbols that stand once in each list pair, as do imaginary ones before the first row and after
  /// the last; then, forwards and backwards, the neighbours of pairs that have one symbol. A pair
  /// stays if its rank among the paired rows is the same in both lists.
  ///
  /// Paul Heckel, A Technique for Isolating Differences Between Files, CACM 21 (1978).
  @usableFromInline
  func pairByNeighbours() -> RepeatedPairs {
    var oldClasses = (0..<oldRange.count).map { Int32($0) }
    for (offset, name) in repeats { oldClasses[Int(offset)] = name }
    var oldCounts = [Int32](repeating: 0, count: oldRange.count)
    var newCounts = [Int32](repeating: 0, count: oldRange.count)
    for name in oldClasses { oldCounts[Int(name)] += 1 }
    for new in 0..<newRange.count where newClasses[new] >= 0 {
      newCounts[Int(newClasses[new])] += 1
    }

    var sources = [Int32](repeating: -1, count: newRange.count)
    var targets = [Int32](repeating: -1, count: oldRange.count)
    let pair = { (old: Int, new: Int) in
      guard sources[new] < 0, targets[old] < 0, newClasses[new] == oldClasses[old] else { return }
      sources[new] = Int32(old)
      targets[old] = Int32(new)
    }
    for new in 0..<newRange.count {
      let name = Int(newClasses[new])
      // The class is the offset of its only row.
      if name >= 0, oldCounts[name] == 1, newCounts[name] == 1 { pair(name, new) }
    }
    if !oldRange.isEmpty, !newRange.isEmpty { pair(0, 0) }
    for new in sources.indices.dropLast() where sources[new] >= 0 {
      let old = Int(sources[new]) + 1
      if old < oldRange.count { pair(old, new + 1) }
    }
    if !oldRange.isEmpty, !newRange.isEmpty { pair(oldRange.count - 1, newRange.count - 1) }
    for new in sources.indices.dropFirst().reversed() where sources[new] >= 0 {
      let old = Int(sources[new]) - 1
      if old >= 0 { pair(old, new - 1) }
    }

    var ranks = [Int32](repeating: 0, count: oldRange.count)
    var rank: Int32 = 0
    for old in targets.indices where targets[old] >= 0 {
      ranks[old] = rank
      rank += 1
    }
    var stays = [Bool](repeating: false, count: newRange.count)
    rank = 0
    for new in sources.indices where sources[new] >= 0 {
      stays[new] = ranks[Int(sources[new])] == rank
      rank += 1
    }
    return RepeatedPairs(oldRange, newRange, sources: sources, stays: stays)
  }
}
