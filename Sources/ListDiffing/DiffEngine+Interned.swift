extension DiffEngine {
  /// Works on the middle by hash: every row gets a class, which its identity alone decides.
  @inlinable
  mutating func runInterned(
    _ oldRange: Range<Int>,
    _ newRange: Range<Int>,
    _ rows: some DiffRows
  ) {
    runInterned(
      oldRange,
      newRange,
      oldIdentity: { rows.oldIdentity($0) },
      newIdentity: { rows.newIdentity($0) },
      isContentEqual: { rows.isContentEqual($0, $1) }
    )
  }

  /// Works on the middle by hash and by rules, whose bodies end up in its loops.
  @inlinable
  @inline(__always)
  mutating func runInterned<Identity: Hashable>(
    _ oldRange: Range<Int>,
    _ newRange: Range<Int>,
    oldIdentity: (Int) -> Identity,
    newIdentity: (Int) -> Identity,
    isContentEqual: (Int, Int) -> Bool
  ) {
    var pairing = Pairing(oldRange, newRange)
    defer { pairing.deallocate() }
    var updates: [Difference.Update] = []
    intern(
      &pairing,
      updates: &updates,
      oldIdentity: oldIdentity,
      newIdentity: newIdentity,
      isContentEqual: isContentEqual
    )
    if pairing.isUnique {
      parts.updates += updates
      pairing.add(to: &parts, meter: &meter)
    } else {
      add(
        pairing.pairRepeated(isExact: strategy == .exact, meter: &meter),
        isContentEqual: isContentEqual
      )
    }
  }

  /// Adds what is deleted, inserted and moved, and looks at the content of every pair.
  @inlinable
  mutating func add(_ pairs: RepeatedPairs, isContentEqual: (Int, Int) -> Bool) {
    pairs.add(to: &parts)
    for pair in pairs.pairs where !isContentEqual(pair.old, pair.new) {
      parts.updates.append(pair)
    }
  }

  /// Gives each old row the offset of the first row of its identity as its class, and finds the
  /// class of each new row.
  ///
  /// Where hashes say so little that a table would look at too many rows, rows of one hash are
  /// searched near where the last one was found.
  @inlinable
  @inline(__always)
  mutating func intern<Identity: Hashable>(
    _ pairing: inout Pairing,
    updates: inout [Difference.Update],
    oldIdentity: (Int) -> Identity,
    newIdentity: (Int) -> Identity,
    isContentEqual: (Int, Int) -> Bool
  ) {
    let oldBase = pairing.oldRange.lowerBound
    let newBase = pairing.newRange.lowerBound
    let oldCount = pairing.oldRange.count
    let newCount = pairing.newRange.count
    var table = IdentityTable(count: oldCount, searches: oldCount + newCount)
    defer { table.deallocate() }

    var offset = 0
    while offset < oldCount, meter.isRunning {
      let begin = offset
      let pause = min(oldCount, begin + WorkMeter.stride)
      while offset < pause {
        let identity = oldIdentity(oldBase + offset)
        let hash = identity.hashValue
        switch table.find(hash, isSame: { oldIdentity(oldBase + $0) == identity }) {
        case .empty(let slot): table.insert(offset, hash, at: slot)
        case .found(let first): pairing.repeats.append((Int32(offset), Int32(first)))
        case .givenUp:
          return internByBuckets(
            &pairing,
            updates: &updates,
            oldIdentity: oldIdentity,
            newIdentity: newIdentity,
            isContentEqual: isContentEqual
          )
        }
        offset += 1
      }
      meter.spend(offset - begin + table.probes)
      table.probes = 0
    }

    pairing.isUnique = pairing.repeats.isEmpty
    offset = 0
    while offset < newCount, meter.isRunning {
      let begin = offset
      let pause = min(newCount, begin + WorkMeter.stride)
      while offset < pause {
        let row = newBase + offset
        let identity = newIdentity(row)
        let place = table.find(identity.hashValue) { oldIdentity(oldBase + $0) == identity }
        switch place {
        case .empty: break
        case .givenUp:
          return internByBuckets(
            &pairing,
            updates: &updates,
            oldIdentity: oldIdentity,
            newIdentity: newIdentity,
            isContentEqual: isContentEqual
          )
        case .found(let first):
          pairing.newClasses[offset] = Int32(first)
          if pairing.targets[first] >= 0 { pairing.isUnique = false }
          pairing.targets[first] = Int32(offset)
          // Only now are both rows at hand; without repeats this pair is the final one.
          if pairing.isUnique, !isContentEqual(oldBase + first, row) {
            updates.append(.init(old: oldBase + first, new: row))
          }
        }
        offset += 1
      }
      meter.spend(offset - begin + table.probes)
      table.probes = 0
    }
  }

  /// Pairs each new row with an old one of its identity that no other row is paired with, whatever
  /// the hashes are worth.
  ///
  /// All rows are paired that can be, unless that takes more comparisons than `HashBuckets` allows,
  /// which counts as an approximate result. Which of several rows of one identity pair is left to
  /// where they stand, so that the difference is known to be the least only without moves.
  @inlinable
  mutating func internByBuckets<Identity: Hashable>(
    _ pairing: inout Pairing,
    updates: inout [Difference.Update],
    oldIdentity: (Int) -> Identity,
    newIdentity: (Int) -> Identity,
    isContentEqual: (Int, Int) -> Bool
  ) {
    pairing.reset()
    updates = []
    let oldBase = pairing.oldRange.lowerBound
    let newBase = pairing.newRange.lowerBound
    var buckets = HashBuckets(oldCount: pairing.oldRange.count, newCount: pairing.newRange.count)
    for offset in 0..<pairing.oldRange.count {
      if offset % WorkMeter.stride == 0, !meter.spend(WorkMeter.stride) { return }
      buckets.append(offset, hash: oldIdentity(oldBase + offset).hashValue)
    }
    var last: Int32 = -1
    for offset in 0..<pairing.newRange.count {
      if offset % WorkMeter.stride == 0, !meter.spend(WorkMeter.stride + buckets.takeSteps()) {
        return
      }
      let row = newBase + offset
      let identity = newIdentity(row)
      let source = buckets.remove(hash: identity.hashValue) {
        oldIdentity(oldBase + $0) == identity
      }
      guard let source else { continue }
      pairing.newClasses[offset] = Int32(source)
      pairing.targets[source] = Int32(offset)
      if Int32(source) < last { meter.settleForLess() }
      last = Int32(source)
      if !isContentEqual(oldBase + source, row) {
        updates.append(.init(old: oldBase + source, new: row))
      }
    }
    if buckets.isExhausted { meter.settleForLess() }
  }
}
