import FeedSources
import FeedStore
import FeedValues
import TerminalCore
import Testing
import Values

@testable import ListViewParts

private func clock(_ time: String = "2026-11-22T12:00:00Z") throws -> WallClock {
  WallClock(try #require(FeedTime(text: time)), at: start)
}

private func shown(after time: Duration, columns: Int = 80) throws -> Context {
  var shown = context(columns: columns, after: time)
  shown.wallClock = try clock()
  return shown
}

@Test func `a regular feed is stalled when overdue, and any feed is quiet after ten seconds`() {
  var regular = Freshness()
  for second in 0...8 { regular.note(at: start + .seconds(2 * second)) }
  let last = start + .seconds(16)
  // Eight gaps of two seconds: overdue after eight times as much.
  #expect(!regular.isQuiet(at: last + .seconds(9)) && regular.isQuiet(at: last + .seconds(10)))
  #expect(!regular.isStalled(at: last + .seconds(15)) && regular.isStalled(at: last + .seconds(16)))
  #expect(regular.nextChange(after: last) == last + .seconds(10))
  #expect(regular.nextChange(after: last + .seconds(10)) == last + .seconds(16))
  #expect(regular.nextChange(after: last + .seconds(16)) == nil)
  var irregular = Freshness()
  for second in [0, 1, 9, 10, 30, 31, 32, 60, 61] { irregular.note(at: start + .seconds(second)) }
  #expect(!irregular.isStalled(at: start + .seconds(100_000)))
  #expect(!Freshness().isQuiet(at: start + .seconds(100)))
}

@Test func `what arrives is passed to the player when it advances, or when much has arrived`() {
  var feed = FeedState(Player(start: .liveEdge))
  var decoder = FeedDecoder(key: [FieldPath("id")])
  func receive(_ ids: Range<Int>) {
    let text = ids.map { "{\"id\":\($0)}\n" }.joined()
    feed.receive(decoder.append(Array(text.utf8)), at: start, time: nil)
  }
  receive(0..<40)
  #expect(feed.player.count == 40 && !feed.changesSomeRows, "no list is shown")
  receive(0..<1)
  #expect(feed.player.count == 40)
  feed.reachEnd()
  #expect(feed.player.count == 41)
  _ = feed.advance(to: start)
  #expect(!feed.changesSomeRows, "no row waits")
  receive(40..<45)
  receive(0..<2)
  #expect(feed.player.count == 41 && feed.changesSomeRows)
  #expect(feed.advance(to: start)?.update.rows.count == 45)
  #expect(feed.player.count == 48)
  receive(0..<20)
  #expect(!feed.changesSomeRows, "as many as that are copied at once")
  feed.takeArrivals()
  #expect(feed.player.count == 68)
  feed.player.togglePause(at: start)
  receive(0..<2)
  #expect(feed.player.count == 70 && feed.player.behind == 2, "another list is shown")
  feed.player.togglePause(at: start)
  receive(0..<2)
  #expect(feed.changesSomeRows)
  feed.receive([.snapshot(Snapshot(rows: rows("[{\"id\":1}]")))], at: start, time: nil)
  #expect(!feed.changesSomeRows, "the list may be replaced as a whole")
  for _ in 0..<11 { receive(0..<1_000) }
  #expect(feed.player.count > 10_000)
  for _ in 0..<2 { _ = feed.advance(to: start) }
  receive(0..<2)
  var names = feed.namesNextChanges()
  #expect(names)
  for _ in 0..<10 { receive(0..<1_000) }
  receive(0..<2)
  names = feed.namesNextChanges()
  #expect(feed.changesSomeRows && names, "it said so before")
  _ = feed.advance(to: start)
  for _ in 0..<11 { receive(0..<1_000) }
  receive(0..<2)
  names = feed.namesNextChanges()
  #expect(feed.changesSomeRows && !names, "more changed before than is noted")
}

@Test
func `rows that arrived wait for the advance even if the source rests, and the feed is not over`() {
  var feed = FeedState(Player(start: .liveEdge))
  var decoder = FeedDecoder(key: [FieldPath("id")])
  func receive(_ ids: Range<Int>) {
    let text = ids.map { "{\"id\":\($0)}\n" }.joined()
    feed.receive(decoder.append(Array(text.utf8)), at: start, time: nil)
    feed.reachEnd()
  }
  receive(0..<40)
  _ = feed.advance(to: start)
  _ = feed.advance(to: start)
  receive(40..<42)
  receive(1..<2)
  #expect(feed.player.count == 40 && feed.changesSomeRows)
  feed.status.isEnded = true
  #expect(!feed.isOver)
  #expect(feed.advance(to: start)?.update.rows.count == 42)
  #expect(feed.isOver)
  feed.player.togglePause(at: start)
  receive(42..<43)
  #expect(feed.player.count == 44 && feed.player.behind == 1)
}

@Test func `an outage shows its duration and the age of the rows, as far as there is room`()
  throws
{
  var feed = FeedState(Player(start: .liveEdge))
  feed.player.receive([.snapshot(Snapshot(rows: rows("[{\"id\":1}]")))], at: start)
  feed.reachEnd()
  _ = feed.advance(to: start)
  feed.freshness.note(at: start)
  var outage = SourceOutage(kind: .failing)
  outage.since = FeedTime(text: "2026-11-22T12:00:02Z")
  outage.reason = "no bus"
  outage.retry = start + .seconds(15)
  feed.status.outage = outage
  let ten = try shown(after: .seconds(10))
  let words = FeedState.Text.failing(outage.text, for: SpanText(.seconds(8)).text)
  #expect(
    feed.positions(isAway: false, in: ten)
      == ["\(words) · \(FeedState.Text.data(of: "12:00:00"))", words, outage.text]
  )
  #expect(feed.alarm(in: ten) == .failure)
  // A failure takes a line of its own at once.
  #expect(feed.updateBanner(hasRows: true, in: ten) == true)
  #expect(feed.updateBanner(hasRows: true, in: ten) == false, "it is there already")
  func bar(_ columns: Int) throws -> String {
    let shown = try shown(after: .seconds(10), columns: columns)
    let bar = try #require(feed.outageBar(in: shown))
    return text(columns: columns, lines: 1) { bar.draw(on: 0, of: &$0) }[0]
  }
  let retry = FeedState.Text.retry(in: SpanText(.seconds(5)).text)
  #expect(try bar(80).hasPrefix(" ✗ no bus") && bar(80).contains(retry))
  #expect(try bar(24).contains("no bus") && !bar(24).contains(retry))
  #expect(try bar(24).contains(FeedState.Text.details))
  // A user who has paused sees the pause.
  feed.player.togglePause(at: start)
  #expect(feed.shownOutage == nil)
  #expect(feed.updateBanner(hasRows: true, in: ten) == true)
}

@Test func `a connection that is soon restored takes no line of its own`() throws {
  var feed = FeedState(Player(start: .liveEdge))
  feed.player.receive([.snapshot(Snapshot(rows: rows("[{\"id\":1}]")))], at: start)
  _ = feed.advance(to: start)
  var outage = SourceOutage(kind: .reconnecting)
  outage.since = FeedTime(text: "2026-11-22T12:00:00Z")
  feed.status.outage = outage
  #expect(try feed.updateBanner(hasRows: true, in: shown(after: .seconds(1))) == false)
  #expect(feed.bannerDue == start + .seconds(3))
  #expect(try feed.updateBanner(hasRows: true, in: shown(after: .seconds(3))) == true)
  #expect(feed.hasBanner && feed.bannerDue == nil)
  feed.status.outage = nil
  #expect(try feed.updateBanner(hasRows: true, in: shown(after: .seconds(4))) == true)
  #expect(!feed.hasBanner)
}

@Test func `the timeline is shown in the past, and laid out again for another width`() {
  var feed = FeedState(Player(start: .liveEdge))
  for second in 0..<5 {
    let time = FeedTime(seconds: 1_700_000_000 + second, nanosecond: 0)
    let list = rows("[\((0...second).map { "{\"id\":\($0)}" }.joined(separator: ","))]")
    feed.player.receive([.snapshot(Snapshot(time: time, rows: list))], at: start)
  }
  feed.reachEnd()
  _ = feed.advance(to: start)
  feed.player.step(by: -2, at: start)
  #expect(feed.updateTimeline(columns: 80, at: start) == true)
  #expect(feed.timeline?.changes.count == TimelineView.cells(of: 80))
  #expect(feed.timeline?.positions == 1...5)
  #expect(feed.updateTimeline(columns: 80, at: start) == false, "nothing has changed")
  #expect(feed.updateTimeline(columns: 40, at: start) == false, "the screen is divided as before")
  #expect(feed.timeline?.changes.count == TimelineView.cells(of: 40))
}
