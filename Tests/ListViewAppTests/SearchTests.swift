@testable import Ordering
@testable import Columns
import FeedValues
import TableModel
import TerminalCore
import TerminalTestSupport
import TestSupport
import Testing

@testable import ListViewApp
@testable import ListViewParts
@testable import Patterns

/// The id of the selected row.
private func selection(_ fixture: AppFixture) -> String? {
  fixture.app.table.selection?.description
}

@Test func `a search goes to the first match while typed, and Esc restores the position`() {
  var fixture = AppFixture()
  fixture.receive(snapshot(0..<100, at: 0))
  fixture.press(.character("j"), .character("j"), .pageDown)
  fixture.settle()
  let before = fixture.buffer
  #expect(selection(fixture) == "row21")

  fixture.press(.character("/"))
  fixture.type("row7")
  #expect(selection(fixture) == "row70")
  #expect(fixture.lines[23] == "/row7" + String(repeating: " ", count: 70) + "2/11")
  fixture.type("1")
  #expect(selection(fixture) == "row71")
  fixture.press(.backspace)
  #expect(selection(fixture) == "row70")
  fixture.type("x")
  #expect(fixture.lines[23].hasSuffix(OpenPrompt.Text.noMatch) && selection(fixture) == "row21")
  fixture.press(.escape)
  fixture.settle()
  #expect(fixture.buffer == before)

  fixture.type("/row7\r")
  fixture.press(.enter)
  #expect(selection(fixture) == "row70" && fixture.lines[0].contains(" /row7 2/11 ✕ "))
}

@Test func `n and N wrap around the end of the list and report it`() {
  var fixture = AppFixture()
  fixture.receive(snapshot(0..<40, at: 0))
  fixture.type("/w[1-3]9$")
  fixture.press(.enter)
  var seen = [selection(fixture)]
  var messages: [Bool] = []
  for key in "nnnNN" {
    fixture.press(.character(key))
    seen.append(selection(fixture))
    let isWrapped = [true, false].contains { toTop in
      fixture.lines[23].contains(FindState.Text.wrapped(toTop: toTop, nil))
    }
    messages.append(isWrapped)
  }
  #expect(seen == ["row19", "row29", "row39", "row19", "row39", "row29"])
  #expect(messages == [false, false, true, true, false])
  fixture.press(.escape)
  #expect(selection(fixture) == "row29" && !fixture.lines[23].contains("w[1-3]9"))
  fixture.press(.character("n"))
  #expect(fixture.lines[23].contains(FindState.Text.noSearch))
  fixture.type("/nosuch")
  fixture.press(.enter)
  #expect(fixture.lines[23].contains(FindState.Text.noMatch("nosuch")))
}

@Test func `matches are highlighted in cut and right-aligned cells, and without colour`() {
  for depth in ColorDepth.allCases {
    var fixture = AppFixture(columns: 44, lines: 8, depth: depth)
    fixture.receive(
      """
      [{"id":"a1","amount":4200,"currency":"usd","name":"漢字 needle in a text that is long, needle"},
      {"id":"a2","amount":900,"currency":"usd","name":"nothing here at all that would be foundx"}]
      """
    )
    func lit(_ line: Int) -> String {
      let plain = AppFixture.unlit(fixture, line)
      return zip(fixture.buffer.line(line), plain).filter { $0.style != $1.style }
        .map { $0.0.text }.joined()
    }
    fixture.type("/needle")
    #expect(lit(2) == "needle…", "\(depth): \(fixture.lines)")
    #expect(lit(3) == "")
    fixture.press(.control("u"))
    fixture.type("$4,2")
    #expect(lit(2) == "$4,2", "\(depth): \(fixture.lines)")
  }
}

extension AppFixture {
  /// The cells of a line as they are without the search.
  fileprivate static func unlit(_ fixture: AppFixture, _ line: Int) -> ArraySlice<Cell> {
    var app = fixture.app
    app.find.search = nil
    return app.frame(at: fixture.now).buffer.line(line)
  }

  /// Presses a key with control held down.
  @discardableResult
  mutating func press(_ event: InputEvent) -> [App.Effect] { app.handle(event, at: now) }
}

@Test func `an invalid expression is reported with its position, and the last valid one stays`() {
  var fixture = AppFixture()
  fixture.receive(snapshot(0..<40, at: 0))
  fixture.type("/row(3")
  #expect(!fixture.lines[22].contains("expected"))
  #expect(fixture.app.find.search?.pattern.text == "row")
  fixture.press(.enter)
  #expect(fixture.lines[22].contains(PatternError(reason: .unclosed(")"), offset: 0).description))
  let place = fixture.buffer[line: 23, column: 6]
  #expect(place.style.attributes.contains(.underline))
  // Enter leaves what is wrong to be mended.
  fixture.press(.enter)
  #expect(fixture.lines[23].hasPrefix("/row(3"))
  fixture.type(")")
  #expect(!fixture.lines[22].contains("expected") && selection(fixture) == "row3")
}

@Test func `random searches find and count the rows that a plain scan finds`() {
  let words = ["refund", "Refund", "café", "日本", "a.b", "42", "x"]
  for seed in 0..<40 as Range<UInt64> {
    var random = SeededGenerator(seed: seed)
    var fixture = AppFixture(columns: 100, lines: 12)
    let texts = (0..<Int.random(in: 1...60, using: &random)).map { _ in
      (0..<3).map { _ in words[Int.random(in: 0..<words.count, using: &random)] }
        .joined(separator: "-")
    }
    let rows = texts.enumerated().map { #"{"id":"k\#($0)","text":"\#($1)"}"# }
    fixture.receive("[\(rows.joined(separator: ","))]")
    let word = words[Int.random(in: 0..<words.count, using: &random)]
    let matches = texts.indices.filter {
      let text = "k\($0) " + texts[$0]
      return word == word.lowercased() ? text.lowercased().contains(word) : text.contains(word)
    }
    let start = Int.random(in: 0..<texts.count, using: &random)
    fixture.type(":\(start + 1)")
    fixture.press(.enter)
    fixture.press(.character("/"))
    fixture.press(.paste(word == "a.b" ? #"a\.b"# : word))
    #expect(fixture.app.find.search?.matches == matches, "seed \(seed)")
    fixture.press(.enter)
    guard !matches.isEmpty else { continue }
    var expected = matches.firstIndex { $0 >= start } ?? 0
    for step in 0..<8 {
      #expect(
        fixture.app.table.selectedOffset == matches[expected],
        "seed \(seed), step \(step): \(word)"
      )
      #expect(
        fixture.app.find.search?.count(at: matches[expected]) == "\(expected + 1)/\(matches.count)"
      )
      let isForward = Bool.random(using: &random)
      fixture.press(.character(isForward ? "n" : "N"))
      expected = (expected + (isForward ? 1 : matches.count - 1)) % matches.count
    }
  }
}

@Test func `many rows are searched in slices, without delaying keys`() {
  var fixture = AppFixture()
  let count = 12_000
  let log = (0..<count).map {
    #"{"id":"c\#($0)","n":"\#($0 % 1_000 == 7 ? "hit" : "miss")"}"# + "\n"
  }
  fixture.receive(log.joined())
  // The newest row stands first.
  fixture.type("/hit")
  fixture.press(.enter)
  #expect(selection(fixture) == "c11007")
  #expect(fixture.app.nextInstant != nil, "the count is not at its end yet")
  fixture.press(.character("n"))
  #expect(selection(fixture) == "c10007")
  // Far away in the other direction: found turn by turn.
  fixture.type(":goto c11999")
  fixture.press(.enter)
  fixture.type("/c100$")
  #expect(selection(fixture) != "c100" && fixture.lines[23].hasSuffix("…"))
  #expect(fixture.work() > 1)
  #expect(selection(fixture) == "c100" && fixture.lines[23].hasSuffix("1/1"))
  fixture.press(.enter)
  fixture.type("/hit")
  fixture.work()
  #expect(fixture.lines[23].hasSuffix("/12") && fixture.app.nextInstant == nil)
}

@Test func `the match count is updated when rows are inserted and deleted`() {
  var fixture = AppFixture()
  fixture.receive(snapshot(0..<20, at: 0))
  fixture.type("/row1")
  fixture.press(.enter)
  #expect(fixture.lines[0].contains(" /row1 1/11 ✕ "))
  fixture.receive(snapshot(Array(100..<103) + Array(0..<15), at: 1))
  fixture.work()
  #expect(fixture.lines[0].contains(" /row1 4/9 ✕ "))
}

@Test func `matches are counted again when other columns are on the screen`() throws {
  var fixture = AppFixture()
  fixture.receive(
    """
    [{"id":"a1","text":"a needle","more":"hay"},{"id":"a2","text":"hay","more":"needle"},
    {"id":"a3","text":"hay","more":"a needle too"}]
    """
  )
  fixture.type("/needle\r")
  fixture.press(.enter)
  #expect(fixture.app.find.search?.matches == [0, 1, 2])
  fixture.app.setColumns(try ColumnSpec("id,text"), at: fixture.now)
  fixture.app.advance(to: fixture.now)
  #expect(fixture.app.find.search?.matches == [0])
  fixture.app.setColumns(nil, at: fixture.now)
  fixture.app.advance(to: fixture.now)
  #expect(fixture.app.find.search?.matches == [0, 1, 2])
}

/// A list of forty rows of which one is pinned and selected, and that row.
private func pinned() -> (AppFixture, RowID?) {
  var fixture = AppFixture()
  fixture.receive(snapshot(0..<40, at: 0))
  fixture.press(.character("j"), .character("j"), .character("p"))
  fixture.settle()
  return (fixture, fixture.app.list.currentRow?.id)
}

@Test func `a search leaves the pinned row that was selected, and Esc returns to it`() {
  let (start, pinned) = pinned()
  var fixture = start
  #expect(pinned != nil && fixture.app.list.pinTable.selection == pinned)
  fixture.type("/row30")
  fixture.settle()
  #expect(fixture.app.list.currentRow?.id.description == "row30")
  fixture.press(.escape)
  fixture.settle()
  #expect(fixture.app.list.currentRow?.id == pinned)
  fixture.type("/row30")
  fixture.press(.enter)
  fixture.settle()
  #expect(fixture.app.list.currentRow?.id.description == "row30")
  #expect(fixture.app.list.pinTable.selection == nil)
}

@Test func `a search whose only match is pinned selects it, and folded groups are named`() {
  let (start, pinned) = pinned()
  var fixture = start
  fixture.press(.character("G"))
  fixture.settle()
  #expect(fixture.app.list.currentRow?.id != pinned)
  fixture.type("/\(pinned?.description ?? "")$")
  fixture.press(.enter)
  fixture.settle()
  #expect(fixture.app.list.currentRow?.id == pinned)
  fixture.type("/nosuch")
  fixture.press(.enter)
  #expect(fixture.lines[23].contains(FindState.Text.noMatchInColumns("nosuch")))
  fixture.type(":group text")
  fixture.press(.enter, .character("Z"))
  fixture.settle()
  #expect(!fixture.app.list.table.collapsedSections.isEmpty)
  fixture.type("/row30")
  fixture.press(.enter)
  #expect(fixture.lines[23].contains(FindState.Text.noMatchInColumns("row30", isFolded: true)))
}

@Test func `of several pinned rows with matches each is reached`() {
  var fixture = AppFixture()
  fixture.receive(snapshot(0..<40, at: 0))
  for _ in 0..<3 {
    fixture.press(.character("g"), .character("j"), .character("j"), .character("p"))
    fixture.settle()
  }
  let pins = fixture.app.list.arrangement.pins.map(\.id.description)
  #expect(pins.count == 3)
  fixture.type("/^(\(pins.joined(separator: "|")))$")
  fixture.settle()
  #expect(fixture.lines[23].contains(FindState.Text.pinned(3)))
  #expect(!fixture.lines[23].contains(OpenPrompt.Text.noMatch))
  fixture.press(.enter)
  fixture.settle()
  #expect(fixture.lines[0].contains(FindState.Text.pinned(3)), "\(fixture.lines[0])")
  func selected() -> String? { fixture.app.list.pinTable.selection?.description }
  var reached = [selected()]
  for _ in 0..<3 {
    fixture.press(.character("n"))
    fixture.settle()
    reached.append(selected())
  }
  #expect(reached == [pins[0], pins[1], pins[2], pins[0]])
  fixture.press(.character("N"))
  fixture.settle()
  #expect(selected() == pins[2])
}

@Test func `Esc returns to the section header that was selected`() {
  var fixture = AppFixture()
  let rows = (0..<12).map { #"{"id":"row\#($0)","state":"s\#($0 % 3)"}"# }
  fixture.receive("[\(rows.joined(separator: ","))]")
  fixture.type(":group state")
  fixture.press(.enter)
  fixture.press(.character("Z"), .character("j"), .character("j"))
  fixture.settle()
  let section = fixture.app.list.table.selectedSection
  #expect(section != nil)
  for text in ["/row5", "/nosuch", "&id=row4"] {
    fixture.type(text)
    fixture.settle()
    fixture.press(.escape)
    fixture.settle()
    #expect(fixture.app.list.table.selectedSection == section, "\(text)")
  }
}
