@testable import Columns
@testable import FeedStore
import FeedValues
import TableModel
import TerminalCore
import Testing
import Values

@testable import ListViewApp
@testable import ListViewParts

extension AppFixture {
  /// Enters a command line.
  @discardableResult
  fileprivate mutating func enter(_ line: String) -> [App.Effect] {
    type(":" + line)
    return press(.enter)
  }

  fileprivate var problem: Prompt.Problem? {
    if let prompt = app.openPrompt?.prompt { prompt.problem } else { nil }
  }
}

private let rows =
  #"[{"id":"a","kind":"x","n":1,"o":{"deep":"p"}},{"id":"b","kind":"y","n":2,"o":{"deep":"q"}}]"#

@Test func `a command shows the given columns, and the default ones again`() {
  var fixture = AppFixture(columns: 90)
  fixture.receive(rows)
  let before = fixture.lines[1]
  let effects = fixture.enter("columns Deep=o.deep,n:number:9,id")
  #expect(fixture.lines[1].split(separator: " ") == ["Deep", "N", "ID"])
  guard case .remember(let spec?, _)? = effects.first else {
    Issue.record("nothing is remembered")
    return
  }
  #expect(spec.description == "Deep=o.deep,n:number:9,id")
  fixture.enter("columns -kind,*")
  #expect(!fixture.lines[1].contains("KIND") && fixture.lines[1].contains("ID"))
  #expect(fixture.enter("columns").count == 1 && fixture.lines[1] == before)
  fixture.enter("columns id,n:mony")
  #expect(fixture.problem?.offset == 11)
  let problem = ColumnMistake.noFormat("mony")
  #expect(fixture.lines[22].contains(problem.prefix(40)))
}

@Test func `columns, their fields and formats are completed`() {
  func completed(_ line: String) -> String {
    var fixture = AppFixture(columns: 90)
    fixture.receive(rows)
    fixture.type(":" + line)
    fixture.press(.tab)
    guard let prompt = fixture.app.openPrompt?.prompt else { return "" }
    return prompt.editor.text
  }
  #expect(completed("colu") == "columns ")
  #expect(completed("columns ki") == "columns kind")
  #expect(completed("columns id,o") == "columns id,o.deep")
  #expect(completed("columns id,-ki") == "columns id,-kind")
  #expect(completed("columns Sort=ki") == "columns Sort=kind")
  #expect(completed("columns n:mon") == "columns n:money")
  #expect(completed("color al") == "color always")
  #expect(completed("bell of") == "bell off")
}

@Test func `colour and the bell are requested from the owner`() {
  var fixture = AppFixture(columns: 90)
  fixture.receive(rows)
  #expect(fixture.enter("color never") == [.color(.never)])
  #expect(fixture.lines[23].contains(Notices.Text.color("never")))
  fixture.enter("color red")
  let expected = CommandMistake.badArgument("red", expected: "auto, always, never")
  #expect(
    fixture.problem == Prompt.Problem(message: expected, offset: 6)
  )
  fixture.press(.escape)
  // Earlier changes are not news to the bell.
  #expect(fixture.enter("bell on") == [.bell(true)])
  #expect(fixture.app.changeCount == 0)
  fixture.receive("[]")
  #expect(fixture.app.changeCount == 2)
  #expect(fixture.enter("bell off") == [.bell(false)])
  fixture.receive(rows)
  #expect(fixture.app.changeCount == 2)
}

@Test func `a time of day is sought on the day of the newest row, or the day before`() {
  // 1,700,000,000 is 22:13:20 at Greenwich, and 23:13:20 in the reader's zone.
  var fixture = AppFixture(
    columns: 90,
    configuration: App.Configuration(feedName: "test", calendar: Calendar { _ in 3_600 })
  )
  for number in 1...5 { fixture.receive(snapshot(0..<number, at: 60 * number)) }
  fixture.press(.character("."))
  fixture.enter("seek 23:16")
  #expect(fixture.app.table.rows.count == 2, "\(fixture.lines)")
  fixture.enter("seek 23:17:20")
  #expect(fixture.app.table.rows.count == 4)
  // From the past, too, it is about the newest row.
  fixture.enter("seek 23:15:19")
  #expect(fixture.app.table.rows.count == 1)
  // Later than the newest row: yesterday's.
  fixture.enter("seek 23:19")
  #expect(
    fixture.app.table.rows.count == 1 && fixture.lines[23].contains(FeedState.Text.noFurtherBack)
  )
}

@Test func `a speed is reported in a form that can be entered`() {
  for (speed, text) in [
    (1, "1"), (4_096, "4,096"), (0.5, "1/2"), (1.0 / 64, "1/64"), (1.0 / 3, "1/3"), (2.5, "2.5"),
    (0.7, "0.7"), (10.0 / 3, "3.33"), (0.0123, "0.0123"), (1e-9, "1e-09"), (0.001, "1/1,000"),
    (1e12, "1000000000000.0"),
  ] {
    #expect(speed.speedText == text, "\(speed)")
    let read = Double(speedText: speed.speedText) ?? 0
    #expect(abs(read - speed) <= 0.005 * speed, "\(speed)")
  }
  for text in ["", "/", "1/", "/2", "1/0", "-1", "0", "nan", "inf", "1/2/3", "1/inf", "fast"] {
    #expect(Double(speedText: text) == nil, "\(text)")
  }
  var fixture = AppFixture(columns: 90)
  for number in 1...5 { fixture.receive(snapshot(0..<number, at: 60 * number)) }
  fixture.enter("speed 1/8")
  #expect(
    fixture.app.player.speed == 0.125 && fixture.lines[23].contains(FeedState.Text.speed(0.125))
  )
  for _ in 0..<9 { fixture.press(.character("-")) }
  #expect(fixture.lines[23].contains(FeedState.Text.speed(1.0 / 64)))
}

@Test func `counts have thousands separators everywhere`() {
  var fixture = AppFixture(columns: 120)
  let log = (0..<2_307).map { #"{"id":"c\#($0)"}"# + "\n" }.joined()
  fixture.receive(log)
  #expect(
    fixture.lines[0].contains(TitleBar.Text.rowCounts(2_307, of: nil, columns: 120))
      && fixture.lines[23].hasSuffix("1–21 of 2,307")
  )
  fixture.press(.character("G"))
  #expect(fixture.lines[23].hasSuffix(StatusBar.Text.row(2_307, of: "2,307")))
  fixture.receive((0..<1_234).map { #"{"id":"d\#($0)"}"# + "\n" }.joined())
  #expect(
    fixture.lines[23].contains(StatusBar.Text.unseen("↑", 1_234))
      && fixture.lines[0].contains("+1,234")
  )
  fixture.press(.character("["))
  #expect(
    fixture.lines[0].contains("\(FeedState.Text.paused) 3,540 · \(FeedState.Text.behind("1"))")
  )
  fixture.enter("goto 9999")
  #expect(fixture.lines[22].contains(CommandText.row(9_999, of: 3_540)))
}

@Test func `all marked rows are copied in screen order`() {
  var fixture = AppFixture(columns: 90)
  let texts = (0..<6).map { #"{ "id":"row\#($0)", "n":\#(10 - $0) }"# }
  fixture.receive("[" + texts.joined(separator: ",") + "]")
  // The last is marked first; then the order is turned round, and one row is pinned.
  fixture.press(.character("G"), .character("v"), .character("g"), .character("v"))
  fixture.press(.character("j"), .character("v"))
  func copied(_ key: Character) -> [String] {
    guard case .copy(let bytes)? = fixture.press(.character(key)).first else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }
  #expect(copied("y") == ["row0", "row2", "row5"])
  #expect(fixture.lines[23].contains(RowCopy.Text.copied(RowCopy.Text.keys(of: 3), 14)))
  #expect(copied("Y") == [texts[0], texts[2], texts[5]])
  #expect(
    fixture.lines[23].contains(RowCopy.Text.copied(RowCopy.Text.json(of: nil, 3), 0).prefix(20))
  )
  fixture.enter("sort n")
  #expect(copied("y") == ["row5", "row2", "row0"])
  // A filter hides rows, but the title goes on counting their marks; what is gone is not copied.
  fixture.enter("filter id!=row2")
  #expect(
    copied("y") == ["row5", "row2", "row0"] && fixture.lines[0].contains(ListState.Text.marked(3))
  )
  fixture.enter("filter")
  fixture.receive("[" + texts.dropFirst().joined(separator: ",") + "]")
  #expect(copied("y") == ["row5", "row2"])
  fixture.press(.character("V"), .character("g"))
  #expect(copied("y") == ["row5"])
}
