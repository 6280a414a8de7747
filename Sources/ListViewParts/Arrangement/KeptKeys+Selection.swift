internal import Feeds
internal import RowTree

/// The rows that the first screen of another order shows, selected without that order.
extension KeptKeys {
  /// The maximum number of rows that are read to select some of them.
  static let mostRead = 24_576

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
    let rows = arrangement.rows
    guard rule.grouping == nil, rule.hasSameFilter(as: arrangement.rule),
      let codes = codes(by: rule)
    else { return nil }
    let isShown = arrangement.shownSlots
    let positions = Self.positions(rule)
    var counts = [Int](repeating: 0, count: KeyCoder.positions + 1)
    codes.withUnsafeBufferPointer { codes in
      for slot in codes.indices where isShown.isEmpty || isShown[slot] {
        counts[positions[Int(codes[slot])]] += 1
      }
    }
    let center = pivot.map { positions[Int(codes[Int($0)])] }
    let range = Self.range(of: count, around: center, counts)
    var candidates = [[Int32]](repeating: [], count: range.count)
    func look(at slot: Int32) {
      let position = positions[Int(codes[Int(slot)])]
      guard range.contains(position), isShown.isEmpty || isShown[Int(slot)] else { return }
      candidates[position - range.lowerBound].append(slot)
    }
    // Rows with equal keys are in feed order, through which to go costs more than to sort some of them.
    if counts[range].reduce(0, +) <= Self.mostRead {
      for slot in codes.indices { look(at: Int32(slot)) }
      for offset in candidates.indices where KeyCoder.isSingle(range.lowerBound + offset) {
        let places = candidates[offset].map { (place: rows.slot($0).place, slot: $0) }
        candidates[offset] = places.sorted { $0.place < $1.place }.map(\.slot)
      }
    } else {
      rows.forEachSlot(in: 0..<rows.count, look)
    }
    guard let pivot, let center else {
      return Self.sorted(candidates, from: range.lowerBound, rule, rows).map {
        Array($0.prefix(count))
      }
    }
    // Most often the rows of one code suffice.
    var (first, last) = (center - range.lowerBound, center - range.lowerBound)
    while true {
      let sorted = Self.sorted(candidates[first...last], from: range.lowerBound + first, rule, rows)
      guard let sorted, let index = sorted.firstIndex(of: pivot) else { return nil }
      let (lacksFirst, lacksLast) = (index < count, sorted.count - index <= count)
      guard lacksFirst && first > 0 || lacksLast && last < candidates.count - 1 else {
        return Array(sorted[max(0, index - count)..<min(sorted.count, index + count + 1)])
      }
      if lacksFirst { first = max(0, first - 1) }
      if lacksLast { last = min(candidates.count - 1, last + 1) }
    }
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
    guard read <= mostRead else { return nil }
    var all: [Int32] = []
    var tails = rule.tails(of: rows)
    for (offset, slots) in candidates.enumerated() {
      all += KeyCoder.isSingle(start + offset) ? slots : sorted(slots, rule, rows, &tails)
    }
    return all
  }

  private static func sorted(
    _ slots: [Int32],
    _ rule: OrderRule,
    _ rows: FeedRows,
    _ tails: inout KeyTails
  ) -> [Int32] {
    var rule = rule
    let entries = slots.compactMap { slot in
      let content = rows.slot(slot)
      return content.row.map { rule.enter($0, slot: slot, place: content.place, &tails).entry }
    }
    let comparison = EntryComparison(rule, rows, knowing: tails)
    return entries.sorted { comparison.precedes($0, $1) }.map(\.slot)
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
