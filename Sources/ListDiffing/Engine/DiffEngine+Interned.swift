extension DiffEngine {
  /// Works on what the fast path left by hash: every row gets a class, which its identity alone
  /// decides.
  ///
  /// - Parameters:
  ///   - rest: The rest.
  ///   - oldHash: The hash of the identity at an offset of the old list.
  ///   - newHash: The hash of the identity at an offset of the new list.
  ///   - isRepeated: Whether two offsets of the old list hold one identity.
  ///   - isSame: Whether an old and a new offset hold one identity.
  ///   - isContentEqual: Whether an old and a new offset of one identity say the same.
  @inlinable
  @inline(__always)
  mutating func runInterned(
    _ rest: FastPath.Rest,
    oldHash: (Int) -> Int,
    newHash: (Int) -> Int,
    isRepeated: (Int, Int) -> Bool,
    isSame: (Int, Int) -> Bool,
    isContentEqual: (Int, Int) -> Bool
  ) {
    var pairing = Pairing(rest.old, rest.new)
    defer { pairing.deallocate() }
    intern(
      &pairing,
      oldHash: oldHash,
      newHash: newHash,
      isRepeated: isRepeated,
      isSame: isSame,
      isContentEqual: isContentEqual
    )
    if pairing.isUnique {
      parts.addUpdates(pairing.updates)
      pairing.add(to: &parts, meter: &meter)
    } else {
      add(
        pairing.pairRepeated(isExact: strategy == .exact, meter: &meter),
        isContentEqual: isContentEqual
      )
    }
    parts.addUpdates(rest.updatesBehind)
  }

  /// Adds what is deleted, inserted and moved, and looks at the content of every pair.
  @inlinable
  mutating func add(_ pairs: RepeatedPairs, isContentEqual: (Int, Int) -> Bool) {
    pairs.add(to: &parts)
    for pair in pairs.pairs where !isContentEqual(pair.old, pair.new) {
      parts.addUpdate(old: pair.old, new: pair.new)
    }
  }

  /// Gives each old row the offset of the first row of its identity as its class, and finds the
  /// class of each new row.
  ///
  /// If hashes say so little that a table would look at too many rows, rows of one hash are
  /// searched near the place of the last one.
  @inlinable
  @inline(__always)
  mutating func intern(
    _ pairing: inout Pairing,
    oldHash: (Int) -> Int,
    newHash: (Int) -> Int,
    isRepeated: (Int, Int) -> Bool,
    isSame: (Int, Int) -> Bool,
    isContentEqual: (Int, Int) -> Bool
  ) {
    let oldBase = pairing.oldRange.lowerBound
    let newBase = pairing.newRange.lowerBound
    let oldCount = pairing.oldRange.count
    let newCount = pairing.newRange.count
    var table = IdentityTable(count: oldCount, searches: oldCount + newCount)
    defer { table.deallocate() }
    // Each step is done for a block of rows before the next step: then the processor fetches several
    // rows, and several slots of the table, from memory at a time.
    let block = SharedRun.block
    let hashes = UnsafeMutablePointer<Int>.allocate(capacity: 2 * block)
    defer { hashes.deallocate() }
    let places = hashes + block

    var start = 0
    while start < oldCount {
      if start % WorkMeter.stride == 0 {
        guard meter.spend(min(WorkMeter.stride, oldCount - start) + table.takeProbes()) else {
          return
        }
      }
      let count = min(block, oldCount - start)
      for step in 0..<count { hashes[step] = oldHash(oldBase + start + step) }
      for step in 0..<count { places[step] = table.skip(hashes[step]) }
      for step in 0..<count {
        let offset = start + step
        let place = table.find(hashes[step], from: places[step]) {
          isRepeated(oldBase + $0, oldBase + offset)
        }
        switch place {
        case .empty(let slot): table.insert(offset, hashes[step], at: slot)
        case .found(let first): pairing.addRepeat(offset, of: first)
        case .givenUp:
          return internByBuckets(
            &pairing,
            oldHash: oldHash,
            newHash: newHash,
            isSame: isSame,
            isContentEqual: isContentEqual
          )
        }
      }
      start += count
    }

    pairing.isUnique = pairing.repeats.isEmpty
    start = 0
    while start < newCount {
      if start % WorkMeter.stride == 0 {
        guard meter.spend(min(WorkMeter.stride, newCount - start) + table.takeProbes()) else {
          return
        }
      }
      let count = min(block, newCount - start)
      for step in 0..<count { hashes[step] = newHash(newBase + start + step) }
      for step in 0..<count { places[step] = table.skip(hashes[step]) }
      for step in 0..<count {
        let row = newBase + start + step
        switch table.find(hashes[step], from: places[step], isSame: { isSame(oldBase + $0, row) }) {
        case .empty: places[step] = -1
        case .givenUp:
          return internByBuckets(
            &pairing,
            oldHash: oldHash,
            newHash: newHash,
            isSame: isSame,
            isContentEqual: isContentEqual
          )
        case .found(let first):
          places[step] = first
          pairing.newClasses[start + step] = Int32(first)
          if pairing.targets[first] >= 0 { pairing.isUnique = false }
          pairing.targets[first] = Int32(start + step)
        }
      }
      // Only now are both rows at hand; without repeats each pair is the final one.
      if pairing.isUnique {
        for step in 0..<count where places[step] >= 0 {
          let (old, new) = (oldBase + places[step], newBase + start + step)
          if !isContentEqual(old, new) { pairing.addUpdate(old: old, new: new) }
        }
      }
      start += count
    }
  }

  /// Pairs each new row with an old one of its identity that no other row is paired with, whatever
  /// the hashes are worth.
  ///
  /// All rows are paired that can be, unless that takes more comparisons than `HashBuckets` allows,
  /// which counts as an approximate result. Places decide which of several rows of one identity
  /// pair, so that the difference is known to be the least only without moves.
  @inlinable
  mutating func internByBuckets(
    _ pairing: inout Pairing,
    oldHash: (Int) -> Int,
    newHash: (Int) -> Int,
    isSame: (Int, Int) -> Bool,
    isContentEqual: (Int, Int) -> Bool
  ) {
    pairing.reset()
    let oldBase = pairing.oldRange.lowerBound
    let newBase = pairing.newRange.lowerBound
    var buckets = HashBuckets(oldCount: pairing.oldRange.count, newCount: pairing.newRange.count)
    for offset in 0..<pairing.oldRange.count {
      if offset % WorkMeter.stride == 0, !meter.spend(WorkMeter.stride) { return }
      buckets.append(offset, hash: oldHash(oldBase + offset))
    }
    var last: Int32 = -1
    for offset in 0..<pairing.newRange.count {
      if offset % WorkMeter.stride == 0, !meter.spend(WorkMeter.stride + buckets.takeSteps()) {
        return
      }
      let row = newBase + offset
      let source = buckets.remove(hash: newHash(row)) { isSame(oldBase + $0, row) }
      guard let source else { continue }
      pairing.newClasses[offset] = Int32(source)
      pairing.targets[source] = Int32(offset)
      if Int32(source) < last { meter.settleForLess() }
      last = Int32(source)
      if !isContentEqual(oldBase + source, row) {
        pairing.addUpdate(old: oldBase + source, new: row)
      }
    }
    if buckets.isExhausted { meter.settleForLess() }
  }
}
