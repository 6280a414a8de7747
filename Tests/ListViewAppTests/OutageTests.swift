@testable import Columns
@testable import FeedStore
import FeedSources
import FeedValues
import TerminalCore
import Testing
import Values

@testable import ListViewApp
@testable import ListViewParts

/// 2026-11-22 12:00:00 at Greenwich.
private let noon = FeedTime(nanoseconds: 1_795_348_800_000_000_000)
private let reason = "psql: could not connect to server: Connection refused"

/// The title of a source that is failing.
private func failing(for span: String) -> String {
  FeedState.Text.failing("✗ \(SourceOutage.Text.failing)", for: span)
}

private func fixture(
  columns: Int = 120,
  lines: Int = 24,
  depth: ColorDepth = .trueColor
) -> AppFixture {
  var configuration = App.Configuration(feedName: "orders", start: .liveEdge)
  configuration.wallClock = WallClock(noon, at: start)
  var fixture = AppFixture(
    columns: columns,
    lines: lines,
    configuration: configuration,
    depth: depth
  )
  fixture.receive(snapshot(0..<40, at: 0))
  return fixture
}

extension AppFixture {
  /// Lets the source be down since now, and time pass.
  fileprivate mutating func fail(
    _ kind: FeedOutage = .failing,
    for seconds: Int = 0,
    retry: Duration? = nil
  ) {
    app.status.outage = SourceOutage(
      kind: kind,
      since: app.wallClock?.time(at: now),
      reason: reason,
      retry: retry.map { now + $0 }
    )
    now += .seconds(seconds)
    app.advance(to: now)
  }
}

@Test func `a failing source is shown in red, with duration, reason and age of the rows`() {
  var fixture = fixture()
  // The text of the rows; beside them the scroll bar goes with the height of the table.
  func text(_ lines: Range<Int>) -> [Substring] { fixture.lines[lines].map { $0.prefix(60) } }
  let rows = text(2..<20)
  fixture.fail(for: 12, retry: .seconds(16))
  #expect(
    fixture.lines[0].contains("\(failing(for: "12 s")) · \(FeedState.Text.data(of: "12:00:00"))")
  )
  #expect(fixture.lines[1].contains("✗ \(reason)"))
  #expect(
    fixture.lines[1].contains(
      "\(FeedState.Text.retry(in: "4 s"))   ^R \(FeedState.Text.runNow)   ! \(FeedState.Text.details)"
    )
  )
  // The last good rows stay, a line further down.
  #expect(text(3..<21) == rows)
  let sign = fixture.buffer.line(0).first { $0.text == "✗" }
  #expect(sign?.style.foreground == Theme(depth: .trueColor).style(.failure).foreground)
  // And are pale: what is in them may be no longer so.
  let cell = fixture.buffer.line(5).first { $0.text == "c" }
  #expect(cell?.style == Theme(depth: .trueColor).style(.dim))
  fixture.app.status.outage = nil
  fixture.app.advance(to: fixture.now)
  #expect(text(2..<20) == rows && fixture.lines[0].contains(FeedState.Text.live))
}

@Test func `a key runs a command at once only where one waits for its next run`() {
  for retry in [Duration.seconds(30), nil] {
    var fixture = fixture()
    fixture.fail(for: 1, retry: retry)
    let hasHint = fixture.lines.last?.contains(HintText.runNow) == true
    #expect(hasHint == (retry != nil))
    #expect(fixture.lines.last?.contains(HintText.details) == true)
  }
}

@Test func `the duration of an outage is updated by itself`() throws {
  var fixture = fixture()
  fixture.fail()
  #expect(fixture.lines[0].contains(failing(for: "0 s")))
  for (seconds, text) in [
    (1, "1 s"), (59, "59 s"), (60, "1 min"), (3_600, "1 h"), (200_000, "2 d"),
  ] {
    let instant = start + (fixture.now - start)
    let (buffer, _) = fixture.app.frame(at: instant + .seconds(seconds))
    #expect(buffer.text(line: 0).contains("\(failing(for: text)) "))
  }
  let next = try #require(fixture.app.frame(at: fixture.now).nextChange)
  #expect(next <= fixture.now + .seconds(1))
}

@Test func `a connection that is soon restored moves nothing`() throws {
  var fixture = fixture()
  let rows = fixture.lines[1..<20]
  fixture.fail(.reconnecting, for: 1)
  #expect(
    fixture.lines[0].contains(
      "✗ \(FeedState.Text.failing(SourceOutage.Text.reconnecting, for: "1 s"))"
    ) && fixture.lines[1..<20] == rows
  )
  #expect(fixture.lines[23].contains("could not connect"))
  let due = try #require(fixture.app.nextInstant)
  fixture.now = due
  let isOther = fixture.app.advance(to: due)
  #expect(isOther)
  #expect(fixture.lines[1].contains("✗ \(reason)"))
  let sign = fixture.buffer.line(0).first { $0.text == "✗" }
  #expect(sign?.style.foreground == Theme(depth: .trueColor).style(.warning).foreground)
}

@Test(arguments: [(20, 5), (40, 10), (80, 24), (200, 60)])
func `an outage is visible on every screen and in every colour depth`(columns: Int, lines: Int) {
  for depth in [ColorDepth.none, .ansi8, .ansi16, .indexed256, .trueColor] {
    var fixture = fixture(columns: columns, lines: lines, depth: depth)
    fixture.fail(for: 5)
    #expect(fixture.lines[0].contains("✗ \(SourceOutage.Text.failing)"))
    #expect(fixture.lines.dropFirst().contains { $0.contains("psql: ") })
    #expect(fixture.lines.contains { $0.contains("row1") })
  }
}

@Test func `a key shows the source's error output, which is updated`() {
  var fixture = fixture()
  fixture.fail(for: 3, retry: .seconds(10))
  fixture.app.status.outage?.errorLines = ["first line", "second line"]
  fixture.press(.character("!"))
  #expect(fixture.line(of: MalformedInputPane.Text.source) != nil)
  let state = FeedState.Text.failing(failing(for: "3 s"), since: "2026-11-22 12:00:00")
  for text in [state, reason, "first line", "second line"] {
    #expect(fixture.line(of: text) != nil, "\(text)")
  }
  fixture.now += .seconds(2)
  #expect(fixture.line(of: FeedState.Text.retry(in: "5 s")) != nil)
}

@Test func `the bar begins with what the source wrote, which is shown once`() {
  let line = "curl: (7) Failed to connect to api.example.com: Connection refused"
  for columns in [80, 100] {
    var fixture = fixture(columns: columns)
    fixture.fail(for: 1, retry: .seconds(3))
    fixture.app.status.outage?.reason = "/bin/sh: exit status 7: \(line)"
    fixture.app.status.outage?.errorLines = ["trying", line, "in vain"]
    #expect(fixture.lines[1].hasPrefix(" ✗ curl: (7) Failed to connect"))
    #expect(fixture.lines[1].contains(FeedState.Text.retry(in: "2 s")))
    if columns == 100 { #expect(fixture.lines[1].contains("\(line) · exit")) }
    fixture.press(.character("!"))
    #expect(fixture.lines.count { $0.contains("curl: (7)") } == 1)
    #expect(fixture.line(of: "· exit") != nil)
    #expect(fixture.line(of: "trying") != nil && fixture.line(of: "in vain") != nil)
  }
}

@Test func `the last outages are kept with their times, and no more than a few`() throws {
  var fixture = fixture()
  for number in 0..<20 {
    fixture.fail(for: 2)
    fixture.app.status.outage?.reason = "reason \(number)."
    fixture.now += .seconds(58)
    fixture.app.status.setOutage(nil, at: fixture.app.wallClock?.time(at: fixture.now))
  }
  fixture.app.advance(to: fixture.now)
  #expect(fixture.lines[0].contains(FeedState.Text.live))
  fixture.press(.character("!"))
  let newest = try #require(fixture.line(of: "reason 19."))
  #expect(fixture.lines[newest - 1].contains("2026-11-22 12:19:00–12:20:00 · 1 min"))
  #expect(fixture.line(of: "reason 18.").map { $0 > newest } == true)
  #expect(fixture.line(of: MalformedInputPane.Text.none) == nil)
  #expect(fixture.app.status.pastOutages.count == 8)
  // An outage that lasts is not among those that are over.
  fixture.app.status.setOutage(SourceOutage(kind: .failing), at: noon)
  fixture.app.status.setOutage(SourceOutage(kind: .failing, reason: "other"), at: noon)
  #expect(fixture.app.status.pastOutages.last?.reason == "reason 19.")
}

@Test func `a key requests the next run at once`() {
  var fixture = fixture()
  let effects = fixture.app.handle(.control("r"), at: fixture.now)
  #expect(effects == [.runNow])
}

@Test func `a silent feed shows when it was last updated, and then changes no more`() {
  var fixture = fixture()
  #expect(!fixture.lines[0].contains("12:00:00"))
  fixture.now += .seconds(30)
  #expect(fixture.lines[0].contains(FeedState.Text.updated("12:00:00")))
  #expect(fixture.app.frame(at: fixture.now).nextChange == nil)
  #expect(fixture.app.nextInstant == nil)
}

@Test func `a regular feed that stops is shown in amber`() {
  var fixture = fixture()
  for number in 1...10 {
    fixture.now += .seconds(2)
    fixture.receive(snapshot(0..<40 + number % 2, at: number))
  }
  let last = fixture.app.wallClock!.time(at: fixture.now)
  let time = Calendar.utc.clock(of: last)
  fixture.now += .seconds(12)
  #expect(fixture.lines[0].contains(FeedState.Text.updated(time)))
  fixture.now += .seconds(8)
  #expect(fixture.lines[0].contains(FeedState.Text.stalled(time)))
  let cells = fixture.buffer.line(0)
  let amber = Theme(depth: .trueColor).style(.warning).foreground
  #expect(cells.contains { $0.style.foreground == amber })
}

@Test func `the title of the window has the name and the number of rows, or the outage`() {
  var fixture = AppFixture()
  #expect(fixture.app.windowTitle == ("test", .none))
  fixture.receive(snapshot(0..<12, at: 0))
  #expect(fixture.app.windowTitle == ("test · 12 rows", .none))
  fixture.type("&row1")
  fixture.press(.enter)
  fixture.work()
  #expect(fixture.app.windowTitle == ("test · 3 of 12 rows", .none))
  fixture.app.status.outage = SourceOutage(kind: .failing)
  #expect(fixture.app.windowTitle == ("✗ \(SourceOutage.Text.failing) · test", .failure))
}
