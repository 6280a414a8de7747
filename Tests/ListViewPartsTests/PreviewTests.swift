@testable import Ordering
import FeedValues
import TableModel
import Testing

@testable import ListViewParts

private let count = 5_000
private let numbers = rows(
  "[\((0..<count).map { #"{"id":\#($0),"n":\#($0 * 7_919 % 10_007)}"# }.joined(separator: ","))]"
)

private func number(_ row: Row) -> Int { row.value.member("n").flatMap { Int($0.string) } ?? -1 }

@Test func `a preview finds in slices what a filter of all rows finds, in display order`() throws {
  let shown = context(showing: columns(of: numbers))
  for isSorted in [false, true] {
    var list = ListState(height: 10, motion: .none, options: ViewOptions())
    list.show(
      update(numbers),
      isReload: true,
      isNews: false,
      at: shown.instant
    )
    if isSorted { _ = list.sort(by: shown.column(named: "n"), in: shown) }
    // Numbers are sorted from the greatest at first.
    let order = isSorted ? numbers.sorted { number($0) > number($1) } : numbers
    let expected = order.filter { number($0) % 7 == 3 }
    var preview = list.arrangement.preview({ number($0) % 7 == 3 }, at: start)
    var shownCounts: [Int] = []
    var turns = 0
    while preview.nextInstant != nil {
      let isWorthShowing = preview.advance(height: 10, at: start)
      if isWorthShowing { shownCounts.append(preview.count) }
      turns += 1
      try #require(turns < 100)
    }
    #expect(turns > 1 && preview.isComplete && preview.count == expected.count)
    // The first screen is shown before all rows were examined, and everything at the end.
    #expect(try #require(shownCounts.first) < expected.count && shownCounts.last == expected.count)
    #expect(Array(preview.content.rows) == expected)
  }
}
