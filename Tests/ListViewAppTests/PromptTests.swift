@testable import Ordering
@testable import Columns
import FeedValues
import Foundation
import TableModel
import TerminalCore
import Testing

@testable import ListViewApp
@testable import ListViewParts

/// Payments: 41 succeeded, 7 pending, 2 failed, and nothing else of a status.
private func payments(_ count: Int = 50) -> String {
  let rows = (0..<count).map { number in
    let status = number % 25 == 3 ? "failed" : number % 7 == 5 ? "pending" : "succeeded"
    return #"""
      {"id":"p\#(number)","type":"charge.\#(status)","amount":\#(500 + number * 10),"status":"\#(status)"}
      """#
  }
  return "[\(rows.joined(separator: ","))]\n"
}

private func fixture(_ columns: Int = 100, _ lines: Int = 30, rows: Int = 50) -> AppFixture {
  var fixture = AppFixture(columns: columns, lines: lines)
  fixture.receive(payments(rows))
  fixture.settle()
  return fixture
}

extension AppFixture {
  fileprivate var prompt: Prompt? { app.openPrompt?.prompt }
}

@Test func `a filter prompt offers fields, values and counts before anything is typed`() throws {
  var fixture = fixture()
  let counts = ["failed", "pending", "succeeded"].map { status in
    "\(status) \(payments().components(separatedBy: "\"status\":\"\(status)\"").count - 1)"
  }
  fixture.press(.character("&"))
  let status = try #require(fixture.lines.last { $0.contains("│ status ") })
  for count in counts { #expect(status.contains("● \(count)"), "\(status)") }
  let amount = try #require(fixture.lines.last { $0.contains("│ amount ") })
  #expect(amount.contains("500 … 990") || amount.contains("5.00 … 9.90"))
  #expect(amount.contains(FieldFacts.Text.numberHint))
  #expect(fixture.lines.contains { $0.contains("│ id ") && $0.contains(FieldFacts.Text.textHint) })
}

@Test func `nothing is reported while a filter is typed, and mistakes are reported on Enter`() {
  var fixture = fixture()
  fixture.press(.character("&"))
  var typed = ""
  let red = Theme(depth: .indexed256).style(.failure, on: .bar).foreground
  for letter in "status=failed (amount>600 or type~\"re[a-f]{2}\") not id=p7" {
    typed.append(letter)
    fixture.type(String(letter))
    let last = fixture.buffer.line(28) + fixture.buffer.line(29)
    #expect(
      fixture.prompt?.problem == nil && !last.contains { $0.style.foreground == red },
      "\(typed)"
    )
  }
  fixture.press(.control("u"))
  fixture.type("status=")
  fixture.press(.enter)
  #expect(
    fixture.prompt?.problem != nil
      && fixture.line(of: FilterMistake.expectedValue(after: "="))
        == 28
  )
  // It is gone as soon as somebody mends it.
  fixture.type("f")
  #expect(fixture.prompt?.problem == nil)
}

@Test(arguments: ["a)", "=b", "x >5 or )", "type~a**)", "type~[z-a]"])
func `a mistake that no further text can correct is reported at once`(text: String) {
  var fixture = fixture()
  fixture.type("&" + text)
  #expect(fixture.prompt?.problem != nil)
}

@Test func `unfinished input is distinguished from hopeless input`() {
  // Every beginning of what is right can go on, whatever it is.
  for whole in [
    "a", "status=failed", "(a or b) and not c", "\"a b\" x", "n>=5", "t~a(b|c)*[^d]{2,3}$", "-x",
    "t!~\\d+\\w", "t~[[:alpha:]]", "a or (b (c (d)))",
  ] {
    #expect((try? Filter(whole)) != nil, "\(whole)")
    for count in 0...whole.count {
      #expect(!Filter.isHopeless(String(whole.prefix(count))), "\(whole.prefix(count))")
    }
  }
}

@Test
func `the best completion is shown after the cursor and previewed, and Enter or Tab accepts it`() {
  var fixture = fixture()
  fixture.type("&status=fa")
  #expect(fixture.lines[29].hasPrefix("&status=failed"))
  #expect(fixture.prompt?.editor.text == "status=fa")
  #expect(fixture.app.table.rows.count == 2)
  #expect(fixture.lines[29].hasSuffix(TitleBar.Text.rowCounts(2, of: 50, columns: 100)))
  var tab = fixture
  tab.press(.tab)
  #expect(tab.prompt?.editor.text == "status=failed" && tab.app.table.rows.count == 2)
  fixture.press(.enter)
  #expect(fixture.app.filter?.text == "status=failed" && fixture.app.table.rows.count == 2)
  #expect(fixture.lines[0].contains(" status=failed ✕ "))
  // A value that is one is taken as it is, though another one begins so.
  var exact = AppFixture()
  exact.receive(#"[{"id":1,"s":"a"},{"id":2,"s":"ab"},{"id":3,"s":"ab"},{"id":4,"s":"a"}]"#)
  exact.type("&s=a")
  #expect(exact.app.table.rows.count == 2)
  exact.press(.enter)
  #expect(exact.app.filter?.text == "s=a")
}

@Test func `Esc cancels a preview`() {
  var fixture = fixture()
  fixture.press(.character("j"), .character("j"))
  fixture.settle()
  let before = fixture.buffer
  fixture.type("&status=fa")
  fixture.press(.tab, .escape)
  fixture.settle()
  #expect(fixture.buffer == before)
}

@Test func `commands are listed with their descriptions and keys`() throws {
  var fixture = fixture(110)
  fixture.type(":th")
  let line = try #require(fixture.lines.first { $0.contains("│ theme [NAME]") })
  #expect(line.contains(CommandText.theme.prefix(11)))
  #expect(fixture.lines[29].hasPrefix(":theme"))
  fixture.press(.control("u"))
  fixture.type("stepb")
  #expect(fixture.line(of: "│ step-back") == nil)
  fixture.press(.control("u"))
  fixture.type("step-b")
  let step = try #require(fixture.lines.first { $0.contains("│ step-back") })
  #expect(step.contains("[  \(ActionText.Feed.stepBack)"))
  fixture.press(.control("u"))
  fixture.type("theme tok")
  #expect(
    fixture.line(of: "│ tokyo-night ") != nil && fixture.lines[29].hasPrefix(":theme tokyo-night")
  )
  fixture.press(.control("u"))
  fixture.type("group st")
  #expect(fixture.lines.contains { $0.contains("│ status") && $0.contains("3 ") })
}

@Test func `choosing a column to sort or group by shows the values of the columns`() {
  var fixture = fixture()
  fixture.press(.character("b"))
  #expect(fixture.lines.contains { $0.contains("STATUS") && $0.contains("3 ") })
  fixture.press(.escape)
  fixture.press(.character("s"))
  #expect(fixture.lines.contains { $0.contains("STATUS") && $0.contains("● failed 2") })
  fixture.press(.escape)
  fixture.press(.character("c"))
  #expect(fixture.lines.contains { $0.contains("[x] STATUS") && $0.contains("● succeeded 4") })
  fixture.press(.escape)
  #expect(fixture.app.find.facts == nil)
}

@Test func `the values of all columns begin below each other, however many groups they form`() {
  var fixture = AppFixture(columns: 100, lines: 30)
  let rows = (0..<60).map { #"{"id":"p\#($0)","few":"few\#($0 % 2)","more":"more\#($0 % 12)"}"# }
  fixture.receive("[\(rows.joined(separator: ","))]\n")
  fixture.settle()
  fixture.press(.character("b"))
  fixture.work()
  let starts = ["few0", "more0"].map { value in
    fixture.lines.lazy.filter { $0.contains("│") && $0.contains(FieldFacts.Text.group) }
      .compactMap { line in
        line.firstRange(of: value).map { line.distance(from: line.startIndex, to: $0.lowerBound) }
      }.first
  }
  #expect(starts[0] != nil && starts[0] == starts[1])
}

@Test func `a million rows do not delay keys, and counts are marked as estimates`() {
  var fixture = AppFixture(columns: 100, lines: 30)
  fixture.receive(payments(120_000))
  fixture.press(.character("&"))
  // A slice at a time.
  #expect(fixture.app.find.facts?.isComplete == false)
  var turns = 0
  while let next = fixture.app.find.nextFactsInstant, next <= fixture.now, turns < 1_000 {
    fixture.app.advance(to: fixture.now)
    turns += 1
  }
  #expect(turns > 10 && fixture.app.find.facts?.isComplete == true)
  // 1 of 25 has failed.
  let line = fixture.lines.last { $0.contains("│ status ") } ?? ""
  let count = line.split(separator: " ").drop { $0 != "failed" }.dropFirst().first ?? ""
  #expect(count.hasPrefix("~"))
  let number = Int(count.filter(\.isNumber)) ?? 0
  #expect((4_500...5_100).contains(number), "\(line)")
}

@Test func `counts include rows that arrive while a prompt is open`() {
  var fixture = fixture()
  fixture.press(.character("&"))
  fixture.receive(payments(100))
  #expect(fixture.lines.contains { $0.contains("● failed 2 ") })
  fixture.now += .seconds(2)
  fixture.work()
  #expect(fixture.lines.contains { $0.contains("● failed 4 ") })
}

@Test func `prompts have a picture on every screen and in every colour depth`() {
  for depth in ColorDepth.allCases {
    for (columns, lines) in [(20, 5), (40, 10), (40, 14), (80, 24), (120, 40)] {
      var fixture = AppFixture(columns: columns, lines: lines, depth: depth)
      fixture.receive(payments())
      for keys in ["&", "&st", "&status=", "&status=s", ":", ":so", ":sort ", "s", "b", "c"] {
        fixture.type(keys)
        let text = fixture.lines
        #expect(text.allSatisfy { $0.displayWidth <= columns })
        if columns >= 40, lines >= 14 { #expect(text.contains { $0.contains("╭") }, "\(keys)") }
        fixture.press(.escape)
      }
    }
  }
}

@Test func `chips show the active view options, and a click removes them`() throws {
  var fixture = fixture(160)
  fixture.type("&status=succeeded")
  fixture.press(.enter)
  fixture.type("/p1")
  fixture.press(.enter)
  fixture.type(":sort amount")
  fixture.press(.enter)
  fixture.type(":group type")
  fixture.press(.enter)
  for text in [
    " status=succeeded ✕ ", " /p1 ", " AMOUNT ▲ ✕ ", " \(ListState.Text.group("TYPE")) ✕ ",
  ] {
    let title = fixture.lines[0]
    let place = try #require(title.range(of: text), "\(title)")
    let column = String(title[..<place.lowerBound]).displayWidth + 2
    _ = fixture.app.handle(
      .mouse(MouseEvent(kind: .press(button: 0), column: column, line: 0)),
      at: fixture.now
    )
    #expect(!fixture.lines[0].contains(text), "\(text)")
  }
  #expect(fixture.app.filter == nil && fixture.app.find.search == nil)
  #expect(fixture.app.list.arrangement.sort == nil && fixture.app.list.arrangement.grouping == nil)
}

@Test func `keys pick from the rows on the screen while the rest of the feed is loading`() {
  for (keys, picked) in [([], "p0"), ([.down], "p1"), ([.down, .down, .up], "p1")]
    as [([InputEvent.Key], String)]
  {
    var configuration = App.Configuration(feedName: "test")
    configuration.picks = true
    var fixture = AppFixture(configuration: configuration)
    fixture.receive(Array(payments(5).utf8), isLoading: true)
    #expect(fixture.line(of: "p0") != nil)
    for key in keys { fixture.press(key) }
    let effects = fixture.press(.enter)
    #expect(effects == [.pick], "\(keys)")
    #expect(fixture.app.selectedRow?.id.description == picked, "\(keys)")
  }
}
