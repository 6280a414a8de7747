import Foundation
import ListViewParts
import Testing

private let old = #"[{"id":1,"n":1.10},{"id":2,"n":2},{"id":3,"n":3},{"id":4,"n":4}]"#
private let new =
  #"[{"n":1.1,"id":1},{"id":4,"n":4},{"id":2,"n":2,"x":"\u001b[31m"},{"id":5,"n":5}]"#

@Test
func `diff prints the changes between two files, and its exit status tells whether there are any`()
  throws
{
  let folder = try Folder()
  let (before, after) = (try folder.file("old", old), try folder.file("new", new))
  let output = try run(["diff", before, after])
  #expect(output.status == 1)
  // Either of the two rows that changed places may be the one that moved.
  let moves = output.lines.filter { $0.hasPrefix(">") }
  #expect(
    moves == ["> 4 \(RowChange.Text.moved(from: 4, to: 2))"]
      || moves == ["> 2 \(RowChange.Text.moved(from: 2, to: 3))"]
  )
  #expect(
    output.lines.filter { !$0.hasPrefix(">") }
      == ["- 3", "+ 5", "~ 1 n: 1.10 → 1.1", "~ 2 x: \(RowChange.Text.none) → �[31m"]
  )
  let same = try run(["diff", before, before])
  #expect(same.status == 0 && same.text.isEmpty && same.errors.isEmpty)
  #expect(try run(["diff", before, "-"], input: old).status == 0)
}

@Test func `the same rows are equal as an array and one by one`() throws {
  let folder = try Folder()
  let rows = (1...5).map { #"{"id":\#($0),"n":\#($0 * 3)}"# }
  let lines = try folder.file("lines", rows.joined(separator: "\n") + "\n")
  let array = try folder.file("array", "[" + rows.joined(separator: ",") + "]")
  for (before, after) in [(lines, array), (array, lines), (lines, lines)] {
    let output = try run(["diff", before, after])
    #expect(output.status == 0 && output.text.isEmpty, "\(output)")
  }
}

@Test func `diff reports fields that no row has, and comparisons that match no value`() throws {
  let folder = try Folder()
  let (before, after) = (try folder.file("old", old), try folder.file("new", new))
  for (arguments, hint) in [
    (["--filter", "nope=3"], "nope"), (["--columns", "nope"], "nope"),
    (["--filter", "n>inf"], "n"),
    (["--key", "zz"], "zz"),
  ] {
    let output = try run(["diff", before, after] + arguments)
    #expect(output.errors.contains(hint), "\(arguments) \(output)")
  }
  // A field of one of the lists is enough.
  #expect(try run(["diff", before, after, "--filter", "x=1 or n=2"]).errors.isEmpty)
}

@Test func `colours are written into a pipe only where they are asked for`() throws {
  let folder = try Folder()
  let (before, after) = (try folder.file("old", old), try folder.file("new", new))
  for arguments in [
    ["diff", before, after], ["explain", "--feed", before], ["--once", "--feed", before],
  ] {
    let plain = try run(arguments)
    #expect(!plain.text.contains("\u{1B}"), "\(arguments)")
    let colored = try run(arguments + ["--color", "always"])
    #expect(colored.text.contains("\u{1B}[") && colored.status == plain.status, "\(arguments)")
    let bare = colored.text.replacing(/\u{1B}\[[0-9;:]*m/, with: "")
    #expect(bare.split(separator: "\n").count == plain.text.split(separator: "\n").count)
    #expect(try !run(arguments + ["--color", "never"]).text.contains("\u{1B}"), "\(arguments)")
  }
}

@Test func `diff prints a JSON document from which the changes can be applied`() throws {
  let folder = try Folder()
  let (before, after) = (try folder.file("old", old), try folder.file("new", new))
  let output = try run(["diff", before, after, "--output", "json"])
  #expect(output.status == 1)
  let data = Data(output.text.utf8)
  #expect(!data.contains(0x1B))
  let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  let changes = try #require(document["changes"] as? [[String: Any]])
  #expect(document["old"] as? Int == 4 && document["new"] as? Int == 4)
  #expect(output.text.contains(#""old":1.10,"new":1.1"#), "numbers keep their digits")

  // Deletions and sources of moves leave by offsets before; insertions and targets come by offsets
  // after: what is left over stands in its old order.
  var ids = (try JSONSerialization.jsonObject(with: Data(old.utf8)) as? [[String: Any]] ?? [])
    .compactMap { $0["id"] as? Int }
  let gone = changes.compactMap { change in
    (change["op"] as? String == "delete" ? change["offset"] : change["from"]) as? Int
  }
  for offset in gone.sorted(by: >) { ids.remove(at: offset) }
  let come = changes.compactMap { change -> (Int, Int)? in
    let offset = change["op"] as? String == "insert" ? change["offset"] : change["to"]
    return (offset as? Int).flatMap { offset in
      (change["id"] as? Int).map { (offset, $0) }
    }
  }
  for (offset, id) in come.sorted(by: { $0.0 < $1.0 }) { ids.insert(id, at: offset) }
  #expect(ids == [1, 4, 2, 5])
}

@Test func `diff reports input that it cannot parse`() throws {
  let folder = try Folder()
  let (good, bad) = (try folder.file("good", old), try folder.file("bad", "[{\"id\":1},\noops]"))
  for arguments in [[good, "missing"], [good, bad], [bad, good], [folder.url.path(), good]] {
    let output = try run(["diff"] + arguments)
    #expect(output.status == 2 && output.text.isEmpty)
    #expect(output.errors.split(separator: "\n").count == 1, "\(output.errors)")
  }
}

@Test func `diff uses the given key and path to the rows`() throws {
  let folder = try Folder()
  let before = try folder.file("old", #"{"a":{"list":[{"n":1,"v":1},{"n":2,"v":1}]}}"#)
  let after = try folder.file("new", #"{"a":{"list":[{"n":1,"v":2},{"n":2,"v":1}]}}"#)
  let output = try run(["diff", before, after, "--rows", ".a.list[]", "--key", "n"])
  #expect(output.lines == ["~ 1 v: 1 → 2"])
}

@Test func `in a pipe changes can be printed as JSON lines`() throws {
  let feed = #"[{"id":"a","n":1}] [{"id":"a","n":2},{"id":"b"}] {"at":1,"op":"delete","id":"b"}"#
  let output = try run(["--output", "jsonl"], input: feed)
  let objects = try output.lines.map {
    try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
  }
  #expect(objects.compactMap { $0["op"] as? String } == ["insert", "insert", "update", "delete"])
  #expect(objects.compactMap { $0["id"] as? String } == ["a", "b", "a", "b"])
  let changes = try #require(objects[2]["changes"] as? [[String: Any]])
  #expect(changes.count == 1 && changes[0]["path"] as? String == "n")
  #expect(changes[0]["old"] as? Int == 1 && changes[0]["new"] as? Int == 2)
}

@Test func `lines without a key are compared by what they contain, in the order of the files`()
  throws
{
  let folder = try Folder()
  func changes(_ old: String, _ new: String, _ options: String...) throws -> [String] {
    let files = [try folder.file("old", old), try folder.file("new", new)]
    return try run(["diff"] + options + files).lines.map(String.init)
  }
  // As diff(1) has it.
  #expect(try changes("a\nb\nc\n", "new\na\nb\nc\n") == ["+ new"])
  #expect(try changes("a\nb\nc\n", "new\na\nb\nc\n", "--key", "none") == ["+ new"])
  #expect(try changes("a\nb\nc\nd\n", "a\nx\nc\nd\ne\n") == ["- b", "+ x", "+ e"])
  #expect(try changes("same\nsame\n", "same\nsame\n") == [])
  let objects = try changes(
    #"{"m":"x"}"# + "\n" + #"{"m":"y"}"# + "\n",
    #"{"m":"x"}"# + "\n" + #"{"m":"z"}"# + "\n" + #"{"m":"y"}"# + "\n"
  )
  #expect(objects == [#"+ {"m":"z"}"#])
  let logs = (
    "2026-03-01T10:00:00Z INFO a\n2026-03-01T10:00:01Z WARN b\n",
    "2026-03-01T10:00:00Z INFO a\n2026-03-01T10:00:01Z WARN c\n"
  )
  #expect(try changes(logs.0, logs.1, "--columns", "message") == ["- b", "+ c"])
  // Lines that moved are told, and each of equal ones is its own.
  #expect(try changes("a\nb\nc\n", "c\na\nb\nb\n") == ["> c from 3 to 1", "+ b#2"])
}
