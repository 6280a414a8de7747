internal import Feeds
internal import RowTree

/// The first rows of groups, or those around one, selected without their order.
extension KeptKeys {
  /// The maximum number of groups whose first rows are selected.
  private static let maximumGroups = 8

  /// The first rows of groups, or those around one in its group, whose rows are sorted otherwise.
  ///
  /// - Parameters:
  ///   - count: The number of lines, including those of section headers, or of rows on either side.
  ///   - pivot: The slot of the row; nil for the first groups.
  ///   - rule: The other order.
  ///   - groups: Its groups and their rows; nil if the groups are the current ones.
  ///   - arrangement: The current arrangement.
  ///   - isCollapsed: Whether only the header of a group is shown.
  /// - Returns: The groups in order, each with the slots of at least one row; nil if not enough is known.
  func groupRows(
    _ count: Int,
    around pivot: Int32?,
    by rule: OrderRule,
    groups: KeptGroups?,
    after arrangement: Arrangement,
    isCollapsed: (Grouping.Group) -> Bool
  ) -> [(group: Int32, slots: [Int32])]? {
    guard let members = members(of: rule, groups, arrangement) else { return nil }
    if let pivot { return groupSlots(count, around: pivot, by: rule, members).map { [$0] } }
    let totals = groups?.totals ?? arrangement.totals
    return firstGroups(count, by: rule, members, totals, isCollapsed: isCollapsed)
  }

  private func firstGroups(
    _ count: Int,
    by rule: OrderRule,
    _ members: Members,
    _ totals: GroupTotals,
    isCollapsed: (Grouping.Group) -> Bool
  ) -> [(group: Int32, slots: [Int32])]? {
    guard let grouping = rule.grouping else { return nil }
    var result: [(group: Int32, slots: [Int32])] = []
    var lines = 0
    for group in grouping.sorted where lines < count && totals.count(of: group) > 0 {
      guard result.count < Self.maximumGroups else { return nil }
      let isCollapsed = isCollapsed(grouping.groups[Int(group)])
      let most = isCollapsed ? 1 : max(1, count - lines - 1)
      var counts = [Int](repeating: 0, count: KeyCoder.positions + 1)
      members.forEach(in: group) { position, _ in counts[position] += 1 }
      let range = Self.range(of: most, around: nil, counts)
      var candidates = range.map { Candidates(limit: KeyCoder.isSingle($0) ? most : nil) }
      members.forEach(in: group) { position, slot in
        guard range.contains(position) else { return }
        candidates[position - range.lowerBound].append(slot, members.rows.place(of: slot))
      }
      let all = Self.sorted(candidates.map(\.slots), from: range.lowerBound, rule, members.rows)
      guard let all else { return nil }
      result.append((group, Array(all.prefix(most))))
      lines += isCollapsed ? 1 : 1 + result[result.count - 1].slots.count
    }
    return result.isEmpty ? nil : result
  }

  /// Successive rows in groups of which nothing but the sort keys of their values is known.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - pivot: The slot around which they are, as many before as after; nil for the first ones.
  ///   - rule: The other order.
  ///   - arrangement: The current arrangement.
  /// - Returns: The rows of the groups in order, with all that is known of these groups; nil if not enough is known.
  func groupedRows(
    _ count: Int,
    around pivot: Int32?,
    by rule: OrderRule,
    after arrangement: Arrangement
  ) -> GroupedRows? {
    let rows = arrangement.rows
    guard let grouping = rule.grouping, rule.frozen == nil,
      rule.hasSameFilter(as: arrangement.rule)
    else { return nil }
    var values = OrderRule()
    values.setSort(
      .init(column: grouping.column, order: grouping.order, isDescending: grouping.isDescending)
    )
    guard let near = rowsNear(pivot, count, by: values, after: arrangement) else { return nil }
    // All rows of a group have the same code. Around a row most often the rows of one code suffice.
    var result = GroupedRows(rule, rows)
    var (first, last) = (near.center ?? 0, near.center ?? near.slots.count - 1)
    var isRead = [Bool](repeating: false, count: near.slots.count)
    while true {
      for index in first...last where !isRead[index] {
        isRead[index] = true
        guard result.read(near.slots[index], atMost: Self.maximumRead) else { return nil }
      }
      guard let lack = result.take(count, around: pivot) else { return nil }
      let (before, after) = (lack.before && first > 0, lack.after && last < near.slots.count - 1)
      guard before || after else { return result }
      if before { first -= 1 }
      if after { last += 1 }
    }
  }

  /// The rows around one in its group; nil as well if rows of other groups are near.
  private func groupSlots(
    _ count: Int,
    around pivot: Int32,
    by rule: OrderRule,
    _ members: Members
  ) -> (group: Int32, slots: [Int32])? {
    guard let row = members.rows.slot(pivot).row,
      let group = members.groups?[pivot] ?? rule.grouping?.knownGroup(of: row)
    else { return nil }
    var counts = [Int](repeating: 0, count: KeyCoder.positions + 1)
    members.forEach(in: group) { position, _ in counts[position] += 1 }
    let range = Self.range(of: count, around: members.position(of: pivot), counts)
    var candidates = range.map { _ in Candidates(limit: nil) }
    members.forEach(in: group) { position, slot in
      guard range.contains(position) else { return }
      candidates[position - range.lowerBound].append(slot, members.rows.place(of: slot))
    }
    let all = Self.sorted(candidates.map(\.slots), from: range.lowerBound, rule, members.rows)
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
    var rows: FeedRows { arrangement.rows }

    func position(of slot: Int32) -> Int { positions[Int(codes[Int(slot)])] }

    func forEach(in group: Int32, _ body: (_ position: Int, Int32) -> Void) {
      if let groups {
        for slot in groups.slots(of: group) { body(position(of: slot), slot) }
      } else {
        arrangement.order?.forEach(in: arrangement.ranks(ofGroup: group)) { entry in
          if entry.isShown { body(position(of: entry.slot), entry.slot) }
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

/// Successive rows of an order in groups, all rows of which were read.
struct GroupedRows {
  private(set) var rule: OrderRule
  private(set) var totals = GroupTotals()
  /// The groups in order, each with the slots of at least one row.
  private(set) var groups: [(group: Int32, slots: [Int32])] = []

  private let rows: FeedRows
  private var tails: KeyTails
  private var entries: [OrderEntry] = []

  fileprivate init(_ rule: OrderRule, _ rows: FeedRows) {
    (self.rule, self.rows, tails) = (rule, rows, rule.tails(of: rows))
    self.rule.forgetGroups()
  }

  /// Reads all rows of some groups; returns whether they are not too many.
  fileprivate mutating func read(_ slots: [Int32], atMost limit: Int) -> Bool {
    guard entries.count + slots.count <= limit else { return false }
    for slot in slots {
      let content = rows.slot(slot)
      guard let row = content.row else { continue }
      let entered = rule.enter(row, slot: slot, place: content.place, &tails)
      totals.add(entered.summand, to: entered.entry.group)
      entries.append(entered.entry)
    }
    rule.settleGroups()
    return true
  }

  /// Takes over those of the rows read that are around one, or the first ones.
  ///
  /// - Returns: Whether there are too few before or after it; nil if it is not among them.
  fileprivate mutating func take(_ count: Int, around pivot: Int32?) -> (before: Bool, after: Bool)?
  {
    let comparison = EntryComparison(rule, rows, knowing: tails)
    entries.sort { comparison.precedes($0, $1) }
    var offsets = 0..<min(count, entries.count)
    var lack = (before: false, after: entries.count < count)
    if let pivot {
      guard let index = entries.firstIndex(where: { $0.slot == pivot }) else { return nil }
      offsets = max(0, index - count)..<min(entries.count, index + count + 1)
      lack = (index < count, entries.count - index <= count)
    }
    groups = []
    for entry in entries[offsets] {
      if groups.last?.group != entry.group { groups.append((entry.group, [])) }
      groups[groups.count - 1].slots.append(entry.slot)
    }
    return lack
  }
}
