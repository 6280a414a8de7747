@testable import Columns
@testable import listview
import FeedSources
import FeedValues
import ListViewParts
import Foundation
import TerminalTestSupport
import Testing

import Glibc

private let jobs = [
  #"{"id":"ant","size":900,"state":"done"}"#, #"{"id":"bee","size":1200,"state":"failed"}"#,
  #"{"id":"cat","size":40,"state":"failed"}"#,
]

private let list = "[" + jobs.joined(separator: ",") + "]\n"

@Test func `once prints the table of a feed and exits`() throws {
  let output = try run(["--once", "--no-memory"], input: list)
  #expect(output.status == 0 && output.errors.isEmpty)
  #expect(output.lines.count == 4, "\(output.text)")
  #expect(output.lines[0].split(separator: " ") == ["ID", "SIZE", "STATE"])
  #expect(output.lines[1].split(separator: " ") == ["ant", "900", "●", "done"])
  // Numbers stand in a line on the right, and no line has space at its end.
  let ends = output.lines.dropFirst().map { line in
    line.distance(from: line.startIndex, to: line.lastIndex { $0.isNumber } ?? line.startIndex)
  }
  #expect(Set(ends).count == 1)
  #expect(output.lines.allSatisfy { !$0.hasSuffix(" ") })
}

@Test func `text that is not for a terminal is never cut`() throws {
  let words = (0..<2_000).map { "w\($0)" }.joined(separator: " ")
  let rows = """
    {"id":"a","first":"\(words)","text":"\(words)","list":["\(words)","x"],"deep":{"text":"\(words)"}}
    {"id":"b","first":"short","text":"short","list":[],"deep":{"text":"short"}}

    """
  let columns = ["--no-memory", "--columns", "id,first,text,list,deep"]
  let once = try run(["--once"] + columns, input: rows)
  #expect(once.lines.count == 3 && !once.text.contains("…"))
  // Later rows are above.
  #expect(once.lines[2].components(separatedBy: words).count == 5)
  let changes = try run(columns, input: rows)
  #expect(changes.lines[0].components(separatedBy: words).count == 5, "\(changes.lines[0])")
  // A width that is asked for cuts.
  let narrow = try run(["--once", "--no-memory", "--columns", "id,first:20"], input: rows)
  #expect(narrow.lines[2].contains("…") && narrow.lines[2].count < 40)
}

@Test func `times before now count from the newest one of a file, in pipes too`() throws {
  let folder = try Folder()
  // Ten minutes of a day long ago, a row each minute.
  let rows = (0..<10).map { #"{"id":"r\#($0)","created":\#(1_690_000_000 + $0 * 60)}"# + "\n" }
  let feed = try folder.file("feed", rows.joined())
  for options in [["--once", "--output", "jsonl"], ["--output", "lines"]] {
    let output = try run(options + ["--no-memory", "--filter", "created>-3m", feed])
    #expect(
      Set(output.lines.map { $0.prefix(10) }) == [#"{"id":"r7""#, #"{"id":"r8""#, #"{"id":"r9""#]
    )
  }
  let changes = try run(["--no-memory", "--filter", "created>-3m", feed])
  #expect(changes.lines.count == 3 && changes.lines.allSatisfy { $0.hasPrefix("+ r") })
}

@Test func `lines are those of the log, also those that arrive`() throws {
  let log = """
    2026-11-28 09:46:02,123 INFO db.pool: request 74 took 12 ms
    2026-11-28 09:46:03,007 ERROR db.pool: request 75 failed
    Traceback (most recent call last):
      File "/srv/app/db.py", line 115, in handle
    db.PoolTimeout: no connection\twithin 5s
    2026-11-28 09:46:04,000 ERROR [db.pool]: request  76 failed

    """
  let errors = log.split(separator: "\n").dropFirst().map(String.init)
  for options in [["--once"], []] {
    let output = try run(
      options + ["--no-memory", "--output", "lines", "--filter", "level>=error"],
      input: log
    )
    #expect(output.status == 0 && output.lines.map(String.init) == errors, "\(output.text)")
  }
  // Rows that are not lines are their JSON.
  let json = try run(["--once", "--output", "lines", "--sort", "size"], input: list)
  #expect(json.lines.map(String.init) == [jobs[2], jobs[0], jobs[1]])
}

@Test func `once sorts, filters, groups and selects columns`() throws {
  let sorted = try run(["--once", "--sort", "-size", "--columns", "id,size"], input: list)
  #expect(sorted.lines.map { $0.prefix(3) }.dropFirst() == ["bee", "ant", "cat"], "\(sorted.text)")
  #expect(!sorted.text.contains("failed"))
  // A title is the name of its column, without a sign of the order.
  #expect(sorted.lines[0].split(separator: " ") == ["ID", "SIZE"])
  let filtered = try run(["--once", "--filter", "state=failed"], input: list)
  #expect(filtered.lines.count == 3 && !filtered.text.contains("ant"))
  let grouped = try run(["--once", "--group", "state"], input: list)
  #expect(grouped.text.contains("● failed · 2"), "\(grouped.text)")
  #expect(grouped.lines.count == 6)
  let unknown = try run(["--once", "--sort", "nosuch"], input: list)
  #expect(unknown.status == 2 && unknown.errors.contains("'nosuch'"), "\(unknown)")
}

@Test func `an unknown field is reported with and without a screen`() throws {
  for arguments in [
    ["--filter", "stat=failed"], ["--columns", "id,stat"], ["--until", "stat=failed"],
  ] {
    let pipe = try run(arguments, input: list)
    #expect(pipe.errors.contains(NoticeText.unknownFields(["stat"])), "\(pipe)")
    guard arguments[0] != "--until" else { continue }
    let once = try run(["--once"] + arguments, input: list)
    #expect(
      once.errors.contains(Completer.Text.unknownField("\"stat\"", nearest: "state")),
      "\(once)"
    )
  }
  let known = try run(["--filter", "state=failed", "--columns", "id,size,-nosuch"], input: list)
  #expect(known.errors.isEmpty, "\(known)")
}

@Test(.enabled(if: path(of: "curl") != nil))
func `once prints the other feeds if one fails, and its status says so`() throws {
  let folder = try Folder()
  let file = try folder.file("list.json", list)
  // Nobody listens at the first port.
  let output = try run(["--once", "--feed", file, "--feed", "http://127.0.0.1:1/"])
  #expect(output.status == EX_UNAVAILABLE && output.lines.count == 4, "\(output)")
  #expect(output.errors.contains("http://127.0.0.1:1/: "), "\(output)")
}

@Test func `once refuses a list without an end`() throws {
  let output = try run(["--once", "--", "sh", "-c", #"printf '['; exec yes '{"id":1},'"#])
  #expect(output.status == EX_UNAVAILABLE && output.text.isEmpty, "\(output)")
  #expect(output.errors == "listview: sh: \(FeedText.Source.tooLarge(64 << 20))\n", "\(output)")
}

@Test func `once shows the final state of a file, and one run of a command`() throws {
  let folder = try Folder()
  let path = try folder.file("feed", snapshot(0..<3, at: 0) + snapshot(2..<6, at: 1_000))
  let file = try run(["--once", "--feed", path])
  #expect(file.lines.dropFirst().map { $0.prefix(4) } == ["row2", "row3", "row4", "row5"])
  let command = try run(["--once", "--", "printf", "NAME  SIZE\\none   10\\ntwo   20\\n"])
  #expect(command.status == 0 && command.lines.count == 3, "\(command)")
  #expect(command.lines[1].hasPrefix("one"))
  let failing = try run(["--once", "--", "sh", "-c", "echo no such thing >&2; exit 3"])
  #expect(failing.status == 3 && failing.errors.contains("no such thing"), "\(failing)")
  let slow = try run(["--once", "--deadline", "0.2", "--", "sleep", "60"])
  #expect(slow.status == 1 && slow.errors.contains(NoticeText.tookTooLong), "\(slow)")
}

@Test func `once cuts lines to the width of a terminal, but not in a pipe`() throws {
  let long = String(repeating: "wide ", count: 60)
  let feed = #"[{"id":"a","text":"\#(long)"},{"id":"b","text":"\u001b[31mred\u0007"}]"#
  let folder = try Folder()
  let path = try folder.file("feed", feed)
  let pipe = try run(["--once", "--feed", path])
  #expect((pipe.lines.map(\.count).max() ?? 0) > 200, "\(pipe.text)")
  #expect(pipe.text.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })
  let terminal = try listview("--once", "--feed", path, columns: 50)
  #expect(terminal.waitForExit() == 0)
  // There is colour, and nothing else that acts on a terminal.
  let output = terminal.output
  #expect(output.contains("\u{1B}[") && !output.contains("\u{1B}[31mred"))
  let plain = output.replacing(/\u{1B}\[[0-9;]*m/, with: "")
  #expect(!plain.contains("\u{1B}"))
  let lines = plain.split(whereSeparator: \.isNewline)
  #expect(lines.count == 3 && lines[1].contains("…") && lines.allSatisfy { $0.count <= 50 })
}

@Test func `once excludes options that never end`() throws {
  for other in [["--follow"], ["--until", "a"], ["--on-change", "true"]] {
    #expect(try run(["--once", "--feed", demo] + other).status == 64)
  }
  let empty = try run(["--once"], input: "")
  #expect(empty.status == 0 && empty.text.isEmpty)
}

@Test func `times of options may have a unit`() throws {
  for time in ["50ms", "1s", "5m", "1h30m", "0.5"] {
    for option in ["--every", "--deadline"] {
      let output = try run(["--once", option, time, "--", "printf", "[1]"])
      #expect(output.status == 0 && output.lines.count == 2, "\(option) \(time): \(output)")
    }
  }
  let wait = ["--follow", "--until", "id=9", "--within", "50ms", "--", "printf", "[1]"]
  #expect(try run(wait).status == 124)
  for text in ["soon", "5 parsecs", "", "10ms"] {
    let output = try run(["--once", "--every", text, "--", "printf", "[1]"])
    #expect(output.status == 64 && output.errors.contains("--every"), "\(output)")
  }
}

@Test func `times beyond the range of clocks count as very long`() throws {
  for option in ["--deadline", "--every"] {
    let output = try run(["--once", option, "1e300", "--", "printf", "[1]"])
    #expect(output.status == 0 && output.lines.count == 2, "\(output)")
  }
  #expect(try run(["--every", "1e300", "--stream", "--", "printf", "[1]"]).status == 0)
  let explained = try run(["explain", "--deadline", "1e300", "--", "printf", "[1]"])
  #expect(explained.status == 0, "\(explained)")
  for speed in ["1e300", "1e-300"] {
    let output = try run(["--once", "--feed", demo, "--speed", speed])
    #expect(output.status == 0, "\(output)")
  }
}

@Test(arguments: ["csv", "markdown", "json", "jsonl"])
func `no byte of a feed controls a terminal, and all of them reach a file as CSV`(
  _ format: String
) throws {
  let output = try #require(ListViewCommand.OutputFormat(rawValue: format))
  let hostile = "a\u{1B}]0;x\u{7}\u{9B}31m\u{202E}\r\u{0}b\tc"
  var json: [UInt8] = []
  for scalar in hostile.unicodeScalars {
    let digits = String(scalar.value, radix: 16)
    json += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
  }
  let value = String(decoding: json, as: UTF8.self)
  var found: JSONValue?
  var reader = ValueReader()
  reader.append(Array("{\"\(value)\":\"\(value)\",\"note\":\"x\"}".utf8)) { found = $0 }
  let row = try #require(found)
  func text(isForTerminal: Bool) -> String {
    var lines: [String] = []
    let rows = [Row(id: RowID(key: row.text), value: row)]
    RowsOutput(format: output, columns: nil, isForTerminal: isForTerminal)
      .write(rows) { lines.append($0) }
    return lines.joined(separator: "\n")
  }
  // CSV alone has no escapes, and people do not read it: it is exact in a pipe.
  for isForTerminal in format == "csv" ? [true] : [true, false] {
    let drawn = text(isForTerminal: isForTerminal)
    for scalar in drawn.unicodeScalars where scalar != "\n" {
      let category = scalar.properties.generalCategory
      #expect(
        category != .control && category != .format,
        "\(scalar.value) in \(drawn.debugDescription)"
      )
    }
    #expect(drawn.contains("note") && drawn.contains("x"))
  }
  if format == "csv" { #expect(text(isForTerminal: false).contains(hostile)) }
}

@Test func `once warns of a key that no row has`() throws {
  let output = try run(["--once", "--key", "nope"], input: list)
  #expect(output.status == 2 && output.lines.count == 4)
  #expect(output.errors.contains("nope"), "\(output.errors)")
}

/// The output of `--once --output csv` for some rows.
private func csv(_ rows: String, columns: String? = nil) throws -> [String] {
  let options = columns.map { ["--columns=\($0)"] } ?? []
  let output = try run(["--once", "--output", "csv"] + options, input: rows)
  #expect(output.status == 0 && output.errors.isEmpty, "\(output.errors)")
  return output.lines.map(String.init)
}

@Test func `a cell of CSV is the value of the field with exactly that name`() throws {
  #expect(
    try csv("id,cpu,%cpu,CPU\n1,10,99,7\n2,11,98,8\n")
      == ["id,cpu,%cpu,CPU", "1,10,99,7", "2,11,98,8"]
  )
  // The first row, which is printed last, has no status of its own.
  let nested = #"{"id":1,"x":{"status":"a"}}"# + "\n" + #"{"id":2,"status":"top"}"#
  #expect(try csv(nested, columns: "*") == ["id,status,x.status", "2,top,", "1,,a"])
  // On the screen both have one column.
  #expect(try csv(nested) == ["id,status", "2,top", "1,a"])
  #expect(try Set(csv(nested, columns: "id,status")) == ["id,status", "1,", "2,top"])
  // Names that have to be escaped.
  let names = ["a\"b", "c\\d", "e\tf", " ", "", "gr\u{F6}\u{DF}e"]
  let row = try JSONEncoder().encode(
    Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, "v\($0)") })
  )
  let ascii = String(decoding: row, as: UTF8.self).replacingOccurrences(
    of: "\u{F6}",
    with: "\\u00f6"
  )
  let lines = try csv("[\(ascii)]")
  #expect(lines.count == 2 && lines[1].split(separator: ",").sorted() == (0..<6).map { "v\($0)" })
}

@Test func `CSV follows the choice of columns`() throws {
  let rows = "id,n,host\n1,5,a\n2,6,b\n"
  #expect(try csv(rows, columns: "*") == csv(rows))
  #expect(try csv(rows, columns: "-host") == ["id,n", "1,5", "2,6"])
  #expect(try csv(rows, columns: "n,*") == ["n,id,host", "5,1,a", "6,2,b"])
  #expect(try csv(rows, columns: "n,-id,*") == ["n,host", "5,a", "6,b"])
  #expect(try csv(rows, columns: "?n,id") == ["n,id", "5,1", "6,2"])
  #expect(try csv(rows, columns: "Total=n") == ["Total", "5", "6"])
  #expect(try csv(rows, columns: "N,A=n,id") == ["N,A,id", "5,5,1", "6,6,2"])
  // Named as on the screen.
  #expect(try csv("PID,%CPU\n1,5\n2,6\n", columns: "cpu") == ["cpu", "5", "6"])
  #expect(try csv(#"["a","b"]"#, columns: ".") == ["value", "a", "b"])
  #expect(try csv(#"["a","b"]"#) == ["value", "a", "b"])
  #expect(try csv(#"["a","b"]"#, columns: ".,*") == ["value", "a", "b"])
  let pods = #"[{"name":"p","status":{"containers":[{"ready":true},{"ready":false}]}}]"#
  for name in ["status.containers.[].ready", "containers.ready", "ready"] {
    #expect(try csv(pods, columns: "name,\(name)") == ["name,\(name)", "p,1/2"])
  }
}

@Test func `headers of groups are whole in a pipe, however narrow the columns are`() throws {
  let teams = ["platform-engineering-emea", "platform-engineering-apac"]
  let rows = teams.enumerated().map { #"{"id":\#($0),"team":"\#($1)","n":5}"# }.joined(
    separator: ","
  )
  let output = try run(
    ["--once", "--columns", "id,n", "--group", "team", "--feed", "-"],
    input: "[\(rows)]\n"
  )
  for team in teams {
    #expect(output.lines.contains { $0.contains("\(team) · 1") }, "\(output.text)")
  }
}

@Test func `rows are grouped and sorted by a currency that is shown in the amounts`() throws {
  let rows =
    #"[{"id":1,"amount":5,"currency":"USD"},{"id":2,"amount":7,"currency":"EUR"}]"# + "\n"
  let plain = try run(["--once"], input: rows)
  #expect(plain.lines[0].split(separator: " ") == ["ID", "AMOUNT"], "\(plain.text)")
  let grouped = try run(["--once", "--group", "currency"], input: rows)
  #expect(grouped.errors.isEmpty && grouped.lines.count == 5, "\(grouped)")
  let sorted = try run(["--once", "--sort", "currency", "--columns", "id,currency"], input: rows)
  #expect(sorted.errors.isEmpty)
  #expect(
    sorted.lines.dropFirst().map { $0.split(separator: " ") } == [["2", "EUR"], ["1", "USD"]]
  )
}

@Test(arguments: ["-.:dotted:13,*", "-.", "-.,-x"])
func `if all columns are hidden, lines are shown, with a note`(columns: String) throws {
  let output = try run(["--once", "--columns=\(columns)"], input: "a b\nc d\ne f\n")
  #expect(output.lines.suffix(3) == ["a b", "c d", "e f"], "\(output.text)")
  #expect(output.errors.contains(ColumnState.Text.allHidden), "\(output.errors)")
  #expect(output.status == 0)
}

@Test func `if all columns are hidden, the key of the rows is shown`() throws {
  let rows = #"[{"id":7,"a":"x"},{"id":8,"a":"y"}]"# + "\n"
  let output = try run(["--once", "--columns=-a,-id"], input: rows)
  #expect(output.lines.map(\.trimming) == ["ID", "7", "8"], "\(output.text)")
  #expect(output.errors.contains(ColumnState.Text.allHidden), "\(output.errors)")
}
