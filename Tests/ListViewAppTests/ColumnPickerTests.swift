import Columns
import FeedValues
import ListViewApp
import ListViewParts
import TerminalCore
import Testing

private let feed = """
  [{"id":"a","kind":"x","size":1024,"note":"one","same":1,"same2":1},\
  {"id":"b","kind":"y","size":2048,"note":"two","same":1,"same2":1},\
  {"id":"c","kind":"z","size":4096,"note":"three","same":1,"same2":1}]
  """

private func fixture(
  columns: Int = 100,
  lines: Int = 24,
  spec: String? = nil,
  memory: ColumnMemory = ColumnMemory()
) throws -> AppFixture {
  var fixture = AppFixture(
    columns: columns,
    lines: lines,
    configuration: App.Configuration(
      feedName: "test",
      columns: try spec.map { try ColumnSpec($0) },
      columnMemory: memory
    )
  )
  fixture.receive(feed)
  return fixture
}

/// The headers of the columns as they stand on the screen.
private func headers(_ fixture: AppFixture) -> [Substring] {
  fixture.buffer.text(line: 1).split(separator: " ").filter { $0 != "›" && $0 != "‹" }
}

@Test func `the picker lists every column with a value, while the table continues behind it`()
  throws
{
  var fixture = try fixture()
  fixture.press(.character("c"))
  for text in [
    "[x] ID", "[x] KIND", "[x] SIZE", "[x] NOTE", ColumnPicker.Text.title, "space \(HintText.show)",
  ] {
    #expect(fixture.line(of: text) != nil, "\(text): \(fixture.lines)")
  }
  #expect(fixture.line(of: "1024") != nil)
  fixture.receive(#"[{"id":"fresh","kind":"x","size":1,"note":"n","late":"field"}]"#)
  fixture.settle()
  #expect(fixture.line(of: "LATE") != nil)
  #expect(fixture.lines.contains { $0.contains("fresh") })
  fixture.press(.escape)
  #expect(fixture.line(of: "space \(HintText.show)") == nil)
}

@Test func `space hides and shows, shift and arrows reorder, and ⏎ closes`() throws {
  var fixture = try fixture()
  let before = headers(fixture)
  #expect(before.prefix(4) == ["ID", "KIND", "SIZE", "NOTE"])
  fixture.press(.character("c"), .down, .character(" "))
  fixture.press(.escape)
  #expect(!headers(fixture).contains("KIND"))
  // It is where it was, and comes back there.
  fixture.press(.character("c"), .down, .character(" "), .enter)
  #expect(headers(fixture).prefix(4) == before.prefix(4))
  fixture.press(.character("c"), .end, .home, .character("]"), .character("]"))
  fixture.press(.escape)
  #expect(headers(fixture).prefix(3) == ["KIND", "SIZE", "ID"])
  _ = fixture.app.handle(.key(.character("c")), at: fixture.now)
  fixture.press(.down, .down)
  _ = fixture.app.handle(.key(.up, .shift), at: fixture.now)
  fixture.press(.enter)
  #expect(headers(fixture).prefix(3) == ["KIND", "ID", "SIZE"])
  fixture.press(.character("c"), .delete, .enter)
  #expect(headers(fixture).prefix(4) == before.prefix(4))
}

@Test func `constant columns can be shown`() throws {
  var fixture = try fixture()
  fixture.receive(feed.replacing("\"same2\":1}]", with: "\"same2\":1}]"))
  fixture.press(.character("c"), .end, .character(" "), .enter)
  let isShown = headers(fixture).contains("SAME2")
  fixture.press(.character("c"), .end, .character(" "), .enter)
  #expect(headers(fixture).contains("SAME2") != isShown)
}

@Test func `columns can be resized, and their formats cycle through those that fit the values`()
  throws
{
  var fixture = try fixture()
  let place = { (fixture: AppFixture, header: String) -> Int? in
    fixture.buffer.text(line: 1).firstRange(of: header).map {
      fixture.buffer.text(line: 1).distance(
        from: fixture.buffer.text(line: 1).startIndex,
        to: $0.lowerBound
      )
    }
  }
  let before = try #require(place(fixture, "NOTE"))
  fixture.press(.character("c"), .character(">"), .character(">"), .character(">"), .enter)
  #expect(place(fixture, "NOTE") == before + 3)
  fixture.press(.character("c"), .character("<"), .character("<"), .enter)
  #expect(place(fixture, "NOTE") == before + 1)

  fixture.press(.character("c"), .down, .down)
  var texts: [String] = []
  // Its changes, these per second and a graph come first.
  for _ in 0..<13 {
    fixture.press(.tab)
    texts.append(fixture.lines[2])
  }
  fixture.press(.enter)
  #expect(texts.contains { $0.contains("1 KiB") })
  #expect(texts.contains { $0.contains("17m04s") })
}

@Test
func
  `chosen columns are remembered for feeds with the same fields, unless given on the command line`()
  throws
{
  var fixture = try fixture()
  fixture.press(.character("c"), .down, .character(" "), .down)
  let effects = fixture.press(.tab, .enter)
  guard case .remember(let spec?, let fingerprint)? = effects.first else {
    Issue.record("\(effects)")
    return
  }
  var memory = ColumnMemory()
  memory[fingerprint] = spec
  let reread = try ColumnMemory(memory.text)
  #expect(reread[fingerprint] == spec)
  let next = try ListViewAppTests.fixture(memory: reread)
  #expect(headers(next) == headers(fixture))
  #expect(!headers(next).contains("KIND"))

  // A feed with other fields is not concerned.
  var other = AppFixture(configuration: App.Configuration(feedName: "test", columnMemory: reread))
  other.receive(#"[{"id":"a","kind":"x","other":"o"},{"id":"b","kind":"y","other":"p"}]"#)
  #expect(headers(other).contains("KIND"))

  var told = try ListViewAppTests.fixture(spec: "kind,id", memory: reread)
  #expect(headers(told) == ["KIND", "ID"])
  #expect(told.press(.character("c"), .character(" "), .enter) == [])
  #expect(headers(told) == ["ID"])

  // ^C forgets nothing, and without a change nothing is kept.
  fixture.press(.character("c"), .delete)
  #expect(
    fixture.app.handle(.key(.character("c"), .control), at: fixture.now)
      == [.remember(nil, fingerprint: fingerprint), .quit]
  )
  var idle = try ListViewAppTests.fixture()
  #expect(idle.press(.character("c"), .down, .enter) == [])
}

@Test func `a column memory is limited, and unknown text is refused`() throws {
  var memory = ColumnMemory()
  for number in 0..<300 { memory["\(number)"] = try ColumnSpec("id,n\(number)") }
  #expect(memory["0"] == nil && memory["299"] != nil)
  #expect(memory.text.split(separator: "\n").count == ColumnMemory.capacity + 1)
  memory["299"] = nil
  #expect(memory["299"] == nil)
  for text in ["", "junk", "\u{0}\u{1}"] {
    #expect(throws: ColumnMemory.Failure.damaged, "\(text.debugDescription)") {
      try ColumnMemory(text)
    }
  }
  #expect(throws: ColumnMemory.Failure.version) { try ColumnMemory("listview columns 2\n") }
  #expect(try ColumnMemory("listview columns 1\n") == ColumnMemory())
}

@Test func `the picker has a picture on every screen from 20 by 5 up`() throws {
  for depth in ColorDepth.allCases {
    for (columns, lines) in [(1, 1), (10, 3), (20, 5), (40, 10), (80, 24), (200, 50)] {
      var fixture = AppFixture(columns: columns, lines: lines, depth: depth)
      fixture.receive(feed)
      fixture.press(.character("c"))
      fixture.press(.down, .down, .down, .tab, .end, .delete, .home, .tab)
      for key in "][ ><  " { fixture.press(.character(key)) }
      fixture.settle()
      guard columns >= 20 else { continue }
      #expect(fixture.lines.contains { $0.contains(ColumnPicker.Text.title) })
      // The selected column is in view, under its mark.
      #expect(fixture.lines.contains { $0.contains("[") }, "\(fixture.lines)")
    }
  }
}

@Test func `an empty list has a picker too`() {
  var fixture = AppFixture()
  fixture.press(.character("c"), .down, .character(" "), .tab, .escape)
  #expect(fixture.press(.character("q")) == [.quit])
}

/// Two interfaces whose bytes only grow, and whose load goes up and down.
private func interfaces(_ second: Int) -> String {
  let load = second.isMultiple(of: 2) ? 3 : 8
  return """
    [{"id":"eth0","rx bytes":\(second * 4096),"load":\(load)},{"id":"lo","rx bytes":\(second * 10),"load":1}]
    """
}

@Test func `the format key shows a counter as its rate first, and a gauge as its changes`() throws {
  var fixture = AppFixture(columns: 100)
  for second in 1...4 {
    fixture.now += .seconds(1)
    fixture.receive(interfaces(second))
    fixture.settle()
  }
  var titles: [[Substring]] = []
  for column in [1, 2] {
    fixture.press(.character("c"), .home)
    for _ in 0..<column { fixture.press(.down) }
    fixture.press(.tab)
    fixture.settle()
    titles.append(headers(fixture))
    guard case .remember(let spec?, let fingerprint)? = fixture.press(.enter).first else {
      Issue.record("nothing is remembered")
      continue
    }
    var memory = ColumnMemory()
    memory[fingerprint] = spec
    #expect(memory.text.contains(column == 1 ? "rx bytes" : "LOAD Δ=delta(load)"), "\(memory.text)")
    #expect(try ColumnMemory(memory.text) == memory)
  }
  #expect(titles[0] == ["ID", "RX", "BYTES/s", "LOAD"])
  #expect(titles[1] == ["ID", "RX", "BYTES/s", "LOAD", "Δ"])
  // After all forms the column is as it was, and no form of it is left.
  fixture.press(.character("c"), .home, .down, .tab, .tab, .tab, .delete)
  fixture.settle()
  #expect(headers(fixture) == ["ID", "RX", "BYTES", "LOAD"])
}

@Test(arguments: [true, false])
func `a name that no row has is reported once all that was there has been read`(
  isAtOnce: Bool
) throws {
  let name = Completer.Text.unknownField("\"sise\"", nearest: "size")
  for (columns, filter, summary) in [
    ("id,sise", nil, "none"), (nil, "sise>1", "none"), (nil, nil, "p99(sise)"),
    (nil, nil, "sum:sise"),
  ] {
    var configuration = App.Configuration(
      feedName: "test",
      columns: try columns.map { try ColumnSpec($0) }
    )
    configuration.filter = try filter.map { try Filter($0) }
    var fixture = AppFixture(
      columns: 100,
      configuration: configuration,
      summary: try SummarySpec(summary)
    )
    // Objects one by one, as a file has them, which is loaded in several turns.
    let objects = (0..<9).map { "{\"id\":\($0),\"size\":\($0)}\n" }.joined()
    fixture.receive(Array(objects.utf8), isLoading: !isAtOnce)
    #expect((fixture.line(of: name) != nil) == isAtOnce, "\(fixture.lines)")
    fixture.app.reachEnd()
    fixture.app.advance(to: fixture.now)
    #expect(fixture.line(of: name) != nil, "\(columns ?? filter ?? summary): \(fixture.lines)")
  }
}

@Test func `an expression over a field that no row has is refused, and that of sizes is a size`()
  throws
{
  var fixture = try fixture()
  let before = headers(fixture)
  fixture.type("=d=delta(sise)")
  fixture.press(.enter)
  #expect(fixture.line(of: Completer.Text.unknownField("\"sise\"", nearest: "size")) != nil)
  // The line stays open, so that it can be mended.
  for _ in 0..<5 { fixture.press(.backspace) }
  fixture.type("size)")
  fixture.press(.enter)
  fixture.settle()
  #expect(headers(fixture).contains("d") && !before.contains("d"))
}

@Test func `the column that the rows are sorted by is on the screen, as long as they are`() throws {
  var fixture = try fixture(columns: 26)
  func shows(_ title: String) -> Bool {
    headers(fixture).contains { $0.hasPrefix(title.prefix(3)) }
  }
  let hidden = ["KIND", "SIZE", "NOTE"].filter { !shows($0) }
  #expect(!hidden.isEmpty)
  for title in hidden {
    fixture.type(":sort \(title.lowercased())")
    fixture.press(.enter)
    fixture.settle()
    #expect(shows(title), "\(title): \(fixture.lines[1])")
  }
}
