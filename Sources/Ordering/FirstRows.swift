import Columns
internal import FeedStore
package import FeedValues
internal import RowTree
internal import Searching
package import TableModel

/// The first rows of an order, or those around one, whose other rows are not known yet.
package struct FirstRows: Sendable {
  package let content: TableContent<Row>
  /// The contents of the section headers, which tell of all rows.
  package private(set) var groups: [SectionID: GroupSummary] = [:]

  /// Creates the content of a table without groups.
  init(_ slots: [Int32], of rows: FeedRows) {
    content = TableContent(TableRows(Slots(rows: rows, slots: slots)))
  }

  /// Creates the content of a table with groups; nil if one of them is collapsed.
  ///
  /// - Parameters:
  ///   - entries: The entries of the rows, in order.
  ///   - rows: The rows.
  ///   - grouping: The groups.
  ///   - totals: The totals in their headers.
  ///   - isCollapsed: Whether only the header of a section is shown.
  init?(
    _ entries: [OrderEntry],
    of rows: FeedRows,
    _ grouping: Grouping,
    _ totals: GroupTotals,
    isCollapsed: (SectionID) -> Bool
  ) {
    var sections: [(number: Int, count: Int)] = []
    for entry in entries {
      if sections.last?.number == Int(entry.group) {
        sections[sections.count - 1].count += 1
        continue
      }
      let group = grouping.groups[Int(entry.group)]
      guard !isCollapsed(group.section), let sample = rows.slot(entry.slot).row else { return nil }
      sections.append((Int(entry.group), 1))
      groups[group.section] = GroupSummary(
        value: group.value,
        sample: sample,
        count: totals.count(of: entry.group),
        sums: totals.sums(of: entry.group, grouping),
        summed: grouping.summed?.title
      )
    }
    let slots = Slots(rows: rows, slots: entries.map(\.slot))
    content = TableContent(TableRows(slots), sections: SectionList(sections, grouping))
  }

  /// Some rows of the feed.
  private struct Slots: RowSource {
    let rows: FeedRows
    let slots: [Int32]

    var count: Int { slots.count }

    subscript(offset: Int) -> Row { rows.row(in: slots[offset]) }

    func handle(at offset: Int) -> Int { Int(slots[offset]) }

    func offset(ofHandle handle: Int) -> Int? { slots.firstIndex { Int($0) == handle } }
  }
}

/// Selects rows before the order is complete.
extension OrderBuilder {
  /// The entries of some successive rows that are shown, to be called while ``isSelectable``.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - pivot: The slot around which they are, as many before as after; nil for the first ones.
  ///   - offset: Its offset in the known order; nil if there is none.
  /// - Returns: The entries in order, with their groups; nil if they cannot be told yet, or the pivot is not shown.
  /// - Complexity: O(*n*) if rows had to be read for the order, otherwise O(*k* log *n*) for *k* rows.
  func firstEntries(_ count: Int, around pivot: Int32?, at offset: Int?) -> [OrderEntry]? {
    guard isSelectable else { return nil }
    if stage == .building { return orderedEntries(count, around: pivot) }
    let center = pivot.flatMap { entry(ofSlot: $0) }
    guard pivot == nil || center?.isShown == true else { return nil }
    let comparison = EntryComparison(rule, rows, knowing: tails)
    var nearest = NearestEntries(count, around: center, by: comparison)
    if let known {
      guard rule.frozen == nil, pivot == nil || offset != nil,
        let offsets = nearOffsets(count, around: center, offset, in: known)
      else { return nil }
      for offset in offsets.joined() {
        nearest.insert(marked(known.order[known.order.rank(ofShown: offset)], from: known))
      }
    } else {
      for var entry in merge.elements where entry.isShown {
        if distributes { entry.group = Int32(marks[Int(entry.slot)] >> 1) }
        nearest.insert(entry)
      }
    }
    return nearest.entries
  }

  /// Takes the entries out of those of all rows, which are in order.
  private func orderedEntries(_ count: Int, around pivot: Int32?) -> [OrderEntry]? {
    let entries = distributes ? distribution.entries : merge.elements
    guard let pivot else { return Array(entries.lazy.filter(\.isShown).prefix(count)) }
    guard let index = entries.firstIndex(where: { $0.slot == pivot }), entries[index].isShown
    else { return nil }
    let before = entries[..<index].lazy.reversed().filter(\.isShown).prefix(count)
    return before.reversed() + entries[index...].lazy.filter(\.isShown).prefix(count + 1)
  }

  private func entry(ofSlot slot: Int32) -> OrderEntry? {
    let content = rows.slot(slot)
    return content.row.map { rule.knownEntry(of: $0, slot: slot, place: content.place) }
  }

  /// The offsets in the known order among which are those of the nearest rows; nil if they cannot be told.
  private func nearOffsets(
    _ count: Int,
    around center: OrderEntry?,
    _ offset: Int?,
    in known: ReusableOrder
  ) -> [Range<Int>]? {
    if known.isInOrder {
      return known.nearOffsets(count, around: offset) { rule.haveEqualKeys($0, $1, in: rows) }
    }
    guard known.isSorted || known.isSplit && !known.isFlipped else { return nil }
    // Each range is in the order wanted.
    return known.offsets.map { offsets in
      let middle = center.map { center in
        offsets.partitioningIndex { offset in
          let entry = known.order[known.order.rank(ofShown: offset)]
          return !rule.precedes(marked(entry, from: known), center, in: rows)
        }
      }
      let start = middle ?? offsets.lowerBound
      return max(offsets.lowerBound, start - count)..<min(offsets.upperBound, start + count + 1)
    }
  }
}

/// Keeps the first entries of an order, or those that are nearest to one of them.
private struct NearestEntries {
  private let count: Int
  private let pivot: OrderEntry?
  private let comparison: EntryComparison
  private var before: [OrderEntry] = []
  private var after: [OrderEntry] = []
  /// The farthest entries on either side that are kept, once there are enough.
  private var first: OrderEntry?
  private var last: OrderEntry?

  /// The number of entries beyond those kept that are gathered before they are sorted.
  private static let slack = 256

  init(_ count: Int, around pivot: OrderEntry?, by comparison: EntryComparison) {
    (self.count, self.pivot, self.comparison) = (count, pivot, comparison)
  }

  /// Adds an entry, that of the pivot as well.
  mutating func insert(_ entry: OrderEntry) {
    if let pivot, comparison.precedes(entry, pivot) {
      if let first, comparison.precedes(entry, first) { return }
      before.append(entry)
      if before.count >= count + Self.slack { sort() }
    } else {
      if let last, comparison.precedes(last, entry) { return }
      after.append(entry)
      if after.count > count + Self.slack { sort() }
    }
  }

  /// Sorts the entries, and drops those that are too many.
  private mutating func sort() {
    before.sort { comparison.precedes($0, $1) }
    after.sort { comparison.precedes($0, $1) }
    // The pivot is the first of those that follow.
    let most = pivot == nil ? count : count + 1
    before.removeFirst(max(0, before.count - count))
    after.removeLast(max(0, after.count - most))
    if before.count == count { first = before.first }
    if after.count == most { last = after.last }
  }

  /// The entries that are kept, in order.
  var entries: [OrderEntry] {
    var result = self
    result.sort()
    return result.before + result.after
  }
}

extension ReusableOrder {
  /// For each range, the offsets of the rows shown.
  fileprivate var offsets: [Range<Int>] {
    stretches.map { stretch in
      let (start, end) = (stretch.ranks.lowerBound, stretch.ranks.upperBound)
      return order.summary(before: start).count..<order.summary(before: end).count
    }
  }

  /// The offsets of the rows nearest to one, if reading the ranges yields the order wanted.
  ///
  /// Of a range that is read backwards, rows with equal keys keep their order.
  ///
  /// - Parameters:
  ///   - count: The number of rows on either side.
  ///   - offset: The offset of the row around which they are; nil for the first ones.
  ///   - haveEqualKeys: Whether two entries have equal keys.
  /// - Returns: The offsets, in no particular order.
  fileprivate func nearOffsets(
    _ count: Int,
    around offset: Int?,
    haveEqualKeys: (OrderEntry, OrderEntry) -> Bool
  ) -> [Range<Int>] {
    typealias Part = (offsets: Range<Int>, isReversed: Bool)
    func areEqual(_ offset: Int, _ other: Int) -> Bool {
      haveEqualKeys(order[order.rank(ofShown: offset)], order[order.rank(ofShown: other)])
    }
    var result: [Range<Int>] = []
    func collect(_ parts: [Part], isBefore: Bool) {
      var missing = count
      for (offsets, isReversed) in parts {
        var rest = offsets
        while missing > 0, !rest.isEmpty {
          var run = rest
          if isReversed, isBefore {
            run = rest.lowerBound..<rest.partitioningIndex { !areEqual($0, rest.lowerBound) }
          } else if isReversed {
            run = rest.partitioningIndex { areEqual($0, rest.upperBound - 1) }..<rest.upperBound
          }
          rest = isBefore ? run.upperBound..<rest.upperBound : rest.lowerBound..<run.lowerBound
          result.append(isBefore ? run.suffix(missing) : run.prefix(missing))
          missing -= run.count
        }
      }
    }
    let parts = zip(offsets, stretches).map { Part($0, $1.isReversed) }
    var (before, after): ([Part], [Part]) = ([], parts)
    if let offset, let index = parts.firstIndex(where: { $0.offsets.contains(offset) }) {
      (before, after) = (parts[..<index].reversed(), Array(parts[(index + 1)...]))
      let (all, isReversed) = parts[index]
      var own = all
      if isReversed {
        let start = (all.lowerBound..<offset).partitioningIndex { areEqual($0, offset) }
        own = start..<(offset..<all.upperBound).partitioningIndex { !areEqual($0, offset) }
        before.insert((own.upperBound..<all.upperBound, true), at: 0)
        after.insert((all.lowerBound..<own.lowerBound, true), at: 0)
      }
      result.append(max(own.lowerBound, offset - count)..<min(own.upperBound, offset + count + 1))
    }
    collect(after, isBefore: false)
    collect(before, isBefore: true)
    return result
  }
}
