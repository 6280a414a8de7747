@testable import FeedSources
import FeedFormats
import FeedStore
import FeedValues
import Testing

private let escape = "\u{1B}"

/// The text of the row that a line makes, and its parts that look different.
private func parts(_ line: String, _ format: FeedFormat = .lines) -> (text: String, [String]) {
  let row = FeedFixture(line + "\n", of: .init(format: format)).list.rows[0]
  let value = row.value.member("message") ?? row.value
  let text = value.string
  return (
    text, value.spans.map { span in String(decoding: Array(text.utf8)[span.bytes], as: UTF8.self) }
  )
}

private func pens(_ line: String) -> [TextPen] {
  FeedFixture(line + "\n", of: .init(format: .lines)).list.rows[0].value.spans.map(\.pen)
}

@Test func `colours are not part of a line, and are kept beside it`() {
  let line = "\(escape)[31mred\(escape)[0m plain \(escape)[1;32mé\(escape)[22m green"
  let (text, spans) = parts(line)
  #expect(text == "red plain é green" && spans == ["red", "é", " green"])
  // Text without a colour has no look, and neither has a sequence without text.
  #expect(parts("plain").1.isEmpty && parts("\(escape)[31m\(escape)[0mx").1.isEmpty)
}

@Test func `16, 256 and true colours are parsed, in both notations`() {
  func pen(_ change: (inout TextPen) -> Void) -> [TextPen] {
    var pen = TextPen()
    change(&pen)
    return [pen]
  }
  func read(_ parameters: String) -> [TextPen] { pens("\(escape)[\(parameters)mx") }
  #expect(read("33") == pen { $0.foreground = .indexed(3) })
  #expect(read("91;44") == pen { ($0.foreground, $0.background) = (.indexed(9), .indexed(4)) })
  #expect(read("107") == pen { $0.background = .indexed(15) })
  #expect(read("38;5;208") == pen { $0.foreground = .indexed(208) })
  #expect(read("48;5;17;1") == pen { ($0.background, $0.isBold) = (.indexed(17), true) })
  #expect(read("38;2;255;0;128") == pen { $0.foreground = .rgb(255, 0, 128) })
  #expect(read("38:2::255:0:128") == pen { $0.foreground = .rgb(255, 0, 128) })
  #expect(read("38:2:255:0:128") == pen { $0.foreground = .rgb(255, 0, 128) })
  #expect(
    read("1;2;3;4;7")
      == pen {
        ($0.isBold, $0.isDim, $0.isItalic, $0.isUnderlined, $0.isReversed) = (
          true, true, true, true, true
        )
      }
  )
  #expect(read("4:3") == pen { $0.isUnderlined = true })
  // A code that is unknown, out of range or cut off changes nothing.
  for nothing in [
    "0", "", "39;49", "99999", "38", "38;5", "38;5;256", "38;2;1;2", "5", "4:0", "31;0",
  ] {
    #expect(read(nothing).isEmpty, "\(nothing)")
  }
}

@Test func `the message of a log keeps its colours, and other fields lose them`() throws {
  let line =
    "2026-11-22 10:00:00 \(escape)[32mINFO\(escape)[0m started \(escape)[36mworker\(escape)[0m 3"
  let (text, spans) = parts(line + "\n" + line, .auto)
  #expect(text == "started worker 3" && spans == ["worker"])
  let run = FeedFixture("\(escape)[31mone\(escape)[m\nb\n", of: .init(format: .log, isPolled: true))
  let value = try #require(run.list.rows.first?.value)
  #expect((value.member("message") ?? value).spans.count == 1)
}

@Test func `colours stay with a row that is copied`() throws {
  var list = RowList()
  let text = (0..<2_000).map { "\(escape)[3\($0 % 7 + 1)mline \($0)\(escape)[0m end\n" }.joined()
  for item in FeedFixture(text, of: .init(format: .lines)).items { list.apply(item) }
  // Most rows leave, so that the others get text of their own.
  let kept = list.rows.filter { $0.id.occurrence % 50 == 0 }
  for row in list.rows where row.id.occurrence % 50 != 0 { list.apply(.delete(row.id, at: nil)) }
  #expect(list.rows.count == kept.count && kept.count > 10)
  for row in list.rows {
    #expect(
      row.value.spans.count == 1
        && row.value.spans.first?.bytes == 0..<row.value.string.utf8.count - 4
    )
  }
}

@Test func `the number of spans is limited`() {
  let many = (0..<5_000).map { "\(escape)[3\($0 % 7 + 1)mx" }.joined()
  #expect(parts(many).text.count == 5_000 && parts(many).1.count <= 256)
}

@Test func `control sequences of any kind are no part of a text`() {
  for (line, text) in [
    ("\(escape)[?25lspinner\(escape)[?25h", "spinner"), ("\(escape)[1A\(escape)[2Kup", "up"),
    ("\(escape)]0;user@host\u{07}$ ls", "$ ls"), ("\(escape)]2;t\(escape)\\$ ls", "$ ls"),
    ("\(escape)P1$r0m\(escape)\\x", "x"), ("\(escape)(Bx\(escape)7y\(escape)8\(escape)=", "xy"),
    ("\(escape)[>4;1mx\(escape)[4$~y\(escape)[3 q", "xy"),
    // Neither a string without an end nor a sequence that is cut off takes text with it.
    ("\(escape)]0;title", "\(escape)]0;title"), ("a\(escape)[12", "a\(escape)[12"),
    ("\(escape)", "\(escape)"), ("\(escape)[\u{07}x", "\(escape)[\u{07}x"),
  ] {
    #expect(parts(line).text == text, "\(line.debugDescription)")
    #expect(parts(line).1.isEmpty)
  }
}

@Test func `JSON is read between colours and what moves a cursor, wherever it is cut`() {
  // The output of `jq -C`, and two rounds of `docker stats --format json`.
  let reset = "\(escape)[0m"
  let coloured =
    "\(escape)[1;39m[\n  \(escape)[1;39m{\n    \(reset)\(escape)[34;1m\"a\"\(reset)\(escape)[1;39m: \(reset)"
    + "\(escape)[0;39m1\(reset)\(escape)[1;39m,\n    \(reset)\(escape)[34;1m\"b\"\(reset)\(escape)[1;39m: "
    + "\(reset)\(escape)[0;32m\"x [1m\"\(reset)\(escape)[1;39m\n  \(escape)[1;39m}\(reset)\(escape)[1;39m\n]\(reset)\n"
  let title = "\(escape)]0;stats\u{7}"
  let rounds = (1...2).map { round in
    "\(escape)[2J\(escape)[H\(escape)[K{\"ID\":\"aa\",\"n\":\(round)}\n\(escape)[K{\"ID\":\"bb\",\"n\":7}\n\(escape)[J"
  }
  let texts = [
    (coloured, [#"{"a":1,"b":"x [1m"}"#]),
    (title + rounds.joined(), [#"{"ID":"bb","n":7}"#, #"{"ID":"aa","n":2}"#]),
  ]
  for (text, expected) in texts {
    let bytes = Array(text.utf8)
    for cut in 0...bytes.count {
      let feed = FeedFixture(bytes, cutAt: cut)
      #expect(feed.decoder.format == .json && feed.decoder.malformedInput.count == 0, "\(cut)")
      let rows = feed.list.rows.map { row in
        // White space between tokens is all that is left.
        row.value.text.withBytes { String(decoding: $0, as: UTF8.self) }.filter { $0 != "\n" }
          .split(separator: " ").joined()
      }
      #expect(rows == expected.map { $0.filter { $0 != " " } }, "\(cut)")
    }
  }
  // A bracket between colours may begin a line of a log.
  let log = "\(escape)[32m[info]\(reset) started\n\(escape)[33m[warn]\(reset) slow\n"
  #expect(FeedFixture(log, of: .init()).decoder.format != .json)
}
