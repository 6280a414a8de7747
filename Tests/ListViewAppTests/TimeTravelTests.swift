@testable import FeedStore
import FeedSources
import FeedValues
import TableModel
import TerminalCore
import Testing

@testable import ListViewApp
@testable import ListViewParts

private func rows(_ numbers: some Sequence<Int>, at time: Int) -> String {
  snapshot(numbers, at: time)
}

/// A recording of lists of fifty rows, all others each time.
private var recording: String { (0..<9).map { rows($0 * 50..<$0 * 50 + 50, at: $0) }.joined() }

@Test func `a recording skipped to its end shows no changes, and is not live`() {
  var fixture = AppFixture(columns: 100, lines: 24)
  fixture.receive(recording)
  fixture.settle()
  #expect(fixture.lines[0].contains("▶ 1/9"))
  fixture.press(.character("."))
  #expect(!fixture.lines[0].contains("+") && !fixture.lines[0].contains("−"))
  #expect(
    fixture.lines[0].contains("  \(FeedState.Text.ended)  ")
      && !fixture.lines[0].contains(FeedState.Text.live)
  )
  #expect(!fixture.lines.contains { $0.hasPrefix(" +") })
  // The rows are led to where they are, as by a filter, and those that go leave no tombstone.
  #expect(fixture.app.table.presentation(at: fixture.now).lines.allSatisfy { $0.tint == nil })
  // Rows that come from now on are live, and news.
  fixture.receive(rows(390..<440, at: 100))
  #expect(fixture.lines[0].contains(FeedState.Text.live) && fixture.lines[0].contains("+"))
}

@Test func `a recording played to its end is not live`() {
  var fixture = AppFixture(columns: 100, lines: 24)
  fixture.receive(recording)
  for _ in 0..<20 {
    fixture.now += .seconds(1)
    fixture.app.advance(to: fixture.now)
  }
  #expect(fixture.lines[0].contains("  \(FeedState.Text.ended)  "))
}

@Test func `a single list from a file is live`() {
  var fixture = AppFixture(columns: 100, lines: 24)
  fixture.receive(rows(0..<5, at: 0))
  #expect(fixture.lines[0].contains(FeedState.Text.live))
}

@Test func `rows restored by stepping back are not new`() {
  var fixture = AppFixture(
    lines: 12,
    configuration: App.Configuration(feedName: "test", start: .liveEdge)
  )
  fixture.receive(rows(0..<40, at: 0))
  fixture.receive(rows(0..<20, at: 1))
  // Away from the live edge, so that rows may come out of sight.
  fixture.press(.character("j"), .character("j"))
  fixture.press(.character("["))
  #expect(fixture.app.table.rows.count == 40)
  #expect(fixture.app.table.unseen.total == 0)
  fixture.press(.character("]"))
  fixture.press(.character("["))
  #expect(fixture.app.table.unseen.total == 0)
  // Rows that nobody has seen yet are counted.
  fixture.press(.character("."))
  fixture.receive(rows(0..<60, at: 2))
  #expect(fixture.app.table.unseen.total == 40)
}

@Test func `following a paused list goes to the latest, and goes on from there`() {
  for keys in [" ", " [", " [["] {
    var fixture = AppFixture(
      lines: 12,
      configuration: App.Configuration(feedName: "test", start: .liveEdge)
    )
    for time in 0..<3 { fixture.receive(rows((20 - 5 * time)..<40, at: time)) }
    fixture.type(keys)
    fixture.receive(rows(5..<40, at: 3))
    fixture.press(.character("F"))
    fixture.work()
    fixture.settle()
    #expect(!fixture.app.player.isPaused && fixture.app.player.isAtLiveEdge)
    #expect(fixture.app.table.isFollowing && fixture.app.table.rows.count == 35)
    fixture.receive(rows(0..<40, at: 4))
    fixture.settle()
    #expect(fixture.lines[2].contains("row0 "))
  }
  // A recording that plays is followed from where it is.
  var playing = AppFixture(columns: 100, lines: 24)
  playing.receive(recording)
  playing.press(.character("F"))
  #expect(playing.lines[0].contains("▶ 1/9"))
}

@Test func `the range in view is shown as it is once nothing moves`() {
  var fixture = AppFixture(
    lines: 12,
    configuration: App.Configuration(feedName: "test", start: .liveEdge)
  )
  fixture.receive(rows(10..<60, at: 0))
  fixture.settle()
  let last = fixture.buffer.size.lines - 1
  #expect(fixture.lines[last].contains("1–9 of 50"))
  fixture.receive(rows(9..<60, at: 1))
  var frames = 0
  fixture.settle { buffer in
    frames += 1
    #expect(buffer.text(line: last).contains("1–9 of 51"))
  }
  #expect(frames > 3)
}

@Test func `the number of the selected row is shown, and that it was deleted`() {
  var fixture = AppFixture(
    lines: 12,
    configuration: App.Configuration(feedName: "test", start: .liveEdge)
  )
  fixture.receive(rows(10..<60, at: 0))
  fixture.press(.character("j"), .character("j"))
  #expect(fixture.lines.last?.hasSuffix(StatusBar.Text.row(2, of: "50")) == true)
  fixture.receive(rows(9..<60, at: 1))
  #expect(fixture.lines.last?.hasSuffix(StatusBar.Text.row(3, of: "51")) == true)
  fixture.receive(rows(13..<60, at: 2))
  fixture.settle()
  #expect(fixture.lines.last?.hasSuffix(StatusBar.Text.rowDeleted) == true)
}

@Test func `a jump to the end of a recording is animated`() {
  // Two of three rows stay from one list to the next.
  let lists = (0..<6).map { rows(($0..<$0 + 3).reversed(), at: $0) }.joined()
  var fixture = AppFixture(columns: 100, lines: 24)
  fixture.receive(lists)
  fixture.settle()
  fixture.press(.character("]"), .character(" "))
  fixture.now += .milliseconds(500)
  fixture.press(.character("."))
  var frames: Set<[String]> = []
  fixture.settle { buffer in
    frames.insert((2..<8).map { buffer.text(line: $0) })
  }
  #expect(frames.count > 5, "\(frames)")
  #expect(fixture.lines[0].contains("  \(FeedState.Text.ended)  "))
}

@Test func `the result of a key is shown for two or three seconds`() {
  var fixture = AppFixture(columns: 100, lines: 24)
  fixture.receive(rows(0..<9, at: 0))
  fixture.settle()
  let hints = fixture.lines[23]
  fixture.press(.character("s"), .character("1"))
  let message = fixture.lines[23]
  #expect(message != hints)
  for (milliseconds, isSaid) in [(0, true), (1_900, true), (3_000, false)] {
    let (buffer, _) = fixture.app.frame(at: fixture.now + .milliseconds(milliseconds))
    #expect((buffer.text(line: 23) == message) == isSaid, "\(milliseconds) ms")
  }
  // The frame that takes it away is asked for, and no other after it.
  var last = fixture.now
  while let next = fixture.app.frame(at: last).nextChange { last = next }
  #expect((.seconds(2)...Duration.seconds(3)).contains(last - fixture.now))
}

@Test func `scrolling away while a recording is skipped keeps the row on its line`() throws {
  var fixture = AppFixture()
  var decoder = FeedDecoder()
  func arrive(_ ids: some Sequence<Int>, at time: Int) {
    fixture.app.receive(decoder.append(Array(snapshot(ids, at: time).utf8)), at: fixture.now)
    fixture.app.advance(to: fixture.now)
  }
  arrive(0..<10, at: 0)
  arrive(0..<9, at: 50)
  // Rows that the source still has are skipped as well: it does not say that it has no more.
  fixture.press(.character("."))
  arrive(0..<8, at: 100)
  fixture.press(.down, .down, .down, .down)
  fixture.settle()
  let selected = try #require(fixture.app.table.selection)
  let line = selectedLine(fixture)
  #expect(!fixture.app.table.isFollowing && line != nil)
  let number = Int("\(selected)".dropFirst(3))
  arrive((0..<60).filter { $0 != number }, at: 150)
  fixture.settle()
  #expect(fixture.app.table.selection == selected)
  #expect(selectedLine(fixture) == line)
}

/// The line of the table on which the selected row is.
private func selectedLine(_ fixture: AppFixture) -> Int? {
  fixture.app.table.presentation(at: fixture.now).lines.firstIndex(where: \.isSelected)
}
