@testable import Columns
@testable import Ordering
@testable import FeedSources
@testable import FeedStore
import FeedValues
import TableModel
import TerminalCore
import TestSupport
import Testing

@testable import ListViewApp
@testable import ListViewParts

private let count = 30_000

private func fixture() -> AppFixture {
  var fixture = AppFixture(
    columns: 100,
    lines: 24,
    configuration: App.Configuration(feedName: "t", start: .liveEdge)
  )
  let rows = (0..<count).map {
    #"{"id":"r\#($0)","state":"\#($0 % 7 == 3 ? "bad" : "good")","n":\#(($0 * 7_919) % 100_003)}"#
  }
  fixture.receive("[\(rows.joined(separator: ","))]\n")
  fixture.work()
  fixture.settle()
  return fixture
}

private func sorted() -> [String] {
  (0..<count).sorted { ($0 * 7_919) % 100_003 > ($1 * 7_919) % 100_003 }.map { "r\($0)" }
}

@Test func `a long list is sorted in slices, without delaying keys`() {
  var fixture = fixture()
  fixture.type(":sort -n")
  fixture.press(.enter)
  #expect(fixture.app.list.rearrangement != nil)
  #expect(fixture.app.table.rows.first?.id.description == "r0")
  fixture.app.advance(to: fixture.now)
  // A key moves the selection in the order that is still shown, and the title says what goes on.
  fixture.press(.character("j"), .character("j"))
  #expect(fixture.app.table.selection?.description == "r1")
  let share = fixture.app.list.arrangingPercentage ?? -1
  #expect((0..<100).contains(share))
  #expect(fixture.lines[0].contains(ListState.Text.arranging(share)))
  fixture.work()
  #expect(fixture.app.list.rearrangement == nil)
  #expect(fixture.app.table.rows.map(\.id.description) == sorted())
  #expect(fixture.app.table.selection?.description == "r1")
  fixture.settle()
  #expect(!fixture.lines[0].contains(ListState.Text.arranging(100)))
}

@Test func `a text is shown from its beginning in another order, and in its own again`() {
  for count in [300, count] {
    var fixture = AppFixture(columns: 100, lines: 24)
    let lines = (0..<count).map { "r\($0),\(($0 * 7_919) % 100_003)\n" }
    fixture.receive("id,n\n" + lines.joined())
    fixture.app.receive(fixture.decoder.reachEnd(isWhole: true), at: fixture.now)
    fixture.work()
    fixture.settle()
    // No row is selected.
    fixture.app.list.table.scroll(by: 40, at: fixture.now)
    fixture.settle()
    #expect(fixture.app.table.firstVisibleRow == 40)
    fixture.type(":sort -n")
    fixture.press(.enter)
    // Until it is sorted, the list stays where it is.
    #expect(count == 300 || fixture.app.table.firstVisibleRow == 40)
    fixture.work()
    fixture.settle()
    #expect(fixture.app.table.firstVisibleRow == 0)
    let first = (0..<count).max { ($0 * 7_919) % 100_003 < ($1 * 7_919) % 100_003 } ?? 0
    #expect(fixture.lines[2].contains(" r\(first) "))
    fixture.type("s0")
    fixture.work()
    fixture.settle()
    #expect(fixture.app.table.firstVisibleRow == 0 && fixture.lines[2].contains("r0 "))
  }
}

@Test func `a list of a few very long rows is searched, filtered and sorted in slices as well`() {
  let word = String(repeating: "lorem ipsum ", count: 30_000)
  let rows = (0..<32).map { #"{"id":"r\#($0)","n":\#($0 * 7 % 32),"text":"\#(word)\#($0)"}"# }
  var fixture = AppFixture(configuration: App.Configuration(feedName: "t", start: .liveEdge))
  fixture.receive("[\(rows.joined(separator: ","))]\n")
  fixture.work()
  fixture.settle()
  // One row is a slice.
  fixture.type("&ipsum")
  #expect(fixture.app.list.preview != nil)
  #expect(fixture.work() >= 30)
  #expect(fixture.app.table.rows.count == 32)
  fixture.type(" n=31")
  fixture.work()
  #expect(fixture.app.table.rows.map(\.id.description) == ["r9"])
  fixture.press(.escape)
  fixture.work()
  fixture.type(":sort n")
  fixture.press(.enter)
  #expect(fixture.app.list.rearrangement != nil)
  // Five rows are a slice.
  #expect(fixture.work() >= 6)
  let sorted = (0..<32).sorted { $0 * 7 % 32 < $1 * 7 % 32 }.map { "r\($0)" }
  #expect(fixture.app.table.rows.map(\.id.description) == sorted)
  fixture.type("/nosuch")
  #expect(fixture.app.find.search?.isCounted == false)
  #expect(fixture.work() >= 30)
  #expect(fixture.app.find.search?.isCounted == true)
}

@Test func `the first rows of another order of a long list are shown before the others`() {
  var fixture = fixture()
  func first(_ count: Int = 10) -> [String] {
    fixture.app.table.rows.prefix(count).map(\.id.description)
  }
  func readKeys() {
    for _ in 0..<100 where !fixture.app.list.showsPart { fixture.app.advance(to: fixture.now) }
  }
  fixture.type(":sort -n")
  fixture.press(.enter)
  // Header and title answer at once, while the title tells that the rows are not in that order yet.
  #expect(fixture.lines[0].contains("N ▼") && fixture.line(of: "N▼") != nil)
  var share = fixture.app.list.arrangingPercentage ?? -1
  #expect(fixture.lines[0].contains(ListState.Text.arranging(share)) && first(2) == ["r0", "r1"])
  readKeys()
  #expect(fixture.app.list.rearrangement != nil && first() == Array(sorted().prefix(10)))
  // Nothing is said of where they stand, which is not known of all rows that may be in view.
  #expect(fixture.lines.last?.contains(" of ") == false)
  share = fixture.app.list.arrangingPercentage ?? -1
  #expect(fixture.lines[0].contains(ListState.Text.arranging(share)))
  // Changes of the feed wait meanwhile, and the rows have their places in the end.
  fixture.receive(#"{"at":1,"op":"delete","id":"r0"}"# + "\n")
  fixture.work()
  #expect(fixture.app.list.rearrangement == nil)
  #expect(first(count) == sorted().filter { $0 != "r0" })
  // To invert it nothing is to be read.
  fixture.press(.character("I"))
  #expect(fixture.app.list.rearrangement != nil)
  #expect(first() == sorted().filter { $0 != "r0" }.suffix(10).reversed())
  // The order before is there again.
  fixture.press(.escape)
  #expect(fixture.app.list.rearrangement == nil)
  #expect(first(count) == sorted().filter { $0 != "r0" })
  fixture.type(":filter state=bad")
  fixture.press(.enter)
  #expect(fixture.app.list.rearrangement != nil)
  let bad = sorted().filter { Int($0.dropFirst()).map { $0 % 7 == 3 } ?? false }
  #expect(first() == Array(bad.prefix(10)))
  fixture.work()
  #expect(first(count) == bad)
}

@Test func `Esc cancels rearranging a long list`() {
  var fixture = fixture()
  let before = fixture.app.table.rows.map(\.id)
  for command in [":sort -n", ":group state", ":filter state=bad"] {
    fixture.type(command)
    fixture.press(.enter)
    #expect(fixture.app.list.rearrangement != nil, "\(command)")
    fixture.app.advance(to: fixture.now)
    fixture.press(.escape)
    #expect(fixture.app.list.rearrangement == nil && fixture.app.filter == nil, "\(command)")
    fixture.work()
    #expect(fixture.app.table.rows.map(\.id) == before, "\(command)")
    #expect(
      fixture.app.list.arrangement.sort == nil && fixture.app.list.arrangement.grouping == nil
    )
  }
}

@Test func `changes requested while rearranging are combined`() {
  var fixture = fixture()
  for command in [":sort -n", ":filter state=bad", ":group state"] {
    fixture.type(command)
    fixture.press(.enter)
    fixture.app.advance(to: fixture.now)
  }
  fixture.receive(#"{"id":"r3","state":"bad","n":200000}"# + "\n")
  fixture.work()
  let bad = sorted().filter { Int($0.dropFirst()).map { $0 % 7 == 3 && $0 != 3 } ?? false }
  #expect(fixture.app.table.rows.map(\.id.description) == ["r3"] + bad)
  #expect(fixture.app.table.sections.count == 1)
}

@Test func `pins and marks set while rearranging are kept`() {
  var fixture = fixture()
  fixture.press(.character("j"), .character("v"))
  fixture.type(":sort -n")
  fixture.press(.enter)
  fixture.app.advance(to: fixture.now)
  fixture.press(.character("p"))
  let pinned = fixture.app.list.arrangement.pins.map(\.row.id)
  #expect(pinned.count == 1)
  fixture.work()
  #expect(fixture.app.list.arrangement.pins.map(\.row.id) == pinned)
  #expect(fixture.app.list.arrangement.markedCount == 1)
  let others = sorted().filter { $0 != pinned.first?.description }
  #expect(fixture.app.table.rows.map(\.id.description) == others)
}

@Test func `a list that becomes short while rearranging gets the last requested arrangement`() {
  var fixture = fixture()
  fixture.type(":sort -n")
  fixture.press(.enter)
  fixture.app.advance(to: fixture.now)
  let gone = (100..<count).map { #"{"at":1,"op":"delete","id":"r\#($0)"}"# }
  fixture.receive(gone.joined(separator: "\n") + "\n")
  #expect(fixture.app.list.rearrangement != nil && fixture.app.table.rows.count == 100)
  fixture.type(":filter state=bad")
  fixture.press(.enter)
  fixture.work()
  let bad = sorted().filter { id in
    Int(id.dropFirst()).map { $0 < 100 && $0 % 7 == 3 } ?? false
  }
  #expect(fixture.app.table.rows.map(\.id.description) == bad)
  #expect(fixture.app.list.rearrangement == nil && fixture.app.filter?.text == "state=bad")
}

@Test func `the first groups of a long list are shown before the others, with their counts`() {
  for (keys, direction) in [(":group state", ""), (":group state", ":sort -n"), ("b", "")] {
    var fixture = fixture()
    if !direction.isEmpty {
      fixture.type(direction)
      fixture.press(.enter)
      fixture.work()
    }
    fixture.type(keys)
    // `b` offers the columns, the third of which is the state.
    if keys == "b" { fixture.press(.right, .right) }
    func rows() -> [String] {
      let frame = fixture.app.frame(at: fixture.now + .seconds(60)).buffer
      // The scroll bar does not know yet how long the list is.
      return (1..<frame.size.lines - 1).map { String(frame.text(line: $0).dropLast()) }
    }
    fixture.press(.enter)
    for _ in 0..<100 where !fixture.app.list.showsPart { fixture.app.advance(to: fixture.now) }
    #expect(fixture.app.list.rearrangement != nil && fixture.app.list.showsPart)
    let first = rows()
    fixture.work()
    #expect(fixture.app.list.rearrangement == nil && fixture.app.table.sections.count == 2)
    #expect(first == rows(), "\(keys), \(direction)")
  }
}

@Test(arguments: [nil, "-n"] as [String?])
func `one row that takes the room of thousands evicts them, wherever they are shown`(
  sort: String?
) throws {
  let limit = RowLimit(bytes: 1_000_000)
  var configuration = App.Configuration(feedName: "t", start: .liveEdge, limit: limit)
  configuration.viewOptions = ViewOptions(sort: sort)
  var fixture = AppFixture(columns: 100, lines: 24, configuration: configuration)
  let texts = (0..<7_000).map { #"{"id":\#($0),"n":\#($0 * 7_919 % 10_007)}"# }
  fixture.receive(texts.joined(separator: "\n") + "\n")
  fixture.settle()
  let large = #"{"id":7000,"n":3,"text":"\#(String(repeating: "x", count: 900_000))"}"#
  fixture.receive(large + "\n")
  fixture.settle()
  // The newest rows that fit.
  var (ids, bytes) = ([7_000], large.utf8.count + RowLimit.overhead)
  for (id, text) in texts.enumerated().reversed() {
    bytes += text.utf8.count + RowLimit.overhead
    guard bytes <= limit.bytes else { break }
    ids.append(id)
  }
  #expect((100..<1_500).contains(ids.count))
  if sort != nil {
    let number = { $0 == 7_000 ? 3 : $0 * 7_919 % 10_007 }
    ids.sort { number($0) > number($1) }
  }
  #expect(fixture.app.table.rows.map(\.id.description) == ids.map(String.init))
  #expect(fixture.app.table.lastBatch.deletions == 7_001 - ids.count)
}

/// Of few values most rows have the same, so that their order in the feed decides.
@Test(arguments: ["n", "-n", "label", "-label"])
func `a long order of few values is inverted again and again while rows change`(sort: String) {
  var fixture = AppFixture(
    columns: 100,
    lines: 24,
    configuration: App.Configuration(feedName: "t", start: .liveEdge)
  )
  var random = SeededGenerator(seed: 5)
  var order = (0..<21_000).map { "r\($0)" }
  var numbers = [String: Int](
    uniqueKeysWithValues: order.map { ($0, Int.random(in: 0..<5, using: &random)) }
  )
  // The labels compare like the numbers, and begin alike.
  func text(_ id: String, _ n: Int) -> String {
    #"{"id":"\#(id)","label":"a label of kind \#(n)","n":\#(n)}"#
  }
  fixture.receive("[\(order.map { text($0, numbers[$0] ?? 0) }.joined(separator: ","))]\n")
  fixture.work()
  var added = 0
  func change(_ fixture: inout AppFixture) {
    var changes = ""
    for _ in 0..<40 {
      let n = Int.random(in: 0..<5, using: &random)
      let index = Int.random(in: order.indices, using: &random)
      var id = order[index]
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        id = "new\(added)"
        added += 1
        order.insert(id, at: 0)
      case 1:
        order.remove(at: index)
        changes += #"{"at":1,"op":"delete","id":"\#(id)"}"# + "\n"
        continue
      default: break
      }
      numbers[id] = n
      changes += text(id, n) + "\n"
    }
    fixture.receive(changes)
  }
  fixture.type(":sort \(sort)")
  fixture.press(.enter)
  fixture.work()
  for step in 0..<12 {
    fixture.press(.character("I"))
    for _ in 0..<Int.random(in: 0..<4, using: &random) {
      fixture.app.advance(to: fixture.now)
      change(&fixture)
    }
    if step % 3 < 2 {
      change(&fixture)
      fixture.work()
    }
    for _ in 0..<3 { change(&fixture) }
  }
  fixture.work()
  let isDescending = fixture.app.list.arrangement.sort?.isDescending ?? false
  let rows = order.enumerated().map { (id: $1, n: numbers[$1] ?? 0, offset: $0) }
  let sorted = rows.sorted { a, b in
    a.n == b.n ? a.offset < b.offset : (a.n < b.n) != isDescending
  }
  #expect(fixture.app.table.rows.map(\.id.description) == sorted.map(\.id))
}

@Test func `groups that are due to be ordered do not keep a preview of a filter busy`() {
  var fixture = fixture()
  fixture.type(":group state by count")
  fixture.press(.enter)
  fixture.work()
  fixture.type("&state=bad")
  fixture.receive(#"{"id":"r0","state":"bad"}"# + "\n")
  fixture.now += .seconds(20)
  // The work that is due comes to an end, whatever is on the screen.
  let turns = fixture.work()
  #expect(turns < 10_000 && fixture.app.nextInstant.map { $0 > fixture.now } ?? true)
}
