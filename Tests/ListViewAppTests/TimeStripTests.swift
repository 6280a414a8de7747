@testable import Ordering
@testable import Columns
import FeedValues
import TerminalCore
import TestSupport
import Testing

@testable import ListViewApp
@testable import ListViewParts

/// Requests a few seconds apart, some of which fail.
private func requests(_ numbers: Range<Int>) -> String {
  numbers.map { number in
    let seconds = 1_795_860_000 + number * 7
    let status = number % 10 == 3 ? "failed" : "done"
    return #"{"id":"r\#(number)","created":\#(seconds),"status":"\#(status)"}"# + "\n"
  }.joined()
}

extension AppFixture {
  fileprivate init(of text: String) {
    self.init(columns: 100, lines: 24, summary: .automatic)
    receive(text)
    work()
    settle()
  }

  fileprivate mutating func mouse(_ kind: MouseEvent.Kind, column: Int) {
    let line = app.layout.strip ?? -1
    _ = app.handle(.mouse(MouseEvent(kind: kind, column: column, line: line)), at: now)
    work()
    settle()
  }

  /// The number of rows and of failed ones in each second on the screen.
  fileprivate var counted: [Int: TimeHistogram.Bin] {
    var bins: [Int: TimeHistogram.Bin] = [:]
    for row in Array(app.list.arrangement.filteredRows) {
      guard let seconds = row.value[FieldPath("created")].flatMap({ Int($0.string) }) else {
        continue
      }
      let isFailed = row.value[FieldPath("status")]?.string == "failed"
      bins[seconds, default: TimeHistogram.Bin()] += TimeHistogram.Bin(
        count: 1,
        errors: isFailed ? 1 : 0
      )
    }
    return bins
  }
}

@Test func `a span of time is selected above the table, with keys or the mouse`() throws {
  var fixture = AppFixture(of: requests(0..<400))
  // Newer rows are at the top: 46 minutes from 10:00 on.
  let line = try #require(fixture.app.layout.strip)
  #expect(line == 2 && fixture.lines[3].contains("CREATED"))
  #expect(fixture.lines[line].contains("10:00:00") && fixture.lines[line].contains("10:46:00"))
  fixture.type("<")
  #expect(fixture.lines[line].contains("10:46:00") && fixture.lines[line].contains("10:46:59"))
  fixture.press(.home, .right)
  fixture.type(">>")
  // Three minutes, in which 26 requests begin.
  #expect(fixture.lines[line].contains("10:01:00") && fixture.lines[line].contains("10:03:59"))
  #expect(fixture.lines[line].contains(TimeStripView.Text.rows(26, 3)))
  fixture.press(.enter)
  fixture.work()
  fixture.settle()
  #expect(fixture.lines[0].contains("created=10:01..10:03"))
  #expect(fixture.app.list.rowCount == 26)
  // A span within it takes its place.
  fixture.type("<")
  fixture.press(.home, .enter)
  fixture.work()
  #expect(fixture.app.find.filter?.text.hasPrefix("created=10:01:0") == true)
  #expect(fixture.app.find.filter?.text.contains(" ") == false)
  // It is one more condition beside a filter of the user.
  fixture.type(":filter status=failed or id=r5")
  fixture.press(.enter)
  fixture.work()
  fixture.settle()
  let strip = try #require(fixture.app.strip)
  #expect(strip.sum(of: 0...strip.cells.count - 1) == TimeHistogram.Bin(count: 41, errors: 40))
  fixture.mouse(.press(button: 0), column: 13)
  fixture.mouse(.drag(button: 0), column: 22)
  fixture.mouse(.release(button: 0), column: 22)
  #expect(fixture.app.find.filter?.text == "(status=failed or id=r5) created=10:00..10:09")
  #expect(fixture.app.list.rowCount == 10)
  fixture.press(.escape)
  fixture.work()
  #expect(fixture.app.list.rowCount == 400)
}

@Test func `rows of several days are selected by date`() throws {
  var fixture = AppFixture(
    of: (0..<60).map { #"{"id":\#($0),"created":\#(1_795_860_000 + $0 * 14_400)}"# + "\n" }.joined()
  )
  fixture.type("<")
  fixture.press(.home, .enter)
  fixture.work()
  let text = try #require(fixture.app.find.filter?.text)
  #expect(text.hasPrefix("created=2026-11-28T") && text.contains("..2026-11-28T"))
  #expect(fixture.app.list.rowCount == fixture.counted.values.map(\.count).reduce(0, +))
  #expect((1...2).contains(fixture.app.list.rowCount))
}

@Test func `without times in order, a summary or room there is no line for them`() {
  var fixture = AppFixture(of: (0..<60).map { #"{"id":\#($0),"n":\#($0)}"# + "\n" }.joined())
  #expect(fixture.app.layout.strip == nil)
  fixture.type("<")
  #expect(fixture.lines.last?.contains(SpanPick.Text.noTimes) == true)
  var bare = AppFixture(columns: 100, lines: 24)
  bare.receive(requests(0..<60))
  bare.work()
  #expect(bare.app.layout.strip == nil)
  bare.type("<")
  #expect(bare.lines.last?.contains(SpanPick.Text.noSummary) == true)
  var low = AppFixture(columns: 100, lines: 17, summary: .automatic)
  low.receive(requests(0..<60))
  low.work()
  #expect(low.app.layout.strip == nil && low.app.summary.scale != nil)
  low.type("<")
  #expect(low.lines.last?.contains(SpanPick.Text.noRoom) == true)
}

@Test(arguments: 1...3 as ClosedRange<UInt64>)
func `the line counts the rows on the screen at every moment of the past`(seed: UInt64) throws {
  var random = SeededGenerator(seed: seed)
  var fixture = AppFixture(of: requests(0..<100))
  for step in 0..<40 {
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      fixture.type(["&status=failed\r", "&id~1\r", "&\r"].randomElement(using: &random) ?? "")
    case 1: fixture.type(String(repeating: "[", count: Int.random(in: 1...5, using: &random)))
    case 2: fixture.type(".")
    case 3: fixture.type("s1")
    default:
      var text = ""
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        let number = Int.random(in: 0..<160, using: &random)
        let isGone = Int.random(in: 0..<4, using: &random) == 0
        text +=
          isGone
          ? #"{"at":1,"op":"delete","id":"r\#(number)"}"# + "\n" : requests(number..<number + 1)
      }
      fixture.receive(text)
    }
    // The filter is entered with a key that is not a character.
    if fixture.app.openPrompt != nil { fixture.press(.enter) }
    fixture.now += .seconds(2)
    fixture.work()
    fixture.settle()
    fixture.work()
    let counted = fixture.counted
    let strip = fixture.app.strip
    #expect((strip == nil) == counted.isEmpty, "step \(step)")
    for offset in strip?.cells.indices ?? 0..<0 {
      let seconds = try #require(strip?.seconds(of: offset...offset))
      let expected = counted.filter { seconds.contains($0.key) }.values
        .reduce(into: TimeHistogram.Bin()) { $0 += $1 }
      #expect(strip?.cells[offset] == expected, "step \(step), cell \(offset)")
    }
  }
}
