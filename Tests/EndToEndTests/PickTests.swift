@testable import listview
import Foundation
import ListViewParts
import TerminalTestSupport
import Testing

private let people = """
  [{"id":"a","name":"Ada, L.","n":3},{"id":"b","name":"Bo","n":2},{"id":"c","name":"Cy","n":1}]
  """

/// A listview that picks, with its output in a file, and what it prints and returns.
private func picks(
  _ arguments: [String],
  keys: String,
  then more: String? = nil,
  feed: String = people
) throws -> (text: String, status: String) {
  let folder = try Folder()
  let path = try folder.file("feed", feed)
  let words = ([builtProgram("listview"), "--summary", "none", "--feed", path] + arguments).map {
    "'\($0)'"
  }
  let (out, status) = (folder.url.path() + "/out", folder.url.path() + "/status")
  let terminal = try PseudoTerminal(
    "/bin/sh",
    ["-c", "\(words.joined(separator: " ")) > '\(out)'; echo $? > '\(status)'"],
    columns: 100,
    environment: ["XDG_STATE_HOME": folder.url.path(), "XDG_CONFIG_HOME": "/dev/null"]
  )
  #expect(terminal.waits(for: arguments.contains("--filter") ? rowCount(2, of: 3) : rowCount(3)))
  terminal.send(keys)
  if let more {
    #expect(terminal.waits(for: hint("⏎", HintText.pick)))
    terminal.send(more)
  }
  _ = terminal.waitForExit()
  #expect(!terminal.emulator.isAlternate)
  return (
    try String(contentsOfFile: out, encoding: .utf8),
    try String(contentsOfFile: status, encoding: .utf8).trimmingCharacters(in: .newlines)
  )
}

/// The next row.
private let down = "\u{1B}[B"

@Test func `the chosen row is printed in the requested format`() throws {
  #expect(try picks(["--pick"], keys: "\(down)\r") == ("b\n", "0"))
  let json = try picks(["--pick", "--output", "jsonl"], keys: "\(down)\(down)\r")
  #expect(json == (#"{"id":"c","name":"Cy","n":1}"# + "\n", "0"))
  let csv = try picks(["--pick", "--output", "csv", "--columns", "name,n"], keys: "\r")
  #expect(csv == ("name,n\n\"Ada, L.\",3\n", "0"))
  let others = try picks(["--pick", "--output", "csv", "--columns=-name"], keys: "\r")
  #expect(others == ("id,n\na,3\n", "0"))
  let lines = try picks(
    ["--pick", "--format", "lines"],
    keys: "\(down)\r",
    feed: "one\ntwo words\nsix\n"
  )
  #expect(lines == ("two words\n", "0"))
}

@Test func `what is typed filters at once, and Enter prints the first match`() throws {
  #expect(try picks(["--pick"], keys: "\r") == ("a\n", "0"))
  #expect(try picks(["--pick"], keys: "Cy\r") == ("c\n", "0"))
  // A word may become the name of a column, and filters all the same.
  #expect(try picks(["--pick"], keys: "n<3\(down)\r") == ("c\n", "0"))
  // Nothing is printed if nothing matches.
  #expect(try picks(["--pick"], keys: "nobody\r\u{1B}", then: "q") == ("", "130"))
  #expect(try picks(["--pick", "--filter", "n>1"], keys: " Bo\r") == ("b\n", "0"))
  // Below the header of its group.
  #expect(try picks(["--pick", "--group", "name"], keys: "\r") == ("a\n", "0"))
}

@Test func `Escape gives the keys back their meaning`() throws {
  #expect(try picks(["--pick"], keys: "Cy\u{1B}", then: "kk\r") == ("a\n", "0"))
  let folder = try Folder()
  let terminal = try listview("--pick", "--feed", try folder.file("feed", people))
  #expect(terminal.waits(for: OpenPrompt.Text.toPick))
  terminal.send("\u{1B}")
  #expect(terminal.waits(for: hint("⏎", HintText.pick)))
  terminal.send("&")
  #expect(terminal.waits(for: OpenPrompt.Text.toPick))
  terminal.send("\u{1B}")
  #expect(terminal.waits(for: hint("⏎", HintText.pick)))
  terminal.send("q")
  _ = terminal.waitForExit()
}

@Test func `with --multi all marked rows are printed, without it one of them`() throws {
  #expect(try picks(["--multi"], keys: "\t\(down)\r") == ("a\n", "0"))
  #expect(try picks(["--multi"], keys: "Cy\t\u{7F}\u{7F}Ada\t\r") == ("a\nc\n", "0"))
  #expect(try picks(["--multi"], keys: "\(down)\r") == ("b\n", "0"))
  #expect(try picks(["--multi"], keys: "\u{1B}", then: "vjv\r") == ("a\nc\n", "0"))
  #expect(try picks(["--pick"], keys: "\u{1B}", then: "vjv\r") == ("c\n", "0"))
}

@Test func `quitting without a choice prints nothing`() throws {
  #expect(try picks(["--pick"], keys: "\u{1B}", then: "q") == ("", "130"))
  for other in [["--once"], ["--until", "id=a"]] {
    #expect(try run(["--feed", demo, "--pick"] + other).status == 64, "\(other)")
  }
}

@Test func `rows are written to files in the format of the file extension`() throws {
  let folder = try Folder()
  let path = try folder.file("feed", people)
  let expected = [
    "a.csv": "id,name,n\na,\"Ada, L.\",3\nb,Bo,2\n",
    "a.jsonl": #"{"id":"a","name":"Ada, L.","n":3}"# + "\n" + #"{"id":"b","name":"Bo","n":2}"#
      + "\n",
    "a.json": "[\n" + #"{"id":"a","name":"Ada, L.","n":3},"# + "\n"
      + #"{"id":"b","name":"Bo","n":2}"#
      + "\n]\n",
    "a.md": "|id|name|n|\n|---|---|---|\n|a|Ada, L.|3|\n|b|Bo|2|\n",
  ]
  let terminal = try listview("--feed", path, "--filter", "n>1", "--no-memory")
  #expect(terminal.waits(for: rowCount(2, of: 3)))
  for (name, text) in expected {
    terminal.send(":write \(folder.url.path())/\(name)\r")
    #expect(terminal.waits(for: NoticeText.written("", 2, areMarked: false)))
    let written = try String(contentsOf: folder.url.appending(path: name), encoding: .utf8)
    #expect(written.filter { $0 != " " } == text.filter { $0 != " " }, "\(name)")
    // An existing file is not overwritten.
    terminal.send(":write \(path)\r")
    #expect(terminal.waits(for: NoticeText.notWritten))
  }
  terminal.send(":write \(folder.url.path())/a.txt\r")
  #expect(terminal.waits(for: NoticeText.written("", 2, areMarked: false)))
  let table = try String(contentsOf: folder.url.appending(path: "a.txt"), encoding: .utf8)
  #expect(table.split(separator: "\n").count == 3 && table.contains("Ada, L."), "\(table)")
  #expect(!table.utf8.contains(0x1B), "a file is not this terminal")
  // Rows of folded groups are written and counted as well.
  terminal.send(":write \(path)\r")
  #expect(terminal.waits(for: NoticeText.notWritten))
  terminal.send(":group name\rZ:write \(folder.url.path())/folded.jsonl\r")
  #expect(terminal.waits(for: NoticeText.written("", 2, areMarked: false)))
  let folded = try String(contentsOf: folder.url.appending(path: "folded.jsonl"), encoding: .utf8)
  #expect(folded.split(separator: "\n").count == 2)
  terminal.send("Z:group\r")
  // Marked rows go before those that are shown.
  terminal.send("jjv:write \(folder.url.path())/marked.csv\r")
  #expect(terminal.waits(for: NoticeText.written("", 1, areMarked: true)))
  let marked = try String(contentsOf: folder.url.appending(path: "marked.csv"), encoding: .utf8)
  #expect(marked == "id,name,n\nb,Bo,2\n")
  terminal.send(":columns Count=n,id\r:write \(folder.url.path())/chosen.csv\r")
  #expect(terminal.waits(for: "chosen.csv"))
  let chosen = try String(contentsOf: folder.url.appending(path: "chosen.csv"), encoding: .utf8)
  #expect(chosen == "Count,id\n2,b\n")
  terminal.send(":columns\r")
  terminal.send(":write \(folder.url.path())/marked.txt\r")
  #expect(terminal.waits(for: "marked.txt"))
  let lines = try String(contentsOf: folder.url.appending(path: "marked.txt"), encoding: .utf8)
    .split(separator: "\n")
  #expect(lines.count == 2 && lines[1].split(separator: " ").map(String.init) == ["b", "Bo", "2"])
  #expect(try String(contentsOfFile: path, encoding: .utf8) == people)
  terminal.send(":write \(folder.url.path())/a.xyz\r")
  #expect(terminal.waits(for: NoticeText.unknownFormat))
  terminal.send("q")
  #expect(terminal.waitForExit() == 0)
  let secure = try listview("--feed", path, "--secure")
  #expect(secure.waits(for: rowCount(3)))
  secure.send(":write \(folder.url.path())/b.csv\r")
  #expect(secure.waits(for: NoticeText.writingForbidden))
  #expect(!FileManager.default.fileExists(atPath: folder.url.path() + "/b.csv"))
}

@Test func `the failure and recovery of a source are printed among the changes`() throws {
  let folder = try Folder()
  let gate = folder.url.appending(path: "gate").path()
  let program = try RunningProgram([
    "--every", "0.05", "--output", "jsonl", "--", "sh", "-c",
    "[ -e '\(gate)' ] || { echo no gate >&2; exit 3; }; echo '[{\"id\":1}]'",
  ])
  let down = program.read(until: "\n")
  let event = try #require(
    try JSONSerialization.jsonObject(with: Data(down.utf8)) as? [String: Any]
  )
  #expect(event["op"] as? String == "source" && event["state"] as? String == "failing")
  #expect((event["message"] as? String)?.contains("no gate") == true, "\(down)")
  try Data().write(to: URL(filePath: gate))
  let up = program.read(until: #""op":"insert""#)
  #expect(up.contains(#""op":"source","state":"live""#), "\(up)")
  kill(program.identifier, SIGTERM)
  #expect(program.waitForEnd() == -SIGTERM)
}
