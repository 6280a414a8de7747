import FeedValues
internal import ListDiffing
internal import RowTree

/// The places of rows: numbers that increase along the list.
extension RowList {
  /// The initial distance between neighbouring places: those that have it differ in their upper halves.
  private static let gap: Int64 = 1 << FeedRows.lowerPlaceBits
  /// The distance that places keep from the limits of their type.
  private static let end: Int64 = 1 << 62

  /// Inserts a row that is not in the list at an offset.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - offset: Its offset after the insertion.
  ///   - place: Its place, if that is free; nil for any.
  mutating func insert(_ row: Row, at offset: Int, place: Int64? = nil) {
    let slot = allocate(row)
    var bounds = bounds(at: offset)
    if let place, bounds.low < place, place < bounds.high {
      return insert(slot, at: offset, place: place)
    }
    if bounds.high - bounds.low < 2 {
      renumber()
      bounds = self.bounds(at: offset)
    }
    let last = offset == count
    let place =
      offset == 0 && !last
      ? bounds.high - Self.gap
      : last ? bounds.low + Self.gap : bounds.low + (bounds.high - bounds.low) / 2
    insert(slot, at: offset, place: place)
  }

  private mutating func insert(_ slot: Int32, at offset: Int, place: Int64) {
    rows.slots[Int(slot)].place = place
    rows.order.insert(FeedRows.OrderedSlot(place: place, slot: slot), at: offset)
  }

  /// The places between which a row inserted at an offset gets its own.
  private mutating func bounds(at offset: Int) -> (low: Int64, high: Int64) {
    func places() -> (low: Int64?, high: Int64?) {
      if offset == 0 { return (nil, rows.order.first?.place) }
      return (rows.order[offset - 1].place, offset < count ? rows.order[offset].place : nil)
    }
    var (low, high) = places()
    if (high ?? 0) < -Self.end || (low ?? 0) > Self.end {
      renumber()
      (low, high) = places()
    }
    return (low ?? (high ?? 0) - 2 * Self.gap, high ?? (low ?? 0) + 2 * Self.gap)
  }

  /// Assigns new places, far apart, to all rows.
  private mutating func renumber() {
    setOrder(rows.order.elements.map(\.slot))
  }

  /// Puts slots in this order.
  ///
  /// - Complexity: O(*n*).
  mutating func setOrder(_ slots: some Collection<Int32>) {
    if case .slots = changes, formerPlaces == nil {
      formerPlaces = (0..<rows.slots.count).map { rows.slots[$0].place }
    }
    rows.numbering += 1
    if unpacked != nil { unpacked = .max }
    var place: Int64 = 0
    var places: [FeedRows.OrderedSlot] = []
    places.reserveCapacity(slots.count)
    for slot in slots {
      rows.slots[Int(slot)].place = place
      places.append(FeedRows.OrderedSlot(place: place, slot: slot))
      place += Self.gap
    }
    rows.order = RankTree(places)
  }

  // MARK: Snapshots

  /// The difference between the list and the rows of a snapshot.
  ///
  /// It is the only comparison of the two: rows are found by the index, and each is examined once.
  ///
  /// - Complexity: O(*n*), and that of `Difference` if rows moved.
  func difference(to new: [Row]) -> Difference {
    struct Entry {
      var number: Int32
      var differs = false
    }
    var old: [Entry] = []
    old.reserveCapacity(count)
    rows.forEachSlot(in: 0..<count) { old.append(Entry(number: $0)) }
    var taken = [Bool](repeating: false, count: rows.slotCount)
    var entries: [Entry] = []
    entries.reserveCapacity(new.count)
    // Most rows follow the same row as before, and are found without the index.
    var following = 0
    for (offset, row) in new.enumerated() {
      var slot: Int32?
      if following < old.count, rows.hasRow(in: old[following].number, like: row) {
        slot = old[following].number
        following += 1
      } else if let found = self.slot(of: row.id) {
        slot = found
        following = rows.offset(ofPlace: rows.slot(found).place) + 1
      }
      guard let slot, !taken[Int(slot)] else {
        entries.append(Entry(number: -1 - Int32(offset)))
        continue
      }
      taken[Int(slot)] = true
      entries.append(Entry(number: slot, differs: !rows.hasContent(in: slot, of: row)))
    }
    return Difference(
      from: old,
      to: entries,
      identity: \.number,
      isContentEqual: { !$0.differs && !$1.differs }
    )
  }

  /// Applies a difference to the list.
  ///
  /// - Parameters:
  ///   - difference: The changes.
  ///   - row: Returns the row that is inserted or updated at an offset after the change.
  /// - Complexity: O(*k* log *n*) for *k* changes, or O(*n*), whichever is less.
  mutating func apply(_ difference: Difference, _ row: (Int) -> Row) {
    let updated = difference.updates.map { (slot: rows.slotNumber(at: $0.old), new: $0.new) }
    let moved = difference.moves.map { (offset: $0.target, slot: rows.slotNumber(at: $0.source)) }
    let deleted = difference.deletions.map(rows.slotNumber(at:))
    let leaving = (difference.deletions + difference.moves.map(\.source)).sorted()
    let logarithm = Int.bitWidth - count.leadingZeroBitCount
    let isRebuilt =
      (leaving.count + moved.count + difference.insertions.count) * logarithm > count
    let stayed = isRebuilt ? rows.order.elements.map(\.slot) : []
    if !isRebuilt { for offset in leaving.reversed() { rows.order.remove(at: offset) } }
    for slot in deleted { free(slot) }
    for (slot, new) in updated { replace(slot, with: row(new)) }
    let arriving =
      (difference.insertions.map { (offset: $0, slot: allocate(row($0))) } + moved)
      .sorted { $0.offset < $1.offset }
    for (_, slot) in moved { note(slot) }
    if isRebuilt {
      setOrder(Self.merged(stayed, leaving, arriving))
    } else {
      place(arriving)
    }
  }

  /// The slots that stay, merged with those that are inserted at their offsets.
  private static func merged(
    _ old: [Int32],
    _ leaving: [Int],
    _ arriving: [(offset: Int, slot: Int32)]
  ) -> [Int32] {
    var result: [Int32] = []
    result.reserveCapacity(old.count - leaving.count + arriving.count)
    var (left, arrived) = (0, 0)
    func arrive() {
      while arrived < arriving.count, arriving[arrived].offset == result.count {
        result.append(arriving[arrived].slot)
        arrived += 1
      }
    }
    for (offset, slot) in old.enumerated() {
      if left < leaving.count, leaving[left] == offset {
        left += 1
        continue
      }
      arrive()
      result.append(slot)
    }
    arrive()
    return result
  }

  /// Assigns places at ascending offsets; consecutive ones share the available room.
  private mutating func place(_ arriving: [(offset: Int, slot: Int32)]) {
    var next = 0
    while next < arriving.count {
      let start = arriving[next].offset
      var end = next + 1
      while end < arriving.count, arriving[end].offset == start + end - next { end += 1 }
      let share = Int64(end - next + 1)
      var bounds = bounds(at: start)
      if bounds.high - bounds.low < share {
        renumber()
        bounds = self.bounds(at: start)
      }
      // Before the first and after the last there is unlimited room.
      let isOpen = start == 0 || start == count
      let step = isOpen ? Self.gap : (bounds.high - bounds.low) / share
      let first = start == 0 && count > 0 ? bounds.high - step * share : bounds.low
      for (position, arrival) in arriving[next..<end].enumerated() {
        let place = first + step * Int64(position + 1)
        insert(arrival.slot, at: start + position, place: place)
      }
      next = end
    }
  }
}
