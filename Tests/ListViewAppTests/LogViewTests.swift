@testable import Columns
import FeedValues
@testable import ListViewApp
import TerminalCore
import Testing

@testable import ListViewParts

/// A log of Python's in which every tenth entry is an error with its trace, and every fifth a warning.
private func log(_ numbers: Range<Int>) -> String {
  numbers.map { number in
    let level = number % 10 == 9 ? "ERROR" : number % 5 == 4 ? "WARNING" : "INFO"
    let time = "2026-11-28 09:\(10 + number / 60):\(10 + number % 50),000"
    let trace = """

      Traceback (most recent call last):
        File "/srv/app/db.py", line 136, in handle
      TimeoutError: upstream took \(number) s
      """
    return "\(time) \(level) app.db: request \(number) done\(level == "ERROR" ? trace : "")\n"
  }.joined()
}

@Test func `the whole line of an error is tinted, and of a warning the level only`() throws {
  for depth in [ColorDepth.trueColor, .indexed256, .ansi16, .ansi8] {
    var fixture = AppFixture(columns: 100, lines: 60, depth: depth)
    fixture.receive(log(0..<51))
    let buffer = fixture.buffer
    func styles(_ text: String) throws -> Set<Style> {
      let line = try #require(fixture.line(of: text))
      let cells = Array(buffer.text(line: line)).indices.filter { $0 > 2 && $0 < 90 }
      return Set(
        cells.filter { buffer[line: line, column: $0].text != " " }.map {
          buffer[line: line, column: $0].style
        }
      )
    }
    let (error, info) = (try styles("request 9 "), try styles("request 8 "))
    #expect(error.isDisjoint(with: info), "\(depth)")
    #expect(try styles("request 4 ").subtracting(info).count == 1, "\(depth)")
  }
  // Without colours the word says it.
  var plain = AppFixture(columns: 100, lines: 60, depth: .none)
  plain.receive(log(0..<51))
  #expect(plain.lines.contains { $0.contains("ERROR") && $0.contains("request 9 ") })
}

private func place(of word: String, in line: String) -> Int? {
  line.firstRange(of: word).map { line.distance(from: line.startIndex, to: $0.lowerBound) }
}

@Test func `the selection changes the background alone, and without colours errors are bold`()
  throws
{
  for depth in [ColorDepth.trueColor, .indexed256, .ansi16, .ansi8] {
    var fixture = AppFixture(columns: 100, lines: 60, depth: depth)
    fixture.receive(log(0..<51))
    /// The style of the message, before and after the row is selected.
    func styles(_ text: String) throws -> (before: Style, after: Style) {
      let line = try #require(fixture.line(of: text))
      let column = try #require(place(of: "request", in: fixture.lines[line]))
      let before = fixture.buffer[line: line, column: column].style
      fixture.click(line: line, column: column)
      #expect(fixture.lines[line].hasPrefix("▌"))
      return (before, fixture.buffer[line: line, column: column].style)
    }
    let (error, info) = (try styles("request 9 "), try styles("request 8 "))
    // Sixteen colours have no background of their own for the selection.
    let added: Style.Attributes = depth < .indexed256 ? .reverse : []
    for style in [error, info] {
      #expect(style.after.attributes == style.before.attributes.union(added), "\(depth)")
    }
    #expect(error.after.background == info.after.background, "\(depth)")
    #expect(error.after.foreground != info.after.foreground, "\(depth)")
  }
  var plain = AppFixture(columns: 100, lines: 60, depth: .none)
  plain.receive(log(0..<51))
  func attributes(_ text: String, of word: String) throws -> Style.Attributes {
    let line = try #require(plain.line(of: text))
    let column = try #require(place(of: word, in: plain.lines[line]))
    return plain.buffer[line: line, column: column].style.attributes
  }
  #expect(try attributes("request 9 ", of: "request") == .bold)
  #expect(try attributes("request 8 ", of: "request") == [])
  #expect(try attributes("request 4 ", of: "WARNING") == .underline)
  #expect(try attributes("request 4 ", of: "request") == [])
  plain.press(.character("g"))
  #expect(try attributes("request 0 ", of: "request") == .reverse)
}

@Test func `an entry is one line that folds its trace, which search, filter and detail reach`()
  throws
{
  var fixture = AppFixture(columns: 120, lines: 60)
  fixture.receive(log(0..<51))
  let line = try #require(fixture.line(of: "request 9 "))
  #expect(fixture.lines[line].contains("request 9 done ▸ TimeoutError: upstream took 9 s"))
  fixture.type("/db.py")
  fixture.press(.enter)
  fixture.work()
  #expect(fixture.lines[line].hasPrefix("▌"))
  fixture.press(.escape, .escape)
  fixture.type("&db.py")
  fixture.press(.enter)
  fixture.work()
  fixture.settle()
  #expect(fixture.line(of: "request 9 ") != nil && fixture.line(of: "request 8 ") == nil)
  fixture.press(.character("j"), .enter)
  fixture.settle()
  #expect(fixture.line(of: "line 136, in") != nil)
}

@Test func `the next error is one key away, and the scroll bar says where there are some`() throws {
  var fixture = AppFixture(columns: 100, lines: 22)
  fixture.receive(log(0..<201))
  fixture.work()
  #expect(fixture.lines.contains { $0.hasSuffix("┤") || $0.hasSuffix("┫") })
  fixture.press(.character("g"), .character("e"))
  #expect(
    fixture.app.selectedRow?.value[FieldPath("message")]?.string.hasPrefix("request 9 ") == true
  )
  #expect(fixture.lines.last?.contains(ErrorIndex.Text.number(1, of: 20)) == true)
  fixture.press(.character("e"))
  #expect(
    fixture.app.selectedRow?.value[FieldPath("message")]?.string.hasPrefix("request 19 ") == true
  )
  fixture.press(.character("E"), .character("E"))
  #expect(
    fixture.app.selectedRow?.value[FieldPath("message")]?.string.hasPrefix("request 199 ") == true
  )
  var none = AppFixture()
  none.receive(snapshot(0..<5, at: 0))
  none.press(.character("e"))
  #expect(none.lines.last?.contains(ErrorIndex.Text.none) == true)
}

@Test func `errors are counted by level above a log, and of those that the filter shows`() {
  var fixture = AppFixture(columns: 100, lines: 20, summary: .automatic)
  // The last entry may go on.
  fixture.receive(log(0..<51))
  fixture.work()
  #expect(fixture.lines[1].hasPrefix(" ● 5 error   ● 5 warn   40 info"))
  fixture.type("&level=error")
  fixture.press(.enter)
  fixture.work()
  fixture.now += .seconds(1)
  fixture.app.advance(to: fixture.now)
  fixture.work()
  #expect(fixture.lines[1].hasPrefix(" ● 5 error") && !fixture.lines[1].contains("warn"))
}

@Test func `requests are counted by the class of their responses`() {
  var fixture = AppFixture(columns: 100, lines: 20, summary: .automatic)
  let statuses = (0..<8).flatMap { _ in [200, 200, 301, 404, 503, 200, 500, 200] }
  fixture.receive(
    statuses.enumerated().map { number, status in
      "10.0.0.\(number) - - [28/Nov/2026:10:00:\(number % 50 + 10) +0000] \"GET /a\(number) HTTP/1.1\" \(status) 12\n"
    }.joined()
  )
  fixture.work()
  #expect(fixture.lines[1].hasPrefix(" ● 16 5xx   ● 8 4xx   8 3xx   32 2xx"))
}

// MARK: Repeats

/// Lines that say the same.
private func repeats(_ seconds: Range<Int>, _ text: String = "WARN app.db: pool is full") -> String
{
  seconds.map { "2026-11-28 09:00:\($0 + 10),000 \(text)\n" }.joined()
}

@Test func `entries that say the same are one line, which counts them as they arrive`() {
  var fixture = AppFixture(columns: 100, lines: 80)
  // The last entry may go on.
  fixture.receive(log(0..<40) + repeats(0..<5) + log(40..<43))
  let line = fixture.line(of: "pool is full")
  #expect(fixture.lines.filter { $0.contains("pool is full") }.count == 1)
  let text = ListState.Text.repetition(5, "4 s", isFolded: true)
  #expect(fixture.lines[line ?? 0].contains(text))
  #expect(fixture.lines[0].contains("47 rows"))
  #expect(fixture.lines[79].hasSuffix("1–47 of 47"))
  fixture.receive(repeats(20..<24, "INFO app: idle"))
  fixture.settle()
  #expect(fixture.lines.contains { $0.contains("idle") && $0.contains("×") })
  fixture.receive(repeats(24..<30, "INFO app: idle") + log(0..<1))
  fixture.settle()
  #expect(fixture.lines.contains { $0.contains("idle") && $0.contains("×10 · 9 s") })
  #expect(fixture.lines[0].contains("58 rows"))
}

@Test func `a line unfolds what repeats it, and folds it again, on its place`() throws {
  var fixture = AppFixture(columns: 100, lines: 80)
  fixture.receive(log(0..<40) + repeats(0..<5) + log(40..<43))
  fixture.press(.character("/"))
  fixture.type("pool")
  fixture.press(.enter)
  fixture.work()
  fixture.settle()
  let line = try #require(fixture.line(of: "pool is full"))
  #expect(fixture.lines[line].hasPrefix("▌") && fixture.lines[0].contains("1/5"))
  fixture.press(.escape)
  #expect(fixture.lines[79].contains("⏎ \(HintText.unfold)"))
  // All are copied.
  guard case .copy(let bytes)? = fixture.press(.character("y")).first else {
    Issue.record("nothing was copied")
    return
  }
  #expect(String(decoding: bytes, as: UTF8.self).split(separator: "\n").count == 5)
  fixture.press(.enter)
  fixture.settle()
  #expect(fixture.lines[line].hasPrefix("▌"))
  #expect(fixture.lines[line].contains(ListState.Text.repetition(5, "4 s", isFolded: false)))
  #expect(fixture.lines.filter { $0.contains("pool is full") }.count == 5)
  fixture.press(.character("j"), .character("j"), .character("z"))
  fixture.settle()
  #expect(fixture.lines[line].hasPrefix("▌"))
  #expect(fixture.lines.filter { $0.contains("pool is full") }.count == 1)
  // A row that is looked for by its time is gone to.
  fixture.press(.escape)
  fixture.type("/09:00:12")
  fixture.press(.enter)
  fixture.work()
  fixture.settle()
  #expect(fixture.lines[line + 2].hasPrefix("▌"))
  fixture.press(.escape)
  fixture.type(":goto 3")
  fixture.press(.enter)
  #expect(
    fixture.app.selectedRow?.value[FieldPath("message")]?.string.hasPrefix("request 2 ") == true
  )
}

@Test func `what is sorted or grouped is not folded, and a filter counts what it shows`() {
  var fixture = AppFixture(columns: 100, lines: 80)
  fixture.receive(log(0..<40) + repeats(0..<5) + log(40..<43))
  fixture.type("s2")
  fixture.settle()
  #expect(fixture.lines.filter { $0.contains("pool is full") }.count == 5)
  fixture.type("s0")
  fixture.settle()
  #expect(fixture.lines.filter { $0.contains("pool is full") }.count == 1)
  fixture.type("&time<09:00:13")
  fixture.press(.enter)
  fixture.work()
  fixture.settle()
  #expect(fixture.lines.contains { $0.contains("pool is full") && $0.contains("×3 · 2 s") })
}

@Test func `a time leads to the first entry from then on`() throws {
  var fixture = AppFixture(columns: 100, lines: 12)
  (fixture.app.status.readsDownwards, fixture.app.status.opensAtEnd) = (true, true)
  fixture.receive(log(0..<49))
  fixture.work()
  func time(after command: String) -> String? {
    fixture.type(":\(command)")
    fixture.press(.enter)
    fixture.work()
    return fixture.app.selectedRow?.value.member("time")?.string
  }
  #expect(time(after: "goto 09:10:20") == "2026-11-28 09:10:20,000")
  #expect(time(after: "seek 2026-11-28T09:10:31.5") == "2026-11-28 09:10:32,000")
  // From the selected entry on, and no further than the first one.
  #expect(time(after: "goto -10s") == "2026-11-28 09:10:22,000")
  #expect(time(after: "goto -5m") == "2026-11-28 09:10:10,000")
  // The last entry may go on.
  #expect(fixture.app.list.rowCount == 48)
}

@Test func `without a row, the first error is the nearest one, on whichever side it is`() {
  func message(
    _ keys: String,
    in lines: Range<Int>,
    opensAtEnd: Bool = true
  ) -> (row: String?, report: String, hint: String) {
    var fixture = AppFixture(columns: 100, lines: 12)
    (fixture.app.status.readsDownwards, fixture.app.status.opensAtEnd) = (true, opensAtEnd)
    fixture.receive(log(lines))
    fixture.work()
    let hint = fixture.lines.last ?? ""
    for key in keys { fixture.press(.character(key)) }
    fixture.work()
    let report = fixture.lines.last ?? ""
    // The hints return once the message has been read.
    fixture.settle()
    let row = fixture.app.selectedRow?.value[FieldPath("message")]?.string
    return (
      row.map { String($0.prefix { $0 != "\n" }) }, report, "\(hint)\n\(fixture.lines.last ?? "")"
    )
  }
  let (next, previous) = (" e \(HintText.nextError)  & ", " E \(HintText.previousError)  & ")
  // A log opens at its end, where none is ahead, whether an error is in view or not.
  for count in [49, 51] {
    let newest = count == 49 ? 39 : 49
    for key in ["e", "E"] {
      let atEnd = message(key, in: 0..<count)
      #expect(atEnd.row == "request \(newest) done")
      #expect(
        atEnd.report.hasPrefix(" \(ErrorIndex.Text.number(newest / 10 + 1, of: newest / 10 + 1)) ")
      )
      #expect(atEnd.hint.split(separator: "\n").allSatisfy { $0.contains(previous) })
    }
  }
  // From a row on, it goes round.
  #expect(message("ee", in: 0..<49).report.contains(ErrorIndex.Text.wrapped(toTop: true, "")))
  // At the start, there is none behind.
  let atStart = message("E", in: 0..<49, opensAtEnd: false)
  #expect(atStart.row == "request 9 done")
  #expect(atStart.hint.split(separator: "\n").allSatisfy { $0.contains(next) })
}

// MARK: Hints

@Test func `hints tell of errors first, and of folded groups`() {
  var fixture = AppFixture(columns: 80, lines: 24)
  fixture.receive(log(0..<40))
  fixture.work()
  #expect(fixture.lines[23].hasPrefix(" e \(HintText.nextError)  & \(HintText.filter)"))
  fixture.type("b")
  fixture.type("2")
  fixture.settle()
  fixture.type("Z")
  fixture.settle()
  #expect(fixture.lines[23].hasPrefix(" ⏎ \(HintText.unfold)  Z \(HintText.all)  j k"))
  #expect(fixture.lines[23].hasSuffix(StatusBar.Text.groups(3)))
  fixture.press(.character("g"))
  #expect(fixture.lines[23].hasPrefix(" ⏎ \(HintText.unfold)"))
  fixture.press(.enter)
  fixture.settle()
  #expect(fixture.lines[23].hasPrefix(" ⏎ \(HintText.fold)"))
}

// MARK: Help

@Test func `the help opens at the topic of where the user is`() {
  func start(_ keys: String) -> String {
    var fixture = AppFixture(columns: 40, lines: 12)
    fixture.receive(log(0..<40))
    fixture.work()
    for key in keys { fixture.press(key == "\n" ? .enter : .character(key)) }
    fixture.settle()
    fixture.press(.character("?"))
    return fixture.lines[1]
  }
  #expect(start("").contains(Action.Topic.move.title))
  #expect(start("gj\n").contains(Action.Topic.detail.title))
  #expect(start("/request\n").contains(Action.Topic.find.title))
}

@Test func `the help is searched by keys, by what they do, and by commands`() {
  var fixture = AppFixture(columns: 100, lines: 30)
  fixture.receive(snapshot(0..<3, at: 0))
  fixture.press(.character("?"), .character("/"))
  fixture.type("PIN")
  #expect(fixture.line(of: ActionText.Group.pin) != nil)
  #expect(fixture.line(of: ActionText.Group.rows) == nil)
  fixture.press(.escape, .character("/"))
  fixture.type("goto")
  #expect(fixture.line(of: ":goto ROW") != nil)
  fixture.type("xyz")
  #expect(fixture.line(of: HelpPane.Text.nothing) != nil)
  // Enter ends typing: keys scroll and close again.
  fixture.press(.enter, .escape)
  #expect(fixture.line(of: ActionText.Group.rows) != nil)
  fixture.press(.escape)
  #expect(fixture.line(of: "row0") != nil && fixture.app.layers.isEmpty)
}

@Test func `in merged logs each row is an error by its own level or response`() {
  var fixture = AppFixture(columns: 120)
  let rows = (0..<12).map { number in
    let time = "2026-11-21T10:00:\(10 + number)Z"
    return number % 2 == 0
      ? #"{"time":"\#(time)","level":"\#(number == 4 ? "ERROR" : "INFO")","message":"step \#(number) of a job"}"#
      : #"{"time":"\#(time)","method":"GET","path":"/p\#(number)","status":\#(number == 7 ? 503 : 200)}"#
  }
  fixture.receive(rows.joined(separator: "\n") + "\n")
  fixture.settle()
  let severity = fixture.app.severity
  let errors = fixture.app.list.allRows.filter { severity?.isError($0) ?? false }
  let texts = errors.map { $0.value.json }
  #expect(texts.count == 2 && texts.contains { $0.contains("503") }, "\(texts)")
  #expect(texts.contains { $0.contains("ERROR") })
  // Both kinds are jumped to.
  fixture.press(.character("e"))
  let first = fixture.app.list.currentRow?.value.json
  fixture.press(.character("e"))
  #expect(first != fixture.app.list.currentRow?.value.json)
  #expect(Set([first, fixture.app.list.currentRow?.value.json]) == Set(texts))
}
