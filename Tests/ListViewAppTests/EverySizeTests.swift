@testable import Columns
@testable import FeedStore
import FeedValues
import TableModel
import TerminalCore
import Testing
import Values

@testable import ListViewApp
@testable import ListViewParts

private let feed =
  #"[{"id":"a","name":"first","amount":10,"created":"2026-11-21T12:00:00Z","tags":[1,2]},"#
  + #"{"id":"b","name":"the second","amount":2,"created":"2026-11-21T12:00:01Z","tags":[]}]"#

@Test func `every pane is drawn at every size, and after every resize`() {
  let screens: [(name: String, keys: String)] = [
    ("table", ""), ("columns", "c"), ("columns, a title", "cjjf"), ("help", "?"), ("detail", "\r"),
    ("malformed input", "!"), ("search", "/a"), ("filter", "&"), ("command", ":"), ("sort", "o"),
    ("group", "O"), ("pins", "p"), ("detail beside", "\r\t"),
  ]
  for (name, keys) in screens {
    var fixture = AppFixture(columns: 80, lines: 24)
    fixture.receive(feed)
    for key in keys {
      switch key {
      case "\r": fixture.press(.enter)
      case "\t": fixture.press(.tab)
      default: fixture.press(.character(key))
      }
    }
    for columns in (0...30).map({ $0 }) + [44, 60, 70] {
      for lines in 0...10 {
        fixture.app.resize(to: TerminalSize(columns: columns, lines: lines), at: fixture.now)
        let buffer = fixture.app.frame(at: fixture.now).buffer
        // A window of no cells is drawn as one of one.
        let size = TerminalSize(columns: max(1, columns), lines: max(1, lines))
        #expect(buffer.size == size, "\(name)")
      }
    }
    for (columns, lines) in [(1, 400), (1_000, 1), (80, 24)] {
      fixture.app.resize(to: TerminalSize(columns: columns, lines: lines), at: fixture.now)
      _ = fixture.app.frame(at: fixture.now)
    }
  }
}

@Test func `the age of a row follows adjustments of the system clock`() throws {
  var configuration = App.Configuration(feedName: "test", columns: try ColumnSpec("id,created:ago"))
  let noon = try #require(FeedTime(text: "2026-11-21T12:00:30Z"))
  configuration.wallClock = WallClock(noon, at: start)
  var fixture = AppFixture(configuration: configuration)
  fixture.receive(feed)
  #expect(fixture.lines.contains { $0.contains("30s") || $0.contains("30 s") })
  let later = try #require(FeedTime(text: "2026-11-21T15:00:30Z"))
  fixture.app.wallClock = WallClock(later, at: fixture.now)
  _ = fixture.app.frame(at: fixture.now)
  #expect(fixture.lines.contains { $0.contains("3h") || $0.contains("3 h") })
}

@Test func `Escape and a key that arrive together have the effects of both`() {
  var fixture = AppFixture()
  fixture.receive(feed)
  fixture.press(.character("?"))
  func typed(_ events: [InputEvent]) {
    var events = events[...]
    while let event = fixture.app.takeEvent(from: &events) {
      _ = fixture.app.handle(event, at: fixture.now)
    }
  }
  // Escape closes the help, and then j moves.
  typed([.key(.character("j"), .alt)])
  if !fixture.app.layers.isEmpty { Issue.record("\(fixture.app.layers)") }
  #expect(fixture.app.table.selection == fixture.app.table.rows.first?.id)
  // In a prompt a word is a word …
  fixture.type("/one two")
  typed([.key(.character("b"), .alt)])
  guard let prompt = fixture.app.openPrompt?.prompt else {
    Issue.record("no prompt")
    return
  }
  #expect(prompt.editor.before == "one ")
  // … and what means nothing is two keys.
  typed([.key(.character("j"), .alt)])
  if !fixture.app.layers.isEmpty { Issue.record("\(fixture.app.layers)") }
}

@Test func `an outage is shown in place of live, however narrow the screen`() throws {
  for columns in [40, 60, 100] {
    var fixture = AppFixture(columns: columns)
    fixture.receive(feed)
    fixture.settle()
    #expect(columns < 40 || fixture.lines[0].contains(FeedState.Text.live))
    let since = try #require(FeedTime(text: "2026-11-21T12:03:21Z"))
    fixture.app.status.outage = SourceOutage(kind: .failing, since: since)
    #expect(fixture.lines[0].contains("✗ \(SourceOutage.Text.failing)"))
    #expect(!fixture.lines[0].contains(FeedState.Text.live))
    #expect(
      columns < 60
        || fixture.lines[0].contains(
          FeedState.Text.failing(SourceOutage.Text.failing, since: "12:03:21")
        )
    )
    fixture.app.status.outage = nil
    #expect(columns < 40 || fixture.lines[0].contains(FeedState.Text.live))
  }
}

@Test func `motion is suspended while the terminal cannot keep up, and restored afterwards`() {
  var fixture = AppFixture()
  fixture.receive(feed)
  #expect(fixture.app.table.motion == .full)
  fixture.app.holdsMotion = true
  #expect(fixture.app.table.motion == .none)
  // A choice made meanwhile counts as soon as the terminal follows again.
  fixture.type(":motion basic")
  fixture.press(.enter)
  #expect(fixture.app.table.motion == .none)
  fixture.app.holdsMotion = false
  #expect(fixture.app.table.motion == .basic)
}
