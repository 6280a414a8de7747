@testable import listview
import FeedClients
import FeedSources
import FeedValues
import Foundation
import TerminalTestSupport
import Testing

@Test
func `a missing file is reported on one line, exits with 66, and leaves the terminal untouched`()
  throws
{
  let terminal = try listview("--feed", "missing.jsonl")
  #expect(terminal.waitForExit() == 66 << 8)
  #expect(!terminal.bytes.contains(0x1B))
  let lines = terminal.output.split(whereSeparator: \.isNewline)
  #expect(lines.count == 1)
  #expect(lines.first == "listview: \(FeedError.missing(path: "missing.jsonl"))")

  let folder = try Folder()
  let output = try run(["--feed", folder.url.path()])
  #expect(output.status == 66)
  #expect(output.errors.contains("\(FeedError.notAFile(path: folder.url.path()))"))
}

@Test func `--version and --help need no terminal`() throws {
  for arguments in [["--version"], ["--help"], ["simulate", "--help"]] {
    let output = try run(arguments)
    #expect(output.status == 0)
    #expect(!output.text.isEmpty && !output.text.contains("\u{1B}"))
  }
  #expect(try run(["--speed", "0", "--feed", demo]).status == 64)
}

/// All that changes from one list to the next, told by another program's rules: by identifiers and
/// whole contents.
private func changes(of path: String) throws -> (insertions: Int, deletions: Int, updates: Int) {
  var before: [String: NSDictionary] = [:]
  var (insertions, deletions, updates) = (0, 0, 0)
  for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    let rows = try #require(object?["rows"] as? [NSDictionary])
    let after = Dictionary(uniqueKeysWithValues: rows.map { ($0["id"] as? String ?? "", $0) })
    insertions += after.keys.filter { before[$0] == nil }.count
    deletions += before.keys.filter { after[$0] == nil }.count
    updates += after.filter { before[$0.key] != nil && before[$0.key] != $0.value }.count
    before = after
  }
  return (insertions, deletions, updates)
}

@Test func `in a pipe all changes are printed as lines without escape codes`() throws {
  let output = try run(["--feed", demo])
  #expect(output.status == 0)
  #expect(!output.text.contains("\u{1B}"))
  let expected = try changes(of: demo)
  #expect(output.lines.filter { $0.hasPrefix("+ evt_") }.count == expected.insertions)
  #expect(output.lines.filter { $0.hasPrefix("- evt_") }.count == expected.deletions)
  #expect(output.lines.filter { $0.hasPrefix("~ evt_") }.count == expected.updates)
  #expect(output.lines.allSatisfy { "+-~>".contains($0.prefix(1)) })
}

@Test func `in a pipe a feed on standard input is read to its end`() throws {
  let output = try run([], input: #"[{"id":"a"},{"id":"b"}] [{"id":"b"}] oops"#)
  #expect(output.lines == ["+ a", "+ b", "- a"])
  #expect(output.status == 0)
  #expect(output.errors.contains(NoticeText.malformed(1, line: 1, "")))
}

@Test func `in a pipe a key problem is reported once`() throws {
  let feed = #"[{"id":1,"n":"a"},{"id":2,"n":"a"}]"#
  let absent = try run(["--key", "nosuch"], input: feed + feed)
  #expect(absent.errors.split(separator: "\n").count == 1, "\(absent.errors)")
  #expect(absent.errors.contains("nosuch") && absent.lines.count == 2)
  let shared = try run(["--key", "n"], input: feed + feed)
  #expect(shared.errors.split(separator: "\n").count == 1, "\(shared.errors)")
  #expect(shared.lines == ["+ a 1", "+ a#2 2"])
  #expect(try run([], input: feed).errors.isEmpty)
}

@Test func `with --follow, lines continue when the file grows`() throws {
  let folder = try Folder()
  let path = try folder.file("feed", "[{\"id\":\"a\"}]\n")
  let process = Process()
  process.executableURL = URL(filePath: builtProgram("listview"))
  process.arguments = ["--feed", path, "--follow"]
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardInput = FileHandle.nullDevice
  try process.run()
  // Foundation starts children with most signals blocked.
  defer { kill(process.processIdentifier, SIGKILL) }
  let handle = pipe.fileHandleForReading
  #expect(String(decoding: handle.availableData, as: UTF8.self) == "+ a\n")
  try folder.append("[]\n", to: "feed")
  #expect(String(decoding: handle.availableData, as: UTF8.self) == "- a\n")
}

@Test func `a terminal without cursor positioning gets the changes as lines`() throws {
  let folder = try Folder()
  let path = try folder.file("feed", "[{\"id\":\"a\"}]\n")
  let terminal = try listview("--feed", path, environment: ["TERM": "dumb"])
  #expect(terminal.waits(for: "+ a"))
  #expect(!terminal.bytes.contains(0x1B))
  #expect(terminal.output.contains(NoticeText.printingLines("")))
  try folder.append("[]\n", to: "feed")
  #expect(terminal.waits(for: "- a"))
}

@Test func `the shipped recording is the output of the command in the guide`() throws {
  let guide = try document("Docs/Guide.md")
  let command = try #require(
    guide.split(separator: "\n").first { $0.contains("--instant > Demo/events.jsonl") }
  )
  let words = command.split(separator: " ").map(String.init)
  let first = try #require(words.firstIndex(of: "simulate"))
  let end = try #require(words.firstIndex(of: ">"))
  let output = try run(Array(words[first..<end]))
  #expect(output.text == (try String(contentsOfFile: demo, encoding: .utf8)))
  #expect(output.lines.count == 90 && output.text.utf8.count < 2_000_000)
}

@Test func `the simulator writes in real time until its reader exits`() throws {
  let process = Process()
  process.executableURL = URL(filePath: builtProgram("listview"))
  process.arguments = ["simulate", "--rate", "1000", "--window", "5"]
  let pipe = Pipe()
  process.standardOutput = pipe
  try process.run()
  let handle = pipe.fileHandleForReading
  var text = ""
  while text.filter(\.isNewline).count < 20 {
    text += String(decoding: handle.availableData, as: UTF8.self)
  }
  try handle.close()
  process.waitUntilExit()
  #expect(process.terminationReason == .uncaughtSignal)  // SIGPIPE, as any filter
}

@Test func `standard error contains no control characters`() throws {
  let nasty = "\u{1b}]0;x\u{7}\u{9b}31m\u{202e}z"
  let script = #"printf '\033]0;x\007\302\23331m\033[31mred\n' >&2; exit 3"#
  for arguments in [
    ["--once", "--", "sh", "-c", script], ["--stream", "--", "sh", "-c", script],
    ["explain", "--", "sh", "-c", script], ["--feed", "/nonexistent/\(nasty)"], ["--", nasty],
    ["diff", "/nonexistent/\(nasty)", "/dev/null"], ["--filter", "(\(nasty)"],
    ["--summary", "\(nasty):a"], ["--columns", "a:\(nasty)"], [nasty],
  ] {
    let output = try run(arguments)
    #expect(!output.errors.isEmpty, "\(arguments)")
    for scalar in output.errors.unicodeScalars {
      let isControl = scalar.value < 0x20 || 0x7F..<0xA0 ~= scalar.value || scalar == "\u{202e}"
      #expect(!isControl || scalar == "\n", "\(arguments): U+\(String(scalar.value, radix: 16))")
    }
  }
}

@Test func `files, commands and command lines are accepted as people type them`() throws {
  let folder = try Folder()
  let feed = try folder.file("people.json", #"[{"id":1,"name":"Ada"},{"id":2,"name":"Bo"}]"#)
  let other = try folder.file("others.json", #"[{"id":3,"name":"Cy"}]"#)
  #expect(try run(["--once", feed]).text.contains("Ada"))
  let both = try run([feed, other, "--once", "--output", "csv"]).lines
  #expect(both.count == 4 && both.contains("others.json,3,Cy"))
  #expect(try run(["--once", "printf", "%s\\n", "a b", "-n"]).lines.contains("a b"))
  #expect(try run(["--once", "printf 'x\\ny\\n' | grep y"]).lines == ["VALUE", "y"])
  #expect(try run(["--once", "-k", "name", "--output=jsonl", feed]).lines.count == 2)
  #expect(try run(["explain", feed]).text.contains("\(ExplainText.Title.key)       id"))
  // Options behind a command are the command's.
  #expect(try run(["--once", "echo", "--filter", "-f"]).lines.contains("--filter -f"))
}

@Test func `a misspelling is answered with the right spelling`() throws {
  let cases: [(arguments: [String], status: Int32, words: [String])] = [
    (["no-such-thing"], 64, [UsageText.noFile("no-such-thing")]),
    (["no-such-file.jsonl"], 66, ["\(FeedError.missing(path: "no-such-file.jsonl"))"]),
    (["--intervall", "2", "df"], 64, ["--intervall"]),
    (["ftp://host/x"], 64, ["https", "redis", "postgres"]),
    (["-n", "2", "--feed", "/dev/null"], 64, [UsageText.needsCommand("--every")]),
    (["--query", "select 1", "--feed", "/dev/null"], 64, [UsageText.needsURL("--query")]),
    (["--pattern", "(x", "--feed", "/dev/null"], 64, ["--pattern", "3"]),
    (["--pattern", "x", "--feed", "/dev/null"], 64, ["(?<message>.*)"]),
    (["mqtt://bob:secret@host/t"], 64, ["mosquitto_sub"]),
    (["kafka://bob:secret@host/t"], 64, ["kcat.conf"]),
    (["redis://bob:secret%00@host"], 64, [ClientText.controlCharacters]),
    (
      ["postgres://h/d?query=secret&options=-c%20x"], 64,
      [ClientText.parameter("options", "postgres://h/d")]
    ),
    (["explain", "http://bob:secret@host/x?secret"], 64, [UsageText.explainURL("http://host/x")]),
    (["env:NO_SUCH_VARIABLE"], 64, [UsageText.missingVariable("--feed", "NO_SUCH_VARIABLE")]),
    (["--secure", "http://localhost/"], 64, [UsageText.notAllowed(UsageText.aURL)]),
    (
      ["--header", "X: $NO_SUCH_VARIABLE", "http://localhost/"], 64,
      [UsageText.missingVariable("--header", "NO_SUCH_VARIABLE")]
    ),
  ]
  for (arguments, status, words) in cases {
    let output = try run(arguments)
    #expect(output.status == status, "\(arguments): \(output.errors)")
    for word in words { #expect(output.errors.contains(word), "\(arguments): \(output.errors)") }
    #expect(!output.errors.contains("secret"))
  }
}

@Test func `CSV and Markdown output can be read by other programs`() throws {
  let folder = try Folder()
  let feed = try folder.file(
    "rows.jsonl",
    #"{"id":1,"text":"a, \"b\"\nc","list":[1,2]}"# + "\n" + #"{"id":2,"text":"x|y","more":true}"#
      + "\n"
  )
  let csv = try run(["--once", "--output", "csv", "--sort", "id", feed]).text
  #expect(csv == "id,text,list,more\n1,\"a, \"\"b\"\"\nc\",\"[1,2]\",\n2,x|y,,true\n")
  let markdown = try run([
    "--once", "--output", "markdown", "--columns", "id,text", "--sort", "id", feed,
  ])
  #expect(
    markdown.lines == ["| id | text |", "| --- | --- |", #"| 1 | a, "b"<br>c |"#, #"| 2 | x\|y |"#]
  )
}

@Test func `lines are split by a pattern, which the configuration can name`() throws {
  let folder = try Folder()
  let log = try folder.file("app.log", "10:00 W disk full\n10:01 I ok\nstrange\n")
  let pattern = #"(?<clock>\d+:\d+) (?<level>\w) (?<message>.*)"#
  let given = try run(["--once", "--pattern", pattern, "--filter", "level>=warn", log])
  #expect(given.lines.count == 2 && given.lines[1].contains("disk full"))
  try FileManager.default.createDirectory(
    at: folder.url.appending(path: "listview"),
    withIntermediateDirectories: true
  )
  _ = try folder.file("listview/config.toml", "[patterns]\nmine = '\(pattern)'\n")
  let kept = try run(
    ["--once", "--pattern", "mine", "--output", "jsonl", log],
    environment: ["XDG_CONFIG_HOME": folder.url.path()]
  )
  #expect(kept.lines.contains(#"{"clock":"10:01","level":"I","message":"ok"}"#), "\(kept.errors)")
  #expect(kept.lines.contains(#"{"message":"strange"}"#))
}

@Test(arguments: [("--bogus", false), ("--summery", true), ("--filtr", true), ("--zzz", false)])
func `only similar options are suggested`(option: String, isNear: Bool) throws {
  let errors = try run([option, "x"]).errors
  #expect(errors.contains("Unknown option '\(option)'"), "\(errors)")
  #expect(errors.contains("mean '--") == isNear, "\(errors)")
}

@Test func `help is printed at any width`() throws {
  for columns in ["-1", "0", "1", "26", "27", "28", "29", "9223372036854775807", "wide"] {
    for arguments in [["--help"], ["diff", "--help"], ["help", "explain"], ["--nonsense"]] {
      let output = try run(arguments, environment: ["COLUMNS": columns])
      let isHelp = arguments != ["--nonsense"]
      #expect(output.status == (isHelp ? 0 : 64), "\(columns): \(arguments)")
      #expect((isHelp ? output.text : output.errors).contains("--help"), "\(columns): \(arguments)")
    }
  }
}

@Test func `the short help has every option in one group, and lines that work`() throws {
  let short = try run(["--help"])
  #expect(short.status == 0)
  func options(_ text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /^  (?:-h, )?--([a-z-]+)/).map { String($0.output.1) }
    }
  }
  let all = try run(["--help-all"])
  #expect(all.status == 0)
  let listed = options(short.text)
  #expect(Set(listed).count == listed.count)
  #expect(Set(listed) == Set(options(all.text)).subtracting(["version", "help"]))
  // The longest explanations are left to the other one.
  #expect(short.text.count < all.text.count * 3 / 4)
  for line in short.text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  for arguments in [["ps", "aux"], ["--sort=-%CPU", "ps", "aux"]] {
    let output = try run(["--once"] + arguments)
    #expect(output.status == 0 && output.lines.count > 1, "\(output.errors)")
  }
}
