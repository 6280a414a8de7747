@testable import Ordering
@testable import Columns
import FeedSources
import FeedStore
import FeedValues
import TableModel
import TestSupport
import Testing

@testable import ListViewParts

/// A choice of the user, by chance.
private struct Choice: CustomStringConvertible {
  var sort: String?
  var isDescending = false
  /// A column that decides between rows with equal values, and its direction.
  var further: String?
  var isFurtherDescending = false
  var group: String?
  var filter: String?

  init(using random: inout SeededGenerator) {
    sort = [nil, "few", "many", "text"].randomElement(using: &random) ?? nil
    isDescending = sort != nil && Bool.random(using: &random)
    let others = ["few", "many", "text", "kind"].filter { $0 != sort }
    if sort != nil, Bool.random(using: &random) {
      further = others.randomElement(using: &random) ?? nil
    }
    isFurtherDescending = further != nil && Bool.random(using: &random)
    group = [nil, nil, "few", "kind", "many"].randomElement(using: &random) ?? nil
    filter = [nil, nil, "a", "rare"].randomElement(using: &random) ?? nil
  }

  var description: String {
    "\(sort ?? "unsorted")\(isDescending ? " ▼" : "")"
      + " \(further ?? "")\(isFurtherDescending ? " ▼" : "") by \(group ?? "none"), \(filter ?? "all")"
  }

  private static func order(_ name: String) -> ValueOrder {
    ["text", "kind"].contains(name) ? .text : .number
  }

  /// Whether rows have the same keys, to which the direction of one column does not belong.
  func hasSameKeys(as other: Choice) -> Bool {
    let areSame =
      further == nil
      || isDescending == other.isDescending && isFurtherDescending == other.isFurtherDescending
    return sort == other.sort && further == other.further && areSame
  }

  private func shows(_ row: Row) -> Bool {
    filter == nil || row.value.member("kind")?.string == filter
  }

  func apply(to arrangement: inout Arrangement, from other: Choice? = nil) {
    if sort != other?.sort || isDescending != other?.isDescending || further != other?.further
      || isFurtherDescending != other?.isFurtherDescending
    {
      let names = [(sort, isDescending), (further, isFurtherDescending)]
      let keys = names.compactMap { name, isDescending in
        name.map {
          Arrangement.Sort.Key(
            column: column($0),
            order: Self.order($0),
            isDescending: isDescending
          )
        }
      }
      arrangement.setSort(Arrangement.Sort(keys))
    }
    if group != other?.group {
      arrangement.setGrouping(
        group.map { Grouping(by: column($0), order: Self.order($0), summing: column("few")) }
      )
    }
    if filter != other?.filter {
      let choice = self
      let isShown: @Sendable (Row) -> Bool = { choice.shows($0) }
      arrangement.setFilter(filter == nil ? nil : isShown)
    }
  }

  /// All rows shown, sorted by comparing complete keys.
  func sorted(_ rows: FeedRows) -> [Row] {
    func key(_ row: Row, _ name: String?) -> SortKey {
      name.map { Self.order($0).key(of: row, in: column($0)) } ?? SortKey(number: 0)
    }
    /// Whether a key precedes another; nil if they are equal.
    func precedes(_ left: SortKey, _ right: SortKey, _ isDescending: Bool) -> Bool? {
      if left.equals(right) { return nil }
      return left.precedes(right) != (isDescending && !left.isMissing && !right.isMissing)
    }
    struct Entry {
      let row: Row
      let group: SortKey
      let key: SortKey
      let further: SortKey
      let offset: Int
    }
    let shown = rows.filter { shows($0) }
    let entries = shown.enumerated().map { offset, row in
      Entry(
        row: row,
        group: key(row, group),
        key: key(row, sort),
        further: key(row, further),
        offset: offset
      )
    }
    let areGroupsDescending = isDescending && sort == group
    let sorted = entries.sorted { left, right in
      if let isLess = precedes(left.group, right.group, areGroupsDescending) { return isLess }
      if let isLess = precedes(left.key, right.key, isDescending) { return isLess }
      if let isLess = precedes(left.further, right.further, isFurtherDescending) { return isLess }
      return left.offset < right.offset
    }
    return sorted.map(\.row)
  }
}

/// Rows some of which have left, so that their places are not in the order of their slots.
private func rows(_ count: Int, using random: inout SeededGenerator) -> FeedRows {
  var (text, list) = ("", RowList())
  for _ in 0..<count {
    let id = Int.random(in: 0..<count / 2, using: &random)
    if Int.random(in: 0..<6, using: &random) == 0 {
      text += #"{"at":1,"op":"delete","id":\#(id)}"# + "\n"
      continue
    }
    let (few, many) = (
      Int.random(in: 0..<5, using: &random), Int.random(in: 0..<1_000, using: &random)
    )
    let isRare = Int.random(in: 0..<200, using: &random) == 0
    let kind = isRare ? "rare" : ["a", "b", "c"][few % 3]
    let isMissing = Int.random(in: 0..<20, using: &random) == 0
    let values = isMissing ? "" : #","few":\#(few),"many":\#(many)"#
    text += #"{"id":\#(id),"kind":"\#(kind)"\#(values),"text":"Section \#(few) of the office of"#
    text += #" things, room \#(many % 50)"}"# + "\n"
  }
  var decoder = FeedDecoder(key: [FieldPath("id")])
  for item in decoder.append(Array(text.utf8)) { list.apply(item) }
  return list.rows
}

@Test(arguments: 1...40 as ClosedRange<UInt64>)
func `the first rows, and those around any, are those of sorting everything`(seed: UInt64) throws {
  var random = SeededGenerator(seed: seed)
  let rows = rows(3_000, using: &random)
  let slices = OrderBuilder.Slices(
    reading: 100,
    sorting: 300,
    taking: 200,
    merging: 300,
    building: 400
  )
  for step in 0..<10 {
    let before = Choice(using: &random)
    var live = Arrangement()
    _ = live.update(FeedUpdate(rows: rows, changes: .otherList), isContentEqual: { $0 == $1 })
    before.apply(to: &live)
    var wanted = Choice(using: &random)
    // Often the same order is inverted, and nothing else changes.
    if step % 3 == 0, before.sort != nil {
      wanted = before
      wanted.isDescending.toggle()
    }
    let expected = wanted.sorted(rows)
    guard !expected.isEmpty else { continue }
    let count = Int.random(in: 1...60, using: &random)
    let index = Bool.random(using: &random) ? expected.indices.randomElement(using: &random) : nil
    let pivot = try index.map { index in
      try #require(
        (0..<Int32(rows.slotCount)).first { rows.slot($0).row?.id == expected[index].id }
      )
    }
    let place: Comment = "seed \(seed), step \(step): \(before) → \(wanted), around \(index ?? -1)"
    var work = Rearrangement(of: live, following: nil, at: .now, slices: slices) {
      wanted.apply(to: &$0, from: before)
    }
    var first: FirstRows?
    while first == nil, !work.isDone {
      first = work.firstRows(count, around: pivot, after: live) { _ in false }
      work.advance(at: .now)
    }
    // Of an order that is taken over with another filter the last row is known as soon as the first one.
    let hadOrder = before.sort != nil || before.group != nil || before.filter != nil
    let isFiltered = wanted.group == before.group && wanted.filter != before.filter
    let isIdentity = wanted.sort == nil && wanted.group == nil && wanted.filter == nil
    let isAtOnce = isIdentity || hadOrder && wanted.hasSameKeys(as: before) && isFiltered
    #expect((first == nil) == isAtOnce, place)
    guard let first else { continue }
    let near = index.map { max(0, $0 - count)..<min(expected.count, $0 + count + 1) }
    let shown = expected[near ?? 0..<min(count, expected.count)]
    #expect(first.content.rows.map(\.id) == shown.map(\.id), place)
    #expect((first.content.sections != nil) == (wanted.group != nil), place)
  }
}
