@testable import Columns
@testable import FeedStore
import FeedValues
import TableModel
import TerminalCore
import Testing

@testable import ListViewApp
@testable import ListViewParts

/// So many rows that a filter is tried out on them in slices; of every seven one is bad.
private func many(_ range: Range<Int>) -> String {
  let rows = range.map {
    #"{"id":"r\#($0)","state":"\#($0 % 7 == 3 ? "bad" : "good")","n":\#(($0 * 7_919) % 100_003)}"#
  }
  return "[\(rows.joined(separator: ","))]\n"
}

private let count = 60_000

private func fixture() -> AppFixture {
  var fixture = AppFixture(
    columns: 80,
    lines: 24,
    configuration: App.Configuration(feedName: "t", start: .liveEdge)
  )
  fixture.receive(many(0..<count))
  fixture.work()
  return fixture
}

private var bad: [String] { (0..<count).filter { $0 % 7 == 3 }.map { "r\($0)" } }

extension AppFixture {
  fileprivate var ids: [String] { app.table.rows.map(\.id.description) }
}

@Test func `a filter is previewed on any number of rows, a slice at a time`() {
  var fixture = fixture()
  fixture.type("&state=bad")
  // The first screen is there with the last key, and not all rows were looked at.
  #expect(fixture.line(of: "r3 ") == 2 && fixture.line(of: "r10 ") == 3)
  #expect(fixture.line(of: "r4 ") == nil)
  #expect(fixture.lines[23].hasSuffix("…"))
  let turns = fixture.work()
  #expect(turns >= count / 1_024 - 2)
  #expect(
    fixture.ids == bad
      && fixture.lines[23].hasSuffix(TitleBar.Text.rowCounts(8_571, of: 60_000, columns: 80))
  )
  #expect(fixture.app.nextInstant == nil)
  fixture.press(.enter)
  #expect(fixture.ids == bad && fixture.app.filter?.text == "state=bad")
}

@Test func `Esc cancels the preview of a long list, at any time`() {
  for letters in 1...9 {
    var fixture = fixture()
    fixture.press(.character("G"))
    fixture.settle()
    let before = fixture.buffer
    fixture.type(String("&state=bad".prefix(letters + 1)))
    for _ in 0..<letters { fixture.app.advance(to: fixture.now) }
    fixture.press(.escape)
    fixture.work()
    fixture.settle()
    #expect(fixture.buffer == before, "\(letters)")
    #expect(fixture.app.table.rows.count == count && fixture.app.list.preview == nil)
  }
}

@Test func `a preview keeps the chosen order`() {
  var fixture = fixture()
  fixture.type(":sort -n")
  fixture.press(.enter)
  fixture.work()
  fixture.type("&state=bad")
  fixture.work()
  let expected = (0..<count).filter { $0 % 7 == 3 }
    .sorted { ($0 * 7_919) % 100_003 > ($1 * 7_919) % 100_003 }.map { "r\($0)" }
  #expect(fixture.ids == expected)
  // The selected row is found again.
  fixture.press(.enter)
  fixture.work()
  fixture.press(.character("j"), .character("j"))
  let selected = fixture.app.table.selection?.description
  fixture.type("&")
  fixture.press(.control("u"))
  fixture.work()
  #expect(fixture.app.table.rows.count == count)
  #expect(fixture.app.table.selection?.description == selected)
}

@Test func `rows that arrive during a preview are found as well`() {
  var fixture = fixture()
  fixture.type("&state=bad")
  fixture.work()
  fixture.receive(many(0..<count + 14))
  #expect(fixture.ids == bad)
  fixture.now += .seconds(2)
  fixture.work()
  #expect(fixture.ids == bad + more)
  fixture.press(.enter)
  #expect(fixture.ids == bad + more)
}

private var more: [String] { (count..<count + 14).filter { $0 % 7 == 3 }.map { "r\($0)" } }
