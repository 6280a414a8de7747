@testable import Columns
import FeedValues
import TerminalCore
import Testing

@testable import ListViewApp
@testable import ListViewParts

/// Rows of an id and a number, all of which differ from one time to the next.
private func numbers(_ count: Int, changed: Int, at time: Int) -> String {
  let rows = (0..<count).map { row in
    #"{"id":"\#(row)","n":\#(row < changed ? 1_000 * (time + 1) + row : row)}"#
  }
  return #"{"at":\#(1_700_000_000 + time),"rows":[\#(rows.joined(separator: ","))]}"# + "\n"
}

// MARK: The title

@Test func `the paused state is visible at every width`() {
  for columns in 9...120 {
    var fixture = AppFixture(columns: columns, lines: 10)
    fixture.receive(snapshot(0..<3, at: 0))
    fixture.press(.character(" "))
    fixture.receive(snapshot(0..<5, at: 1))
    let title = fixture.lines[0]
    #expect(title.contains(FeedState.Text.paused), "\(columns): \(title)")
    #expect(
      columns < 36 || title.hasSuffix(TitleBar.Text.rowCounts(3, of: nil, columns: columns)),
      "\(columns): \(title)"
    )
    let name = columns < 20 ? " 20×5" : " listview"
    #expect(columns < 14 || title.hasPrefix(name), "\(columns): \(title)")
    fixture.press(.character(" "), .character("P"))
    #expect(fixture.lines[0].contains(FeedState.Text.stopped), "\(columns): \(fixture.lines[0])")
  }
}

@Test func `the range in view is formatted like the row count`() {
  var fixture = AppFixture()
  fixture.receive(snapshot(0..<1_200, at: 0))
  #expect(fixture.lines[23].hasSuffix("1–21 of 1,200"))
  fixture.press(.character("G"))
  #expect(fixture.lines[23].hasSuffix(StatusBar.Text.row(1_200, of: "1,200")))
}

@Test func `without colour the header is bold, because nothing else distinguishes it from rows`() {
  for depth in [ColorDepth.none, .trueColor] {
    var fixture = AppFixture(depth: depth)
    fixture.receive(snapshot(0..<3, at: 0))
    let header = fixture.buffer[line: 1, column: 3]
    #expect(header.text == "I" && header.style.attributes.contains(.bold) == (depth == .none))
  }
}

// MARK: No rows

@Test func `without rows, the screen shows the problem and the outlook`() {
  var configuration = App.Configuration(feedName: "kubectl get pods")
  configuration.outlook = "Something is awaited."
  for (columns, lines) in [(80, 24), (40, 10), (30, 10)] {
    var fixture = AppFixture(columns: columns, lines: lines, configuration: configuration)
    fixture.app.status.notice = "kubectl: no connection"
    for key in [nil, InputEvent.Key.character("j")] {
      if let key { fixture.press(key) }
      let text = fixture.lines.map { $0.trimming }.joined(separator: " ")
        .split(separator: " ").joined(separator: " ")
      #expect(text.contains(Placeholder.Text.waiting(for: "kubectl get pods")), "\(text)")
      #expect(text.contains("no connection Something is awaited."))
      #expect(fixture.lines[lines - 1].contains("? \(HintText.help)"))
    }
    // As soon as there are rows, the line of keys has it, and a key takes it away.
    fixture.receive(snapshot(0..<2, at: 0))
    #expect(fixture.lines[lines - 1].hasPrefix(" kubectl: no"))
    fixture.press(.character("j"))
    #expect(fixture.line(of: "kubectl: no") == nil)
  }
}

@Test func `an empty paused list shows the key that resumes`() {
  var fixture = AppFixture()
  fixture.receive("[]")
  fixture.press(.character(" "))
  #expect(fixture.line(of: Placeholder.Text.paused("space")) != nil)
  fixture.app.status.isEnded = true
  #expect(fixture.line(of: Placeholder.Text.quits("q")) != nil)
}

@Test func `a screen without rows can be drawn in every size`() {
  for columns in 1...50 {
    for lines in 1...14 {
      var fixture = AppFixture(columns: columns, lines: lines)
      fixture.app.status.notice = "a command of several words: failed, for a very long reason"
      let buffer = fixture.buffer
      #expect(buffer.size == TerminalSize(columns: columns, lines: lines))
    }
  }
}

// MARK: The line of keys

@Test func `the key hints show keys that currently have an effect`() {
  let columnKeys = [
    ("space", HintText.show), ("⇧↑ ⇧↓", HintText.order), ("< >", HintText.width),
    ("Tab", HintText.format), ("Del", HintText.reset), ("⏎", HintText.close),
  ].map { "\($0) \($1)" }.joined(separator: "  ")
  var fixture = AppFixture(columns: 120)
  #expect(!fixture.lines[23].contains(HintText.select))
  fixture.receive(snapshot(0..<50, at: 0))
  #expect(fixture.lines[23].contains(words(KeyMap.firstHints, 6)))
  fixture.press(.character("c"))
  #expect(fixture.lines[23].contains(columnKeys))
  #expect(!fixture.lines[23].contains(HintText.pause))
  fixture.press(.escape, .character("!"))
  #expect(
    fixture.lines[23].hasPrefix(" Esc \(HintText.close)  ")
      && !fixture.lines[23].contains(HintText.scroll)
  )
  for number in 0..<40 { fixture.receive("oops \(number)\n") }
  #expect(fixture.lines[23].hasPrefix(" Esc \(HintText.close)  j k \(HintText.scroll)"))
  fixture.press(.escape, .character("&"))
  fixture.type("text~1")
  fixture.press(.enter)
  #expect(fixture.lines[23].contains("Esc \(HintText.clear)"))
  fixture.press(.character("/"))
  fixture.type("content")
  fixture.press(.enter)
  fixture.work()
  #expect(fixture.lines[23].contains(words(KeyMap.searchHints + KeyMap.clearHints, 0, 1)))
}

@Test func `the help shows how to close it, on every screen with room for that`() {
  for (columns, lines) in [(120, 50), (80, 24), (40, 10), (24, 8)] {
    var fixture = AppFixture(columns: columns, lines: lines)
    fixture.press(.character("?"))
    let texts = ["Esc \(HintText.close)", Pane.Text.closes("Esc")]
    let keys = fixture.lines.filter { line in texts.contains { line.contains($0) } }
    #expect(keys.count == 1, "\(columns)×\(lines): \(fixture.lines)")
  }
}

@Test func `a screen below 20 by 5 shows rows and reports that it is too small`() {
  for columns in 1...60 {
    for lines in 1...8 {
      var fixture = AppFixture(columns: columns, lines: lines)
      fixture.receive(snapshot(0..<9, at: 0))
      let says = fixture.lines[0].contains("20×5")
      #expect(
        says == ((columns < 20 || lines < 5) && columns >= 5 && lines >= 2),
        "\(columns)×\(lines)"
      )
      let isPlain = columns >= 9
      #expect(!isPlain || fixture.lines.contains { $0.contains("row") || $0.contains("cont") })
      #expect(fixture.lines.allSatisfy { $0.displayWidth <= columns })
    }
  }
}

// MARK: Columns

@Test func `an arrow shows that there are more columns, but not for uninformative ones`() {
  let rows = (0..<12).map { #"{"id":"r\#($0)","kind":"k\#($0 % 3)","dull":"x","note":"n\#($0)"}"# }
  var fixture = AppFixture(columns: 80)
  fixture.receive("[\(rows.joined(separator: ","))]")
  #expect(!fixture.lines[1].contains("DULL") && !fixture.lines[1].contains("›"))
  // They are there all the same.
  fixture.press(.right, .right, .right)
  #expect(fixture.lines[1].contains("‹") && fixture.lines[1].contains("DULL"))
  fixture.press(.left, .left, .left)
  fixture.app.resize(to: TerminalSize(columns: 20, lines: 24), at: fixture.now)
  #expect(fixture.lines[1].hasSuffix("›"))
}

@Test func `names of rows are legible, and only opaque identifiers are dimmed`() {
  var fixture = AppFixture()
  fixture.receive(
    """
    [{"id":"evt_1PykYjFzB7WZ01zg","name":"sender-59xtqv64d-5js7x"},
     {"id":"evt_1PmBEmDRB7WZ01zg","name":"sender-59xtqv64d-9x7qq"}]
    """
  )
  let quiet = Dictionary(
    uniqueKeysWithValues: fixture.app.columns.columns.map { ($0.title, $0.isQuiet) }
  )
  #expect(quiet == ["ID": true, "NAME": false])
  var languages = AppFixture()
  languages.receive(#"[{"language":"ada","lsp":true},{"language":"agda","lsp":false}]"#)
  #expect(languages.app.columns.columns.allSatisfy { !$0.isQuiet })
}

@Test func `a screen with room for one column does not use it for a time`() {
  for columns in 8...13 {
    var fixture = AppFixture(columns: columns, lines: 3)
    fixture.receive(
      #"[{"id":"a","created":1700000000,"type":"paid"},{"id":"b","created":1700000001,"type":"new"}]"#
    )
    #expect(!fixture.app.columns.layout.places.isEmpty)
    #expect(
      fixture.app.columns.layout.places.allSatisfy {
        fixture.app.columns.columns[$0.column].title != "CREATED"
      }
    )
  }
}

@Test func `with several feeds each row shows its source, whichever delivered first`() {
  var fixture = AppFixture(columns: 60)
  fixture.app.status.source = "source"
  fixture.receive(
    """
    [{"source":"left","id":"a","created":1700000000,"status":"paid","type":"x","name":"Ann Lee"},
     {"source":"left","id":"b","created":1700000001,"status":"new","type":"y","name":"Bob Lee"}]
    """
  )
  #expect(fixture.lines[1].contains("CREATED") && fixture.lines[1].contains("SOURCE"))
}

@Test func `a status that is an object is shown once: by its members' columns, or as it is`() {
  func fixture(_ third: String, _ fourth: String) -> AppFixture {
    var fixture = AppFixture()
    fixture.receive(
      """
      [{"id":"a","status":"paid"},{"id":"b","status":\(third)},{"id":"c","status":\(fourth)}]
      """
    )
    return fixture
  }
  let object = #"{"phase":"Running"}"#
  let few = fixture(#""new""#, object)
  #expect(few.line(of: "● paid") != nil && few.line(of: object) != nil, "\(few.lines)")
  let most = fixture(object, #"{"phase":"Failed"}"#)
  #expect(most.line(of: "paid") != nil && most.line(of: "Running") != nil, "\(most.lines)")
  #expect(most.line(of: "{") == nil, "\(most.lines)")
}

@Test func `pinned rows are distinguished from those below by a label`() {
  var fixture = AppFixture()
  fixture.receive(snapshot(0..<9, at: 0))
  fixture.press(.character("j"), .character("p"))
  #expect(fixture.line(of: "── \(RowsView.Text.pinned) ──") == 3)
  fixture.app.resize(to: TerminalSize(columns: 18, lines: 24), at: fixture.now)
  #expect(fixture.line(of: RowsView.Text.pinned) == nil && fixture.line(of: "──────") == 3)
}

@Test func `candidates are whole words, followed by a sign if there are more`() {
  for columns in 30...100 {
    var fixture = AppFixture(columns: columns, lines: 10)
    fixture.receive(snapshot(0..<9, at: 0))
    fixture.type(":s")
    fixture.press(.tab)
    let all = fixture.lines[8]
    #expect(all.hasSuffix("›") && !all.contains("…"), "\(columns): \(all)")
    for _ in 0..<8 {
      fixture.press(.tab)
      let typed = fixture.lines[9].dropFirst().trimming
      #expect(fixture.lines[8].split(separator: " ").contains { $0 == typed }, "\(typed)")
    }
  }
}

// MARK: Flashes

@Test func `one change flashes, and rows stay legible when all of them change`() {
  func strength(changed: Int) -> Double {
    var fixture = AppFixture(depth: .trueColor)
    fixture.receive(numbers(12, changed: 0, at: 0))
    fixture.receive(numbers(12, changed: changed, at: 1))
    fixture.now += .milliseconds(260)
    let buffer = fixture.buffer
    let backgrounds = (2..<14).flatMap { line in
      buffer.line(line).compactMap { cell -> Double? in
        guard case .rgb(let color) = cell.style.background else { return nil }
        return color.contrast(with: RGBColor(0x10_14_18))
      }
    }
    return backgrounds.max() ?? 1
  }
  let (one, all) = (strength(changed: 1), strength(changed: 12))
  #expect(one > 1.5 * all && all > 1.05, "\(one) \(all)")
  #expect(strength(changed: 3) == one)
}
