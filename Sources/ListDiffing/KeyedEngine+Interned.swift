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
  ///
  /// An open-addressing table with linear probing, at most half full. A slot of 32 bits holds an
  /// offset, and in the bits that the offset leaves free a part of the hash, so that identities are
  /// compared where it matches, and seldom elsewhere. A hash that says little makes long runs of slots: once the probes are many times
  /// the rows, an identity not found within a few slots counts as unpaired, which is cruder and
  /// never wrong.
  @inlinable
  mutating func intern(_ pairing: inout Pairing, updates: inout [Difference.Update]) {
    let oldRange = pairing.oldRange
    let newRange = pairing.newRange
    var capacity = 16
    while capacity < 2 * oldRange.count { capacity *= 2 }
    // Every access below is masked with `capacity - 1`, a power of two less one. An offset plus
    // one, so that 0 is an empty slot, fits below `tagShift` bits, which are 31 at most.
    let slots = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity)
    slots.initialize(repeating: 0, count: capacity)
    defer { slots.deallocate() }
    let mask = capacity - 1
    let tagShift = UInt32(Int.bitWidth - oldRange.count.leadingZeroBitCount)
    let offsetMask: UInt32 = (1 &<< tagShift) &- 1
    var probes = 32 * (oldRange.count + newRange.count) + 1_048_576
    let old = self.old
    let new = self.new
    let rule = self.rule

    var offset = 0
    while offset < oldRange.count, meter.isRunning {
      let begin = offset
      let pause = min(oldRange.count, begin + WorkMeter.stride)
      var walked = 0
      while offset < pause {
        let row = oldRange.lowerBound + offset
        let hash = rule.hash(old[row])
        let tag = UInt32(truncatingIfNeeded: hash >> 32) &<< tagShift
        var index = hash & mask
        var steps = 0
        while true {
          let slot = slots[index]
          if slot == 0 {
            slots[index] = tag | UInt32(truncatingIfNeeded: offset + 1)
            break
          }
          if slot & ~offsetMask == tag {
            let first = Int(slot & offsetMask) - 1
            if rule.isSame(old[oldRange.lowerBound + first], old[row]) {
              pairing.repeats.append((Int32(offset), Int32(first)))
              break
            }
          }
          index = (index + 1) & mask
          steps += 1
          if steps >= probes, steps >= 8 { break }
        }
        probes -= steps
        walked += steps
        offset += 1
      }
      meter.spend(offset - begin + walked)
    }

    pairing.isUnique = pairing.repeats.isEmpty
    offset = 0
    while offset < newRange.count, meter.isRunning {
      let begin = offset
      let pause = min(newRange.count, begin + WorkMeter.stride)
      var walked = 0
      while offset < pause {
        let row = newRange.lowerBound + offset
        let hash = rule.hash(new[row])
        let tag = UInt32(truncatingIfNeeded: hash >> 32) &<< tagShift
        var index = hash & mask
        var steps = 0
        while true {
          let slot = slots[index]
          if slot == 0 { break }
          if slot & ~offsetMask == tag {
            let first = Int(slot & offsetMask) - 1
            let source = oldRange.lowerBound + first
            if rule.isSame(old[source], new[row]) {
              pairing.newClasses[offset] = Int32(first)
              if pairing.targets[first] >= 0 { pairing.isUnique = false }
              pairing.targets[first] = Int32(offset)
              // Only now are both rows at hand; without repeats this pair is the final one.
              if pairing.isUnique, !rule.isContentEqual(old[source], new[row]) {
                updates.append(.init(old: source, new: row))
              }
              break
            }
          }
          index = (index + 1) & mask
          steps += 1
          if steps >= probes, steps >= 8 { break }
        }
        probes -= steps
        walked += steps
        offset += 1
      }
      meter.spend(offset - begin + walked)
    }
  }
}
