import Columns
import FeedValues
import Foundation
import ListViewApp
import ListViewParts
import TerminalCore
import Testing
import Values

private typealias Text = TimeStyle.Text

/// The only cell of a row, in a format.
private func cell(
  _ value: String,
  _ format: String,
  field: String = "v",
  rest: String = ""
) throws
  -> String
{
  var fixture = AppFixture(
    columns: 200,
    lines: 8,
    configuration: App.Configuration(
      feedName: "test",
      wallClock: WallClock(FeedTime(nanoseconds: 1_700_000_000_000_000_000), at: start),
      columns: try ColumnSpec("\(field):\(format)")
    )
  )
  fixture.receive("[{\"\(field)\":\(value)\(rest)}]")
  return fixture.lines[2].trimmingCharacters(in: .whitespaces)
}

@Test func `bytes are formatted in binary units like in another program`() throws {
  for (value, expected) in [
    ("0", "0 B"), ("1023", "1023 B"), ("1024", "1 KiB"), ("1536", "1.5 KiB"),
    ("1048575", "1 MiB"), ("1288490189", "1.2 GiB"), ("-2048", "−2 KiB"),
    ("\"4096\"", "4 KiB"), ("\"4.0K\"", "4.0K"), ("1e3", "1e3"),
    ("18446744073709551616", "16 EiB"),
  ] {
    #expect(try cell(value, "bytes") == expected, "\(value)")
  }
}

@Test func `sizes in units of 1,024 bytes are formatted as such`() throws {
  for (value, expected) in [
    ("0", "0 B"), ("1", "1 KiB"), ("1536", "1.5 MiB"), ("\"4096\"", "4 MiB"), ("0.5", "512 B"),
  ] {
    #expect(try cell(value, "kib") == expected, "\(value)")
  }
}

@Test func `durations are formatted in their two largest units`() throws {
  for (value, format, expected) in [
    ("0", "seconds", "0s"), ("0.35", "seconds", "350ms"), ("1.25", "seconds", "1.3s"),
    ("59.96", "seconds", "0m59s"), ("125", "seconds", "2m05s"), ("11520", "seconds", "3h12m"),
    ("352800", "seconds", "4d02h"), ("350", "ms", "350ms"), ("1500", "ms", "1.5s"),
    ("12", "us", "12µs"), ("999", "ns", "999ns"), ("-90", "seconds", "−1m30s"),
    ("\"2m\"", "duration", "2m"),
  ] {
    #expect(try cell(value, format) == expected, "\(value) \(format)")
  }
  #expect(try cell("1500", "duration", field: "latency_ms") == "1.5s")
  #expect(try cell("1500", "duration", field: "durationNanos") == "1.5µs")
}

@Test func `JSON is written without white space, and arrays as lists`() throws {
  #expect(try cell(#"{"a": [1, "x  y", {"b" : null}]}"#, "json") == #"{"a":[1,"x  y",{"b":null}]}"#)
  #expect(try cell(#"["bug", "ui", 3]"#, "text") == "bug, ui, 3")
  #expect(try cell(#""a\" b""#, "json") == #""a\" b""#)
}

@Test func `times are formatted as a clock, a date or an age`() throws {
  #expect(try cell("1699999999", "clock") == "22:13:19")
  #expect(try cell("1699999999", "date") == "2023-11-14 22:13")
  #expect(try cell("1699999999", "time") == "22:13:19")
  for (ago, expected) in [
    (0, Text.now), (1, Text.ago(1, "s")), (59, Text.ago(59, "s")), (60, Text.ago(1, "m")),
    (3_599, Text.ago(59, "m")), (3_600, Text.ago(1, "h")), (172_799, Text.ago(47, "h")),
    (172_800, Text.ago(2, "d")), (5_184_000, Text.ago(2, "mo")), (63_072_000, Text.ago(2, "y")),
    (-90, Text.ahead(1, "m")), (-7_200, Text.ahead(2, "h")),
  ] {
    #expect(try cell("\(1_700_000_000 - ago)", "ago") == expected, "\(ago)")
  }
  #expect(try cell("\"soon\"", "ago") == "soon")
}

@Test func `amounts use the currency next to them or around them`() throws {
  #expect(try cell("4200", "money", rest: #","currency":"eur""#) == "€42.00")
  #expect(try cell("4200", "money") == "4200")
  var fixture = AppFixture(
    configuration: App.Configuration(feedName: "test", columns: try ColumnSpec("t.sum:money"))
  )
  fixture.receive(#"[{"currency":"gbp","t":{"sum":123456}}]"#)
  #expect(fixture.line(of: "£1,234.56") != nil)
}

@Test func `decimal points are aligned and no digit is lost`() {
  var fixture = AppFixture(columns: 60, lines: 10)
  let numbers = ["1.5", "22", "-3.25", "12345678901234567890", "0.001", "1e400"]
  let rows = numbers.enumerated().map { #"{"id":"r\#($0)","n":\#($1)}"# }
  fixture.receive("[\(rows.joined(separator: ","))]")
  var ends: Set<Int> = []
  for (offset, number) in numbers.enumerated() {
    let line = Array(fixture.lines[2 + offset])
    let text = String(line)
    #expect(text.contains(number), "\(text)")
    guard number != "1e400", let range = text.range(of: number) else { continue }
    let whole = number.prefix { $0 != "." }.count
    ends.insert(text.distance(from: text.startIndex, to: range.lowerBound) + whole)
  }
  #expect(ends.count == 1, "\(fixture.lines)")
}

@Test func `ages are redrawn when their text changes, and not before`() throws {
  var fixture = AppFixture(
    columns: 60,
    lines: 8,
    configuration: App.Configuration(
      feedName: "test",
      wallClock: WallClock(FeedTime(nanoseconds: 1_700_000_000_500_000_000), at: start),
      columns: try ColumnSpec("created:ago")
    )
  )
  fixture.receive(#"[{"id":"a","created":1699999990}]"#)
  var seen: [String] = []
  var last: [String] = []
  var now = start
  for _ in 0..<120 {
    let (buffer, next) = fixture.app.frame(at: now)
    let text = buffer.text(line: 2).trimmingCharacters(in: .whitespaces)
    // Something else may be told anew as well.
    let screen = (0..<8).map { buffer.text(line: $0) }
    #expect(last != screen)
    last = screen
    if seen.last != text { seen.append(text) }
    let change = try #require(next)
    // A millisecond before, nothing has changed yet.
    #expect(change > now)
    #expect(fixture.app.frame(at: change - .milliseconds(1)).buffer.text(line: 2).contains(text))
    now = change
  }
  #expect(Array(seen.prefix(3)) == [10, 11, 12].map { Text.ago($0, "s") })
  #expect(Array(seen[49...51]) == [Text.ago(59, "s"), Text.ago(1, "m"), Text.ago(2, "m")])
}

/// The lines of a list below its header, in the columns that are chosen for it.
private func list(_ rows: String, columns: Int = 80) -> [String] {
  var fixture = AppFixture(columns: columns, lines: 8)
  fixture.receive(rows)
  return fixture.lines[2..<5].map { $0.trimmingCharacters(in: .whitespaces) }
}

@Test(arguments: [
  ["2024-07-28", "2024-07-29"], ["2024-07-28", "2024-07-28"], ["2024-07-20", "2026-01-21"],
])
func `days are shown as days, without a time that nobody gave`(_ days: [String]) {
  let rows = days.enumerated().map { #"{"id":\#($0),"date":"\#($1)","n":\#($0 + 5)}"# }
  for columns in [80, 40] {
    let lines = list("[\(rows.joined(separator: ","))]", columns: columns)
    for (line, day) in zip(lines, days) {
      #expect(line.contains(day) && !line.contains(":"), "\(lines)")
    }
  }
}

@Test func `a day among times is shown without a time`() {
  let lines = list(
    #"[{"id":1,"date":"2024-07-28"},{"id":2,"date":"2024-07-30T12:30:00Z"},{"id":3,"date":"2024-08-01"}]"#
  )
  #expect(lines.map { $0.contains(":") } == [false, true, false])
  #expect(lines[1].contains("2024-07-30 12:30") && lines[2].contains("2024-08-01"))
}

@Test(arguments: ["0001-02-03T04:05:06Z", "0987-02-03T04:05:06Z", "2026-02-03T04:05:06Z"])
func `the year of a date has four digits`(time: String) throws {
  #expect(try cell("\"\(time)\"", "date").hasPrefix(time.prefix(10)))
}
