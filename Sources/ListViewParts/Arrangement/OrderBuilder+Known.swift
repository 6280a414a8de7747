internal import Feeds
internal import RowTree

/// Takes entries over from an order that is there already.
extension OrderBuilder {
  /// Takes over entries of the known order.
  mutating func take() {
    guard merges || !distributes || makesRoom() else { return }
    guard let known, stretch.number < known.stretches.count else {
      if known?.isInOrder == true { return finish() }
      stage = merges ? afterRuns : .building
      return
    }
    let (part, position) = (known.stretches[stretch.number], stretch.position)
    let end = min(position + slice.taking, part.ranks.count)
    var entries: ContiguousArray<OrderEntry> = []
    entries.reserveCapacity(end - position)
    let ranks =
      part.isReversed
      ? part.ranks.upperBound - end..<part.ranks.upperBound - position
      : part.ranks.lowerBound + position..<part.ranks.lowerBound + end
    known.order.forEach(in: ranks) { entry in
      var entry = entry
      if known.needsMarks {
        let mark = marks[Int(entry.slot)]
        if entry.isShown != (mark & 1 == 1) { flips += 1 }
        (entry.group, entry.isShown) = (Int32(mark >> 1), mark & 1 == 1)
      }
      if known.hasOtherGroups { entry.group = 0 }
      if let frozen = rule.frozen { entry.setNumber(frozen[entry.slot]) }
      entries.append(entry)
    }
    takenCount += entries.count
    let isLast = end == part.ranks.count
    stretch = isLast ? (stretch.number + 1, 0) : (stretch.number, end)
    if part.isReversed { entries = reversed(entries, isLast: isLast) }
    if known.isInOrder {
      for entry in entries { builder.append(entry) }
    } else if merges {
      let comparison = comparison
      merge.append(entries) { comparison.precedes($0, $1) }
    } else {
      distribute(entries)
    }
  }

  /// Makes room for the entries that are to be distributed.
  ///
  /// - Returns: Whether there is room for all.
  mutating func makesRoom() -> Bool {
    guard !distribution.isReady else { return true }
    distribution.makeRoom(slice.building) { rule.grouping?.sorted ?? [] }
    return false
  }

  /// Hands entries in order out to their groups.
  mutating func distribute(_ entries: some Collection<OrderEntry>) {
    for entry in entries {
      var entry = entry
      entry.group = Int32(marks[Int(entry.slot)] >> 1)
      distribution.append(entry)
    }
    distributedCount += entries.count
  }

  /// Reverses entries while keeping the order of those with equal keys; the last run is held back until its
  /// end is known.
  private mutating func reversed(
    _ entries: ContiguousArray<OrderEntry>,
    isLast: Bool
  ) -> ContiguousArray<OrderEntry> {
    var result: ContiguousArray<OrderEntry> = []
    result.reserveCapacity(entries.count + equals.count)
    for entry in entries.reversed() {
      if let last = equals.last, !rule.haveEqualKeys(entry, last, in: rows, knowing: tails) {
        result.append(contentsOf: equals.reversed())
        equals.removeAll(keepingCapacity: true)
      }
      equals.append(entry)
    }
    if isLast {
      result.append(contentsOf: equals.reversed())
      equals.removeAll()
    }
    return result
  }
}
