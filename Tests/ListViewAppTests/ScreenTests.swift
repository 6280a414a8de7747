import Columns
import FeedSources
import FeedStore
import FeedValues
import ListViewApp
import ListViewParts
import TableModel
import TerminalCore
import Testing

@Test func `a list of payments is a table of its most informative fields`() {
  var fixture = AppFixture(columns: 80, lines: 8)
  fixture.receive(
    """
    [{"id":"evt_1PabcdefghijklmnopqrstuvwX","object":"event","created":1700000001,\
    "type":"charge.succeeded","livemode":false,"data":{"object":{"amount":4200,"currency":"usd",\
    "billing_details":{"email":"jenny@example.com"},"status":"succeeded"}}},\
    {"id":"evt_1PabcdefghijklmnopqrstuvwY","object":"event","created":1700000000,\
    "type":"customer.created","livemode":false,"data":{"object":{"email":"lee@example.com"}}},\
    {"id":"evt_1PabcdefghijklmnopqrstuvwZ","object":"event","created":1699999999,\
    "type":"payout.paid","livemode":false,"data":{"object":{"amount":520000,"currency":"jpy",\
    "status":"in_transit"}}}]
    """
  )
  // 1,700,000,000 is 2023-11-14T22:13:20Z. Columns of text are a multiple of four wide, amounts end
  // in a line, and the arrow says that there is more: the long key, and what never differs.
  let right = "\(FeedState.Text.live)   \(TitleBar.Text.rowCounts(3, of: nil, columns: 80))"
  let keys = " " + words(KeyMap.firstHints, 0, 1, 2, 3, 4, 5, 9)
  #expect(
    fixture.lines == [
      " listview  test" + String(repeating: " ", count: 79 - 15 - right.count) + right,
      "   CREATED   TYPE                AMOUNT  EMAIL                 STATUS          ›",
      "   22:13:21  charge.succeeded    $42.00  jenny@example.com     ● succeeded",
      "   22:13:20  customer.created            lee@example.com",
      "   22:13:19  payout.paid       ¥520,000                        ● in transit",
      "",
      "",
      keys + String(repeating: " ", count: 79 - keys.count - 8) + "1–3 of 3",
    ]
  )
}

@Test func `a row of hostile text is one line, and the columns stay in place`() {
  var fixture = AppFixture(columns: 60, lines: 9)
  fixture.receive(
    #"""
    [{"id":"a1","text":"plain","end":"|"},
    {"id":"a2","text":"\u001b[2J\u001b]0;x\u0007","end":"|"},
    {"id":"a3","text":"cr\rlf\nnul\u0000","end":"|"},
    {"id":"a4","text":"\u202egnirts\u2066","end":"|"},
    {"id":"a5","text":"日本語 👨‍👩‍👧","end":"|"}]
    """#
  )
  // Characters that turn text around become visible instead.
  #expect(fixture.line(of: "\u{FFFD}gnirts\u{FFFD}") != nil)
  let column = fixture.buffer.line(2).firstIndex { $0.text == "|" }
  #expect(column != nil)
  for line in 2..<7 {
    let cells = fixture.buffer.line(line)
    #expect(cells.filter { $0.text == "|" }.count == 1)
    #expect(
      cells.firstIndex { $0.text == "|" }.map { $0 - cells.startIndex }
        == column.map { $0 - fixture.buffer.line(2).startIndex },
      "\(fixture.lines[line])"
    )
    for scalar in fixture.lines[line].unicodeScalars {
      #expect(scalar.value >= 0x20 && scalar.properties.generalCategory != .control)
      #expect(scalar.properties.generalCategory != .format, "\(scalar.escaped(asASCII: true))")
    }
  }
}

@Test func `with the tenth row selected, rows above change and it stays on its line`() {
  var fixture = AppFixture()
  fixture.receive(snapshot(0..<40, at: 0))
  fixture.press(.down, .down, .down, .down, .down, .down, .down, .down, .down, .down)
  let line = fixture.line(of: "row9 ")
  #expect(line == 2 + 9)

  // Three come in above and one above leaves.
  let rows = Array(100..<103) + Array(0..<4) + Array(5..<40)
  fixture.receive(snapshot(rows, at: 1))
  fixture.settle { buffer in
    #expect(line.map { buffer.text(line: $0).contains("row9 ") } == true)
    #expect(line.map { buffer.text(line: $0).hasPrefix("▌") } == true)
  }
  // One of the three took the line of the row that left.
  #expect(fixture.line(of: "row102") == 2)
  #expect(fixture.lines.last?.contains(StatusBar.Text.unseen("↑", 2)) == true)
}

@Test func `at the live edge a new row appears through intermediate frames`() {
  var fixture = AppFixture()
  fixture.receive(snapshot(0..<10, at: 0))
  fixture.settle()
  let before = fixture.buffer
  fixture.receive(snapshot(Array(50..<51) + Array(0..<10), at: 1))
  var frames: [CellBuffer] = []
  fixture.settle { frames.append($0) }
  let after = fixture.buffer
  #expect(frames.last == after)
  #expect(fixture.line(of: "row50") == 2)
  let between = Set(frames.filter { $0 != before && $0 != after })
  #expect(between.count >= 2, "\(frames.count) frames")
}

@Test func `when motion has ended, the screen is the one without motion`() {
  for motion in [Motion.basic, .full] {
    var moving = AppFixture(
      configuration: App.Configuration(feedName: "test", motion: motion)
    )
    var still = AppFixture(
      configuration: App.Configuration(feedName: "test", motion: .none)
    )
    for rows in [Array(0..<30), [40, 41] + Array(0..<28), [3, 2, 1, 0], Array(0..<30)] {
      moving.receive(snapshot(rows, at: 1))
      still.receive(snapshot(rows, at: 1))
      moving.settle()
      still.settle()
      #expect(moving.buffer == still.buffer, "\(motion)")
    }
  }
}

@Test func `a long file is being read until its first rows are there`() {
  var configuration = App.Configuration(feedName: "big.csv")
  configuration.isRecorded = true
  var fixture = AppFixture(configuration: configuration)
  #expect(fixture.line(of: Placeholder.Text.reading("big.csv")) != nil)
  fixture.app.reachEnd()
  #expect(fixture.line(of: Placeholder.Text.waiting(for: "big.csv")) != nil)
}

@Test func `a list that is too long for one snapshot is loaded like any other`() {
  var fixture = AppFixture()
  fixture.app.status.readsDownwards = true
  func rows(_ numbers: Range<Int>) -> [Row] {
    var decoder = FeedDecoder()
    let text = "id,name\n" + numbers.map { "\($0),row\($0)\n" }.joined()
    var list = RowList()
    let items = decoder.append(Array(text.utf8)) + decoder.finish()
    for item in items { list.apply(item) }
    return Array(list.rows)
  }
  var beginning = Snapshot(rows: rows(0..<100))
  beginning.isBeginning = true
  fixture.app.receive([.snapshot(beginning)], at: fixture.now)
  fixture.app.advance(to: fixture.now)
  fixture.settle()
  #expect(fixture.lines[0].contains(FeedState.Text.loading) && fixture.lines[2].contains("row0"))
  fixture.app.receive(rows(100..<160).map { .append($0, at: nil) }, at: fixture.now)
  fixture.app.reachEnd()
  fixture.app.advance(to: fixture.now)
  fixture.settle()
  // It opens at its first row; nothing is new, marked, or played.
  #expect(fixture.lines[0].hasSuffix("\(FeedState.Text.live)   160 rows"), "\(fixture.lines[0])")
  #expect(fixture.lines[2].hasPrefix("   ") && fixture.lines[2].contains("row0"))
  #expect(fixture.app.table.unseen.total == 0)
  fixture.app.receive(rows(160..<161).map { .append($0, at: nil) }, at: fixture.now)
  fixture.app.advance(to: fixture.now)
  #expect(fixture.app.table.unseen.total == 1)
}

@Test func `the title says that older rows were evicted`() {
  var configuration = App.Configuration(feedName: "test")
  configuration.limit = RowLimit(rows: 3, bytes: 1 << 20)
  var fixture = AppFixture(configuration: configuration)
  fixture.receive((0..<3).map { "{\"id\":\($0)}\n" }.joined())
  #expect(fixture.lines[0].hasSuffix("   3 rows"), "\(fixture.lines[0])")
  fixture.receive("{\"id\":3}\n")
  let counts = TitleBar.Text.rowCounts(3, of: nil, isCut: true, columns: 80)
  #expect(fixture.lines[0].hasSuffix("   \(counts)"), "\(fixture.lines[0])")
}

@Test func `an empty list, and a missing one, show what is awaited`() {
  var fixture = AppFixture()
  #expect(fixture.line(of: Placeholder.Text.waiting(for: "test")) != nil)
  fixture.receive("[]\n")
  #expect(fixture.line(of: Placeholder.Text.empty(isEnded: false)) != nil)
  fixture.app.status.isEnded = true
  #expect(fixture.line(of: Placeholder.Text.empty(isEnded: true)) != nil)
}

@Test func `malformed input is reported`() {
  var fixture = AppFixture()
  // Few lines might be those of a log.
  fixture.receive("oops\n" + String(repeating: "[{\"id\":1}]\n", count: 40))
  #expect(fixture.lines[0].contains(FeedState.Text.malformed(1)))
}

@Test func `space pauses the screen and shows how far it is behind`() {
  var fixture = AppFixture()
  fixture.receive(snapshot(0..<3, at: 0))
  fixture.press(.character(" "))
  fixture.receive(snapshot(0..<5, at: 1))
  #expect(fixture.lines[0].contains("\(FeedState.Text.paused) 1 · \(FeedState.Text.behind("1"))"))
  #expect(fixture.line(of: "row4") == nil)
  fixture.press(.character(" "))
  fixture.settle()
  #expect(fixture.line(of: "row4") != nil)
}

@Test func `every size of the screen has a picture`() {
  for depth in ColorDepth.allCases {
    for (columns, lines) in [(1, 1), (2, 2), (5, 3), (10, 4), (20, 5), (40, 10), (200, 50)] {
      var fixture = AppFixture(columns: columns, lines: lines, depth: depth)
      fixture.receive(snapshot(0..<100, at: 0))
      fixture.press(.character("j"), .end, .character("?"))
      fixture.settle()
      #expect(fixture.buffer.size == TerminalSize(columns: columns, lines: lines))
      fixture.press(.character("?"), .enter, .tab)
      fixture.receive(snapshot(1..<101, at: 1))
      fixture.settle()
      fixture.press(.character("!"))
      fixture.settle()
    }
  }
}

@Test func `a low screen keeps the table, and a narrow one its first columns`() {
  var fixture = AppFixture(columns: 20, lines: 5)
  fixture.receive(snapshot(0..<100, at: 0))
  #expect(fixture.line(of: "row0") == 2)
  #expect(fixture.line(of: "row1") == 3)
}

@Test func `a following view stays at the live edge, and scrolling away stops following`() {
  var fixture = AppFixture()
  fixture.receive(snapshot(0..<60, at: 0))
  fixture.press(.pageDown)
  fixture.receive(snapshot(Array(100..<104) + Array(0..<60), at: 1))
  fixture.settle()
  #expect(fixture.line(of: "row100") == nil)
  #expect(fixture.lines.last?.contains(StatusBar.Text.unseen("↑", 4)) == true)
  fixture.press(.character("F"))
  fixture.settle()
  #expect(fixture.line(of: "row100") == 2)
  #expect(fixture.lines.last?.contains("↑") == false)
}

@Test func `playback steps back and forward, and returns to the live edge`() {
  var fixture = AppFixture()
  for number in 1...5 { fixture.receive(snapshot(0..<number, at: number)) }
  fixture.press(.character("."))
  fixture.settle()
  #expect(
    fixture.lines[0].contains(
      "\(FeedState.Text.live)   \(TitleBar.Text.rowCounts(5, of: nil, columns: 80))"
    )
  )
  fixture.press(.character("["), .character("["))
  fixture.settle()
  #expect(fixture.lines[0].contains("\(FeedState.Text.paused) 3 · \(FeedState.Text.behind("2"))"))
  #expect(fixture.line(of: "row2") != nil && fixture.line(of: "row3") == nil)
  fixture.press(.character("]"))
  fixture.settle()
  #expect(fixture.line(of: "row3") != nil && fixture.line(of: "row4") == nil)
  fixture.press(.character("."))
  fixture.settle()
  #expect(
    fixture.lines[0].contains(
      "\(FeedState.Text.live)   \(TitleBar.Text.rowCounts(5, of: nil, columns: 80))"
    )
  )
}

@Test func `the source can be stopped, and the speed changed`() {
  var fixture = AppFixture()
  fixture.receive(snapshot(0..<3, at: 0))
  fixture.press(.character("P"))
  #expect(!fixture.app.wantsMore && fixture.lines[0].contains(FeedState.Text.stopped))
  fixture.press(.character("P"), .character("+"), .character("+"))
  #expect(fixture.app.wantsMore && fixture.app.player.speed == 4)
  fixture.press(.character("-"))
  #expect(fixture.app.player.speed == 2)
}

@Test func `rows of a stream are fully visible before the next ones arrive`() {
  for gap in [4, 10, 20, 50, 100] {
    var fixture = AppFixture()
    fixture.receive(snapshot(0..<5, at: 0))
    fixture.press(.character("."))
    for number in 5..<60 {
      fixture.receive(snapshot((0...number).reversed(), at: number))
      fixture.now += .milliseconds(gap)
      guard number > 10 else { continue }
      #expect(fixture.line(of: "row\(number) ") == 2, "\(gap) ms")
      #expect(fixture.line(of: "row\(number - 1) ") == 3, "\(gap) ms")
    }
  }
}

@Test func `the title says what is awaited, with a filter and over counts as well`() throws {
  for condition in ["text=never", "text: →never"] {
    var configuration = App.Configuration(feedName: "test", filter: try Filter("content"))
    configuration.until = try RowCondition(condition)
    var fixture = AppFixture(columns: 100, configuration: configuration)
    let chip = TitleBar.Text.until(condition)
    #expect(fixture.lines[0].contains(chip))
    fixture.receive(snapshot(0..<3, at: 0))
    #expect(fixture.lines[0].contains(" content ✕ ") && fixture.lines[0].contains(" \(chip) "))
    fixture.type("#1")
    fixture.work()
    let column = try #require(fixture.lines[0].firstRange(of: chip))
    // It is not an option that a click removes.
    fixture.click(
      line: 0,
      column: fixture.lines[0].distance(from: fixture.lines[0].startIndex, to: column.lowerBound)
    )
    #expect(fixture.lines[0].contains(chip))
  }
}

@Test func `while a recording plays, a hint leads to rows inserted out of view`() {
  let configuration = App.Configuration(feedName: "test", start: .beginning)
  var fixture = AppFixture(columns: 100, configuration: configuration)
  fixture.receive((0..<20).map { snapshot((0..<40 + $0).reversed(), at: $0) }.joined())
  fixture.settle()
  #expect(fixture.lines[0].contains("▶ "))
  fixture.type("jjj")
  #expect(!(fixture.lines.last ?? "").contains("F \(HintText.follow)"))
  for _ in 0..<3 {
    fixture.now += .seconds(1)
    fixture.app.advance(to: fixture.now)
  }
  fixture.settle()
  let keys = fixture.lines.last ?? ""
  #expect(
    keys.contains(StatusBar.Text.unseen("↑", 3)) && keys.contains("F \(HintText.follow)"),
    "\(keys)"
  )
  fixture.type("F")
  fixture.settle()
  #expect(!(fixture.lines.last ?? "").contains(" new"))
}

@Test func `items after loading are news, even if shown while loading`() {
  var app = App(
    {
      var configuration = App.Configuration(feedName: "test", start: .liveEdge)
      configuration.countsChanges = true
      return configuration
    }(),
    size: TerminalSize(columns: 80, lines: 24),
    theme: Theme(depth: .none)
  )
  var decoder = FeedDecoder()
  app.receive(decoder.append(Array(snapshot(0..<5, at: 0).utf8)), at: start)
  app.advance(to: start)
  app.reachEnd()
  app.advance(to: start)
  #expect(app.changeCount == 0)
  app.receive(decoder.append(Array(snapshot(0..<6, at: 1).utf8)), at: start)
  app.advance(to: start)
  #expect(app.table.lastBatch.insertions == 1)
  #expect(app.changeCount == 1)
}

@Test func `a window without cells is drawn as one cell`() {
  var fixture = AppFixture(columns: 0, lines: 0)
  fixture.receive(snapshot(0..<5, at: 0))
  for keys in ["", "?", "c", "s", "/"] {
    fixture.type(keys)
    #expect(fixture.buffer.size == TerminalSize(columns: 1, lines: 1))
    fixture.press(.escape)
  }
}

@Test func `rows that come into view in a larger window have room`() {
  var fixture = AppFixture(columns: 80, lines: 8)
  let long = String(repeating: "wide ", count: 8) + "end"
  let texts = (0..<20).map { #"{"id":"r\#($0)","text":"\#($0 < 15 ? "short" : long)"}"# }
  fixture.receive("[\(texts.joined(separator: ","))]")
  _ = fixture.app.handle(.resize(TerminalSize(columns: 80, lines: 30)), at: fixture.now)
  #expect(fixture.lines.contains { $0.contains(long) })
}
