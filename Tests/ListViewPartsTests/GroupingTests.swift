@testable import Ordering
@testable import Columns
import FeedSources
import FeedStore
import FeedValues
import TableModel
import TestSupport
import Testing

@testable import ListViewParts

private let column = Column(
  title: "GROUP",
  paths: [FieldPath("group")],
  format: .text,
  naturalWidth: 8,
  weight: 50,
  isQuiet: false
)

/// A number whose text compares as it does.
private func text(_ number: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: 14 - digits.count) + digits
}

extension Grouping {
  fileprivate mutating func add(_ numbers: some Sequence<Int>) {
    let lines = numbers.map { #"{"id":\#($0),"group":"\#(text($0))"}"# + "\n" }.joined()
    var decoder = FeedDecoder(key: [FieldPath("id")])
    var player = Player(start: .liveEdge)
    player.receive(decoder.append(Array(lines.utf8)), at: .now)
    _ = player.advance(to: .now)
    for row in player.rows {
      _ = column.value(of: row)?.withFound { group(of: $0, in: row) }
    }
  }
}

@Test(arguments: [1, 40, 1_500, 70_000], [false, true])
func `groups that come later find their places`(count: Int, isDescending: Bool) {
  var random = SeededGenerator(seed: UInt64(count))
  var grouping = Grouping(by: column, order: .text, summing: nil)
  grouping.setDescending(isDescending)
  let limit = 1 << 44
  var numbers = Set((0..<count).map { _ in Int.random(in: limit / 4..<limit / 2, using: &random) })
  grouping.add(numbers)
  grouping.settle()
  // At both ends, anywhere, and ever closer to the same group.
  for step in 1...60 {
    let new = [
      limit / 2 + step, limit / 4 - step, Int.random(in: 0..<limit, using: &random),
      limit / 4 + (limit >> (3 + step % 42)),
    ]
    let added = new.filter { numbers.insert($0).inserted }
    grouping.add(added)
    grouping.settle()
  }
  let expected = numbers.sorted().map(text)
  let found = grouping.sorted.compactMap { grouping.groups[Int($0)].value }
  #expect(found == (isDescending ? expected.reversed() : expected))

  var rule = OrderRule()
  rule.setGrouping(grouping)
  rule.setSort(nil)
  let comparison = EntryComparison(rule, FeedRows(), knowing: KeyTails())
  let sorted = rule.grouping?.sorted ?? []
  var entries = sorted.prefix(2_000).enumerated().map { rank, group in
    let number = UInt64.random(in: 0..<(.max), using: &random)
    return OrderEntry(
      words: KeyWords(number: number),
      place: Int64(rank) << 31,
      slot: Int32(rank),
      group: group,
      isShown: true
    )
  }
  let inOrder = entries.map(\.group)
  entries.shuffle(using: &random)
  entries.sort { comparison.precedes($0, $1) }
  #expect(entries.map(\.group) == inOrder)
}

@Test func `totals tell which sections come, go and change`() {
  var random = SeededGenerator(seed: 3)
  var totals = GroupTotals()
  var counts = [Int](repeating: 0, count: 40)
  for _ in 0..<300 {
    let before = counts
    for _ in 0..<Int.random(in: 0..<12, using: &random) {
      let group = Int.random(in: 0..<40, using: &random)
      let isRemoved = counts[group] > 0 && Bool.random(using: &random)
      counts[group] += isRemoved ? -1 : 1
      totals.add(nil, to: Int32(group), isRemoved: isRemoved)
    }
    let changes = totals.takeChanges().sorted { $0.section < $1.section }
    let expected = counts.indices.filter { counts[$0] != before[$0] }
    #expect(changes.map(\.section) == expected)
    for change in changes {
      #expect(change.old ?? 0 == before[change.section] && change.old != 0)
      #expect(change.new ?? 0 == counts[change.section] && change.new != 0)
    }
  }
}
