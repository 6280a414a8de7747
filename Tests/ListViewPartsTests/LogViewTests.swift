import Feeds
import TerminalCore
import Testing
import Values

@testable import ListViewParts

// MARK: Folded texts

@Test func `a text of several lines is its first line, and what was thrown`() {
  for (text, expected) in [
    ("one line", nil),
    ("ends with a line feed\n", nil),
    (
      "request failed\nTraceback (most recent call last):\n  File \"a.py\", line 1, in f\n    g()\nTimeoutError: 30 s",
      "request failed ▸ TimeoutError: 30 s"
    ),
    (
      "Order 7 failed\njava.lang.IllegalStateException: no stock\n\tat com.example.Stock.take(Stock.java:41)",
      "Order 7 failed ▸ java.lang.IllegalStateException: no stock"
    ),
    (
      "x\njava.lang.Error: a\n\tat b\nCaused by: java.sql.SQLException: timeout\n\t... 23 more",
      "x ▸ Caused by: java.sql.SQLException: timeout"
    ),
    ("\n\n  first\r\n  second\r\n  third\n", "first ▸ 2 more lines"),
    ("plan:\n  Seq Scan", "plan: ▸ 1 more line"),
  ] as [(String, String?)] {
    #expect(FoldedText(text)?.text == expected)
  }
}

@Test func `the sign of a folded text is where it says, and colours stay where they were`() throws {
  let list = rows(#"[{"time":"2026-11-28T09:50:00Z","message":"日本 failed\n  at a\nError: b"}]"#)
  let column = try #require(columns(of: list).first { $0.path.name == "message" })
  let value = try #require(column.value(of: list[0]))
  let cell = column.cell(of: value, in: list[0], .utc, at: nil, width: 40)
  #expect(cell.text == "日本 failed ▸ Error: b")
  #expect(cell.folded?.sign == 12..<13 && cell.runs.last?.columns == 12..<13)
  #expect(cell.folded?.text == "日本 failed\n  at a\nError: b")
  let whole = column.cell(of: value, in: list[0], .utc, at: nil, width: 40, foldsLines: false)
  #expect(whole.text == "日本 failed\n  at a\nError: b" && whole.folded == nil)
}

// MARK: Messages

@Test func `nothing in a message is dimmed, and what repeats before it is`() throws {
  func evidence(_ lines: [String]) -> LineEvidence {
    var evidence = LineEvidence()
    for line in lines { evidence.add(line) }
    return evidence
  }
  let messages = (0..<40).map { "SELECT * FROM orders WHERE id = \($0 % 7) LIMIT \($0)" }
  #expect(evidence(messages).look(areMessages: true) == nil)
  let lines = (0..<40).map { "10:00:\(10 + $0) web INFO got \(1_000 + $0) of 40 jobs" }
  let look = try #require(evidence(lines).look(areMessages: false))
  #expect(look.words == [.quiet, .quiet, .level, .quiet, .number, .plain, .plain, .plain])
  let states = (0..<40).map { "job \($0) \($0 % 2 == 0 ? "failed" : "done")" }
  #expect(evidence(states).look(areMessages: true)?.words == [.plain, .plain, .status])
}

@Test func `the message of a log has room before identifiers are whole`() throws {
  let log = (0..<40).map { number in
    let id = String(repeating: "\(number % 10)a", count: 16)
    let message = "request \(number) failed because the upstream server did not answer in time"
    return
      #"{"time":"2026-11-28T09:50:\#(10 + number)Z","level":"error","trace_id":"\#(id)","msg":"\#(message)"}"#
  }
  var list = ColumnList()
  list.choose(from: rows(log.joined(separator: "\n")), key: nil, calendar: .utc)
  for (width, isWhole) in [(120, true), (140, true), (80, false)] {
    let layout = ColumnLayout(list.columns, width: width)
    let place = try #require(layout.places.first { list.columns[$0.column].path.name == "msg" })
    #expect((place.width >= 68) == isWhole, "\(width): \(place.width)")
  }
}
