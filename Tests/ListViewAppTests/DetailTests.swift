@testable import FeedStore
import FeedSources
import FeedValues
import TableModel
import TerminalCore
import Testing
import Values

@testable import ListViewApp
@testable import ListViewParts

private func list(_ rows: String..., at time: Int) -> String {
  #"{"at":\#(1_700_000_000 + time),"rows":[\#(rows.joined(separator: ","))]}"# + "\n"
}

private let payment =
  #"{"id":"p1","amount":4200,"currency":"usd","created":1700000000,"paid":false,"note":null,"#
  + #""customer":{"name":"Jenny","tags":["a","b"]},"empty":{}}"#

private let other = #"{"id":"p2","amount":1,"currency":"jpy"}"#

extension AppFixture {
  /// A screen on which the first row of a list is open.
  fileprivate static func open(_ rows: String, columns: Int = 80, lines: Int = 40) -> AppFixture {
    var fixture = AppFixture(
      columns: columns,
      lines: lines,
      configuration: App.Configuration(
        feedName: "test",
        wallClock: WallClock(FeedTime(nanoseconds: 1_700_000_000_000_000_000), at: start)
      )
    )
    fixture.receive(rows)
    // At the live edge, so that what comes is shown at once.
    fixture.press(.character("."), .enter)
    return fixture
  }

  /// The lines of the detail below the table.
  fileprivate var detail: [String] {
    guard let place = app.layout.detail else { return [] }
    let buffer = buffer
    return place.lines.dropFirst().map { line in
      var text = ""
      for column in place.columns.dropLast() { text += buffer[line: line, column: column].text }
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  fileprivate func detailLine(_ text: String) -> String? { detail.first { $0.contains(text) } }
}

@Test func `Enter shows the whole row, with nested members indented and times and money explained`()
{
  let fixture = AppFixture.open(list(payment, other, at: 0))
  #expect(
    Array(fixture.detail.prefix(17)) == [
      #"▌    id        "p1""#,
      #"     amount    4200  $4,200"#,
      #"     currency  "usd""#,
      #"     created   1700000000  2023-11-14 22:13:20"#,
      #"     paid      false"#,
      #"     note      null"#,
      #"   ▾ customer"#,
      #"       name  "Jenny""#,
      #"     ▾ tags"#,
      #"         0  "a""#,
      #"         1  "b""#,
      #"     empty     {}"#,
      #""#,
      #"   \#(DetailView.Text.history)"#,
      #" +   22:13:20  #1  \#(RowChange.Text.inserted)"#,
      #""#,
      #""#,
    ]
  )
}

@Test func `members can be folded and unfolded, and stay so when the row changes`() {
  var fixture = AppFixture.open(list(payment, other, at: 0))
  for _ in 0..<6 { fixture.press(.character("j")) }
  fixture.press(.enter)
  #expect(fixture.detailLine("▌  ▸ customer  {\"name\":\"Jenny\",\"tags\":[\"a\",\"b\"]}") != nil)
  fixture.receive(list(payment.replacing("Jenny", with: "Lee"), other, at: 1))
  #expect(fixture.detailLine(#"▌~ ▸ customer  {"name":"Lee""#) != nil, "\(fixture.detail)")
  fixture.press(.character("l"))
  #expect(fixture.detailLine(#"~     name  "Jenny" → "Lee""#) != nil, "\(fixture.detail)")
  fixture.press(.right)
  #expect(fixture.detailLine("▌")?.contains("name") == true)
  fixture.press(.left)
  #expect(fixture.detailLine("▌")?.contains("customer") == true)
  fixture.press(.left)
  #expect(
    fixture.detailLine("tags  ") == nil && !fixture.detail.contains { $0.hasPrefix("       name") }
  )
  // `u` goes to what changed, also where that is folded.
  fixture.press(.character("g"), .character("u"))
  #expect(fixture.detailLine("▌")?.contains("customer") == true)
}

@Test func `a changed field flashes, and shows its previous value and the time`() {
  var fixture = AppFixture.open(list(payment, other, at: 0))
  fixture.settle()
  fixture.now += .seconds(4_000)
  let changed = payment.replacing("4200", with: "9900").replacing(#""paid":false,"#, with: "")
    .replacing(#""empty":{}"#, with: #""refund":"re_1""#)
  fixture.receive(list(changed, other, at: 60))
  let first = fixture.buffer
  let amount = fixture.detailLine("amount") ?? ""
  #expect(amount.hasPrefix(" ~   amount    4200 → 9900   "), "\(fixture.detail)")
  #expect(amount.hasSuffix("   \(DetailView.Text.now) · 22:14:20"), "\(fixture.detail)")
  #expect(
    fixture.detailLine("paid")?.hasPrefix(" −   paid      false → \(DetailView.Text.gone)") == true
  )
  #expect(
    fixture.detailLine("refund")?.hasPrefix(#" +   refund    \#(DetailView.Text.none) → "re_1""#)
      == true
  )
  #expect(
    fixture.lines.contains { $0.hasPrefix("▌p1") && $0.hasSuffix(DetailView.Text.changed(4)) }
  )
  fixture.now += .seconds(3)
  #expect(
    fixture.detailLine("amount")?.hasSuffix("\(DetailView.Text.secondsAgo(3)) · 22:14:20") == true
  )
  #expect(fixture.buffer != first)
  fixture.now += .seconds(180)
  #expect(
    fixture.detailLine("amount")?.hasSuffix("\(DetailView.Text.minutesAgo(3)) · 22:14:20") == true
  )
  fixture.now += .seconds(3_600)
  #expect(fixture.detailLine("amount")?.hasSuffix(" 22:14:20") == true)
  // Nothing more will change by itself: the program sleeps.
  #expect(fixture.app.frame(at: fixture.now).nextChange == nil)
}

@Test func `the history lists each change of the row, newest first`() {
  var fixture = AppFixture.open(list(payment, other, at: 0))
  fixture.receive(list(payment.replacing("4200", with: "1"), other, at: 60))
  fixture.receive(list(other, at: 120))
  fixture.receive(list(payment, other, at: 180))
  let start = fixture.detail.firstIndex { $0.hasSuffix(DetailView.Text.history) }
  #expect(
    Array(fixture.detail[(start ?? 0)...].prefix(5)) == [
      "   \(DetailView.Text.history)",
      " +   22:16:20  #4  \(RowChange.Text.inserted)",
      " −   22:15:20  #3  \(RowChange.Text.deleted)",
      " ~   22:14:20  #2  amount  4200 → 1",
      " +   22:13:20  #1  \(RowChange.Text.inserted)",
    ]
  )
  // In the past, only what had happened then is told.
  fixture.press(.character("["), .character("["), .character("["))
  #expect(
    fixture.detailLine("#1  \(RowChange.Text.inserted)") != nil && fixture.detailLine("#2") == nil
  )
  fixture.press(.character("]"))
  #expect(fixture.detailLine("#2  amount") != nil && fixture.detailLine("#3") == nil)
}

@Test func `a deleted row remains with the time of its deletion, and may come back`() {
  for keys in [[], [InputEvent.Key.tab]] {
    var fixture = AppFixture.open(list(payment, other, at: 0))
    for key in keys { fixture.press(key) }
    fixture.receive(list(other, at: 60))
    fixture.settle()
    #expect(
      fixture.lines.contains {
        $0.contains("p1") && $0.hasSuffix(DetailView.Text.deleted(since: "22:14:20"))
      }
    )
    #expect(fixture.detailLine(#"name  "Jenny""#) != nil)
    fixture.receive(list(other, #"{"id":"p3"}"#, at: 61))
    #expect(fixture.detailLine(#"name  "Jenny""#) != nil)
    fixture.receive(list(payment, other, at: 62))
    fixture.settle()
    #expect(!fixture.lines.contains { $0.contains("− \(RowChange.Text.deleted)") })
    // Before it came it is not there either.
    fixture.receive(list(other, at: 63))
    fixture.press(.character("["))
    #expect(!fixture.lines.contains { $0.contains("− \(RowChange.Text.deleted)") })
    fixture.press(.character("["))
    #expect(fixture.lines.contains { $0.contains(DetailView.Text.deleted(since: "22:14:20")) })
  }
}

@Test func `the detail follows the selection, from the table and from inside`() {
  var fixture = AppFixture.open(list(payment, other, #"{"id":"p3","x":1}"#, at: 0))
  fixture.press(.character("J"))
  #expect(fixture.detailLine(#""p2""#) != nil && fixture.app.layers.last?.isDetail == true)
  fixture.press(.tab, .character("j"))
  #expect(fixture.detailLine(#""p3""#) != nil && fixture.app.layers.isEmpty)
  #expect(fixture.lines.last?.contains(words(KeyMap.besideDetailHints, 0)) == true)
  fixture.press(.character("K"))
  #expect(fixture.line(of: KeyPicker.Text.title) != nil, "K goes up in the detail alone")
  fixture.press(.escape)
  #expect(fixture.detailLine(#""p3""#) != nil)
  fixture.press(.tab, .character("K"), .character("K"))
  #expect(fixture.detailLine(#""p1""#) != nil)
}

@Test func `Esc and q close the detail with either focus, and only then the program`() {
  for keys in [
    [InputEvent.Key.escape], [.character("q")], [.tab, .escape], [.tab, .character("q")],
  ] {
    var fixture = AppFixture.open(list(payment, other, at: 0))
    for key in keys { #expect(fixture.press(key) == []) }
    #expect(fixture.app.detail == nil && fixture.app.layers.isEmpty)
    #expect(fixture.app.table.selection?.description == "p1")
    #expect(fixture.press(.character("q")) == [.quit])
  }
}

@Test func `space pauses the screen with either focus, and ages advance in the detail`() {
  var fixture = AppFixture.open(list(payment, other, at: 0))
  fixture.press(.character(" "))
  #expect(fixture.app.player.isPaused)
  fixture.receive(list(payment.replacing("4200", with: "1"), other, at: 60))
  #expect(fixture.detailLine("amount    4200") != nil)
  fixture.press(.character(" "))
  #expect(fixture.detailLine("4200 → 1") != nil)
}

@Test func `a running clock is not a change`() {
  var fixture = AppFixture.open(list(#"{"id":"c","age":"3s"}"#, at: 0))
  fixture.receive(list(#"{"id":"c","age":"4s"}"#, at: 1))
  #expect(fixture.detailLine("age")?.hasPrefix(#"     age  "4s""#) == true, "\(fixture.detail)")
}

@Test func `long texts are folded to a line, and unfold to their own lines`() {
  let row = #"{"id":"t","trace":"at main.swift:1\nat loop.swift:22\n\n\u001b[31mred","z":"short"}"#
  var fixture = AppFixture.open(list(row, at: 0))
  #expect(fixture.detailLine(#"▸ trace  "at main.swift:1 at loop"#) != nil, "\(fixture.detail)")
  fixture.press(.character("j"), .enter)
  let line = fixture.detail.firstIndex { $0.contains("▾ trace") } ?? 0
  #expect(fixture.detail[line + 1].hasSuffix("  at main.swift:1"))
  #expect(fixture.detail[line + 2].hasSuffix("  at loop.swift:22"))
  #expect(fixture.detail[line + 4].hasSuffix("\u{FFFD}[31mred"))
  fixture.press(.character("j"), .enter)
  #expect(fixture.detailLine("▌  ▸ trace") != nil)
}

@Test func `rows that are not objects are shown as well`() {
  for (row, text) in [
    ("17", "17"), (#""a line""#, #""a line""#), ("[1,2]", "0  1"), ("null", "null"),
  ] {
    let fixture = AppFixture.open(list(row, at: 0))
    #expect(fixture.detailLine(text) != nil, "\(row): \(fixture.lines)")
  }
}

@Test func `a value of any size starts with few lines, and shows more on request`() {
  let members = (0..<10_000).map { #""m\#($0)":\#($0)"# }.joined(separator: ",")
  var fixture = AppFixture.open(list(#"{"id":"big",\#(members)}"#, at: 0), lines: 24)
  #expect(fixture.app.detail.map { $0.outline.lines.count } == JSONOutline.memberCount + 1)
  fixture.press(.character("G"))
  for _ in 0..<3 { fixture.press(.up) }
  #expect(fixture.detailLine("▌")?.contains(DetailView.Text.more("⏎")) == true)
  fixture.press(.enter)
  #expect(fixture.app.detail.map { $0.outline.lines.count } == 2 * JSONOutline.memberCount + 1)
  #expect(fixture.detailLine("▌")?.contains("m499") == true)

  let deep = String(repeating: #"{"d":"#, count: 60) + "1" + String(repeating: "}", count: 60)
  fixture = AppFixture.open(list(#"{"id":"deep","v":\#(deep)}"#, at: 0), columns: 40, lines: 24)
  fixture.press(.down)
  for _ in 0..<130 { fixture.press(.right) }
  #expect(fixture.detailLine("▌")?.hasSuffix("d  1") == true, "\(fixture.detail)")
  #expect(fixture.app.detail.map { $0.outline.lines.count } == 62)

  let long = String(repeating: "0123456789 ", count: 100_000)
  fixture = AppFixture.open(list(#"{"id":"long","v":"\#(long)"}"#, at: 0), lines: 24)
  fixture.press(.character("j"), .enter)
  #expect(fixture.app.detail.map { $0.outline.lines.count } == 2 + JSONOutline.textLineCount + 1)
  fixture.press(.character("y"))
  #expect(fixture.lines.last?.contains(RowCopy.Text.tooLong("v", 1_100_000).prefix(60)) == true)
}

@Test func `the key, the value of a field and the JSON are copied unchanged`() {
  let row = #"{ "id": "k\u00e91", "v" : "two\nlines \ud83d\ude00", "n":1.50 }"#
  var fixture = AppFixture.open("[\(row)]")
  #expect(fixture.press(.character("Y")) == [.copy(Array(row.utf8))])
  let name = RowCopy.Text.json(of: RowID(key: ByteSlice(copying: "ké1".utf8)), 1)
  let copied = RowCopy.Text.copied(name, row.utf8.count)
  #expect(
    fixture.lines.last?.contains(
      copied
    ) == true
  )
  fixture.press(.character("j"))
  #expect(fixture.press(.character("y")) == [.copy(Array("two\nlines 😀".utf8))])
  fixture.press(.character("j"))
  #expect(fixture.press(.character("y")) == [.copy(Array("1.50".utf8))])
  fixture.press(.tab)
  #expect(fixture.press(.character("y")) == [.copy(Array("ké1".utf8))])
  #expect(fixture.lines.last?.contains(RowCopy.Text.copied("ké1", 4)) == true)
  fixture.press(.escape, .escape)
  #expect(fixture.press(.character("y")) == [])
  #expect(fixture.lines.last?.contains(ListState.Text.noSelection("j k")) == true)
  fixture.receive("[]")
  #expect(fixture.press(.enter) == [])
  #expect(fixture.lines.last?.contains(Detail.Text.noRow) == true)
}

@Test func `the name of a row cannot write on the key hints`() {
  var fixture = AppFixture.open(#"[{"id":"\u001b]0;x\u0007\n\u202eevil","v":1}]"#)
  fixture.press(.tab, .character("y"))
  for line in fixture.lines {
    for scalar in line.unicodeScalars {
      #expect(scalar.value >= 0x20 && scalar.properties.generalCategory != .control)
      #expect(scalar.properties.generalCategory != .format)
    }
  }
}

@Test func `a wide screen has the detail at the right, a low one over the table`() {
  let wide = AppFixture.open(list(payment, other, at: 0), columns: 120, lines: 24)
  #expect(wide.app.layout.detail?.columns == 70..<120)
  #expect(wide.lines[1].contains("▌p1") && wide.lines[2].contains("│"))
  var low = AppFixture.open(list(payment, other, at: 0), columns: 40, lines: 10)
  #expect(low.line(of: "▌p1") == 1)
  low.press(.tab)
  #expect(low.app.layers.last?.isDetail == true)
  #expect(low.lines.last?.contains(Detail.Text.noRoom("J K").prefix(20)) == true)
  low.app.resize(to: TerminalSize(columns: 40, lines: 30), at: low.now)
  low.press(.tab)
  #expect(low.app.layers.isEmpty)
  // The selected row stays in view when the table gets small.
  var fixture = AppFixture(columns: 80, lines: 24)
  fixture.receive(snapshot(0..<40, at: 0))
  fixture.press(.pageDown, .enter)
  #expect(fixture.lines[..<11].contains { $0.hasPrefix("▌  row20") }, "\(fixture.lines)")
  fixture.press(.escape)
  #expect(fixture.line(of: "▌  row20") != nil)
}

@Test func `the detail has a picture at every size and in every number of colours`() {
  for depth in ColorDepth.allCases {
    for (columns, lines) in [
      (1, 1), (2, 3), (5, 4), (10, 5), (20, 5), (40, 10), (80, 16), (200, 50),
    ] {
      var fixture = AppFixture(columns: columns, lines: lines, depth: depth)
      fixture.receive(list(payment, other, at: 0))
      fixture.press(.character("."), .enter, .character("G"), .character("g"), .down)
      fixture.receive(list(payment.replacing("Jenny", with: "Lee"), other, at: 1))
      fixture.press(.character("h"), .character("l"), .tab, .character("J"))
      #expect(fixture.buffer.size == TerminalSize(columns: columns, lines: lines))
      fixture.receive("[]")
      #expect(fixture.buffer.size == TerminalSize(columns: columns, lines: lines))
    }
  }
}

@Test func `a value nested to the limit can be unfolded completely`() throws {
  let depth = 500
  let deep = String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
  var decoder = FeedDecoder()
  let items = decoder.append(Array(#"[{"id":1,"v":\#(deep)}]"#.utf8))
  guard case .snapshot(let snapshot)? = (items + decoder.reachEnd(isWhole: true)).first
  else { preconditionFailure("an array is a snapshot") }
  var folds = FoldTree()
  for count in 0..<depth {
    folds[(["v"] + Array(repeating: "0", count: count))[...]].isOpen = true
  }
  let value = snapshot.rows[0].value
  let outline = JSONOutline(value, folds: folds, removed: [:], width: 40)
  #expect(outline.lines.count == depth + 2)
  #expect(outline.lines.last?.depth == depth)
  let path = outline.path(ofLine: depth + 1)
  #expect(path.count == depth + 1 && outline.line(at: path) == depth + 1)
}

@Test func `a change in the history is shown completely, on two lines if necessary`() {
  let long = #"{"id":"a","a_field_of_many_letters":"pending for a while"}"#
  for columns in [80, 36] {
    var fixture = AppFixture.open(list(long, at: 0), columns: columns)
    fixture.receive(list(long.replacing("pending", with: "over"), at: 60))
    let change = #"→ "over for a while""#
    let history = fixture.detail.drop { !$0.hasSuffix(DetailView.Text.history) }
    #expect(history.contains { $0.hasSuffix(change) } == (columns == 80), "\(history)")
    #expect(history.contains { $0.contains(#"→ "over"#) }, "\(history)")
    // The other way round, when the window grows.
    fixture.app.resize(to: TerminalSize(columns: 100, lines: 40), at: fixture.now)
    #expect(fixture.detailLine("#2  a_field_of_many_letters  \"pending for a while\" →") != nil)
  }
}

@Test func `an open container does not move values to the right`() {
  let fixture = AppFixture.open(
    #"[{"id":"a","a_very_long_name_of_an_object":{"x":1},"short":2,"empty":{}}]"#
  )
  let columns = ["\"a\"", "2", "{}"].compactMap { value in
    fixture.detail.first { $0.hasSuffix(value) }.map { $0.count - value.count }
  }
  #expect(columns.count == 3 && Set(columns).count == 1, "\(fixture.detail)")
  #expect((columns.first ?? 99) < 16, "\(fixture.detail)")
}

@Test func `a row without a key is named by the number of its arrival`() {
  var fixture = AppFixture()
  fixture.receive(#"{"msg":"one"}"# + "\n" + #"{"msg":"two"}"# + "\n")
  fixture.press(.enter)
  fixture.settle()
  #expect(fixture.line(of: "▌\(DetailView.Text.row("2"))") != nil, "\(fixture.lines)")
}
