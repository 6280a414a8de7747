@testable import Ordering
@testable import FeedStore
import FeedIdentity
import FeedSources
import FeedValues
import TerminalCore
import TableModel
import Testing

@testable import ListViewApp
@testable import ListViewParts

@Test func `the help lists every key, without scrolling on a larger screen`() {
  for (columns, lines) in [(120, 40), (200, 50)] {
    var fixture = AppFixture(columns: columns, lines: lines)
    fixture.receive(snapshot(0..<3, at: 0))
    fixture.press(.character("?"))
    let words = Set(fixture.lines.flatMap { $0.split(separator: " ") })
    for binding in KeyMap.standard.bindings {
      for key in binding.keys {
        let label = key.keyLabel
        #expect(words.contains(Substring(label)), "\(label) on \(columns)×\(lines)")
      }
    }
    for text in HelpSheet.legend.flatMap(\.entries).map(\.text) + [ActionText.Program.help] {
      #expect(fixture.line(of: text) != nil, "\(text) on \(columns)×\(lines)")
    }
  }
}

@Test func `help that does not fit scrolls to its end and stays legible`() {
  for (columns, lines) in [(80, 24), (40, 10), (20, 5), (30, 8)] {
    var fixture = AppFixture(columns: columns, lines: lines)
    fixture.receive(snapshot(0..<3, at: 0))
    fixture.press(.character("?"))
    var seen: Set<String> = []
    var last: [String] = []
    while fixture.lines != last {
      last = fixture.lines
      seen.formUnion(last.flatMap { $0.split(separator: " ").map(String.init) })
      fixture.press(.down)
    }
    for binding in KeyMap.standard.bindings {
      for key in binding.keys { #expect(seen.contains(key.keyLabel), "\(key) \(columns)×\(lines)") }
    }
    let end = fixture.lines
    fixture.press(.down)
    #expect(fixture.lines == end)
    fixture.press(.home)
    #expect(
      fixture.line(of: String(ActionText.Group.rows.prefix(12))) != nil
        || fixture.line(of: "j k") != nil
    )
  }
}

@Test func `only Esc, q and the help's own key close the help, and no key does two things`() {
  for key in [InputEvent.Key.escape, .character("q"), .character("?"), .function(1)] {
    var fixture = AppFixture()
    fixture.receive(snapshot(0..<30, at: 0))
    let before = fixture.buffer
    fixture.press(.character("?"))
    let help = fixture.buffer
    for other in [InputEvent.Key.character("x"), .character(" "), .enter, .tab, .character("y")] {
      #expect(fixture.press(other) == [])
      #expect(fixture.buffer == help, "\(other)")
    }
    #expect(!fixture.app.player.isPaused)
    #expect(fixture.press(key) == [])
    // No row is selected, and the line of keys is no more the one of a newcomer.
    #expect(fixture.lines.dropLast() == lines(of: before).dropLast())
    #expect(fixture.press(.character("q")) == [.quit])
  }
}

private func lines(of buffer: CellBuffer) -> [String] {
  (0..<buffer.size.lines).map { buffer.text(line: $0) }
}

@Test func `until the first key, the key hints show what a new user needs`() {
  var fixture = AppFixture(columns: 112)
  fixture.receive(snapshot(0..<3, at: 0))
  #expect(fixture.lines.last?.contains(words(KeyMap.firstHints, 6, 7)) == true)
  fixture.press(.character("j"))
  #expect(fixture.lines.last?.contains(words(KeyMap.firstHints, 6, 7)) == false)
  #expect(fixture.lines.last?.contains("⏎ \(HintText.open)") == true)
}

@Test func `following is offered only where new rows come in at an edge`() {
  func hints(
    _ keys: String,
    of kind: (downwards: Bool, atEnd: Bool),
    news: Bool = false
  ) -> [String] {
    var fixture = AppFixture(
      columns: 120,
      lines: 12,
      configuration: App.Configuration(feedName: "test", start: .liveEdge)
    )
    fixture.app.status.readsDownwards = kind.downwards
    fixture.app.status.opensAtEnd = kind.atEnd
    fixture.receive(snapshot(0..<40, at: 0))
    fixture.app.status.readsDownwards = kind.downwards
    fixture.type(keys)
    if news { fixture.receive(snapshot(kind.downwards ? 0..<41 : -1..<40, at: 1)) }
    fixture.work()
    fixture.settle()
    return [fixture.lines[0], fixture.lines[11]]
  }
  let (objects, log, table) = ((false, false), (true, true), (true, false))
  let hint = "F \(HintText.follow)"
  let away = FeedState.Text.notFollowing
  for (kind, keys) in [(objects, "jjj"), (log, "jkk")] {
    #expect(hints(keys, of: kind)[1].contains(hint), "\(kind)")
    #expect(hints(keys, of: kind, news: true)[0].contains(away), "\(kind)")
    #expect(!hints("jF", of: kind)[1].contains(hint), "\(kind)")
  }
  // A table is read from its start, until something comes in.
  #expect(!hints("j", of: table)[1].contains(hint))
  #expect(hints("j", of: table, news: true)[1].contains(hint))
  // In an order of values, rows come in anywhere.
  for keys in ["s2jj", "b2jj"] {
    let lines = hints(keys, of: objects, news: true)
    #expect(!lines[1].contains(hint) && !lines[0].contains(away), "\(keys)")
  }
  // Counts are of all rows.
  #expect(!hints("jjj#1", of: objects, news: true)[0].contains(away))
}

@Test func `counting is hinted where there is room`() {
  for columns in [80, 99, 100, 120] {
    var fixture = AppFixture(columns: columns)
    fixture.receive(snapshot(0..<3, at: 0))
    for _ in 0..<2 {
      let hint = "b \(HintText.group)  # \(HintText.count)  ⏎ \(HintText.open)"
      #expect(fixture.lines.last?.contains(hint) == (columns >= 100), "\(columns)")
      fixture.press(.character("j"))
    }
    // Groups have other hints.
    fixture.type("#1")
    fixture.work()
    #expect(fixture.lines.last?.contains("# \(HintText.count)") == false)
  }
}

/// The announcement of malformed values on the line of keys, the newest on the given line.
private func announcement(_ count: Int) -> Substring {
  let line = count + 1
  let newest = MalformedInput(line: line, offset: 0, reason: FeedText.Malformed.value, bytes: [])
  return Notices.Text.malformed(count, newest, "!").prefix(30)
}

@Test func `malformed input is announced beside rows for a few seconds, and counted in the title`()
{
  var fixture = AppFixture()
  fixture.receive(snapshot(0..<3, at: 0))
  fixture.receive("oops\n")
  #expect(fixture.lines.last?.contains(announcement(1)) == true)
  #expect(fixture.lines[0].contains("! \(FeedState.Text.malformed(1))"))
  #expect(fixture.app.frame(at: fixture.now).nextChange == fixture.now + .seconds(5))
  fixture.now += .seconds(5)
  #expect(fixture.lines.last?.contains("? \(HintText.help)") == true)
  // Malformed input that goes on is not announced again and again.
  for _ in 0..<10 {
    fixture.now += .seconds(1)
    fixture.receive("oops\n")
    #expect(fixture.lines.last?.contains("? \(HintText.help)") == true)
  }
  #expect(fixture.lines[0].contains("! \(FeedState.Text.malformed(11))"))
  fixture.now += .seconds(30)
  fixture.receive("oops\n")
  #expect(fixture.lines.last?.contains(announcement(12)) == true)
  fixture.press(.character("j"))
  #expect(fixture.lines.last?.contains("? \(HintText.help)") == true)
}

@Test func `the list of malformed input shows position, reason and bytes, newest first`() {
  var fixture = AppFixture()
  fixture.press(.character("!"))
  #expect(fixture.line(of: MalformedInputPane.Text.none) != nil)
  fixture.receive(snapshot(0..<3, at: 0))
  fixture.receive("oops\n{\"a\": \"\u{1B}[31m\u{202E}é\"}\n")
  let newest = fixture.line(of: "\(MalformedInputPane.Text.line(3))  ")
  let oldest = fixture.line(of: "\(MalformedInputPane.Text.line(2))  ")
  #expect(newest.map { $0 < oldest ?? 0 } == true, "\(fixture.lines)")
  #expect(fixture.line(of: FeedText.Malformed.controlCharacter) == newest)
  #expect(fixture.line(of: #"{"a": "\x1b[31m\u{202e}é"}"#) == newest.map { $0 + 1 })
  #expect(fixture.line(of: "oops") == oldest.map { $0 + 1 })
  fixture.press(.character("!"))
  #expect(
    fixture.line(of: "\(MalformedInputPane.Text.line(3))  ") == nil
      && fixture.line(of: "row0") != nil
  )
}

@Test func `the list of malformed input shows what was skipped, evicted or discarded`() {
  var configuration = App.Configuration(
    feedName: "test",
    start: .liveEdge,
    limit: RowLimit(rows: 3)
  )
  configuration.historyCapacity = 2_000
  var fixture = AppFixture(columns: 100, configuration: configuration)
  fixture.receive((0..<4).map { snapshot([$0], at: $0) }.joined())
  fixture.press(.character("!"))
  let coalesced = FeedState.Text.coalesced(plural(3, FeedState.Text.list), "[")
  #expect(fixture.line(of: String(coalesced.prefix(40))) != nil)
  #expect(fixture.line(of: MalformedInputPane.Text.none) != nil)
  fixture.press(.character("!"), .character("["), .character("["), .character("["))
  #expect(fixture.app.table.rows.map(\.id.description) == ["row0"])
  fixture.press(.character("["))
  #expect(fixture.lines.last?.contains(FeedState.Text.first) == true)

  var events = AppFixture(columns: 100, configuration: configuration)
  for number in 0..<400 { events.receive(#"{"id":"e\#(number)","text":"event"}"# + "\n") }
  events.press(.character("!"))
  #expect(
    events.line(
      of: FeedState.Text.evicted(
        plural(397, FeedState.Text.row),
        limit: plural(3, FeedState.Text.row)
      )
    ) != nil
  )
  let forgotten = events.app.player.forgotten
  #expect(forgotten > 0)
  #expect(events.line(of: String(FeedState.Text.forgotten("").prefix(20))) != nil)
  events.press(.character("!"))
  for _ in forgotten..<400 { events.press(.character("[")) }
  events.press(.character("["))
  #expect(events.lines.last?.contains(FeedState.Text.noFurtherBack("").prefix(20)) == true)
}

@Test func `a table that changes do not apply to is rebuilt, which is reported`() {
  var fixture = AppFixture(columns: 100)
  fixture.receive(snapshot(0..<3, at: 0))
  #expect(!fixture.lines[0].contains(ListState.Text.rebuilding))
  // The table loses a row behind the back of what determines the changes.
  let rows = Array(fixture.app.table.rows.dropLast())
  fixture.app.list.table.setRows(rows, byUser: true, at: fixture.now)
  fixture.receive(snapshot(0..<5, at: 1))
  #expect(fixture.app.table.rows.map(\.id.description) == (0..<5).map { "row\($0)" })
  #expect(fixture.lines[0].contains("! \(ListState.Text.rebuilding)"))
  fixture.press(.character("!"))
  #expect(fixture.line(of: String(ListState.Text.rebuilt(1).prefix(60))) != nil)
  fixture.receive(snapshot(0..<6, at: 2))
  #expect(fixture.app.table.rows.count == 6 && fixture.app.list.rebuildCount == 1)
}

@Test func `the list of malformed input does not scroll while more is added above`() {
  var fixture = AppFixture(columns: 80, lines: 12)
  fixture.receive(snapshot(0..<3, at: 0))
  fixture.receive((0..<300).map { "bad\($0)\n" }.joined())
  fixture.press(.character("!"))
  #expect(fixture.line(of: MalformedInputPane.Text.count(300, shown: 256)) != nil)
  fixture.press(.character("j"), .character("j"), .character("j"), .character("j"))
  let line = fixture.line(of: "bad297")
  #expect(line != nil, "\(fixture.lines)")
  fixture.receive("worse1\nworse2\n")
  #expect(fixture.line(of: "bad297") == line)
  fixture.press(.home)
  #expect(fixture.line(of: "worse2") != nil)
  fixture.receive("worst\n")
  #expect(fixture.line(of: "worst") != nil)
}

@Test func `key problems are listed before malformed values`() {
  var fixture = AppFixture(columns: 60)
  fixture.receive(snapshot(0..<3, at: 0))
  fixture.app.receive(malformedInput: MalformedInputLog(), keyProblems: [.arrival], at: fixture.now)
  #expect(!fixture.lines[0].contains(FeedState.Text.keys), "rows of a log have no key")
  let problem = KeyProblem.shared(KeyRule.fields([FieldPath(["id"])]), rows: 3, example: "a")
  fixture.app.receive(malformedInput: MalformedInputLog(), keyProblems: [problem], at: fixture.now)
  #expect(fixture.lines[0].contains("! \(FeedState.Text.keys)"))
  #expect(fixture.lines.last?.contains(Notices.Text.problem(problem, "!").prefix(40)) == true)
  fixture.press(.character("!"))
  #expect(fixture.line(of: "! \(problem.description.prefix(30))") != nil)
  #expect(fixture.line(of: "\(problem.description.suffix(20))") != nil)
}

@Test func `the key picker shows evidence from the rows, and a choice keeps rows and selection`()
  throws
{
  var fixture = AppFixture(columns: 100)
  let rows = (0..<6).map { #"{"name":"n\#($0)","team":"\#($0 % 2 == 0 ? "red" : "blue")"}"# }
  fixture.receive("[\(rows.joined(separator: ","))]")
  fixture.settle()
  fixture.press(.character("j"), .character("j"), .character("K"))
  let counts = fixture.lines.map { $0.split { !$0.isNumber }.suffix(2) }
  #expect(counts.contains { $0.last == "6" } && counts.contains { $0 == ["2", "4"] })
  #expect(fixture.line(of: KeyPicker.Text.none) != nil)
  fixture.press(.end, .enter)
  #expect(fixture.lines.last?.contains(KeyPicker.Text.chosen(.fields([FieldPath("team")]))) == true)
  // The same rows are there, and the same one is selected: its key is another one.
  #expect(fixture.app.table.rows.count == 6 && fixture.app.table.lastBatch.insertions == 0)
  #expect(fixture.app.table.selectedRow?.id.description == "blue")
}

@Test func `a choice of another key keeps pins, marks, the order and the selection`() {
  var fixture = AppFixture(columns: 100, lines: 24)
  let rows = (0..<12).map { number in
    #"{"id":"job-\#(number)","name":"n\#(number * 7 % 12)","state":"\#(number % 2)","amount":\#(number * 5 % 12)}"#
  }
  func type(_ keys: String) {
    for key in keys { fixture.press(.character(key)) }
    fixture.settle()
  }
  func command(_ line: String) {
    fixture.type(":" + line)
    fixture.press(.enter)
    fixture.settle()
  }
  func amounts(_ rows: some Sequence<Row>) -> [String] {
    rows.compactMap { $0.value[FieldPath("amount")]?.string }
  }
  fixture.receive("[\(rows.joined(separator: ","))]")
  fixture.settle()
  command("sort -amount")
  type("jv")
  command("goto job-3")
  type("p")
  type("o")
  command("goto job-8")
  let shown = amounts(fixture.app.table.rows)
  let marked = amounts(fixture.app.markedRows)
  let selected = fixture.app.selectedRow?.value
  #expect(fixture.app.list.arrangement.isFrozen && marked.count == 1 && selected != nil)
  for title in ["name", "state", "id"] {
    let choice = KeyChoice.fields([FieldPath(title)])
    type("K")
    let rule = fixture.app.status.keyRule
    let picker = KeyPicker(Array(fixture.app.list.allRows), rule: rule)
    let index = picker.entries.firstIndex { $0.choice == choice } ?? 0
    fixture.press(.home)
    for _ in 0..<index { fixture.press(.down) }
    fixture.press(.enter)
    #expect(fixture.app.status.keyRule == .fields([FieldPath(title)]), "\(fixture.lines)")
    fixture.settle()
    #expect(amounts(fixture.app.table.rows) == shown, "\(title)")
    #expect(amounts(fixture.app.markedRows) == marked, "\(title)")
    #expect(fixture.app.selectedRow?.value == selected, "\(title)")
    #expect(fixture.app.list.arrangement.pinnedCount == 1, "\(title)")
    #expect(fixture.app.table.lastBatch.insertions == 0, "\(title)")
  }
}

@Test func `an open detail and a prompt stay with their row when the feed brings another key`() {
  var fixture = AppFixture(columns: 60, lines: 24)
  let rows = (0..<8).map { #"{"alpha":\#($0),"beta":"n\#($0)","a":1,"b":2,"c":3,"d":4}"# }
  fixture.receive("[\(rows.joined(separator: ","))]")
  fixture.settle()
  fixture.press(.character("j"), .character("j"), .character("j"), .enter)
  fixture.settle()
  fixture.press(.character("j"), .character("j"))
  fixture.settle()
  let detail = fixture.app.detail
  #expect(detail?.row.value[FieldPath("beta")]?.string == "n2" && detail?.scroll.cursor == 2)
  let rule = fixture.app.status.keyRule
  fixture.now += .seconds(1)
  // Most rows have a name that is not theirs alone any more.
  let more =
    rows
    + (0..<16).map { #"{"alpha":\#($0 + 8),"beta":"n\#($0 % 8)","a":1,"b":2,"c":3,"d":4}"# }
  fixture.receive("[\(more.joined(separator: ","))]")
  fixture.settle()
  #expect(fixture.app.status.keyRule != rule)
  #expect(fixture.app.detail?.row.value == detail?.row.value)
  #expect(fixture.app.detail?.scroll.cursor == 2 && fixture.app.detail?.isAbsent == false)

  var table = AppFixture(columns: 60, lines: 24)
  table.receive("[\(rows.joined(separator: ","))]")
  table.settle()
  table.press(.character("j"), .character("j"), .character("j"))
  table.type("/n7")
  table.settle()
  table.now += .seconds(1)
  table.receive("[\(more.joined(separator: ","))]")
  table.settle()
  table.press(.escape)
  table.settle()
  #expect(table.app.selectedRow?.value[FieldPath("beta")]?.string == "n2")
}
