@testable import Columns
import FeedIdentity
import FeedSources
import FeedStore
import FeedValues
import TestSupport
import Testing

@testable import ListViewParts

/// Texts that mean something to a shell, to a program or to a terminal.
private let hostile: [String] = {
  var texts = [
    " ", "  two  blanks ", "'", "\"", "\\", "\\\\", "a'b\"c", "$HOME", "${HOME}", "$(touch /tmp/x)",
    "`id`", ";", "; rm -rf /", "&& true", "| cat", "> out", "*", "?", "[a-z]*", "~", "~root",
    "{pid}", "{{", "}}", "{+pid}", "%s%n", "#", "!", "!!", "a\nb", "\n", "\t", "\r",
    "\u{1B}]0;x\u{07}",
    "\u{7F}", "é", "\u{202E}abc", "👩‍👩‍👧", "0/1", "true", "null", "-1.5e3", "a=b", "=", ",", "a,b",
    "\u{10FFFF}", "\u{10FF80}",
  ]
  for byte in UInt8(1)...127 where byte != UInt8(ascii: "-") {
    texts.append(String(UnicodeScalar(byte)) + "x")
  }
  texts.append(String(repeating: "long ", count: 20_000))
  var random = SeededGenerator(seed: 11)
  for _ in 0..<40 {
    let length = Int.random(in: 1...30, using: &random)
    texts.append(
      "x"
        + String(
          (0..<length).map { _ in
            Character(UnicodeScalar(UInt8.random(in: 1...126, using: &random)))
          }
        )
    )
  }
  return texts
}()

private func row(_ fields: [(String, String)]) throws -> Row {
  var bytes: [UInt8] = Array("[{".utf8)
  for (number, field) in fields.enumerated() {
    if number > 0 { bytes.append(UInt8(ascii: ",")) }
    bytes.appendJSONString(Array(field.0.utf8))
    bytes.append(UInt8(ascii: ":"))
    bytes.appendJSONString(Array(field.1.utf8))
  }
  var decoder = FeedDecoder()
  var list = RowList()
  for item in decoder.append(bytes + Array("}]\n".utf8)) + decoder.finish() { list.apply(item) }
  return try #require(Array(list.rows).first)
}

@Suite struct `Actions on rows` {
  @Test func `there are 200 hostile values`() { #expect(hostile.count >= 200) }

  @Test func `no value changes what is run, byte for byte`() throws {
    let template = try CommandTemplate("program -- {v} 'a {v} b' pre{v}post {+v}")
    for value in hostile {
      let row = try row([("id", "1"), ("v", value)])
      let arguments = try template.arguments(for: [row, row])
      let expected = ["program", "--", value, "a \(value) b", "pre\(value)post", value, value]
      #expect(
        arguments.map(\.pathBytes) == expected.map { Array($0.utf8) },
        "\(value.debugDescription)"
      )
    }
  }

  @Test func `a script is not touched by a value, which it gets beside it`() throws {
    let command = try RowCommand("x => sh: echo \"$LISTVIEW_V\" {v}")
    for value in hostile {
      let run = try #require(
        try command.runs(on: [row([("id", "1"), ("v", value)])], from: 0).first
      )
      #expect(run.arguments == ["/bin/sh", "-c", "echo \"$LISTVIEW_V\" {v}"])
      #expect(run.variables["LISTVIEW_V"] == value)
    }
  }

  @Test func `what a command reads is the text with the values in it`() throws {
    let command = try RowCommand("x stdin:\"<{v}> 'a'\" => cat")
    for value in hostile where !value.hasPrefix("-") {
      let run = try #require(
        try command.runs(on: [row([("id", "1"), ("v", value)])], from: 0).first
      )
      #expect(run.arguments == ["cat"])
      #expect(run.input == Array("<\(value)> 'a'".utf8))
    }
  }

  @Test(arguments: [
    ("kill -- {pid}", ["kill", "--", "42"]), ("a  b\tc", ["a", "b", "c"]),
    ("'a b' \"c d\" e\\ f", ["a b", "c d", "e f"]), ("x '' \"\"", ["x", "", ""]),
    ("x {{pid}} $HOME *", ["x", "{pid}", "$HOME", "*"]), ("x a\"b\"'c'", ["x", "abc"]),
    ("x \"a\\\"b\\\\c\\d\"", ["x", "a\"b\\c\\d"]), ("x {meta.name}/{pid}", ["x", "web/42"]),
    ("x {key}", ["x", "42"]), ("x 'a|b' a\\|b", ["x", "a|b", "a|b"]),
  ])
  func `a template is split as a shell splits words, without any expansion`(
    text: String,
    words: [String]
  ) throws {
    let rows = rows(#"[{"pid":42,"meta":{"name":"web"}},{"pid":7,"meta":{"name":"db"}}]"#)
    let first = try #require(KeyRule.fields([FieldPath(["pid"])]).identified(rows).first)
    #expect(try CommandTemplate(text).arguments(for: [first]) == words)
  }

  @Test func `a row is its line of text, whatever it says`() throws {
    var decoder = FeedDecoder()
    var list = RowList()
    let lines = "2026-11-21T10:00:00Z ERROR  a'b \"$(x)\"  c\n2026-11-21T10:00:01Z INFO  ok\n"
    for item in decoder.append(Array(lines.utf8)) + decoder.finish() { list.apply(item) }
    let template = try CommandTemplate("logger -- {row}")
    let texts = try list.rows.map { try template.arguments(for: [$0])[2] }
    #expect(texts == lines.split(separator: "\n").map { String($0) })
  }

  @Test(arguments: [
    "", "   ", "sh:", "x 'a", "x \"a", "x {pid", "x {}", "x { }", "x {?}", "x {@0}", "{?a} x",
    "x a{+pid}", "x | y",
    "x > y", "x ; y", "{pid} x", "x && y",
  ])
  func `a mistake in a template is refused`(text: String) {
    #expect(throws: SettingError.self) { try CommandTemplate(text) }
  }

  @Test func `what is typed is one argument, whatever it is`() throws {
    let template = try CommandTemplate("mv -- {name} 'to {?New name:x.txt}' {?Mode:fast|slow} {@2}")
    let questions = template.questions
    #expect(questions.map(\.title) == ["New name", "Mode"])
    #expect(questions.map(\.suggestion) == ["x.txt", "fast"])
    #expect(questions.map(\.choices) == [[], ["fast", "slow"]])
    let row = try row([("id", "1"), ("name", "a.txt")])
    let words = try #require(template.taking(["one", "{name}"]))
    for text in hostile + ["", "-rf"] {
      let answered = words.answering([text, "slow"])
      #expect(answered.questions.isEmpty)
      #expect(
        try answered.arguments(for: [row]) == ["mv", "--", "a.txt", "to \(text)", "slow", "{name}"]
      )
    }
    // A word that is missing is asked for by its number, and none too many is taken.
    #expect(throws: CommandProblem.noArgument(2)) {
      try template.answering(["a", "slow"]).arguments(for: [row])
    }
    #expect(template.taking(["1", "2", "3"]) == nil)
    #expect(throws: SettingError.self) { try RowCommand("x stdin:\"{?a}\" => cat") }
  }

  @Test func `a field that is missing, empty or an option is refused by its name`() throws {
    let row = try row([("id", "1"), ("empty", ""), ("dash", "-rf"), ("nul", "a\u{0}b")])
    func problem(_ text: String) throws -> CommandProblem? {
      let template = try CommandTemplate(text)
      do throws(CommandProblem) {
        _ = try template.arguments(for: [row])
        return nil
      } catch {
        return error
      }
    }
    #expect(try problem("kill {pid}") == .missing("pid"))
    #expect(try problem("kill {empty}") == .empty("empty"))
    #expect(try problem("rm {dash}") == .isOption("dash"))
    #expect(try problem("rm -- {dash}") == nil)
    #expect(try problem("rm {-dash}") == nil)
    #expect(try problem("rm x{dash}") == nil)
    #expect(try problem("rm {nul}") == .hasNUL("nul"))
  }

  @Test(arguments: [
    ("k => kill -- {pid}", true), ("k noask => kill -- {pid}", false), ("l => less {path}", false),
    ("l ask => less {path}", true), ("d => kubectl delete pod {name}", true),
    ("p => git push --force", true), ("x => sh: rm -rf build", true),
    ("x => skill -- {pid}", false),
  ])
  func `what destroys something asks first`(text: String, asks: Bool) throws {
    #expect(try RowCommand(text).asks == asks)
  }

  @Test(arguments: [
    ("k kill", 0), ("=> kill", 0), ("nokey => x", 0), ("k foo => x", 2), ("k => ", 5),
    ("k ask:\"a => x", 6), ("k once => x {pid}", 0), ("k => x | y", 7),
  ])
  func `a mistake in an action is found where it is`(text: String, offset: Int) {
    do throws(SettingError) {
      _ = try RowCommand(text)
      Issue.record("no mistake in \(text)")
    } catch {
      #expect(error.offset == offset, "\(error)")
    }
  }

  @Test func `the actions that come with the program are valid, and offered by fields`() throws {
    #expect(RowCommand.ready.count == RowCommand.sets.reduce(0) { $0 + $1.count })
    let process = rows(#"[{"pid":42,"%cpu":1.5,"comm":"postgres"}]"#)[0]
    let names = RowCommand.ready.filter { $0.isFor(process, of: "ps aux") }.map(\.name)
    #expect(names.contains("kill") && names.contains("open-files"))
    #expect(!names.contains("logs") && !names.contains("view"))
    let pod = rows(#"[{"kind":"Pod","metadata":{"name":"web-0","namespace":"x"}}]"#)[0]
    let logs = try #require(
      RowCommand.ready.first { $0.name == "logs" && $0.isFor(pod, of: "kubectl") }
    )
    #expect(
      try logs.template.arguments(for: [pod]) == [
        "kubectl", "logs", "-f", "-n", "x", "--", "web-0",
      ]
    )
    // An empty list has no row on which they act.
    #expect(RowCommand.ready.allSatisfy { !$0.isFor(nil, of: "ps") })
  }

  @Test func `one run takes all marked rows, or each gets its own`() throws {
    let rows = rows(#"[{"n":"a"},{"n":"b"},{"n":"c"}]"#)
    let all = try RowCommand("d noask once => rm -- {+n}").runs(on: rows, from: 5)
    #expect(all.map(\.arguments) == [["rm", "--", "a", "b", "c"]])
    let each = try RowCommand("d noask => rm -- {n}").runs(on: rows, from: 5)
    #expect(each.map(\.arguments) == [["rm", "--", "a"], ["rm", "--", "b"], ["rm", "--", "c"]])
    #expect(each.map(\.number) == [5, 6, 7])
  }
}
