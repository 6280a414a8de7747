@testable import Columns
@testable import FeedStore
import FeedSources
import FeedValues
import TableModel
import TerminalCore
import Testing
import Values

@testable import ListViewApp
@testable import Ordering
@testable import ListViewParts

/// Numbers at the edges of what machines hold, and far beyond, as JSON writes them.
private let numbers =
  [
    "0", "-0", "-0.0", "1e-400", "5e-324", "1e-9223372036854775808", "1e9223372036854775807",
    "-1e9223372036854775807", "1e99999999999999999999", "1e400", "1e308", "-1.8e308", "1e40",
    "1e19",
    "9007199254740993", "2147483648", "-2147483649", "4294967296", "9223372036854775807",
    "-9223372036854775808", "9223372036854775808", "18446744073709551616", "-9223372036",
    "9223372036",
    "-62167219200", "-62167219201", "253402300799", "99999999999", "100000000000",
    "99999999999999999",
    "0.1000000000000000055511151231257827021181583404541015625",
    "340282366920938463463374607431768211456", "1e-18", "-1e17", "1e1099511627776",
  ] + [44, 400, 401, 5_000].map { String(repeating: "9", count: $0) }

/// Texts that read like values, and are none or extreme ones.
private let texts = [
  "", " ", "-", "+", ".", "e", "nan", "inf", "-Infinity", "1e", "0x7fffffffffffffff",
  "1677-09-21T00:12:43.145224192Z", "1677-09-21T00:12:44Z", "2262-04-11T23:47:16.9Z",
  "2262-04-11T23:47:16.999999999Z", "0000-01-01T00:00:00Z", "0001-01-01 00:00:00",
  "9999-12-31T23:59:60Z",
  "9999-12-31T23:59:59.999999999-23:59", "0000-01-01T00:00:00+23:59", "-0001-01-01T00:00:00Z",
  "99999-01-01T00:00:00Z", "2026-02-30", "Feb 29 00:00:00", "Nov 22 10:00:00",
  "31/Dec/9999:23:59:59 -2359",
  "9223372036854775807s", "99999999999999999999d", "-9223372036854775808ns", "1e400 s",
  "584554530871-00:00:00",
  "9223372036854775807Ei", "1e400Yi", "-999999999999999999999999999999Qi", "1,,000",
  "99999999999999999999%",
  "9223372036854775807m", "P99999999999999999999Y", "PT1e9S", "\u{202E}0001", "𝟙𝟚", "١٢٣",
  "12:99:99",
  "fatal", "60", "-1", "7", "usd", "\u{0}", "1700000000-0", "9223372036854775808-1",
  "18446744073709551615-1",
]

private let fields = [
  "created", "amount", "bytes", "ts", "at", "duration", "duration_ms", "latency_ns", "level",
  "PRIORITY",
  "severity_number", "status", "version", "total", "time", "updated_at", "size", "cpu", "count",
  "name",
]

/// A JSON string of a text.
private func quoted(_ text: String) -> String {
  let escaped = text.unicodeScalars.map { scalar in
    scalar.value < 0x20
      ? "\\u00" + String(scalar.value + 0x100, radix: 16).dropFirst() : "\(scalar)"
  }
  return "\"\(escaped.joined())\""
}

/// A list of which one row has the value in each field, between rows of common ones.
private func list(_ value: String, objectType: String = "charge") -> String {
  func row(_ id: Int, _ value: String) -> String {
    let members = fields.map { "\"\($0)\":\(value)" }.joined(separator: ",")
    return #"{"id":\#(id),"object":"\#(objectType)","currency":"usd",\#(members)}"#
  }
  return "[\(row(1, "1795341600")),\(row(2, value)),\(row(3, #""12""#))]\n"
}

private func fixture(_ text: String) -> AppFixture {
  var configuration = App.Configuration(
    feedName: "test",
    wallClock: WallClock(FeedTime(nanoseconds: 1_795_341_600_000_000_000), at: start)
  )
  configuration.motion = .none
  var fixture = AppFixture(columns: 200, lines: 12, configuration: configuration)
  fixture.receive(text)
  return fixture
}

/// Finds out of every field all that sorting, grouping, filtering and summing up ask of a row, and does so
/// on the screen with some of them.
private func doEverything(with value: String) throws {
  var fixture = fixture(list(value))
  _ = fixture.lines
  let rows = Array(fixture.app.list.allRows)
  let reader = TimeReader(.utc, present: FeedTime(seconds: 1_795_341_600))
  for field in fields {
    let column = try #require(fixture.app.columns.columns.named(field))
    if let order = ValueOrder(of: column, sample: rows, reader: reader) {
      let saysNothing = value.allSatisfy { " -\"".contains($0) }
      for row in rows where !saysNothing {
        // Only what is not of the column's kind has no place in its order.
        let isOfKind = column.value(of: row).map { order.holds($0) } ?? false
        #expect(order.key(of: row, in: column).isMissing != isOfKind)
      }
    }
    for operand in ["-5m", "2026-11-22", "1e40", "1.5Gi", "warn", "40m", "Nov 22 10:00:00", value] {
      let filter = try Filter("\(field)>=\"\(operand.filter { $0 != "\"" })\"").resolved(in: reader)
      #expect(rows.count(where: filter.matches) <= 3)
      _ = filter.typeProblem(in: rows)
    }
  }
  // Other fields with each value.
  let start = value.utf8.count % fields.count
  for field in (fields + fields)[start..<start + 3] {
    let column = try #require(fixture.app.columns.columns.named(field))
    for column in [column, nil] {
      fixture.app.sort(by: column, at: fixture.now)
      fixture.app.group(by: column, at: fixture.now)
      #expect(fixture.app.list.rowCount == 3)
    }
    fixture.app.setFilter(try Filter("\(field)>-5m"), at: fixture.now)
    fixture.app.setFilter(nil, at: fixture.now)
  }
  for fold in SummarySpec.Fold.allCases {
    let spec = fields.prefix(16).map { "\(fold.rawValue):\($0)" }.joined(separator: ",")
    fixture.app.setSummary(try SummarySpec(spec), at: fixture.now)
    _ = fixture.work()
  }
  for name in Column.FormatName.allCases {
    let spec = fields.map { "\($0):\(name.rawValue)" }.joined(separator: ",")
    fixture.app.setColumns(try ColumnSpec(spec), at: fixture.now)
    #expect(fixture.lines.count == 12)
  }
  var printed = 0
  fixture.app.printTable(width: nil, at: fixture.now) { _ in printed += 1 }
  #expect(printed == 4)
}

@Test(arguments: numbers)
func `no number crashes the program, in any field and any view`(number: String) throws {
  try doEverything(with: number)
  try doEverything(with: quoted(number))
}

@Test(arguments: texts)
func `no text crashes the program, in any field and any view`(text: String) throws {
  try doEverything(with: quoted(text))
}

@Test func `no value crashes the program as the time of an item, or as a change`() {
  for value in numbers + texts.map(quoted) {
    var decoder = FeedDecoder()
    var log = ChangeLog(calendar: .utc, present: FeedTime(nanoseconds: 0))
    var items = decoder.append(Array(#"{"at":\#(value),"rows":[{"id":1,"created":1}]}"#.utf8))
    items += decoder.append(Array(#"{"at":0,"rows":[{"id":1,"created":\#(value)}]}"#.utf8))
    items +=
      decoder.append(Array(#"{"at":\#(value),"op":"delete","id":1}"#.utf8)) + decoder.finish()
    _ = log.lines(for: items, key: decoder.keyRule, at: .latest)
    for item in items { item.recordedLines(at: item.time ?? .latest) { _ in } }
    var fixture = fixture("")
    fixture.app.receive(items, at: fixture.now)
    fixture.app.reachEnd()
    fixture.app.advance(to: fixture.now)
    #expect(fixture.lines.count == 12)
  }
}

@Test func `the smallest 64-bit number is a valid time, not a trap`() {
  #expect(fixture(#"{"id":1,"created":-9223372036854775808}"# + "\n").line(of: "1") != nil)
}

@Test func `a fraction of a second at the end of 64 bits of nanoseconds is a valid time`() {
  let time = FeedTime(text: "2262-04-11T23:47:16.9Z")
  #expect(time?.seconds == 9_223_372_036 && time?.nanosecond == 900_000_000)
  #expect(FeedTime(text: "1677-09-21T00:12:43Z")?.seconds == -9_223_372_037)
}

@Test func `an exponent at the limit of 64 bits is shown and sorted`() throws {
  var fixture = fixture(
    #"[{"id":1,"amount":1e-9223372036854775808,"currency":"usd"},{"id":2,"amount":1}]"#
  )
  #expect(fixture.line(of: "1e-9223372036854775808") != nil)
  fixture.app.sort(by: fixture.app.columns.columns.named("amount"), at: fixture.now)
  #expect(fixture.app.table.rows.map(\.id.description) == ["2", "1"])
}

@Test func `the mean of numbers beyond 128 bits is written in full`() throws {
  var fixture = AppFixture(columns: 120, summary: try SummarySpec("avg:n"))
  fixture.receive(#"[{"id":1,"n":1e40},{"id":2,"n":3e40}]"#)
  _ = fixture.work()
  #expect(fixture.lines[1].contains("20,000,000,000"))
}

@Test func `44 digits of bytes are shown unchanged`() {
  let digits = String(repeating: "7", count: 44)
  #expect(fixture(#"[{"id":1,"bytes":\#(digits)}]"#).line(of: digits) != nil)
}

@Test func `a Redis identifier near the end of 64 bits is a valid time`() {
  var decoder = FeedDecoder()
  let items =
    decoder.append(Array(#"[["9223372036854775807-1",["a","1"]]]"#.utf8)) + decoder.finish()
  #expect(items.count == 1)
}

@Test func `members in another order at each of many levels are compared quickly`() {
  func nested(_ depth: Int, isReversed: Bool) -> String {
    guard depth > 0 else { return "1" }
    let inside = nested(depth - 1, isReversed: isReversed)
    return isReversed ? #"{"a":\#(inside),"c":2,"b":1}"# : #"{"a":\#(inside),"b":1,"c":2}"#
  }
  var decoder = FeedDecoder()
  let (left, right) = (nested(60, isReversed: false), nested(60, isReversed: true))
  let items = decoder.append(Array(#"[{"id":1,"x":\#(left)}][{"id":1,"x":\#(right)}]"#.utf8))
  var lists: [[Row]] = []
  for case .snapshot(let snapshot) in items + decoder.finish() { lists.append(snapshot.rows) }
  // With two comparisons a level, this would take longer than anybody waits.
  #expect(lists.count == 2 && lists[0][0].value.hasSameContent(as: lists[1][0].value))
}
