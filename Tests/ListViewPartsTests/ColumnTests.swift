@testable import Columns
import FeedIdentity
import FeedSources
import FeedStore
import FeedValues
import Foundation
import Randomness
import TerminalCore
import TerminalTestSupport
import TestSupport
import Testing
import Values

@testable import ListViewParts

private func rows(_ text: String) -> (rows: [Row], key: KeyRule?) {
  var decoder = FeedDecoder()
  var list = RowList()
  for item in decoder.append(Array(text.utf8)) + decoder.finish() { list.apply(item) }
  return (Array(list.rows), decoder.keyRule)
}

private func columns(_ text: String) -> [Column] {
  let (rows, key) = rows(text)
  return ColumnChoice.columns(of: rows, key: key, calendar: .utc)
}

/// The text of the only row in the column of that title.
private func text(_ title: String, _ row: String) -> String? {
  let (rows, _) = rows("[\(row)]")
  return columns("[\(row)]").first { $0.title == title }.map { $0.text(of: rows[0], in: .utc) }
}

@Test func `amounts are formatted in the currency next to them`() {
  for (amount, currency, expected) in [
    ("4200", "usd", "$42.00"), ("5200", "jpy", "¥5,200"), ("1234567", "eur", "€12,345.67"),
    ("7", "gbp", "£0.07"), ("-950", "usd", "−$9.50"), ("1500", "kwd", "KWD 1.500"),
    ("120000", "sek", "SEK 1,200.00"),
    ("12345678901234567890", "usd", "$123,456,789,012,345,678.90"),
    ("1.5", "usd", "1.5"), ("0", "krw", "₩0"),
  ] {
    let row = #"{"id":1,"object":"charge","amount":\#(amount),"currency":"\#(currency)"}"#
    #expect(text("AMOUNT", row) == expected, "\(amount) \(currency)")
  }
}

@Test func `times match an independent calendar`() throws {
  var calendar = Foundation.Calendar(identifier: .gregorian)
  let london = try #require(TimeZone(identifier: "Europe/London"))
  calendar.timeZone = london
  let ours = Values.Calendar { seconds in
    london.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
  }
  var seconds = 200_000_000
  while seconds < 4_200_000_000 {
    seconds += 9_876_543
    let (rows, key) = rows(#"[{"id":1,"created":\#(seconds)}]"#)
    let column = ColumnChoice.columns(of: rows, key: key, calendar: ours)
      .first { $0.title == "CREATED" }
    let parts = calendar.dateComponents(
      [.hour, .minute, .second],
      from: Date(timeIntervalSince1970: Double(seconds))
    )
    let expected = String(
      format: "%02d:%02d:%02d",
      parts.hour ?? -1,
      parts.minute ?? -1,
      parts.second ?? -1
    )
    #expect(column?.text(of: rows[0], in: ours) == expected, "\(seconds)")
  }
}

@Test func `a feed that spans days shows dates`() {
  let column = columns(
    #"[{"id":1,"created":1700000000},{"id":2,"created":"2024-02-29T23:59:59Z"}]"#
  ).first { $0.title == "CREATED" }
  let (rows, _) = rows(#"[{"id":2,"created":"2024-02-29T23:59:59Z"}]"#)
  #expect(column?.text(of: rows[0], in: .utc) == "2024-02-29 23:59")
}

@Test func `fields of one name in different places are one column`() {
  let titles = columns(
    """
    [{"id":1,"data":{"billing":{"email":"a@example.com"}}},{"id":2,"data":{"email":"b@example.com"}}]
    """
  ).map(\.title)
  #expect(titles.filter { $0.contains("EMAIL") } == ["EMAIL"])
}

@Test func `fields of one name in the same row are qualified by their parents`() {
  let titles = columns(#"[{"id":"a","owner":{"id":"x"}},{"id":"b","owner":{"id":"y"}}]"#)
    .map(\.title)
  #expect(Set(titles) == ["ID", "OWNER ID"])
}

@Test func `members are the same fields in whatever order, however they are spelled`() {
  let list = columns(
    """
    {"id":1,"name":"a","in":{"x":1,"y":"k"},"n":10}
    {"n":20,"in":{"y":"l","x":2},"id":2,"name":"b"}
    {"n\\u0061me":"c","new":true,"n":30,"\\u0069n":{"\\u0079":"m","x":3},"id":3}
    {"in":{"x":4},"name":"d","id":4,"n":40,"in":{"x":5,"y":"n"}}
    """
  )
  let paths = list.map(\.path.description)
  #expect(Set(paths) == ["id", "name", "in.x", "in.y", "n", "new"] && paths.count == 6)
}

@Test func `a constant field has a lower weight than one that differs`() throws {
  let columns = columns(
    #"[{"id":"a","fixed":"same","free":"one"},{"id":"b","fixed":"same","free":"two"}]"#
  )
  let fixed = try #require(columns.first { $0.title == "FIXED" })
  let free = try #require(columns.first { $0.title == "FREE" })
  #expect(fixed.weight < free.weight)
}

@Test func `statuses are classified by their meaning`() {
  #expect(StatusTone("succeeded") == .good)
  #expect(StatusTone("In-Progress") == .pending)
  #expect(StatusTone("CrashLoopBackOff") == .bad)
  #expect(StatusTone("needs response") == .bad)
  #expect(StatusTone("mauve") == .neutral)
  #expect(StatusTone("delivered") == .good && StatusTone("shipped") == .pending)
  #expect(StatusTone("Init:CrashLoopBackOff") == .bad && StatusTone("Init:0/1") == .pending)
  #expect(StatusTone("Up 3 hours (healthy)") == .good)
  #expect(StatusTone("Exited (137) 2 hours ago") == .bad)
  #expect(StatusTone("Exited (0) 2 hours ago") == .neutral && StatusTone("") == .neutral)
}

@Test func `scalars, deep objects and a thousand fields are handled`() {
  #expect(columns("[1,2,3]").map(\.title) == ["VALUE"])
  let wide = (0..<1_000).map { "\"f\($0)\":\($0)" }.joined(separator: ",")
  #expect(columns("[{\(wide)}]").count <= 400)
  let deep = String(repeating: "{\"a\":", count: 400) + "1" + String(repeating: "}", count: 400)
  #expect(columns("[\(deep)]").count <= 1)
}

@Test func `a cell reads no more of a long text than it shows, with the same result`() throws {
  var random = SeededGenerator(seed: 11)
  let pieces = [
    "a", " ", "日本", "é", #"\u00e9"#, #"\n"#, #"\ud83d\ude00"#, "👩‍👩‍👧", "_", "-", "\u{301}",
  ]
  for title in ["text", "status", "n"] {
    for length in [10, 3_000, 40_000] {
      let text = (0..<length).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let feed = #"[{"id":1,"\#(title)":"\#(text)"},{"id":2,"\#(title)":"paid"}]"#
      let column = try #require(columns(feed).first { $0.title == title.uppercased() })
      let row = rows(feed).0[0]
      let (whole, cell) = (column.text(of: row, in: .utc), column.cellText(of: row, in: .utc))
      #expect(cell.utf8.count <= 20 * Column.maximumWidth, "\(title), \(length)")
      for width in [1, 12, Column.maximumWidth] {
        let shown = [whole, cell].map { DisplayWidth.cut($0, to: width) }
        #expect(shown[0] == shown[1], "\(title), \(length), \(width)")
      }
    }
  }
}

/// The tone of a status by the rules in words, given the tones of some words.
private func tone(of status: String, by words: [String: StatusTone]) -> StatusTone {
  let text = status.lowercased().replacing("-", with: "_").replacing(" ", with: "_")
  if text.hasPrefix("exited_(0)") { return .neutral }
  if let tone = words[text] { return tone }
  let parts = text.split { ":,".contains($0) }.map(String.init)
  if let tone = parts.last.flatMap({ words[$0] }) { return tone }
  let first = parts.first?.prefix { $0 != "_" }
  return first.flatMap { words[String($0)] } ?? .neutral
}

@Test func `a status is classified by all of it, by its last part, or by its first word`() {
  let words: [String: StatusTone] = [
    "running": .good, "up": .good, "queued": .pending, "in_progress": .pending, "failed": .bad,
    "createcontainerconfigerror": .bad, "exited": .bad,
  ]
  let pieces = words.keys.sorted() + ["In-Progress", "FAILED", "blue", "3", "(0)", "é", "", "x y"]
  var random = SplitMix64(seed: 1)
  for _ in 0..<5_000 {
    let count = Int.random(in: 1...4, using: &random)
    let status = (0..<count).reduce("") { text, _ in
      let separator = ["", " ", ":", ",", "-", "_", ": "].randomElement(using: &random) ?? ""
      return text + separator + (pieces.randomElement(using: &random) ?? "")
    }
    #expect(StatusTone(status) == tone(of: status, by: words), "\(status)")
  }
  #expect(StatusTone(String(repeating: "failed", count: 1_000)) == .neutral)
}

@Test func `a status is classified by its word, not by the text that follows`() {
  let marks = String(repeating: "\u{301}", count: 100_000)
  for (status, tone) in [
    ("failed (2) \(marks)", StatusTone.bad), ("a\(marks)", .neutral), ("PAID", .good),
    ("paid " + String(repeating: "x", count: 1_000_000), .good),
    (String(repeating: "p", count: 1_000_000), .neutral),
  ] {
    #expect(StatusTone(status) == tone)
  }
}

@Test func `numbers are levels in logs alone`() {
  func format(_ name: String, _ rows: String) -> Column.Format? {
    columns(rows).first { $0.path == FieldPath(name) }?.format
  }
  let tasks = (1...4).map { #"{"name":"task \#($0)","priority":\#($0),"level":\#($0 * 10)}"# }
  #expect(format("priority", "[\(tasks.joined(separator: ","))]") == .number)
  #expect(format("level", "[\(tasks.joined(separator: ","))]") == .number)
  let entries = (1...4).map {
    #"{"time":"2026-01-01T00:00:0\#($0)Z","level":\#($0 * 10),"msg":"m"}"#
  }
  #expect(format("level", "[\(entries.joined(separator: ","))]") == .level(.common))
  let words = (1...2).map { #"{"name":"task \#($0)","level":"\#($0 == 1 ? "info" : "error")"}"# }
  #expect(format("level", "[\(words.joined(separator: ","))]") == .level(.common))
}

/// The values of a field in two rows, and what the field is taken for.
private let kinds: [(field: String, values: (String, String), kind: ColumnKind)] = [
  ("k", (#""a""#, #""b""#), .key),
  ("created_at", (#""2026-11-29T10:00:00Z""#, #""2026-11-29T11:00:00Z""#), .ownTime),
  ("ath_date", (#""2026-11-29T10:00:00Z""#, #""2026-11-29T11:00:00Z""#), .otherTime),
  ("amount", ("1250", "300"), .money),
  ("http_status", ("200", "404"), .response),
  ("state", (#""open""#, #""done""#), .status),
  ("kind", (#""a.b""#, #""c.d""#), .type),
  ("containers[].restarts", ("1", "2"), .ofElements),
  ("author", (#""eve""#, #""bob""#), .person),
  ("seen", (#""2026-11-29T10:00:00Z""#, #""2026-11-29T11:00:00Z""#), .time),
  ("lvl", (#""warn""#, #""info""#), .level),
  ("importance", (#""warn""#, #""info""#), .levelWord),
  ("notes", (#""a few words""#, #""some more words""#), .body),
  ("remark", (#""a few words""#, #""some more words""#), .phrase),
  ("number", ("17", "18"), .reference),
  ("weight", ("1.5", "2.25"), .number),
  ("used", (#""12%""#, #""4%""#), .number),
  ("draft", ("true", "false"), .flag),
  ("colour", (#""red""#, #""blue""#), .other),
]

@Test(arguments: kinds)
func `a field is taken for what its name and its values say`(
  field: String,
  values: (String, String),
  kind: ColumnKind
) throws {
  let texts = [values.0, values.1].enumerated().map { number, value in
    let member =
      field.hasSuffix("[].restarts")
      ? #""containers":[{"restarts":\#(value),"n":1}]"# : "\"\(field)\":\(value)"
    let key = field == "k" ? "" : "\"k\":\"k\(number)\","
    return "{\(key)\(member),\"currency\":\"usd\"}"
  }
  var decoder = FeedDecoder(key: [FieldPath("k")])
  var list = RowList()
  let items = decoder.append(Array("[\(texts.joined(separator: ","))]".utf8)) + decoder.finish()
  for item in items { list.apply(item) }
  let columns = ColumnChoice.columns(of: Array(list.rows), key: decoder.keyRule, calendar: .utc)
  let column = try #require(
    columns.first {
      $0.path.description.hasSuffix(field) || $0.path.description.hasSuffix("restarts")
    }
  )
  #expect(column.kind == kind && !column.kind.description.isEmpty)
}
