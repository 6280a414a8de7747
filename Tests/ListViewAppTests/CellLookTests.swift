@testable import Ordering
import FeedValues
@testable import ListViewApp
import TableModel
import TerminalCore
import Testing
import Values

@testable import ListViewParts

// MARK: Flashes, meters and graphs

@Test
func
  `a number flashes in the colour of its direction, and columns that always change do not flash`()
  throws
{
  func quotes(_ step: Int) -> String {
    let rows = (0..<6).map { row in
      let price = 100 + (row % 2 == 0 ? step : -step)
      return
        #"{"id":"q\#(row)","name":"n\#(row)","price":\#(price),"volume":\#(row * 100 + step),"note":"x\#(step)"}"#
    }
    return #"{"at":\#(1_700_000_000 + step),"rows":[\#(rows.joined(separator: ","))]}"# + "\n"
  }
  var fixture = AppFixture(columns: 100, lines: 12, depth: .trueColor)
  for step in 0..<6 {
    fixture.receive(quotes(step))
    fixture.now += .seconds(2)
  }
  // A price back and forth, so that it moves both ways, then all of them once more.
  fixture.receive(quotes(2))
  fixture.now += .seconds(2)
  fixture.receive(quotes(7))
  fixture.now += .milliseconds(20)
  let buffer = fixture.buffer
  func background(_ text: String, in row: String) throws -> RGBColor? {
    let line = try #require(fixture.line(of: row))
    let cells = buffer.text(line: line)
    let place = try #require(cells.firstRange(of: text))
    let column = cells.distance(from: cells.startIndex, to: place.lowerBound)
    if case .rgb(let color) = buffer[line: line, column: column].style.background { return color }
    return nil
  }
  let up = try #require(try background("107", in: "q0 "))
  let down = try #require(try background("93", in: "q1 "))
  #expect(up.green > up.red && down.red > down.green)
  #expect(try background("x7", in: "q0 ") == nil)
}

@Test func `percentages get meters if there is room, and no column is cut for them`() throws {
  let feed =
    #"[{"id":"a","cpu_percent":95},{"id":"b","cpu_percent":50},{"id":"c","cpu_percent":0}]"#
  var wide = AppFixture(columns: 60, lines: 8)
  wide.receive(feed)
  #expect(wide.lines.joined().contains("95% ▇▇▇") && wide.lines.joined().contains("50% ▇▇▇▇▇▇ "))
  var narrow = AppFixture(columns: 22, lines: 8)
  narrow.receive(feed)
  #expect(narrow.lines.joined().contains("95%") && !narrow.lines.joined().contains("▇"))
  var plain = AppFixture(columns: 60, lines: 8, depth: .none)
  plain.receive(feed)
  #expect(!plain.lines.joined().contains("▇") && !plain.lines.joined().contains("95%"))
}

@Test func `numbers that go up and down get a graph on a wide screen`() throws {
  var fixture = AppFixture(columns: 140, lines: 10)
  for step in 0..<12 {
    let price = step % 2 == 0 ? 100 + step : 90 - step
    fixture.receive(
      #"{"at":\#(1_700_000_000 + step),"rows":[{"id":"a","price":\#(price),"size":5},{"id":"b","price":7,"size":5}]}"#
        + "\n"
    )
    fixture.now += .seconds(2)
    fixture.app.advance(to: fixture.now)
  }
  #expect(fixture.lines.contains { $0.contains("PRICE" + HeaderView.Text.graphSpan) })
  let line = try #require(fixture.line(of: " a  "))
  #expect(fixture.lines[line].contains("▇") && fixture.lines[line].contains("▁"))
}

@Test func `on a wide screen the selected row is shown next to the list, which keeps the focus`() {
  var wide = AppFixture(columns: 160, lines: 20)
  wide.receive(snapshot(0..<5, at: 0))
  let before = wide.lines[2]
  wide.press(.character("j"))
  wide.press(.character("j"))
  #expect(wide.lines[2].contains("row0") && before.contains("row0"))
  #expect(wide.lines.contains { $0.contains("│") && $0.contains(#""content 1""#) })
  // The keys are the list's: the next row is selected, and quitting quits.
  wide.press(.character("j"))
  #expect(wide.lines.contains { $0.contains(#""content 2""#) })
  #expect(wide.press(.escape).isEmpty)
  #expect(!wide.lines.contains { $0.contains(#""content 2""#) })
  wide.press(.character("j"))
  #expect(wide.press(.character("q")).contains(.quit))
  var narrow = AppFixture(columns: 159, lines: 20)
  narrow.receive(snapshot(0..<5, at: 0))
  narrow.press(.character("j"))
  #expect(!narrow.lines.contains { $0.contains(#""content 0""#) })
}

// MARK: Width

@Test func `a column is cut before another one is omitted`() {
  var fixture = AppFixture(columns: 60, lines: 8)
  let long = String(repeating: "word ", count: 6)
  fixture.receive(
    """
    [{"id":"a","title":"\(long)one","status":"paid","comment":"\(long)two"},
    {"id":"b","title":"\(long)uno","status":"failed","comment":"\(long)due"}]
    """
  )
  let header = fixture.lines[1]
  for title in ["ID", "TITLE", "STATUS", "COMMENT"] { #expect(header.contains(title), "\(header)") }
}

@Test func `columns shifted by a wider value move when the rows have come to rest`() {
  var fixture = AppFixture(columns: 100, lines: 10)
  func rows(_ name: String, _ count: Int) -> String {
    let rows = (0..<count).map {
      #"{"id":"r\#($0)","name":"\#($0 == count - 1 ? name : "Lee Chang")","amount":\#($0)}"#
    }
    return #"{"at":\#(1_700_000_000 + count),"rows":[\#(rows.joined(separator: ","))]}"# + "\n"
  }
  fixture.receive(rows("Pat Murphy", 3))
  fixture.now += .seconds(3)
  let before = fixture.lines[1]
  fixture.receive(rows("Somebody with a longer name", 4))
  #expect(fixture.lines[1] == before)
  fixture.now += .seconds(1)
  fixture.app.advance(to: fixture.now)
  #expect(fixture.lines[1] != before && fixture.lines.contains { $0.contains("a longer name") })
  #expect(fixture.app.nextInstant == nil)
}

// MARK: Looks that are asked for, and that are off

@Test func `without colours a table has the same text as in a pipe`() throws {
  let feed = """
    [{"k":"a","type":"charge.failed","change":1.5,"volume":123456,"share_pct":12},
    {"k":"b","type":"charge.paid","change":-2,"volume":0,"share_pct":0}]
    """
  var plain = AppFixture(columns: 100, lines: 10, depth: .none)
  plain.receive(feed)
  let line = try #require(plain.line(of: "charge.failed"))
  #expect(plain.lines[line].contains("123456") && plain.lines[line].contains(" 1.5"))
  #expect(!plain.lines[line].contains("123,456") && !plain.lines[line].contains("+1.5"))
  #expect(!plain.lines[line].contains("%"))
  var coloured = AppFixture(columns: 100, lines: 10, depth: .trueColor)
  coloured.receive(feed)
  let other = try #require(coloured.line(of: "charge.failed"))
  #expect(coloured.lines[other].contains("123,456") && coloured.lines[other].contains("+1.5"))
}

/// Numbers are recorded where they are in view, which is the same with motion and without.
@Test func `only the numbers of rows in view are recorded, whatever is in motion`() throws {
  for motion in Motion.allCases {
    var configuration = App.Configuration(feedName: "test")
    configuration.motion = motion
    configuration.viewOptions = ViewOptions(group: "state")
    var fixture = AppFixture(columns: 60, lines: 6, configuration: configuration)
    for step in 0..<6 {
      let rows = (0..<9).map { #"{"id":"\#($0)","state":"\#($0 / 3)","n":\#($0 * 10 + step)}"# }
      fixture.receive("[\(rows.shuffled().joined(separator: ","))]\n")
      fixture.now += .milliseconds(100)
      fixture.app.advance(to: fixture.now)
      let table = fixture.app.list.table
      let shown = try #require(table.visibleRows).map { table.displayedRows[$0].id }
      #expect(Set(fixture.app.columns.measuredRows.map(\.id)) == Set(shown))
    }
  }
}
