@testable import Columns
@testable import FeedStore
import FeedValues
import TableModel
import TerminalCore
import Testing

@testable import ListViewApp
@testable import ListViewParts

private func fixture(columns: Int = 100, lines: Int = 24) -> AppFixture {
  AppFixture(columns: columns, lines: lines, summary: .automatic)
}

extension AppFixture {
  /// Clicks on a text on the screen.
  fileprivate mutating func click(on text: String, in lines: Range<Int>? = nil) throws {
    let (screen, range) = (self.lines, lines ?? 0..<self.lines.count)
    let line = try #require(range.first { screen[$0].contains(text) }, "\(text)")
    let start = try #require(screen[line].firstRange(of: text))
    click(
      line: line,
      column: screen[line].distance(from: screen[line].startIndex, to: start.lowerBound)
    )
    work()
    settle()
  }
}

private let states = ["failed", "pending", "paid", "on hold"]

private var orders: String {
  let rows = (0..<60).map {
    #"{"id":\#($0),"status":"\#(states[$0 % 4])","item":"item \#($0)"}"#
  }
  return #"{"at":1700000000,"rows":[\#(rows.joined(separator: ","))]}"# + "\n"
}

private var log: String {
  (0..<201).map {
    "2026-11-28 09:\(10 + $0 / 60):\(10 + $0 % 50) \(["INFO", "WARN", "ERROR", "INFO"][$0 % 4]) app: request \($0)\n"
  }.joined()
}

private var requests: String {
  (0..<200).map {
    let status = [200, 302, 404, 503][$0 % 4]
    return
      #"10.0.0.\#($0 % 9) - - [28/Nov/2026:09:\#(10 + $0 / 60):\#(10 + $0 % 50) +0000] "GET /a\#($0 % 7) HTTP/1.1" \#(status) \#($0)"#
      + "\n"
  }.joined()
}

@Suite struct `Pointing` {
  @Test(arguments: [
    (orders, "failed", 15), (orders, "pending", 15), (log, "error", 50), (log, "warn", 50),
    (log, "info", 100), (requests, "5xx", 50), (requests, "4xx", 50), (requests, "2xx", 50),
  ])
  func `a click on a label of the summary shows its rows alone, and again all`(
    feed: String,
    name: String,
    count: Int
  ) throws {
    var fixture = fixture()
    fixture.receive(feed)
    fixture.work()
    let all = fixture.app.table.rows.count
    for _ in 0..<2 {
      try fixture.click(on: name, in: 1..<2)
      #expect(fixture.app.table.rows.count == count, "\(fixture.app.filter?.text ?? "")")
      try fixture.click(on: name, in: 1..<2)
      #expect(fixture.app.filter == nil && fixture.app.table.rows.count == all)
    }
    // It is one more term of a filter that there is.
    fixture.type("&1 or 2")
    fixture.press(.enter)
    fixture.work()
    let found = fixture.app.table.rows.count
    try fixture.click(on: name, in: 1..<2)
    #expect(fixture.app.filter?.text.hasPrefix("(1 or 2) ") == true)
    #expect(fixture.app.table.rows.count < found)
  }

  @Test func `a click on a hint presses its key`() throws {
    var fixture = fixture(columns: 140)
    fixture.receive(orders)
    fixture.work()
    let last = 23..<24
    try fixture.click(on: HintText.sort, in: last)
    #expect(fixture.line(of: ColumnPick.Text.sort) != nil)
    // The hints are those of what is open.
    try fixture.click(on: "Esc", in: last)
    #expect(fixture.app.layers.isEmpty)
    try fixture.click(on: HintText.pause, in: last)
    #expect(fixture.app.player.isPaused)
    try fixture.click(on: HintText.play, in: last)
    #expect(!fixture.app.player.isPaused)
    // Of several keys the one under the pointer is pressed.
    try fixture.click(on: "j k", in: last)
    try fixture.click(on: HintText.filter, in: last)
    #expect(fixture.app.openPrompt != nil)
    // A prompt has no hints.
    fixture.click(line: 23, column: 40)
    #expect(fixture.app.openPrompt != nil)
    fixture.press(.escape, .escape)
    try fixture.click(on: HintText.count, in: last)
    fixture.type("1")
    fixture.work()
    fixture.settle()
    #expect(fixture.app.showsCounts)
    try fixture.click(on: HintText.rows, in: last)
    #expect(!fixture.app.showsCounts && fixture.app.filter != nil)
  }

  @Test func `a click on the scroll bar scrolls there, and selects nothing`() {
    for columns in [80, 130] {
      var fixture = AppFixture(columns: columns)
      fixture.receive(snapshot(0..<1_000, at: 0))
      let table = 2..<23
      let column = fixture.lines[5].count - 1
      fixture.click(line: table.upperBound - 1, column: column)
      fixture.settle()
      #expect(fixture.app.table.visibleRows?.upperBound == 999)
      fixture.click(line: (table.lowerBound + table.upperBound) / 2, column: column)
      fixture.settle()
      #expect(fixture.app.table.visibleRows.map { abs($0.lowerBound - 500) < 60 } == true)
      let drag = MouseEvent(kind: .drag(button: 0), column: column, line: table.lowerBound + 5)
      _ = fixture.app.handle(.mouse(drag), at: fixture.now)
      fixture.settle()
      #expect(fixture.app.table.visibleRows.map { 200..<320 ~= $0.lowerBound } == true)
      fixture.click(line: table.lowerBound, column: column)
      fixture.settle()
      #expect(fixture.app.table.visibleRows?.lowerBound == 0)
      #expect(fixture.app.table.selection == nil)
      // Beside the bar are rows.
      fixture.click(line: table.lowerBound + 4, column: column - 2)
      #expect(fixture.app.table.selection != nil)
    }
  }

  @Test func `the label of every key stands for that key`() {
    for binding in KeyMap.standard.bindings {
      for key in binding.keys {
        // A letter with Control is written in upper case.
        #expect(InputEvent(keyLabel: key.keyLabel) == key, "\(key.keyLabel)")
      }
    }
    for label in ["1–9", "letters", ""] { #expect(InputEvent(keyLabel: label) == nil) }
    #expect(KeyHint("j k", "move").key(at: 0) == .key(.character("j")))
    #expect(KeyHint("j k", "move").key(at: 2) == .key(.character("k")))
    #expect(KeyHint("j k", "move").key(at: 6) == .key(.character("j")))
  }

  @Test func `the middle of the thumb goes where the bar is clicked`() throws {
    for (height, total) in [(2, 3), (10, 11), (20, 1_000), (20, 25), (40, 100_000)] {
      var former = 0
      for line in 0..<height {
        let bar = try #require(ScrollBar(above: total / 3, total: total, height: height))
        let above = bar.above(at: line, total: total, height: height)
        #expect(0...total - height ~= above && above >= former)
        former = above
        let moved = try #require(ScrollBar(above: above, total: total, height: height))
        #expect(moved.thumb.contains(line) || moved.thumb.count == 1)
      }
      #expect(former == total - height)
    }
  }
}
