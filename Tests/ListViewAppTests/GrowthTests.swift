@testable import Columns
import FeedSources
import FeedStore
import FeedValues
import Foundation
import TableModel
import TerminalCore
import TestSupport
import Testing
import Values

@testable import ListViewApp
@testable import ListViewParts

private func list(_ size: Int, _ row: (Int) -> String) -> String {
  "[" + (0..<size).lazy.map(row).joined(separator: ",") + "]\n"
}

private func record(_ number: Int) -> String {
  #"{"id":"r\#(number)","state":"\#(number % 7 == 3 ? "bad" : "good")","n":\#(number * 7_919 % 100_003),"#
    + #""at":"2026-01-01T10:\#(number % 50 + 10):00Z","size":"\#(number % 900) KB","text":"content \#(number)"}"#
}

private func fixture() -> AppFixture {
  AppFixture(configuration: App.Configuration(feedName: "t", motion: .none, start: .liveEdge))
}

/// The app with a list of some rows.
private func app(_ size: Int, _ row: (Int) -> String = record) -> AppFixture {
  var fixture = fixture()
  fixture.receive(list(size, row))
  fixture.work()
  _ = fixture.buffer
  return fixture
}

/// The work of keys in a list.
private func typing(_ name: String, _ keys: String...) -> Workload {
  Workload(name, maximum: 1 << 16) { size in
    let fixture = app(size)
    return {
      var fixture = fixture
      for key in keys {
        if key.hasPrefix(":") || key.hasPrefix("/") || key.hasPrefix("&") {
          fixture.type(key)
          fixture.work()
          fixture.press(.enter)
        } else {
          fixture.type(key)
        }
        fixture.work()
        _ = fixture.buffer
      }
    }
  }
}

/// The work of text that arrives in a list.
private func receiving(_ name: String, _ text: @escaping @Sendable (Int) -> String) -> Workload {
  Workload(name, maximum: 1 << 16) { size in
    let fixture = app(size)
    let bytes = Array(text(size).utf8)
    return {
      var fixture = fixture
      fixture.receive(bytes)
      fixture.work()
      _ = fixture.buffer
    }
  }
}

private func rows(_ text: String) -> [Row] {
  var decoder = FeedDecoder()
  for item in decoder.append(Array(text.utf8)) + decoder.finish() {
    if case .snapshot(let snapshot) = item { return snapshot.rows }
  }
  return []
}

private func members(_ size: Int, _ value: (Int) -> String) -> String {
  "{" + (0..<size).map { "\"k\($0)\":\(value($0))" }.joined(separator: ",") + "}"
}

/// An object with many members, all of which change.
private func wide(_ name: String, _ body: @escaping @Sendable (Row, Row) -> Void) -> Workload {
  Workload(name, maximum: 1 << 14) { size in
    let old = rows("[{\"id\":1,\"a\":\(members(size) { "\($0)" })}]\n")
    let new = rows("[{\"id\":1,\"a\":\(members(size) { "\($0 + 1)" })}]\n")
    return { if let old = old.first, let new = new.first { body(old, new) } }
  }
}

private let workloads: [Workload] = [
  // Arrivals.
  Workload("a list") { size in
    let text = list(size, record)
    return {
      var fixture = fixture(); fixture.receive(text); fixture.work(); _ = fixture.buffer
    }
  },
  Workload("rows one by one") { size in
    let text = (0..<size).map(record).joined(separator: "\n") + "\n"
    return {
      var fixture = fixture(); fixture.receive(text); fixture.work(); _ = fixture.buffer
    }
  },
  Workload("lines") { size in
    let text = (0..<size).map { "10:00:\($0 % 60) a line \($0)" }.joined(separator: "\n") + "\n"
    return {
      var fixture = fixture(); fixture.receive(text); fixture.work(); _ = fixture.buffer
    }
  },
  Workload("a list of wide rows", maximum: 4_096) { size in
    let text = list(8) { row in "{\"id\":\(row)," + members(size) { "\($0)" }.dropFirst() }
    return {
      var fixture = fixture(); fixture.receive(text); fixture.work(); _ = fixture.buffer
    }
  },
  Workload("a list of different rows", maximum: 1 << 14) { size in
    let text = list(size) { "{\"id\":\($0),\"k\($0)\":1}" }
    return {
      var fixture = fixture(); fixture.receive(text); fixture.work(); _ = fixture.buffer
    }
  },
  Workload("a row with a long text", maximum: 1 << 20) { size in
    let text = "[{\"id\":1,\"t\":\"\(String(repeating: "word ", count: size))\"}]\n"
    return {
      var fixture = fixture(); fixture.receive(text); fixture.work(); _ = fixture.buffer
    }
  },
  Workload("a row with a long list", maximum: 1 << 16) { size in
    let text = "[{\"id\":1,\"t\":\(list(size) { #"{"ok":true,"n":\#($0)}"# })}]\n"
    return {
      var fixture = fixture(); fixture.receive(text); fixture.work(); _ = fixture.buffer
    }
  },
  receiving("the same list") { list($0, record) },
  receiving("an inverted list") { size in list(size) { record(size - 1 - $0) } },
  receiving("a list of others") { size in list(size) { record(size + $0) } },
  receiving("a list that begins one row later") { list($0) { record($0 + 1) } },
  receiving("a list that has changed") {
    list($0) { record($0).replacing("content", with: "other") }
  },
  receiving("an empty list") { _ in "[]\n" },
  receiving("updates") { size in
    (0..<size).map { record($0 * 7 % size) }.joined(separator: "\n") + "\n"
  },
  receiving("deletions") { size in
    (0..<size).map { #"{"at":1700000000,"op":"delete","id":"r\#($0)"}"# }.joined(separator: "\n")
      + "\n"
  },
  // Keys in a list.
  typing("sort by numbers", ":sort n"),
  typing("sort by text", ":sort -text"),
  typing("sort by time", ":sort at"),
  typing("sort by state", ":sort state"),
  typing("sort and invert", ":sort n", "I"),
  typing("group by state", ":group state"),
  typing("group by text", ":group text"),
  typing("group and fold", ":group state", "Z"),
  typing("group and sort", ":group state", ":sort -n"),
  typing("filter by a word", "&bad"),
  typing("filter by a number", "&n>50000"),
  typing("filter by a pattern", "&text~co.*9$"),
  typing("filter by time", "&at>2026-01-01T10:30:00Z"),
  typing("filter and clear", "&bad", ":filter"),
  typing("filter and sort", "&n<20000", ":sort n"),
  typing("search", "/content 9", "n", "n", "N"),
  typing("search for nothing", "/zzzz"),
  typing("there and back", "G", "g"),
  typing("go to a row", ":goto r15"),
  typing("open the detail", "l"),
  // Measures.
  Workload("the summary", maximum: 1 << 16) { size in
    let text = list(size, record)
    return {
      var fixture = AppFixture(
        configuration: App.Configuration(feedName: "t", motion: .none, start: .liveEdge),
        summary: .automatic
      )
      fixture.receive(text)
      fixture.work()
      _ = fixture.buffer
    }
  },
  Workload("the table as text", maximum: 1 << 14) { size in
    let fixture = app(size)
    return {
      var fixture = fixture
      fixture.app.printTable(width: nil, at: start) { _ in }
    }
  },
  Workload("columns for other programs", maximum: 1 << 16) { size in
    let values = rows(list(size, record)).map(\.value)
    return {
      let columns = ExportColumns(nil, of: values);
      for value in values { _ = columns.cells(of: value) }
    }
  },
  Workload("columns of different rows for other programs", maximum: 1 << 12) { size in
    let values = rows(list(size) { "{\"id\":\($0),\"k\($0)\":1}" }).map(\.value)
    return {
      let columns = ExportColumns(nil, of: values); _ = columns.columns.count
    }
  },
  // Differences.
  Workload("the difference of lists", maximum: 1 << 16) { size in
    let (old, new) = (rows(list(size, record)), rows(list(size) { record($0 * 3 % size) }))
    return { for change in RowChange.changes(from: old, to: new) { _ = change.words } }
  },
  Workload("the difference of equal lists", maximum: 1 << 16) { size in
    let (old, new) = (rows(list(size, record)), rows(list(size, record)))
    return { _ = RowChange.changes(from: old, to: new) }
  },
  wide("the difference of members") { _ = RowChange.changes(from: [$0], to: [$1]) },
  wide("the difference of members in words") {
    for change in RowChange.changes(from: [$0], to: [$1]) { _ = change.words }
  },
  wide("the difference of members as JSON") {
    for change in RowChange.changes(from: [$0], to: [$1]) { _ = change.json() }
  },
  wide("lines of a change of members") { old, new in
    var log = ChangeLog(calendar: .utc)
    let items = [old, new].map { FeedItem.upsert($0, at: nil) }
    _ = log.lines(for: items, key: nil, at: .latest)
  },
  wide("a change of members on the screen") { old, new in
    var fixture = fixture()
    for row in [old, new] {
      fixture.app.receive([.snapshot(Snapshot(rows: [row]))], at: fixture.now)
      fixture.app.advance(to: fixture.now)
      fixture.work()
      _ = fixture.buffer
    }
  },
  wide("a change of members in the detail") { old, new in
    var fixture = fixture()
    for row in [old, new] {
      fixture.app.receive([.snapshot(Snapshot(rows: [row]))], at: fixture.now)
      fixture.app.advance(to: fixture.now)
      fixture.work()
      _ = fixture.buffer
      fixture.press(.enter)
      fixture.work()
      _ = fixture.buffer
    }
  },
]

@Suite(.serialized)
struct GrowthTests {
  @Test(arguments: measured(workloads))
  func `four times as much takes at most six times as long`(work: Workload) {
    let growth = Growth(of: work, during: measuredDuration)
    #expect(growth.ratio <= Growth.limit, "\(work): \(growth)")
  }
}
