@testable import Ordering
@testable import Columns
@testable import FeedStore
import FeedValues
import TableModel
import TerminalCore
import Testing

@testable import ListViewApp
@testable import ListViewParts
@testable import Patterns

private func fixture() -> AppFixture {
  var fixture = AppFixture(columns: 90)
  fixture.receive(snapshot(0..<40, at: 0))
  return fixture
}

extension AppFixture {
  /// Enters a command line.
  fileprivate mutating func enter(_ line: String) -> [App.Effect] {
    type(":" + line)
    return press(.enter)
  }
}

@Test func `every action that has a key is a command by its name`() {
  for binding in KeyMap.standard.bindings {
    let command = try? Command.named(binding.action.name)
    #expect(command?.name == binding.action.name)
    #expect(command?.help.isEmpty == false)
  }
  let names = Command.all.map(\.name)
  #expect(Set(names).count == names.count)
  var app = fixture()
  #expect(app.enter("quit") == [.quit])
  for name in ["q", "q!", "qa", "x", "exit"] { #expect(app.enter(name) == [.quit], "\(name)") }
  #expect(app.enter("w out.csv") == [.write("out.csv")])
  #expect(app.enter("redraw") == [.redraw])
  #expect(app.enter("last-row") == [])
  #expect(app.app.table.selectedOffset == 39)
}

@Test func `ZZ quits without groups, and folds them otherwise`() {
  var app = fixture()
  #expect(app.press(.character("Z"), .character("Z")).contains(.quit))
  var other = fixture()
  #expect(!other.press(.character("Z"), .character("j"), .character("Z")).contains(.quit))
  _ = other.enter("group text")
  #expect(!other.press(.character("Z"), .character("Z"), .character("Z")).contains(.quit))
}

@Test func `gg goes to the first row`() {
  var app = fixture()
  app.press(.character("G"))
  #expect(app.app.table.selectedOffset == 39)
  app.press(.character("g"), .character("g"))
  #expect(app.app.table.selectedOffset == 0)
}

@Test func `commands have their effects`() {
  var app = fixture()
  _ = app.enter("speed 4")
  #expect(app.app.player.speed == 4 && app.lines[23].contains(FeedState.Text.speed(4)))
  _ = app.enter("motion none")
  #expect(app.app.table.motion == .none)
  _ = app.enter("filter row1")
  #expect(app.app.table.rows.count == 11)
  _ = app.enter("filter")
  #expect(app.app.table.rows.count == 40)
  _ = app.enter("goto 12")
  #expect(app.app.table.selectedOffset == 11)
  _ = app.enter("3")
  #expect(app.app.table.selectedOffset == 2)
  _ = app.enter("goto row30")
  #expect(app.app.table.selectedOffset == 30)
  _ = app.enter("search row5")
  #expect(app.app.table.selectedOffset == 5)
  _ = app.enter("next-ro")
  #expect(app.app.table.selectedOffset == 6)
  _ = app.enter("help speed")
  #expect(app.lines[23].contains(CommandText.description("speed N", CommandText.speed)))
  _ = app.enter("help")
  #expect(app.app.layers.last?.contents(as: HelpPane.self) != nil)
}

@Test func `commands sort, group and step through time`() {
  var app = AppFixture(columns: 90)
  for number in 1...5 { app.receive(snapshot(0..<number, at: 60 * number)) }
  app.press(.character("."))
  _ = app.enter("sort -id")
  #expect(app.app.table.rows.map(\.id.description) == ["row4", "row3", "row2", "row1", "row0"])
  _ = app.enter("sort -id")
  #expect(app.app.table.rows.first?.id.description == "row4")
  _ = app.enter("sort id")
  #expect(app.app.table.rows.first?.id.description == "row0")
  _ = app.enter("group id")
  #expect(app.app.table.sections.count == 5)
  _ = app.enter("group")
  #expect(app.app.list.arrangement.grouping == nil)
  _ = app.enter("seek -2m")
  #expect(app.app.table.rows.count == 3 && app.app.player.isPaused)
  _ = app.enter("seek +1m")
  #expect(app.app.table.rows.count == 4)
  // 1,700,000,120 is 2023-11-14T22:15:20Z.
  _ = app.enter("seek 2023-11-14T22:15:20")
  #expect(app.app.table.rows.count == 2)
  _ = app.enter("seek -9d")
  #expect(app.app.table.rows.count == 1 && app.lines[23].contains(FeedState.Text.noFurtherBack))
}

@Test func `an invalid signed duration does not seek`() {
  for text in ["-", "+", "+5", "-m", "+5x", "+99999999999999999999d", "+ soon"] {
    var app = fixture()
    _ = app.enter("seek \(text)")
    guard let prompt = app.app.openPrompt?.prompt else {
      Issue.record("\(text) was taken")
      continue
    }
    #expect(prompt.problem != nil, "\(text)")
  }
}

@Test func `an invalid command line is reported with the position, and stays for correction`() {
  let noValue = FilterMistake.expectedValue(after: "=")
  let unclosed = PatternError(reason: .unclosed(")"), offset: 2).description
  let nexts = ["next-change", "next-error", "next-marked", "next-match", "next-row"]
  let speed = CommandText.expectedSpeed
  let cases: [(line: String, offset: Int, message: String)] = [
    ("sped 4", 0, CommandMistake.unknown("sped", nearest: "speed")),
    ("zzzzzz", 0, CommandMistake.unknown("zzzzzz", nearest: nil)),
    ("next", 0, CommandMistake.ambiguous("next", nexts)),
    ("speed", 5, Mistake.expected("speed N")),
    ("speed fast", 6, CommandMistake.badArgument("fast", expected: speed)),
    ("  speed  -1", 9, CommandMistake.badArgument("-1", expected: speed)),
    ("quit now", 5, CommandMistake.extraArgument("quit")),
    ("motion much", 7, CommandMistake.badArgument("much", expected: "none, basic, full")),
    ("goto 41", 5, CommandMistake.noRow(CommandText.row(41, of: 40))),
    ("goto 0", 5, CommandMistake.noRow(CommandText.row(0, of: 40))),
    ("goto \(Int.min)", 5, CommandMistake.noRow(CommandText.row(.min, of: 40))),
    ("goto \(Int.max)", 5, CommandMistake.noRow(CommandText.row(.max, of: 40))),
    ("goto nobody", 5, CommandMistake.noRow(CommandText.row(withKey: "nobody"))),
    ("99", 0, CommandMistake.noRow(CommandText.row(99, of: 40))), ("filter state=", 13, noValue),
    ("search a(", 9, unclosed), ("sort nam", 5, CommandMistake.unknownColumn("nam", nearest: nil)),
    ("group texts", 6, CommandMistake.unknownColumn("texts", nearest: "text")),
    ("seek noon", 5, CommandMistake.badArgument("noon", expected: CommandText.expectedTime)),
    ("help nothing-at-all", 5, CommandMistake.unknown("nothing-at-all", nearest: nil)),
  ]
  for (line, offset, message) in cases {
    var app = fixture()
    #expect(app.enter(line) == [])
    guard let prompt = app.app.openPrompt?.prompt else {
      Issue.record("\(line) was taken")
      continue
    }
    #expect(prompt.problem == Prompt.Problem(message: message, offset: offset), "\(line)")
    #expect(app.lines[22].contains(message) && app.lines[23].hasPrefix(":\(line)"))
    app.press(.escape)
    #expect(app.app.layers.isEmpty)
  }
}

@Test func `Tab completes commands, their arguments, fields and values`() {
  func completed(_ keys: String, tabs: Int = 1) -> String {
    var app = AppFixture(columns: 90)
    app.receive(
      """
      [{"id":"a","status":"failed","data":{"object":{"status":"in transit","amount":5}}},
      {"id":"b","status":"paid","data":{"object":{"status":"done","amount":7}}}]
      """
    )
    app.type(keys)
    for _ in 0..<tabs { app.press(.tab) }
    guard let prompt = app.app.openPrompt?.prompt else { return "" }
    return prompt.editor.text
  }
  #expect(completed(":spe") == "speed ")
  #expect(completed(":motion b") == "motion basic")
  #expect(completed(":help quit") == "help quit")
  #expect(completed(":st") == "step-back")
  #expect(completed("&am") == "amount")
  #expect(completed("&stat") == "status")
  #expect(completed("&status=f") == "status=failed")
  #expect(completed("&x -(status!=p") == "x -(status!=paid")
  #expect(completed("&data.object.status=i") == "data.object.status=\"in transit\"")
  #expect(completed(":filter amount>5 status=pa") == "filter amount>5 status=paid")
  #expect(completed("/stat") == "stat")
  #expect(completed("&zz") == "zz")
}

@Test func `candidates are shown above the line with the choice visible, at every width`() {
  for columns in [20, 40, 80, 120] {
    var app = AppFixture(columns: columns, lines: 10)
    app.receive(snapshot(0..<4, at: 0))
    app.press(.character(":"))
    app.press(.tab)
    for _ in 0..<Command.all.count + 2 {
      app.press(.tab)
      guard let prompt = app.app.openPrompt?.prompt, let choice = prompt.completion?.choice else {
        Issue.record("nothing is chosen")
        return
      }
      let text = String(Command.all[choice].name.prefix(columns - 6))
      #expect(app.lines[8].contains(text), "\(columns): \(app.lines[8])")
      #expect(app.lines[9].contains(String(Command.all[choice].name.suffix(8)).prefix(8)))
    }
  }
}

@Test func `candidates that do not fit are indicated at both ends`() {
  var fixture = AppFixture(columns: 60, lines: 10)
  fixture.receive(snapshot(0..<5, at: 0))
  fixture.type(":")
  fixture.press(.tab)
  var lines: Set<String> = [fixture.lines[8]]
  #expect(fixture.lines[8].hasSuffix("›"))
  for _ in 0..<100 where !fixture.lines[8].contains("‹") || fixture.lines[8].hasSuffix("›") {
    fixture.press(.tab)
    lines.insert(fixture.lines[8])
  }
  // The last ones: nothing comes behind them.
  #expect(fixture.lines[8].hasPrefix(" ‹") && !fixture.lines[8].hasSuffix("›"))
  #expect(lines.contains { $0.hasPrefix(" ‹") && $0.hasSuffix("›") })
}

@Test func `a history is kept for each kind of prompt`() {
  var app = fixture()
  for line in ["/one", "/two", "&row1", ":speed 2"] {
    app.type(line)
    app.press(.enter)
  }
  func recalled(_ keys: InputEvent.Key...) -> String {
    for key in keys { app.press(key) }
    guard let prompt = app.app.openPrompt?.prompt else { return "" }
    return prompt.editor.text
  }
  #expect(recalled(.character("/"), .up) == "two")
  #expect(recalled(.up) == "one")
  #expect(recalled(.down, .down) == "")
  #expect(recalled(.escape, .character(":"), .up) == "speed 2")
}

@Test func `a prompt has a picture on every screen, whatever is typed`() {
  for depth in ColorDepth.allCases {
    for (columns, lines) in [(1, 1), (2, 2), (5, 3), (10, 4), (20, 5), (40, 10), (80, 24)] {
      for sign in "/&:" {
        var app = AppFixture(columns: columns, lines: lines, depth: depth)
        app.receive(snapshot(0..<30, at: 0))
        app.type(String(sign))
        app.press(.paste("漢字 (\u{1B}[2J\u{202E} é " + String(repeating: "long ", count: 20)))
        for key in [InputEvent.Key.tab, .home, .right, .end, .up, .enter, .tab] {
          app.press(key)
          for line in app.lines {
            #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" })
          }
        }
        if columns >= 20, sign != ":" || lines > 4 { #expect(app.lines.last?.first == sign) }
      }
    }
  }
}

@Test func `a row is found by its key wherever it is, and a hidden one is said to be hidden`() {
  var app = fixture()
  let rows = app.app.list.allRows.count
  _ = app.enter("filter row1")
  _ = app.enter("goto row30")
  #expect(
    app.app.openPrompt?.prompt.problem?.message == CommandMistake.hiddenRow("row30"),
    "\(app.lines)"
  )
  app.press(.escape)
  _ = app.enter("filter")
  #expect(app.app.table.rows.count == rows)
  // A pinned row.
  _ = app.enter("goto row7")
  app.press(.character("p"))
  _ = app.enter("goto row20")
  #expect(app.app.list.currentRow?.id.description == "row20")
  _ = app.enter("goto row7")
  #expect(app.app.list.currentRow?.id.description == "row7")
  _ = app.enter("goto row20")
  #expect(app.app.list.currentRow?.id.description == "row20")
  // All rows are written, the pinned one first.
  #expect(app.app.writtenCount == rows)
  let written = Array(app.app.writtenValues)
  #expect(written.count == rows && Set(written).count == rows)
  #expect(written.first?.string.contains("row7") == true)
}

@Test func `a row in a folded group is found, and its group unfolded`() {
  var app = fixture()
  _ = app.enter("group text")
  app.press(.character("Z"))
  app.settle()
  #expect(app.app.table.displayedRows.isEmpty)
  _ = app.enter("goto row12")
  #expect(app.app.list.currentRow?.id.description == "row12", "\(app.lines)")
  #expect(app.app.table.displayedRows.contains { $0.id.description == "row12" })
}

@Test(arguments: [
  (#"{"id":"a/b","n":1}"#, "a/b"), (#"{"id":7,"n":1}"#, "7"), (#"{"id":1e5,"n":1}"#, "1e5"),
  (#"{"id":"7","n":1}"#, "7"), (#"{"id":true,"n":1}"#, "true"), (#"{"id":"é\"x","n":1}"#, "é\"x"),
  (#"{"id":"x#2","n":1}"#, "x#2"), (#"[{"k":1},{"k":1}]"#, #"{"k":1}#2"#),
])
func `any description of a key finds its row`(_ feed: String, _ description: String) {
  var app = AppFixture(columns: 80, lines: 24)
  app.receive(feed)
  #expect(app.app.list.allRows.contains { $0.id.description == description })
  #expect(app.app.feed.player.slot(ofRow: description) != nil)
  #expect(app.app.feed.player.slot(ofRow: description + "-") == nil)
}
