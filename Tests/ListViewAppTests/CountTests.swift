@testable import Columns
@testable import FeedStore
import FeedValues
import TableModel
import TerminalCore
import TestSupport
import Testing

@testable import ListViewApp
@testable import ListViewParts

private func snapshot(_ rows: [(id: Int, state: String, size: Int)], at time: Int) -> String {
  let objects = rows.map { #"{"id":\#($0.id),"state":"\#($0.state)","size":\#($0.size)}"# }
  return #"{"at":\#(1_700_000_000 + time),"rows":[\#(objects.joined(separator: ","))]}"# + "\n"
}

private let six = (0..<6).map {
  (id: $0, state: $0 < 3 ? "run" : $0 < 5 ? "done" : "bad", size: $0)
}

extension AppFixture {
  fileprivate mutating func strike(_ keys: String) {
    for key in keys {
      switch key {
      case "⏎": press(.enter)
      case "⎋": press(.escape)
      default: press(.character(key))
      }
    }
    work()
    settle()
  }

  /// The groups on the screen with their counts, from the top.
  fileprivate var groups: [String] {
    app.front.table.presentation(at: now).lines.compactMap { line in
      guard case .row(let row, _) = line.content, app.showsCounts else { return nil }
      return "\(row.id) \(row.value[FieldPath(["count"])]?.string ?? "")"
    }
  }

  /// The identities of the rows on the screen, from the top.
  fileprivate var ids: [String] {
    app.table.presentation(at: now).lines.compactMap { line in
      if case .row(let row, _) = line.content { row.id.description } else { nil }
    }
  }

  /// Counts by the column with a title.
  fileprivate mutating func count(by title: String) {
    let position = app.columns.layout.places.firstIndex {
      app.columns.columns[$0.column].title == title
    }
    strike("#\((position ?? -1) + 1)")
  }
}

@Suite struct `Counts on the screen` {
  @Test func `Enter without a group shows the rows of the first one in view`() {
    var fixture = AppFixture()
    fixture.receive(snapshot(six, at: 0))
    fixture.count(by: "STATE")
    fixture.strike("⏎")
    #expect(fixture.ids.sorted() == ["0", "1", "2"])
    #expect(fixture.app.front.detail == nil)
    // Escape returns to the group.
    fixture.strike("⎋")
    #expect(fixture.groups == ["run 3", "done 2", "bad 1"])
    #expect(fixture.app.front.selectedRow?.id.description == "run")
    // There is no group to open.
    fixture.strike("⎋&state=none⏎⏎")
    #expect(fixture.groups.isEmpty && fixture.app.showsCounts)
  }

  @Test
  func `all values of a second field have a column, also those that are the same in all rows`() {
    var fixture = AppFixture(columns: 100, lines: 20)
    fixture.receive(snapshot(six, at: 0))
    fixture.strike(":count id > state⏎")
    let titles = fixture.app.front.columns.columns.filter { $0.visibility != .hidden }.map(\.title)
    #expect(Set(["run", "done", "bad"]).isSubset(of: titles))
  }

  @Test func `two keys count, ranked, and Escape shows the rows again`() {
    var fixture = AppFixture()
    fixture.receive(snapshot(six, at: 0))
    fixture.count(by: "STATE")
    #expect(fixture.groups == ["run 3", "done 2", "bad 1"])
    #expect(fixture.lines[0].contains(CountText.chip("STATE")))
    #expect(fixture.lines[0].contains(CountText.sizes(3, 6, columns: 80)))
    fixture.strike("⎋")
    #expect(!fixture.app.showsCounts)
    #expect(fixture.ids.count == 6)
  }

  @Test func `groups overtake each other while the feed goes on`() {
    var fixture = AppFixture()
    fixture.receive(snapshot(six, at: 0))
    fixture.count(by: "STATE")
    var rows = six
    rows[0].state = "bad"
    rows[1].state = "bad"
    fixture.receive(snapshot(rows, at: 1))
    fixture.now += .seconds(1)
    fixture.work()
    var screens: Set<[String]> = []
    fixture.settle { buffer in screens.insert((2..<6).map { buffer.text(line: $0) }) }
    #expect(fixture.groups == ["bad 3", "done 2", "run 1"])
    #expect(screens.count > 2, "groups travel through frames that are neither before nor after")
  }

  @Test func `Enter shows the rows of a group, and Escape returns to its line`() {
    var fixture = AppFixture()
    fixture.receive(snapshot(six, at: 0))
    fixture.count(by: "STATE")
    fixture.strike("jj⏎")
    #expect(fixture.ids.sorted() == ["3", "4"])
    #expect(fixture.app.filter?.text == #"state="done""#)
    #expect(fixture.lines[23].contains(HintText.groups))
    fixture.strike("⎋")
    #expect(fixture.groups == ["run 3", "done 2", "bad 1"])
    #expect(fixture.app.filter == nil)
    #expect(fixture.app.front.selectedRow?.id.description == "done")
  }

  @Test func `the rows of a group are counted by something else, and each way back is one key`() {
    var fixture = AppFixture()
    fixture.receive(snapshot(six, at: 0))
    fixture.count(by: "STATE")
    fixture.strike("j⏎")
    fixture.count(by: "SIZE")
    #expect(fixture.groups.sorted() == ["0 1", "1 1", "2 1"])
    fixture.strike("⎋")
    #expect(fixture.ids.sorted() == ["0", "1", "2"])
    fixture.strike("⎋")
    #expect(fixture.groups == ["run 3", "done 2", "bad 1"])
    fixture.strike("⎋⎋")
    #expect(!fixture.app.showsCounts && fixture.app.counts.isEmpty)
    #expect(fixture.ids.count == 6)
  }

  @Test func `a group is the only one, or is left out`() {
    var fixture = AppFixture()
    fixture.receive(snapshot(six, at: 0))
    fixture.count(by: "STATE")
    fixture.strike("j-")
    #expect(fixture.groups == ["done 2", "bad 1"])
    #expect(fixture.app.filter?.text == #"-state="run""#)
    fixture.strike("g=")
    #expect(fixture.groups == ["done 2"])
  }

  @Test func `counts follow the filter that is typed, a second field, and the command line`() {
    var fixture = AppFixture()
    fixture.receive(snapshot(six, at: 0))
    fixture.strike("&size>=2⏎")
    fixture.count(by: "STATE")
    #expect(fixture.groups == ["done 2", "run 1", "bad 1"])
    fixture.strike(":count size⏎")
    #expect(fixture.groups.count == 4)
    fixture.strike(":count foo⏎")
    #expect(fixture.lines[23].contains(CountMistake.unknownField("foo", nearest: nil)))
    fixture.strike(":count⏎")
    #expect(!fixture.app.showsCounts)
  }

  @Test(arguments: 1...10)
  func `at every step of the past, groups are those of the rows of that moment`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var configuration = App.Configuration(feedName: "test", motion: .none)
    configuration.start = .liveEdge
    var fixture = AppFixture(lines: 40, configuration: configuration)
    var rows = six
    for time in 0..<20 {
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let state = ["run", "done", "bad", "new"].randomElement(using: &random)!
        if rows.count > 3, Bool.random(using: &random) {
          rows.remove(at: Int.random(in: rows.indices, using: &random))
        } else {
          rows.append((Int.random(in: 100..<100_000, using: &random), state, 0))
        }
        rows[0].state = state
      }
      fixture.receive(snapshot(rows, at: time))
      if time == 3 { fixture.count(by: "STATE") }
    }
    for _ in 0..<60 {
      let key = "[]{}".randomElement(using: &random)!
      fixture.press(.character(key))
      fixture.now += .seconds(2)
      fixture.work()
      var counts: [String: Int] = [:]
      for row in fixture.app.list.allRows {
        counts[row.value[FieldPath(["state"])]?.string ?? "", default: 0] += 1
      }
      #expect(fixture.groups.sorted() == counts.map { "\($0) \($1)" }.sorted())
    }
  }

  @Test func `at the end of a feed nothing is put off`() throws {
    var configuration = App.Configuration(feedName: "test", motion: .none)
    configuration.count = try CountSpec("state: count")
    configuration.keepsCounts = true
    var fixture = AppFixture(configuration: configuration)
    var counts: [String: Int] = [:]
    func take() {
      for item in fixture.app.takeCountItems()?.items ?? [] {
        switch item {
        case .snapshot(let snapshot):
          counts = [:]
          for row in snapshot.rows { note(row) }
        case .upsert(let row, _), .append(let row, _), .insert(let row, _, _): note(row)
        case .delete(let id, _): counts[id.description] = nil
        }
      }
    }
    func note(_ row: Row) {
      counts[row.id.description] = row.value[FieldPath(["count"])].flatMap { Int($0.string) }
    }
    fixture.receive(snapshot(six, at: 0))
    fixture.work()
    take()
    #expect(counts == ["run": 3, "done": 2, "bad": 1])
    // No time passes between the last changes and the end.
    fixture.receive(snapshot(six + [(6, "bad", 0), (7, "new", 0)], at: 1))
    fixture.app.settle(at: fixture.now)
    take()
    #expect(counts == ["run": 3, "done": 2, "bad": 2, "new": 1])
  }

  @Test func `in the past, the rows of a group still say how to return`() {
    var fixture = AppFixture(columns: 120)
    for time in 0..<3 { fixture.receive(snapshot(six, at: time)) }
    fixture.strike("[")
    fixture.count(by: "STATE")
    fixture.strike("j⏎")
    #expect(fixture.lines[23].contains(HintText.groups))
  }

  @Test func `a long list is counted in slices, and changes meanwhile are not lost`() {
    var fixture = AppFixture(configuration: App.Configuration(feedName: "test", motion: .none))
    var rows = (0..<20_000).map { (id: $0, state: "s\($0 % 7)", size: 1) }
    fixture.receive(snapshot(rows, at: 0))
    fixture.work()
    fixture.press(.character("#"))
    fixture.press(.character("2"))
    rows[5].state = "other"
    rows[19_990].state = "other"
    fixture.receive(snapshot(rows, at: 1))
    fixture.now += .seconds(1)
    fixture.work()
    fixture.settle()
    var counts: [String: Int] = [:]
    for row in rows { counts[row.state, default: 0] += 1 }
    #expect(fixture.groups.sorted() == counts.map { "\($0) \($1)" }.sorted())
  }
}
