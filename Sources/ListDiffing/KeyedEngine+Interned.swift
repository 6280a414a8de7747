extension KeyedEngine {
  /// Works on the middle by hash: every row gets a class, which its identity alone decides.
  @inlinable
  mutating func runInterned(_ oldRange: Range<Int>, _ newRange: Range<Int>) {
    var pairing = Pairing(oldRange, newRange)
    defer { pairing.deallocate() }
    var updates: [Difference.Update] = []
    intern(&pairing, updates: &updates)
    if pairing.isUnique {
      difference.updates += updates
      pairing.tell(&difference, meter: &meter)
    } else {
      tell(pairing.pairRepeated(isExact: isExact, meter: &meter))
    }
  }

  /// Tells what goes, comes and moves, and looks at the content of every pair.
  @inlinable
  mutating func tell(_ pairs: RepeatedPairs) {
    pairs.tell(&difference)
    for offset in 0..<pairs.newRange.count where pairs.sources[offset] >= 0 {
      let source = pairs.oldRange.lowerBound + Int(pairs.sources[offset])
      let target = pairs.newRange.lowerBound + offset
      if !rule.isContentEqual(old[source], new[target]) {
        difference.updates.append(.init(old: source, new: target))
      }
    }
  }

  /// Gives each old row the offset of the first row of its identity as its class, and finds the
  /// class of each new row.
  @inlinable
  mutating func intern(_ pairing: inout Pairing, updates: inout [Difference.Update]) {
    let oldBase = pairing.oldRange.lowerBound
    let newBase = pairing.newRange.lowerBound
    let oldCount = pairing.oldRange.count
    let newCount = pairing.newRange.count
    var table = IdentityTable(count: oldCount, searches: oldCount + newCount)
    defer { table.deallocate() }
    let old = self.old
    let new = self.new
    let rule = self.rule

    var offset = 0
    while offset < oldCount, meter.isRunning {
      let begin = offset
      let pause = min(oldCount, begin + WorkMeter.stride)
      while offset < pause {
        let row = oldBase + offset
        let hash = rule.hash(old[row])
        switch table.find(hash, isSame: { rule.isSame(old[oldBase + $0], old[row]) }) {
        case .empty(let slot): table.insert(offset, hash, at: slot)
        case .found(let first): pairing.repeats.append((Int32(offset), Int32(first)))
        case .givenUp: break
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
        let place = table.find(rule.hash(new[row])) { rule.isSame(old[oldBase + $0], new[row]) }
        if case .found(let first) = place {
          pairing.newClasses[offset] = Int32(first)
          if pairing.targets[first] >= 0 { pairing.isUnique = false }
          pairing.targets[first] = Int32(offset)
          // Only now are both rows at hand; without repeats this pair is the final one.
          if pairing.isUnique, !rule.isContentEqual(old[oldBase + first], new[row]) {
            updates.append(.init(old: oldBase + first, new: row))
          }
        }
        offset += 1
      }
      meter.spend(offset - begin + table.probes)
      table.probes = 0
    }
  }
}
