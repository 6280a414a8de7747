import FeedStore
internal import FeedValues
internal import RowTree

/// Takes entries over from an order that is there already.
extension OrderBuilder {
  /// An order with other keys that says the groups of all rows, and which are shown: sorted anew, rows stay in their
  /// groups.
  struct Marking: Sendable {
    let order: RankTree<OrderEntry>
    /// Creates entries without asking for what the order says.
    let rule: OrderRule

    init(order: RankTree<OrderEntry>, _ rule: OrderRule) {
      self.order = order
      var rule = rule
      rule.setGrouping(nil)
      rule.setFilter(nil)
      rule.pinned = []
      self.rule = rule
    }
  }

  /// Takes over the groups of rows, and which are shown.
  mutating func takeMarks() {
    guard let order = marking?.order else { return }
    let end = min(markedCount + slice.building, order.count)
    order.forEach(in: markedCount..<end) { entry in
      marks[Int(entry.slot)] = UInt32(entry.group) << 1 | (entry.isShown ? 1 : 0)
      // The totals count those that are shown.
      if distributes, !entry.isShown { distribution.count(entry.group) }
    }
    markedCount = end
    if end == order.count { stage = .reading }
  }

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
      var taken = marked(entry, from: known)
      if entry.isShown != taken.isShown { flips += 1 }
      // Entries are compared without their groups, to which they are handed out afterwards.
      if known.hasOtherGroups { taken.group = 0 }
      if let frozen = rule.frozen {
        taken.setNumber(frozen[entry.slot], place: rows.place(of: entry.slot))
      }
      entries.append(taken)
    }
    takenCount += entries.count
    let isLast = end == part.ranks.count
    stretch = isLast ? (stretch.number + 1, 0) : (stretch.number, end)
    if part.isReversed { entries = reversed(entries, isLast: isLast) }
    if known.isInOrder {
      for entry in entries { builder.append(entry) }
    } else if merges {
      let comparison = comparison
      merge.append(entries)
      merge.sort(entries.count) { comparison.precedes($0, $1) }
    } else {
      distribute(entries)
    }
  }

  /// An entry of the known order with the group wanted, and whether it is to be shown.
  func marked(_ entry: OrderEntry, from known: ReusableOrder) -> OrderEntry {
    var entry = entry
    if known.needsMarks {
      let mark = marks[Int(entry.slot)]
      (entry.group, entry.isShown) = (Int32(mark >> 1), mark & 1 == 1)
    } else if known.hasOtherGroups {
      entry.group = 0
    }
    return entry
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

extension Arrangement {
  /// The order, if it says the groups wanted of all rows, and which are to be shown.
  func order(marking wanted: OrderRule) -> RankTree<OrderEntry>? {
    guard wanted.sort != nil, wanted.grouping != nil || !wanted.showsAll,
      wanted.hasSameFilter(as: rule), wanted.hasSameGroups(as: rule.grouping)
    else { return nil }
    return order
  }
}
