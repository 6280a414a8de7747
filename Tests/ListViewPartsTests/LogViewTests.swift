@testable import Columns
import FeedStore
import FeedValues
import ListDiffing
import TableModel
import TerminalCore
import TestSupport
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

// MARK: Errors

@Test func `errors are told by levels, by responses, and by failed statuses`() {
  func errors(_ json: String) -> [Bool]? {
    let list = rows(json)
    return Severity(among: columns(of: list)).map { severity in list.map(severity.isError) }
  }
  #expect(
    errors(
      #"[{"id":1,"level":"INFO"},{"id":2,"level":"ERROR"},{"id":3,"level":"fatal"},{"id":4,"level":"warn"}]"#
    ) == [false, true, true, false]
  )
  #expect(
    errors(#"[{"time":1700000000,"level":50,"msg":"a"},{"time":1700000001,"level":30,"msg":"b"}]"#)
      == [true, false]
  )
  #expect(errors(#"[{"id":1,"status":"failed"},{"id":2,"status":"succeeded"}]"#) == [true, false])
  #expect(errors(#"[{"id":1,"name":"a"},{"id":2,"name":"b"}]"#) == nil)
}

/// Rows with identities, some of which are errors.
private func entries(_ numbers: [Int], _ isError: (Int) -> Bool) -> [Row] {
  let texts = numbers.map { #"{"id":\#($0),"level":"\#(isError($0) ? "error" : "info")"}"# }
  return rows("[" + texts.joined(separator: ",") + "]")
}

private let levels = Severity(among: [column("level", format: .level(.common))])

extension ErrorIndex {
  /// Examines all rows.
  fileprivate mutating func finish(_ rows: [Row]) {
    repeat {
      _ = advance(TableRows(rows), of: FeedRows(), by: levels, at: start)
    } while !isComplete
  }
}

@Test(arguments: 0..<20) func `errors are found again after any batch of changes`(
  seed: UInt64
) throws {
  var random = SeededGenerator(seed: seed)
  var errors: Set<Int> = []
  var next = 0
  func numbers(_ count: Int) -> [Int] {
    (0..<count).map { _ in
      next += 1
      if Int.random(in: 0..<4, using: &random) == 0 { errors.insert(next) }
      return next
    }
  }
  var list = numbers(Int.random(in: 0..<3_000, using: &random))
  var index = ErrorIndex()
  _ = index.advance(
    TableRows(entries(list, errors.contains)),
    of: FeedRows(),
    by: levels,
    at: start
  )
  for _ in 0..<12 {
    // Rows that go, move and change, and rows that come: anywhere, or at the end.
    var old = list
    let gone = Set(
      (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in
        old.randomElement(using: &random)
      }
    )
    let moved = Set(
      (0..<Int.random(in: 0...2, using: &random)).compactMap { _ in
        old.randomElement(using: &random)
      }
    )
    .subtracting(gone)
    let changed = Set(
      (0..<Int.random(in: 0...2, using: &random)).compactMap { _ in
        old.randomElement(using: &random)
      }
    )
    .subtracting(gone)
    var new = old.filter { !gone.contains($0) && !moved.contains($0) }
    var come = moved.sorted()
    let isAppended = Bool.random(using: &random)
    come += numbers(Int.random(in: 0...40, using: &random))
    for number in come {
      new.insert(number, at: isAppended ? new.count : Int.random(in: 0...new.count, using: &random))
    }
    for number in changed where errors.remove(number) == nil { errors.insert(number) }
    func offset(_ number: Int, in list: [Int]) -> Int { list.firstIndex(of: number) ?? -1 }
    let batch = try BatchUpdates(
      deletions: gone.map { offset($0, in: old) },
      insertions: come.filter { !moved.contains($0) }.map { offset($0, in: new) },
      moves: moved.map { Difference.Move(from: offset($0, in: old), to: offset($0, in: new)) },
      updates: changed.map { offset($0, in: old) },
      from: old.count,
      to: new.count
    )
    (list, old) = (new, list)
    let rows = entries(list, errors.contains)
    index.follow(batch, to: TableRows(rows))
    if Bool.random(using: &random) { index.finish(rows) }
  }
  let rows = entries(list, errors.contains)
  index.finish(rows)
  #expect(index.offsets == list.indices.filter { errors.contains(list[$0]) })
}

@Test func `a jump leads to the nearest error, wraps around, and waits until it is known`() {
  let list = entries(Array(0..<5_000)) { [100, 2_000, 4_000].contains($0) }
  var index = ErrorIndex()
  func jump(_ start: Int, _ isForward: Bool) -> (Int, String)? {
    index.jump = Search.Jump(start: start, isForward: isForward)
    if case .found(let offset, let text)? = index.arrival() { return (offset, text) }
    return nil
  }
  _ = index.advance(TableRows(list), of: FeedRows(), by: levels, at: start)
  #expect(!index.isComplete && index.nextInstant != nil)
  #expect(jump(0, true)?.1 == ErrorIndex.Text.number(1))
  #expect(jump(3_000, true) == nil && index.jump != nil)
  index.finish(list)
  #expect(index.nextInstant != nil && jump(3_000, true)?.0 == 4_000 && index.nextInstant == nil)
  #expect(jump(100, true)?.0 == 100 && jump(100, false)?.0 == 100)
  #expect(jump(101, true)! == (2_000, ErrorIndex.Text.number(2, of: 3)))
  let first = ErrorIndex.Text.wrapped(toTop: true, ErrorIndex.Text.number(1, of: 3))
  #expect(jump(4_001, true)! == (100, first))
  let last = ErrorIndex.Text.wrapped(toTop: false, ErrorIndex.Text.number(3, of: 3))
  #expect(jump(99, false)! == (4_000, last))
  index.finish(entries([1, 2]) { _ in false })
  index.jump = Search.Jump(start: 0, isForward: true)
  guard case .nowhere? = index.arrival() else {
    Issue.record("an error of other rows was found")
    return
  }
}

@Test func `a tick stands for the errors of the rows beside it`() {
  var index = ErrorIndex()
  index.finish(entries(Array(0..<100)) { [0, 55, 99].contains($0) })
  #expect(index.ticks(lines: 10) == (0..<10).map { [0, 5, 9].contains($0) })
  #expect(index.ticks(lines: 200).count { $0 } >= 3)
  let bar = ScrollBar(above: 0, total: 100, height: 10)
  let lines = text(lines: 10) { buffer in
    bar?.draw(beside: 0..<10, ticks: index.ticks(lines: 10), of: &buffer, in: context())
  }
  #expect(lines.map(\.last) == Array("┫││││┤│││┤"))
}
