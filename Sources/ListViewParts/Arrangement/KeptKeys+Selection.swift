internal import Feeds
internal import RowTree

/// The rows that the first screen of another order shows, selected without that order.
extension KeptKeys {
  /// The maximum number of rows that are read to select some of them.
  private static let mostRead = 24_576

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
    // In feed order, which is that of rows with equal keys.
    var candidates = [[Int32]](repeating: [], count: range.count)
    rows.forEachSlot(in: 0..<rows.count) { slot in
      let position = positions[Int(codes[Int(slot)])]
      guard range.contains(position), isShown.isEmpty || isShown[Int(slot)] else { return }
      candidates[position - range.lowerBound].append(slot)
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
  private static func positions(_ rule: OrderRule) -> [Int] {
    (0...KeyCoder.free).map { KeyCoder.position(of: $0, isDescending: rule.isDescending) }
  }

  /// The positions of codes that contain a number of rows at the beginning, or on both sides of a position.
  private static func range(
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
  private static func sorted(
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

  // MARK: Groups

  /// The maximum number of groups whose first rows are selected.
  private static let mostGroups = 8

  /// The first rows of the first groups, whose rows are sorted otherwise.
  ///
  /// - Parameters:
  ///   - count: The number of lines, including those of section headers.
  ///   - rule: The other order.
  ///   - groups: Its groups and their rows; nil if the groups are the current ones.
  ///   - arrangement: The current arrangement.
  ///   - isCollapsed: Whether only the header of a group is shown.
  /// - Returns: The groups in order, each with the slots of at least one row; nil if not enough is known.
  func firstGroups(
    _ count: Int,
    by rule: OrderRule,
    groups: KeptGroups?,
    after arrangement: Arrangement,
    isCollapsed: (Grouping.Group) -> Bool
  ) -> [(group: Int32, slots: [Int32])]? {
    guard let members = members(of: rule, groups, arrangement), let grouping = rule.grouping else {
      return nil
    }
    let totals = groups?.totals ?? arrangement.totals
    var result: [(group: Int32, slots: [Int32])] = []
    var lines = 0
    for group in grouping.sorted where lines < count && totals.count(of: group) > 0 {
      guard result.count < Self.mostGroups else { return nil }
      let isCollapsed = isCollapsed(grouping.groups[Int(group)])
      let most = isCollapsed ? 1 : max(1, count - lines - 1)
      var counts = [Int](repeating: 0, count: KeyCoder.positions + 1)
      members.forEach(in: group) { position, _, _ in counts[position] += 1 }
      let range = Self.range(of: most, around: nil, counts)
      var candidates = range.map { Candidates(limit: KeyCoder.isSingle($0) ? most : nil) }
      members.forEach(in: group) { position, slot, place in
        guard range.contains(position) else { return }
        candidates[position - range.lowerBound].append(slot, place)
      }
      let all = Self.sorted(
        candidates.map(\.slots),
        from: range.lowerBound,
        rule,
        arrangement.rows
      )
      guard let all else { return nil }
      result.append((group, Array(all.prefix(most))))
      lines += isCollapsed ? 1 : 1 + result[result.count - 1].slots.count
    }
    return result.isEmpty ? nil : result
  }

  /// The rows around one in its group.
  ///
  /// - Parameters:
  ///   - count: The number of rows on either side.
  ///   - pivot: The slot of the row.
  ///   - rule: The other order.
  ///   - groups: Its groups and their rows; nil if the groups are the current ones.
  ///   - arrangement: The current arrangement.
  /// - Returns: The group and the slots in order; nil if not enough is known, or if rows of other groups are near.
  func groupSlots(
    _ count: Int,
    around pivot: Int32,
    by rule: OrderRule,
    groups: KeptGroups?,
    after arrangement: Arrangement
  ) -> (group: Int32, slots: [Int32])? {
    let content = arrangement.rows.slot(pivot)
    guard let members = members(of: rule, groups, arrangement), let row = content.row,
      let group = groups?[pivot] ?? rule.grouping?.knownGroup(of: row)
    else { return nil }
    var counts = [Int](repeating: 0, count: KeyCoder.positions + 1)
    members.forEach(in: group) { position, _, _ in counts[position] += 1 }
    let range = Self.range(of: count, around: members.position(of: pivot), counts)
    var candidates = range.map { _ in Candidates(limit: nil) }
    members.forEach(in: group) { position, slot, place in
      guard range.contains(position) else { return }
      candidates[position - range.lowerBound].append(slot, place)
    }
    let all = Self.sorted(candidates.map(\.slots), from: range.lowerBound, rule, arrangement.rows)
    guard let all, let index = all.firstIndex(of: pivot), index >= count,
      all.count - index > count
    else { return nil }
    return (group, Array(all[index - count...index + count]))
  }

  /// The rows of groups, with the positions of their codes.
  private struct Members {
    let codes: ContiguousArray<UInt8>
    let positions: [Int]
    let groups: KeptGroups?
    let arrangement: Arrangement

    func position(of slot: Int32) -> Int { positions[Int(codes[Int(slot)])] }

    func forEach(in group: Int32, _ body: (_ position: Int, Int32, _ place: Int64) -> Void) {
      if let groups {
        for slot in groups.slots(of: group) {
          body(position(of: slot), slot, arrangement.rows.slot(slot).place)
        }
      } else {
        arrangement.order?.forEach(in: arrangement.ranks(ofGroup: group)) { entry in
          if entry.isShown { body(position(of: entry.slot), entry.slot, entry.place) }
        }
      }
    }
  }

  /// The rows of the groups of a rule; nil if they are not known.
  private func members(
    of rule: OrderRule,
    _ groups: KeptGroups?,
    _ arrangement: Arrangement
  ) -> Members? {
    guard rule.hasSameFilter(as: arrangement.rule), rule.grouping != nil,
      groups != nil || arrangement.order != nil && rule.hasSameGroups(as: arrangement.grouping),
      let codes = codes(by: rule)
    else { return nil }
    return Members(
      codes: codes,
      positions: Self.positions(rule),
      groups: groups,
      arrangement: arrangement
    )
  }

  /// Rows whose codes have the same position, up to a limit those that come first in the feed.
  private struct Candidates {
    let limit: Int?
    private var entries: [(place: Int64, slot: Int32)] = []
    /// From this place on no row is among the first ones.
    private var end = Int64.max

    init(limit: Int?) { self.limit = limit }

    mutating func append(_ slot: Int32, _ place: Int64) {
      guard place < end else { return }
      entries.append((place, slot))
      guard let limit, entries.count >= 4 * limit + 64 else { return }
      entries.sort { $0.place < $1.place }
      entries.removeLast(entries.count - limit)
      end = entries[limit - 1].place
    }

    /// The slots in feed order.
    var slots: [Int32] { entries.sorted { $0.place < $1.place }.map(\.slot) }
  }
}

extension Arrangement {
  /// For each slot, whether its row is shown; empty if all are.
  fileprivate var shownSlots: ContiguousArray<Bool> {
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
