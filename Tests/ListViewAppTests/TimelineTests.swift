@testable import Columns
import FeedSources
import FeedStore
import FeedValues
import TableModel
import TerminalCore
import Testing
import Values

@testable import ListViewApp
@testable import ListViewParts

/// A recording of lists a second apart, which grow by as many rows as are told.
private func recording(_ growth: [Int]) -> String {
  var count = 0
  return growth.enumerated().map { number, more in
    count += more
    return snapshot(0..<count, at: number)
  }
  .joined()
}

private let growth = [5, 1, 1, 20, 1, 1, 1, 1, 1, 9]

private func fixture(
  _ columns: Int = 100,
  _ lines: Int = 24,
  depth: ColorDepth = .trueColor
) -> AppFixture {
  var fixture = AppFixture(columns: columns, lines: lines, depth: depth)
  fixture.receive(recording(growth))
  return fixture
}

extension AppFixture {
  fileprivate var timeline: String? {
    app.layout.timeline.map { lines[$0] }
  }

  fileprivate mutating func click(_ column: Int, isDrag: Bool = false) {
    let kind: MouseEvent.Kind = isDrag ? .drag(button: 0) : .press(button: 0)
    let line = app.layout.timeline ?? 0
    _ = app.handle(.mouse(MouseEvent(kind: kind, column: column, line: line)), at: now)
  }
}

@Test func `in the past a timeline shows how much changed when, and the position`() throws {
  var fixture = fixture()
  let line = try #require(fixture.timeline)
  // The first list is of 22:13:20 at Greenwich.
  #expect(line.hasPrefix(" 22:13:20 ") && line.contains(" 22:13:29 ") && line.hasSuffix("×1"))
  let cells = Array(line)[11..<81]
  #expect(cells.first == "●" && cells.count { $0 == "●" } == 1)
  // One block for each list that changed anything; the highest is that of twenty rows.
  let blocks = cells.enumerated().filter { !"▁●".contains($0.element) }
  #expect(blocks.count == 9)
  #expect(blocks.map(\.element).firstIndex(of: "█") == 2)
  #expect(blocks.filter { $0.element == "▃" }.count == 7)
  fixture.press(.character("}"))
  #expect(fixture.timeline.map { Array($0)[80] } == "●")
  fixture.press(.character("["))
  let place = fixture.timeline.flatMap { Array($0).firstIndex(of: "●") }
  #expect(place.map { (70...73).contains($0) } == true)
}

@Test func `at the live edge there is no timeline, and the table has its line`() {
  var fixture = AppFixture(
    configuration: App.Configuration(feedName: "t", start: .liveEdge)
  )
  fixture.receive(recording(growth))
  #expect(fixture.timeline == nil)
  let height = fixture.app.table.height
  fixture.press(.character("["))
  #expect(fixture.timeline != nil && fixture.app.table.height == height - 1)
  fixture.press(.character("."))
  #expect(fixture.timeline == nil && fixture.app.table.height == height)
  // A user who pauses sees the past; rows that come then do not change how the screen is divided.
  fixture.press(.character(" "))
  #expect(fixture.timeline != nil && fixture.app.table.height == height - 1)
  fixture.receive(snapshot(0..<3, at: 20))
  #expect(fixture.timeline != nil && fixture.app.table.height == height - 1)
}

@Test func `clicking and dragging on the timeline seek`() {
  var fixture = fixture()
  fixture.click(80)
  #expect(fixture.app.player.position == 10 && fixture.app.table.rows.count == 41)
  for column in stride(from: 80, through: 11, by: -1) { fixture.click(column, isDrag: true) }
  #expect(fixture.app.player.position == 1 && fixture.app.table.rows.count == 5)
  // Each position has its place, and what lies beside the line is its end.
  for position in 1...10 {
    fixture.app.feed.player.go(to: position, at: fixture.now)
    fixture.app.advance(to: fixture.now)
    let column = fixture.timeline.flatMap { Array($0).firstIndex(of: "●") } ?? 0
    fixture.click(column)
    #expect(fixture.app.player.position == position)
  }
  fixture.click(0)
  #expect(fixture.app.player.position == 1)
  fixture.click(99)
  #expect(fixture.app.player.position == 10)
}

@Test func `playback starts at the position, or at the start`() {
  var fixture = fixture()
  fixture.press(.character("."))
  #expect(fixture.lines[0].contains(FeedState.Text.ended) && fixture.timeline != nil)
  fixture.press(.character("R"))
  #expect(fixture.app.player.position == 1 && !fixture.app.player.isPaused)
  for position in 2...5 {
    fixture.now += .seconds(1)
    fixture.app.advance(to: fixture.now)
    #expect(fixture.app.player.position == position)
  }
  fixture.press(.character("["), .character("["), .character(" "))
  #expect(fixture.app.player.position == 3)
  fixture.press(.character("+"))
  fixture.now += .seconds(1)
  fixture.app.advance(to: fixture.now)
  #expect(fixture.app.player.position == 5 && fixture.timeline?.hasSuffix("×2") == true)
  fixture.now += .seconds(60)
  fixture.app.advance(to: fixture.now)
  #expect(fixture.lines[0].contains(FeedState.Text.ended))
}

@Test func `items that arrived live are replayed at their original times`() {
  var configuration = App.Configuration(feedName: "t", start: .liveEdge)
  configuration.wallClock = WallClock(
    FeedTime(nanoseconds: 0).advanced(by: .seconds(1_000)),
    at: start
  )
  var fixture = AppFixture(configuration: configuration)
  for number in 0..<5 {
    fixture.receive("[{\"id\":1,\"n\":\(number)}]\n")
    fixture.now += .milliseconds(500)
  }
  fixture.press(.character("R"))
  #expect(fixture.app.player.position == 1)
  var seen: [Int] = []
  for _ in 0..<6 {
    fixture.now += .milliseconds(500)
    fixture.app.advance(to: fixture.now)
    seen.append(fixture.app.player.position)
  }
  #expect(seen == [2, 3, 4, 5, 5, 5] && fixture.lines[0].contains(FeedState.Text.live))
}

@Test func `the timeline has a picture on every screen and in every colour depth`() {
  for depth in ColorDepth.allCases {
    for (columns, lines) in [(1, 1), (20, 5), (20, 12), (40, 12), (60, 12), (200, 60)] {
      var fixture = fixture(columns, lines, depth: depth)
      for keys in ["}", "[", "{", "R", "."] {
        fixture.type(keys)
        #expect(fixture.lines.allSatisfy { $0.displayWidth <= columns })
        #expect((fixture.timeline != nil) == (lines >= 12))
        #expect(lines < 12 || fixture.timeline?.contains(TimelineView.Text.here) == true)
      }
    }
  }
}

@Test
func `each position of a timeline is in the cell that leads to it or to a later one`() {
  for count in [2, 3, 10, 100, 1_000] {
    var player = Player(start: .liveEdge)
    var decoder = FeedDecoder()
    let text = (0..<count).map { #"{"id":\#($0 % 7),"n":\#($0)}"# + "\n" }.joined()
    player.receive(decoder.append(Array(text.utf8)), at: start)
    for cells in [1, 2, 7, 80, 3_000] {
      guard let timeline = player.timeline(cells: cells) else {
        Issue.record("no line of \(count) in \(cells)")
        continue
      }
      #expect(timeline.changes.count == cells && timeline.changes.reduce(0, +) <= 2 * count)
      var last = 0
      for position in timeline.positions {
        let cell = timeline.cell(of: position)
        #expect(cell >= last && timeline.position(ofCell: cell) >= position)
        last = cell
      }
      #expect(last == cells - 1 || cells == 1)
    }
  }
}
