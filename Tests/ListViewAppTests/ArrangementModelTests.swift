@testable import Columns
@testable import Ordering
@testable import FeedStore
import FeedSimulator
import FeedValues
import Foundation
import TableModel
import TerminalCore
import TestSupport
import Testing

@testable import ListViewApp
@testable import ListViewParts
@testable import ListViewTestSupport

/// Steps of all seeds together; each seed alone has as many if tests are to be exhaustive.
private let steps = 10_000
private let isExhaustive = ProcessInfo.processInfo.environment["LISTVIEW_EXHAUSTIVE"] != nil

/// A user who does anything at all while everything goes wrong in the feed.
private struct Ordeal {
  let seed: UInt64
  var fixture: AppFixture
  var model = NaiveArrangement()
  var feed: FeedSimulation
  var random: SplitMix64
  var step = 0
  /// The number of times that the selected row was seen to keep its line.
  var anchored = 0

  init(seed: UInt64, encoding: FeedEncoding) throws {
    self.seed = seed
    random = SplitMix64(seed: seed &* 0x9E37_79B9)
    feed = FeedSimulation(
      try SimulationOptions(scenario: .chaos, encoding: encoding, seed: seed, window: 20),
      start: 1_700_000_000_000
    )
    fixture = AppFixture(
      columns: 64,
      lines: 16,
      configuration: App.Configuration(feedName: "chaos", start: .liveEdge)
    )
  }

  var now: String { "seed \(seed), step \(step)" }

  /// Lets the feed take a step, a value that is far too long left out.
  mutating func receiveStep() {
    var bytes: [UInt8] = []
    var line: [UInt8] = []
    var length = 0
    while true {
      let chunk = feed.next()
      length += chunk.bytes.count
      if length <= 200_000 { line += chunk.bytes }
      if chunk.endsValue {
        if length <= 200_000 { bytes += line }
        (line, length) = ([], 0)
      }
      if chunk.endsStep { break }
    }
    fixture.receive(bytes)
    update()
  }

  /// Tells the model what the player has.
  mutating func update() {
    let rows = Array(fixture.app.player.rows)
    #expect(fixture.app.list.arrangement.rows.map(\.id) == rows.map(\.id), "\(now)")
    model.receive(rows, pinned: fixture.app.list.arrangement.pins.map(\.row))
  }

  mutating func press(_ keys: String) {
    for key in keys { fixture.press(.character(key)) }
  }

  /// Does one of all things that a user can do to the rows.
  mutating func act() {
    // Whether the order of the feed was asked for, though it may be the order already.
    var takesFeedOrder = false
    switch Int.random(in: 0..<25, using: &random) {
    case 24:
      let ranking = GroupSpec.Ranking.allCases.randomElement(using: &random) ?? .count
      guard let known = fixture.app.list.wanted.grouping, known.ranking != ranking else { break }
      fixture.app.group(by: known.column, ranking: ranking, at: fixture.now)
    case 0...1:
      let number = Int.random(in: 0...4, using: &random)
      takesFeedOrder = number == 0 && !fixture.app.columns.layout.places.isEmpty
      press("s\(number)")
    case 2: press("I")
    case 3...4: press("b\(Int.random(in: 0...4, using: &random))")
    case 5:
      if model.frozen == nil { model.freeze() } else { model.thaw() }
      press("o")
    case 6...7:
      // The row that a key acts upon is in view.
      fixture.app.list.showSelection(at: fixture.now)
      if let row = fixture.app.list.currentRow {
        if let index = model.pins.firstIndex(where: { $0.id == row.id }) {
          model.pins.remove(at: index)
        } else if model.pins.count < 5 {
          model.pins.append((id: row.id, last: row))
        } else {
          break
        }
        press("p")
      }
    case 8: press("v")
    case 9: press(Bool.random(using: &random) ? "V" : "'")
    case 10: setFilter()
    case 11: press(" ")
    case 12: press(["[", "]", "{", "}"].randomElement(using: &random) ?? "[")
    case 13: press(".")
    case 14: press(Bool.random(using: &random) ? "z" : "Z")
    case 15: press("F")
    case 16: fixture.press(.escape)
    case 17: fixture.press(.enter)
    case 18: press(["g", "G"].randomElement(using: &random) ?? "g")
    case 19:
      let lines = Int.random(in: 5...13, using: &random)
      let size = TerminalSize(columns: Int.random(in: 20...90, using: &random), lines: lines)
      _ = fixture.app.handle(.resize(size), at: fixture.now)
    default: press(Bool.random(using: &random) ? "jjj" : "kkk")
    }
    let arrangement = fixture.app.list.arrangement
    let before = (model.sort?.paths, model.sort?.isDescending)
    model.sort = arrangement.sort.map { ($0.column.paths, $0.order, $0.isDescending) }
    model.group = arrangement.grouping.map { ($0.column.paths, $0.order) }
    // An order that is chosen while it is frozen is taken once.
    let hasChanged = before != (model.sort?.paths, model.sort?.isDescending)
    if model.frozen != nil, hasChanged || takesFeedOrder {
      model.freeze()
    }
    update()
  }

  mutating func setFilter() {
    let rules: [@Sendable (Row) -> Bool] = [
      { $0.value.member("status")?.string == "active" },
      { $0.value.member("status")?.string != "done" },
      { $0.id.description.hasSuffix("1") || $0.id.description.hasSuffix("4") },
      { _ in false },
    ]
    let choice = Int.random(in: 0..<8, using: &random)
    let rule = choice < rules.count ? rules[choice] : nil
    fixture.app.list.arrangement.setFilter(rule)
    fixture.app.list.showArranged(in: fixture.app.context(at: fixture.now))
    model.isShown = rule
  }

  /// Compares what is shown with what the model says.
  func check() {
    let app = fixture.app
    if model.group == nil {
      #expect(app.table.rows == model.list, "\(now)")
    } else {
      var groups = model.groups
      let ranking = app.list.arrangement.grouping?.ranking
      if ranking != .value {
        // Groups of equal figures are in any order, and those of a frozen order in that of then.
        let places = app.table.sections.map { app.list.arrangement.summary(ofGroup: $0.id)?.value }
        groups.sort {
          (places.firstIndex(of: $0.value) ?? 0) < (places.firstIndex(of: $1.value) ?? 0)
        }
      }
      let counts = groups.map(\.rows.count)
      if ranking == .count, model.frozen == nil {
        #expect(counts == counts.sorted(by: >), "\(now)")
      }
      #expect(app.table.sections.map(\.rows) == groups.map(\.rows), "\(now)")
      let headers = app.table.sections.map { app.list.arrangement.summary(ofGroup: $0.id) }
      #expect(headers.map { $0?.value } == groups.map(\.value), "\(now)")
      #expect(headers.map { $0?.count } == groups.map(\.rows.count), "\(now)")
      let open = app.table.sections.filter { !app.table.collapsedSections.contains($0.id) }
      #expect(app.table.rows == open.flatMap(\.rows), "\(now)")
    }
    #expect(app.list.arrangement.pins.map(\.row) == model.pins.map(\.last), "\(now)")
    let present = Set(model.rows.map(\.id))
    #expect(
      app.list.arrangement.pins.map(\.isAbsent) == model.pins.map { !present.contains($0.id) },
      "\(now)"
    )
    #expect(app.list.pinTable.rows == model.pins.map(\.last), "\(now)")
    let marked = model.rows.filter { app.list.arrangement.isMarked($0.id) }.map(\.id)
    #expect(Set(app.list.markedRows.map(\.id)) == Set(marked), "\(now)")
  }

  /// The line on which the selected row, or its tombstone, stands, those of pinned rows included: where they
  /// take another line, the table scrolls by it.
  func selectedLine(at instant: ContinuousClock.Instant) -> Int? {
    fixture.app.table.presentation(at: instant).lines.firstIndex(where: \.isSelected)
      .map { $0 + fixture.app.list.linesOfPins }
  }

  /// Lets the feed take a step, and looks whether the selected row keeps its line, as far as the list
  /// reaches: if there are too few rows above it, it stands higher, if there are too few below it,
  /// lower, and it returns with them.
  mutating func receiveStepBesideAnchor() {
    let (before, pins) = (fixture.app.table, fixture.app.list.linesOfPins)
    let line = before.isFollowing ? nil : selectedLine(at: fixture.now)
    receiveStep()
    guard let line else { return }
    let rest = selectedLine(at: fixture.now + .seconds(2))
    #expect(rest != nil, "\(now)")
    let end = rest ?? line
    // A tombstone has no header over it; the row that comes back has, and stands below.
    let returned = before.selectedOffset == nil && fixture.app.table.selectedOffset != nil
    if returned, line == pins, end == line + 1, !fixture.app.table.sections.isEmpty { return }
    let table = fixture.app.table
    if end < line {
      // If the list ended in view, the row may have stood lower than where it was left.
      let wasAtEnd = before.linesAbove >= before.lineCount - before.height
      #expect(table.linesAbove == 0 || wasAtEnd, "\(now)")
      if wasAtEnd { return }
    } else if end > line {
      // No line below the list is empty while there are rows above: the row goes down with its end.
      let isAtEnd = table.linesAbove >= table.lineCount - table.height
      #expect(before.linesAbove == 0 || isAtEnd, "\(now)")
      if isAtEnd { return }
    } else {
      anchored += 1
    }
    // On the way a list that begins in view may lose the rows above before others come.
    guard before.linesAbove > 0, table.linesAbove > 0 else { return }
    for wait in [0, 90, 170] {
      #expect(
        selectedLine(at: fixture.now + .milliseconds(wait)) == line,
        "\(now), \(wait) ms"
      )
    }
  }

  mutating func run(_ steps: Int) {
    for step in 0..<steps {
      self.step = step
      if Int.random(in: 0..<3, using: &random) > 0 { act() }
      fixture.now += .seconds(1)
      receiveStepBesideAnchor()
      check()
      if step % 10 == 0 { _ = fixture.buffer }
    }
    #expect(anchored > steps / 10, "\(now): the selected row kept its line \(anchored) times")
  }
}

@Test(arguments: [FeedEncoding.snapshots, .events, .list])
func `in chaos, whatever the user does, the table shows the same as a naive one`(
  encoding: FeedEncoding
) throws {
  let seeds: ClosedRange<UInt64> = 1...4
  for seed in seeds {
    var ordeal = try Ordeal(seed: seed, encoding: encoding)
    ordeal.run(isExhaustive ? steps : steps / 12)
  }
}
