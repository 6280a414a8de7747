internal import Feeds
internal import RowTree

/// The rows that the first screen of another order shows, selected without that order.
extension KeptKeys {
  /// The maximum number of rows that are read to select some of them.
  static let maximumRead = 24_576

  /// The slots of some successive rows in another order.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - pivot: The slot around which they are, as many before as after; nil for the first ones.
  ///   - rule: The other order, which sorts by a column without grouping.
  ///   - arrangement: The current arrangement, which determines which rows are shown.
  /// - Returns: The slots in order; nil if not enough is known.
  /// - Complexity: O(*n*), without reading most rows.
  func slots(
    _ count: Int,
    around pivot: Int32? = nil,
    by rule: OrderRule,
    after arrangement: Arrangement
  ) -> [Int32]? {
    guard rule.grouping == nil, rule.hasSameFilter(as: arrangement.rule),
      let near = rowsNear(pivot, count, by: rule, after: arrangement)
    else { return nil }
    let (rows, slots) = (arrangement.rows, near.slots)
    guard let pivot, let center = near.center else {
      return Self.sorted(slots, from: near.start, rule, rows).map { Array($0.prefix(count)) }
    }
    // Most often the rows of one code suffice.
    var (first, last) = (center, center)
    while true {
      let sorted = Self.sorted(slots[first...last], from: near.start + first, rule, rows)
      guard let sorted, let index = sorted.firstIndex(of: pivot) else { return nil }
      let (lacksFirst, lacksLast) = (index < count, sorted.count - index <= count)
      guard lacksFirst && first > 0 || lacksLast && last < slots.count - 1 else {
        return Array(sorted[max(0, index - count)..<min(sorted.count, index + count + 1)])
      }
      if lacksFirst { first = max(0, first - 1) }
      if lacksLast { last = min(slots.count - 1, last + 1) }
    }
  }

  /// Rows that have some successive codes.
  struct CodedRows {
    /// The position of the first code.
    let start: Int
    /// The index of the pivot's code; nil without a pivot.
    let center: Int?
    /// For each code, the slots of the rows shown; of equal keys in feed order.
    let slots: [[Int32]]
  }

  /// The rows among which are some successive ones of an order: the first ones, or those around a pivot.
  ///
  /// - Returns: The rows by their codes; nil if those are not known.
  /// - Complexity: O(*n*), without reading rows.
  func rowsNear(
    _ pivot: Int32?,
    _ count: Int,
    by rule: OrderRule,
    after arrangement: Arrangement
  ) -> CodedRows? {
    guard let codes = codes(by: rule) else { return nil }
    let (rows, positions) = (arrangement.rows, Self.positions(rule))
    let isShown = arrangement.shownSlots
    var counts = [Int](repeating: 0, count: KeyCoder.positions + 1)
    codes.withUnsafeBufferPointer { codes in
      for slot in codes.indices where isShown.isEmpty || isShown[slot] {
        counts[positions[Int(codes[slot])]] += 1
      }
    }
    let center = pivot.map { positions[Int(codes[Int($0)])] }
    let range = Self.range(of: count, around: center, counts)
    var slots = [[Int32]](repeating: [], count: range.count)
    func look(at slot: Int32) {
      let position = positions[Int(codes[Int(slot)])]
      guard range.contains(position), isShown.isEmpty || isShown[Int(slot)] else { return }
      slots[position - range.lowerBound].append(slot)
    }
    // To go through the list in feed order costs more than to sort some rows.
    if counts[range].reduce(0, +) <= Self.maximumRead {
      for slot in codes.indices { look(at: Int32(slot)) }
      for index in slots.indices {
        let places = slots[index].map { (place: rows.place(of: $0), slot: $0) }
        slots[index] = places.sorted { $0.place < $1.place }.map(\.slot)
      }
    } else {
      rows.forEachSlot(in: 0..<rows.count, look)
    }
    return CodedRows(
      start: range.lowerBound,
      center: center.map { $0 - range.lowerBound },
      slots: slots
    )
  }

  /// For each code, its position in the order of a rule; that of free slots is the last one.
  static func positions(_ rule: OrderRule) -> [Int] {
    (0...KeyCoder.free).map { KeyCoder.position(of: $0, isDescending: rule.isDescending) }
  }

  /// The positions of codes that contain a number of rows at the beginning, or on both sides of a position.
  static func range(
    of count: Int,
    around center: Int?,
    _ counts: [Int]
  ) -> ClosedRange<Int> {
    var (first, last) = (center ?? 0, center ?? 0)
    var (before, after) = (0, center == nil ? counts[0] : 0)
    while center != nil, before < count, first > 0 {
      first -= 1
      before += counts[first]
    }
    while after < count, last < KeyCoder.positions - 1 {
      last += 1
      after += counts[last]
    }
    return first...last
  }

  /// All candidates in order; nil if too many would have to be read.
  static func sorted(
    _ candidates: some RandomAccessCollection<[Int32]>,
    from start: Int,
    _ rule: OrderRule,
    _ rows: FeedRows
  ) -> [Int32]? {
    var read = 0
    for (offset, slots) in candidates.enumerated() where !KeyCoder.isSingle(start + offset) {
      read += slots.count
    }
    guard read <= maximumRead else { return nil }
    var all: [Int32] = []
    var tails = rule.tails(of: rows)
    for (offset, slots) in candidates.enumerated() {
      all += KeyCoder.isSingle(start + offset) ? slots : sorted(slots, rule, rows, &tails)
    }
    return all
  }

  /// Slots that are in feed order, in the order of a rule.
  private static func sorted(
    _ slots: [Int32],
    _ rule: OrderRule,
    _ rows: FeedRows,
    _ tails: inout KeyTails
  ) -> [Int32] {
    var rule = rule
    var entries: ContiguousArray<OrderEntry> = []
    for slot in slots {
      let content = rows.slot(slot)
      guard let row = content.row else { continue }
      entries.append(rule.enter(row, slot: slot, place: content.place, &tails).entry)
    }
    let comparison = EntryComparison(rule, rows, knowing: tails, isStable: true)
    RunPair.sort(&entries) { comparison.precedes($0, $1) }
    return entries.map(\.slot)
  }
}

extension Arrangement {
  /// For each slot, whether its row is shown; empty if all are.
  var shownSlots: ContiguousArray<Bool> {
    guard let order, order.summary.count < order.count else { return [] }
    var result = ContiguousArray(repeating: false, count: rows.slotCount)
    order.forEach(in: 0..<order.count) { if $0.isShown { result[Int($0.slot)] = true } }
    return result
  }

  /// The ranks of the rows of a group, including those that the filter hides.
  func ranks(ofGroup group: Int32) -> Range<Int> {
    guard let order, let grouping else { return 0..<0 }
    let start = order.position { $0.group != group && grouping.precedes($0.group, group) }.rank
    let end = order.position { $0.group == group || grouping.precedes($0.group, group) }.rank
    return start..<end
  }
}
