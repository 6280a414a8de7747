import Foundation
import ListViewParts
import TerminalTestSupport
import TestSupport
import Testing

/// The program of Docs/Changes.md that keeps a copy of a list.
private func consumer() throws -> String {
  let guide = try String(contentsOf: package.appending(path: "Docs/Changes.md"), encoding: .utf8)
  let parts = guide.components(separatedBy: "```python\n")
  return try #require(parts.last?.components(separatedBy: "\n```").first)
}

/// The output of a Python program, given some input.
private func python(_ program: String, _ input: String) throws -> [String] {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = ["python3", "-c", program]
  let (standardInput, standardOutput) = (Pipe(), Pipe())
  process.standardInput = standardInput
  process.standardOutput = standardOutput
  try process.run()
  try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
  try standardInput.fileHandleForWriting.close()
  let output = standardOutput.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
}

private func object(_ text: some StringProtocol) throws -> NSObject {
  try #require(
    try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed) as? NSObject
  )
}

@Test func `the printed changes of snapshots can be applied, including moves`() throws {
  let seed = UInt64.random(in: 0...UInt64.max)
  var generator = SeededGenerator(seed: seed)
  for _ in 0..<5 {
    var lists: [[String]] = []
    var ids = Array(0..<12)
    for step in 0..<12 {
      ids.shuffle(using: &generator)
      let shown = ids.prefix(Int.random(in: 0...12, using: &generator))
      // Numbers and texts of one spelling are two rows; one key comes twice.
      lists.append(
        shown.map { id in
          let key = id % 3 == 0 ? "\"\(id / 3)\"" : String(id / 3)
          return #"{"id":\#(key),"kind":"\#(id % 2)","v":\#(id + (id % 5 == 0 ? step : 0))}"#
        }
      )
    }
    let feed = lists.map { "[\($0.joined(separator: ","))]\n" }.joined()
    let output = try run(["--output", "jsonl", "--key", "id"], input: feed)
    let copy = try python(consumer(), output.text)
    let last = try #require(lists.last)
    #expect(try copy.map(object) == last.map(object), "seed \(seed)")
    // Steps are numbers that never go back, and times stand beside them.
    let changes = try output.lines.map { try #require(try object(String($0)) as? [String: Any]) }
    let steps = changes.compactMap { $0["step"] as? Int }
    #expect(steps.count == changes.count && steps == steps.sorted())
    #expect(changes.allSatisfy { $0["at"] is Double })
  }
}

@Test func `the printed changes of a stream can be applied, with a filter and a row limit`() throws
{
  let seed = UInt64.random(in: 0...UInt64.max)
  var generator = SeededGenerator(seed: seed)
  var lines: [String] = []
  var list: [(id: Int, state: String)] = []
  for _ in 0..<200 {
    let (id, state) = (
      Int.random(in: 0..<40, using: &generator), Bool.random(using: &generator) ? "on" : "off"
    )
    lines.append(#"{"id":\#(id),"state":"\#(state)"}"#)
    // The newest in front; a row of its key keeps its place; the oldest is evicted.
    let place = list.firstIndex { $0.id == id }
    if state == "off" {
      if let place { list.remove(at: place) }
    } else if place == nil {
      list.insert((id, state), at: 0)
      if list.count > 10 { list.removeLast() }
    }
  }
  let output = try run(
    ["--output", "jsonl", "--filter", "state=on", "--limit", "10", "--key", "id"],
    input: lines.joined(separator: "\n")
  )
  let copy = try python(consumer(), output.text)
  #expect(copy.count == list.count, "seed \(seed)")
  let ids = try copy.map { try #require((try object($0) as? [String: Any])?["id"] as? Int) }
  #expect(ids == list.map(\.id), "seed \(seed)")
}

@Test func `a copy stays right when later rows show what identifies them`() throws {
  // The author is a key only once there are two; then the number is one, because the author repeats.
  let lists: [[String]] = [
    [#"{"author":"a","n":1}"#],
    [#"{"author":"a","n":1}"#, #"{"author":"b","n":2}"#],
    [#"{"author":"b","n":2}"#, #"{"author":"a","n":3}"#],
    [#"{"author":"a","n":4}"#, #"{"author":"a","n":3}"#, #"{"author":"b","n":2}"#],
    [#"{"author":"b","n":2}"#, #"{"author":"a","n":3}"#],
  ]
  for count in lists.indices {
    let feed = lists[...count].map { "[\($0.joined(separator: ","))]\n" }.joined()
    let output = try run(["--output", "jsonl"], input: feed)
    let copy = try python(consumer(), output.text)
    #expect(try copy.map(object) == lists[count].map(object), "\(output.text)")
  }
  // A table whose first run has one row; each run prints a row more, and then fewer, at other places.
  let folder = try Folder()
  let script = try folder.file(
    "pods.sh",
    """
    cd '\(folder.url.path())'; echo . >> runs; n=$(wc -l < runs)
    f() { printf '%-8s %-7s %s\\n' "$@"; }
    f NAME READY STATE
    [ $n -gt 1 ] && f db-1 1/1 up
    f web-1 0/1 state-$n
    if [ $n -gt 2 ]; then f ab-1 1/1 up; fi
    """
  )
  let output = try run([
    "--output", "jsonl", "--every", "0.2", "--until", "STATE=state-4", "--", "sh", script,
  ])
  let copy = try python(consumer(), output.text)
  let names = try copy.map { try #require((try object($0) as? [String: Any])?["NAME"] as? String) }
  #expect(names == ["db-1", "web-1", "ab-1"], "\(output.text)")
  #expect(copy.contains { $0.contains("state-4") } && output.text.contains(#""op":"identity""#))
}

@Test func `rows without a key are distinguished by number`() throws {
  let line = #"{"time":1,"msg":"a"}"# + "\n"
  let output = try run(["--output", "jsonl"], input: line + line + line)
  #expect(try python(consumer(), output.text).count == 3)
  #expect(output.lines.allSatisfy { $0.contains(#""id":null,"nth":"#) })
}

@Test func `a table printed once can be JSON`() throws {
  let feed = #"[{"id":1,"v":"b"},{"id":2,"v":"a"}]"#
  let lines = try run(["--once", "--output", "jsonl", "--sort", "v"], input: feed)
  #expect(lines.lines == [#"{"id":2,"v":"a"}"#, #"{"id":1,"v":"b"}"#])
  let array = try run(["--once", "--output", "json", "--filter", "v=b"], input: feed)
  #expect(try object(array.text) == object(#"[{"id":1,"v":"b"}]"#))
  #expect(try object(run(["--once", "--output", "json"], input: "[]").text) == object("[]"))
}

@Test func `a screen reader is given sentences, on a terminal and of a table`() throws {
  let folder = try Folder()
  let path = try folder.file("jobs.jsonl", #"{"id":"job-7","state":"running"}"# + "\n")
  let terminal = try listview("--feed", path, environment: ["ACCESSIBLE": "1"])
  #expect(terminal.waits(for: Speech.Text.rows(1, "jobs.jsonl")))
  let file = try FileHandle(forWritingTo: URL(filePath: path))
  try file.seekToEnd()
  try file.write(contentsOf: Data((#"{"id":"job-7","state":"failed"}"# + "\n").utf8))
  let change = Speech.Text.changes("job-7", [Speech.Text.change("", "running", "failed")])
  #expect(terminal.waits(for: change))
  #expect(!terminal.output.contains("\u{1B}"))
  terminal.send("\u{3}")
  _ = terminal.waitForExit()
  let once = try run(["--once", "--screen-reader", "--feed", path])
  #expect(once.text == Speech.Text.row([("ID", "job-7"), ("STATE", "failed")]) + "\n")
}
