@testable import Columns
import FeedSources
import FeedValues
import TableModel
import TerminalCore
import TerminalTestSupport
import TestSupport
import Testing
import Values

@testable import ListViewApp
@testable import ListViewParts

private func list(_ rows: [(id: Int, state: String)]) -> String {
  let texts = rows.map {
    #"{"id":"row\#($0.id)","state":"\#($0.state)","text":"content \#($0.id)"}"#
  }
  return "[\(texts.joined(separator: ","))]\n"
}

/// Rows of which every third one is bad.
private func thirds(_ ids: some Sequence<Int>) -> String {
  list(ids.map { ($0, $0 % 3 == 0 ? "bad" : "good") })
}

@Test func `a filter shows the matching rows and the number of hidden ones`() {
  var fixture = AppFixture()
  fixture.receive(thirds(0..<40))
  fixture.type("&state=bad")
  #expect(fixture.app.table.rows.count == 14)
  #expect(fixture.lines[23].hasSuffix(TitleBar.Text.rowCounts(14, of: 40, columns: 80)))
  fixture.press(.enter)
  fixture.settle()
  #expect(fixture.lines[0].contains(TitleBar.Text.rowCounts(14, of: 40, columns: 80)))
  #expect(fixture.lines[0].contains(" state=bad ✕ ") && !fixture.lines[0].contains("+"))
  // A narrow title has no room for it.
  var narrow = fixture
  narrow.app.resize(to: TerminalSize(columns: 38, lines: 24), at: narrow.now)
  #expect(narrow.lines[23].contains("&state=bad · \(StatusBar.Text.hidden(26))"))
  #expect(fixture.line(of: "row3 ") == 3 && fixture.line(of: "row4 ") == nil)
  // No mark: nothing has changed.
  #expect(fixture.lines[2...15].allSatisfy { $0.hasPrefix("   ") })
  fixture.press(.escape)
  fixture.settle()
  #expect(
    fixture.lines[0].contains("   \(TitleBar.Text.rowCounts(40, of: nil, columns: 80))")
      && fixture.line(of: "row4 ") != nil
  )
}

@Test
func
  `rows that arrive are filtered, and rows appear and disappear as they start and cease to match`()
{
  var fixture = AppFixture(
    configuration: App.Configuration(feedName: "t", filter: try? Filter("state=bad"))
  )
  fixture.receive(thirds(0..<9))
  #expect(fixture.lines[0].contains(TitleBar.Text.rowCounts(3, of: 9, columns: 80)))
  fixture.receive(list([(0, "bad"), (1, "bad"), (3, "good"), (6, "bad"), (9, "good")]))
  fixture.settle()
  // Row 1 begins to fit, row 3 no longer does, row 9 never did.
  #expect(fixture.lines[0].contains(TitleBar.Text.rowCounts(3, of: 5, columns: 80)))
  #expect(fixture.lines[0].contains("+1 −1   "))
  #expect(fixture.app.table.rows.map(\.id.description) == ["row0", "row1", "row6"])
}

@Test func `the selected row stays on its line when a filter is set and cleared`() {
  var fixture = AppFixture()
  fixture.receive(thirds(0..<300))
  fixture.type(":goto row150")
  fixture.press(.enter)
  fixture.settle()
  let line = fixture.line(of: "row150 ")
  #expect(line != nil)
  for text in ["&state=bad", "&"] {
    fixture.type(text)
    fixture.press(.control("u"))
    fixture.type(text == "&" ? "" : String(text.dropFirst()))
    fixture.press(.enter)
    fixture.settle { #expect($0.text(line: line ?? 0).contains("row150 ")) }
    #expect(fixture.line(of: "row150 ") == line)
  }
  #expect(fixture.app.filter == nil)
}

@Test func `Esc clears the search, then the filter, then the selection`() {
  var fixture = AppFixture()
  fixture.receive(thirds(0..<40))
  fixture.type("&bad")
  fixture.press(.enter)
  fixture.type("/row3")
  fixture.press(.enter)
  var states: [[Bool]] = []
  for _ in 0..<4 {
    let app = fixture.app
    states.append([app.find.search != nil, app.filter != nil, app.table.selection != nil])
    fixture.press(.escape)
  }
  #expect(
    states == [
      [true, true, true], [false, true, true], [false, false, true], [false, false, false],
    ]
  )
}

@Test func `Esc in the prompt restores the filter, and Enter keeps an invalid one for correction`()
{
  var fixture = AppFixture()
  fixture.receive(thirds(0..<40))
  fixture.type("&state=bad")
  fixture.press(.enter)
  fixture.settle()
  let before = fixture.buffer
  fixture.press(.character("&"))
  #expect(fixture.lines[23].hasPrefix("&state=bad"))
  fixture.type(" row1")
  #expect(fixture.app.table.rows.count == 3)
  fixture.type(" and")
  // It may go on still; what is wrong with it is said to who enters it.
  #expect(fixture.app.openPrompt?.prompt.problem == nil)
  #expect(fixture.app.table.rows.count == 3)
  fixture.press(.enter)
  let message = FilterMistake.expectedTerm(after: "and")
  #expect(fixture.lines[22].contains(message))
  #expect(fixture.lines[23].hasPrefix("&state=bad row1 and"))
  fixture.press(.escape)
  fixture.settle()
  #expect(fixture.buffer == before)
}

@Test func `an unfinished name hides nothing, and an unknown one is reported`() {
  var fixture = AppFixture()
  fixture.receive(thirds(0..<40))
  for (typed, count) in [("&", 40), ("sta", 40), ("te", 40), ("=", 40), ("bad", 14)] {
    fixture.type(typed)
    #expect(fixture.app.table.rows.count == count, "\(typed)")
  }
  fixture.type(" nosuch!=1")
  #expect(fixture.lines[22].contains(Completer.Text.unknownFields("\"nosuch\"", "id, ")))
  fixture.press(.enter)
  #expect(fixture.lines[23].contains(Completer.Text.unknownFields("\"nosuch\"", "id")))
  #expect(fixture.app.filter != nil)
}

@Test func `a filter that hides all rows is reported`() {
  var fixture = AppFixture()
  fixture.receive(thirds(0..<40))
  fixture.type("&zzz")
  fixture.press(.enter)
  fixture.settle()
  #expect(fixture.line(of: Placeholder.Text.hidden(40, "Esc")) != nil)
}

@Test func `any mixture of filters and snapshots shows the rows of a naive filter`() {
  let filters: [(text: String, holds: ((id: Int, state: String)) -> Bool)] = [
    ("state=bad", { $0.state == "bad" }), ("-bad", { $0.state != "bad" }),
    ("content~7$", { _ in false }), ("text~7$", { $0.id % 10 == 7 }),
    ("state!=bad or 1", { $0.state != "bad" || "\($0.id)".contains("1") }),
  ]
  for seed in 0..<10 as Range<UInt64> {
    var random = SeededGenerator(seed: seed)
    var fixture = AppFixture(columns: 60, lines: 10)
    var rows: [(id: Int, state: String)] = []
    var holds: ((id: Int, state: String)) -> Bool = { _ in true }
    for step in 0..<40 {
      fixture.now += .milliseconds(Int.random(in: 1...400, using: &random))
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        let (text, rule) = filters[Int.random(in: 0..<filters.count, using: &random)]
        fixture.press(.character("&"))
        fixture.press(.control("u"))
        fixture.type(text)
        fixture.press(.enter)
        holds = rule
      case 1:
        fixture.type(":filter")
        fixture.press(.enter)
        holds = { _ in true }
      case 2: fixture.press(.character("j"), .pageDown)
      default:
        rows = (0..<Int.random(in: 0...30, using: &random)).map { _ in
          (Int.random(in: 0..<40, using: &random), Bool.random(using: &random) ? "bad" : "good")
        }
        rows = rows.enumerated().filter { row in
          !rows[..<row.offset].contains { $0.id == row.element.id }
        }.map(\.element)
        fixture.receive(list(rows))
      }
      let expected = rows.filter(holds).map { "row\($0.id)" }
      #expect(
        fixture.app.table.rows.map(\.id.description) == expected,
        "seed \(seed), step \(step)"
      )
      #expect(fixture.app.hiddenCount == rows.count - expected.count)
      _ = fixture.buffer
    }
  }
}

@Test
func
  `in the change log, rows are inserted when they start to match and deleted when they cease to`()
  throws
{
  var decoder = FeedDecoder()
  var log = ChangeLog(calendar: .utc, filter: try Filter("state=bad"))
  let items = decoder.append(
    Array(
      """
      [{"id":"a","state":"bad"},{"id":"b","state":"good"},{"id":"c","state":"bad"}]
      [{"id":"c","state":"bad"},{"id":"a","state":"bad"},{"id":"b","state":"bad"}]
      {"at":1,"op":"upsert","row":{"id":"a","state":"good"}}
      {"at":2,"op":"upsert","row":{"id":"d","state":"good"}}
      {"at":3,"op":"upsert","row":{"id":"d","state":"bad"}}
      {"at":4,"op":"delete","id":"a"}
      {"at":5,"op":"delete","id":"c"}

      """.utf8
    )
  )
  let lines = log.lines(for: items, key: decoder.keyRule, at: FeedTime(nanoseconds: 0))
  #expect(
    lines == [
      "+ a bad", "+ c bad", "> a \(RowChange.Text.moved(from: 1, to: 2))", "+ b bad", "- a bad",
      "+ d bad", "- c bad",
    ]
  )
}

/// The name of every field by itself, each path compared with all others.
private func naiveFieldNames(of paths: [FieldPath]) -> [String] {
  var names: [String] = []
  for path in paths {
    let short = FieldName(path.name)
    let nearest = paths.filter { short.matches($0) }.min { $0.names.count < $1.names.count }
    let name = nearest == path ? path.name : path.description
    if !names.contains(name) { names.append(name) }
  }
  return names
}

@Test func `a field can be named by the last part of its path, unless that is ambiguous`() {
  var random = SeededGenerator(seed: 7)
  let words = [
    "id", "ID", "name", "first_name", "firstName", "a", "b", "ab", "a-b", "data", "object",
  ]
  for _ in 0..<20 {
    var fixture = AppFixture()
    func object(_ depth: Int) -> String {
      let members = (0..<Int.random(in: 1...6, using: &random)).map { number in
        let word = words.randomElement(using: &random) ?? ""
        let isObject = depth < 3 && Bool.random(using: &random)
        return "\"\(word)\":" + (isObject ? object(depth + 1) : "\(number)")
      }
      return "{\(members.joined(separator: ","))}"
    }
    fixture.receive("[\(object(0)),\(object(0))]\n")
    let paths = fixture.app.columns.columns.flatMap(\.paths).filter { !$0.names.isEmpty }
    #expect(fixture.app.completer.fieldNames == naiveFieldNames(of: paths), "\(paths)")
  }
}

@Test func `characters that arrive together are one text in a filter, and keys elsewhere`() {
  func events(_ text: String) -> [InputEvent] { text.map { .character($0) } }
  var fixture = AppFixture()
  fixture.receive(snapshot(0..<40, at: 0))
  // The keys of the table stay keys, the one that opens the prompt too; the accent is an event of its own.
  var rest =
    (events("jj&row3e") + [.character("\u{301}"), .key(.left)] + events("1") + [.key(.enter)]
    + events("jk"))[...]
  var taken: [InputEvent] = []
  while let event = fixture.app.takeEvent(from: &rest) {
    taken.append(event)
    _ = fixture.app.handle(event, at: fixture.now)
    if taken.count == 6 {
      guard let prompt = fixture.app.openPrompt?.prompt else {
        Issue.record("no prompt: \(fixture.app.layers)")
        return
      }
      #expect(prompt.editor.text == "row31e\u{301}")
    }
  }
  #expect(
    taken == events("jj&") + [.paste("row3e\u{301}"), .key(.left)] + events("1") + [.key(.enter)]
      + events("jk")
  )
  #expect(fixture.app.filter?.text == "row31e\u{301}")
}

@Test(arguments: ["/", "&", ":"])
func `a burst of characters is taken by a prompt at once`(sign: String) {
  var fixture = AppFixture()
  fixture.receive(snapshot(0..<40, at: 0))
  fixture.type(sign)
  let text = String(repeating: "[row", count: 1_250)
  var rest = text.map { InputEvent.character($0) }[...]
  var count = 0
  while let event = fixture.app.takeEvent(from: &rest) {
    _ = fixture.app.handle(event, at: fixture.now)
    count += 1
  }
  #expect(count == 1)
  #expect(fixture.app.openPrompt?.prompt.editor.text == String(text.prefix(LineEditor.capacity)))
}

@Test func `a burst of characters filters once, with the same result as one by one`() {
  var single = AppFixture()
  single.receive(snapshot(0..<40, at: 0))
  var burst = single
  single.type("&row3")
  var rest = "&row3".map { InputEvent.character($0) }[...]
  while let event = burst.app.takeEvent(from: &rest) { _ = burst.app.handle(event, at: burst.now) }
  single.settle()
  burst.settle()
  #expect(single.lines == burst.lines && burst.app.table.rows.count == 11)
}
