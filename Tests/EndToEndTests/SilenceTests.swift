import Foundation
import TerminalTestSupport
import Testing

// Nothing that is asked for is ignored in silence.

private let people = #"[{"ID":1,"Name":"a","n":2},{"ID":2,"Name":"b","n":1}]"# + "\n"

@Test func `options without effect on lines of changes are refused or reported`() throws {
  let refused = try run(["--columns", "n", "--output", "jsonl"], input: people)
  #expect(refused.status == 64 && refused.errors.contains("--columns"), "\(refused)")
  for name in ["--sort", "--group"] {
    let output = try run([name, "n"], input: people)
    #expect(output.lines.count == 2 && output.errors.contains(name), "\(output)")
    #expect(try run(["--once", name, "n"], input: people).errors.isEmpty)
  }
  let columns = try run(["--once", "--columns", "n", "--output", "json"], input: people)
  #expect(columns.status == 64 && columns.errors.contains("--columns"))
  let motion = try run(["--motion", "none", "--speed", "3"], input: people)
  #expect(motion.status == 0 && motion.lines.count == 2)
  #expect(motion.errors.contains("--speed") && motion.errors.contains("--motion"))
  #expect(try run(["--key", "ID"], input: people).errors.isEmpty)
}

@Test func `subcommands refuse options that do not apply to them`() throws {
  let folder = try Folder()
  let (old, new) = (try folder.file("old", people), try folder.file("new", people))
  for arguments in [
    ["--sort", "n"], ["--once"], ["--until", "n=1"], ["--limit", "5"], ["--feed", old],
  ] {
    let output = try run(["diff", old, new] + arguments)
    #expect(output.status == 64 || output.status == 2, "\(arguments): \(output)")
    #expect(output.errors.contains(arguments[0]), "\(arguments): \(output.errors)")
    guard arguments[0] != "--feed" else { continue }
    let explained = try run(["explain", "--feed", old] + arguments)
    #expect(explained.status == 64 && explained.errors.contains(arguments[0]), "\(arguments)")
  }
}

@Test func `diff accepts a filter and columns`() throws {
  let folder = try Folder()
  let old = try folder.file("old", #"[{"id":1,"v":1,"w":1},{"id":2,"v":1,"w":1}]"#)
  let new = try folder.file("new", #"[{"id":1,"v":2,"w":1},{"id":3,"v":1,"w":7}]"#)
  #expect(try run(["diff", old, new, "--filter", "id=1"]).lines == ["~ 1 v: 1 → 2"])
  let columns = try run(["diff", old, new, "--columns", "W", "--filter", "id=3"])
  #expect(columns.lines == ["+ 3 7"], "\(columns)")
}

@Test func `column names are not case-sensitive`() throws {
  let output = try run(["--once", "--columns", "name,id"], input: people)
  let cells = output.lines.dropFirst().map { $0.split(separator: " ") }
  #expect(cells == [["a", "1"], ["b", "2"]])
}

@Test func `identical files are equal lists`() throws {
  let folder = try Folder()
  for text in [
    "a line\nanother line\n{\"id\":1}\n", "{\"id\":1}\n{\"n\":1}\n{\"n\":1}\n",
    "{\"time\":1,\"msg\":\"a\",\"id\":1}\n{\"id\":1}\n", people + "[1,1,2]", "x\n",
  ] {
    let path = try folder.file("same", text)
    let output = try run(["diff", path, path])
    #expect(output.status == 0 && output.text.isEmpty, "\(text): \(output)")
  }
}

@Test func `--until in a pipe waits for a row that is written later`() throws {
  let folder = try Folder()
  let path = try folder.file("jobs", #"{"id":"job-7","state":"running"}"# + "\n")
  let program = try RunningProgram(["--until", "id=job-7 state=done", "--feed", path])
  _ = program.read(until: "+ job-7")
  try folder.append(#"{"id":"job-7","state":"done"}"# + "\n", to: "jobs")
  #expect(program.read(until: "state: running → done").contains("state: running → done"))
}
