@testable import Columns
@testable import FeedIdentity
@testable import listview
import FeedFormats
import FeedValues
import Foundation
import ListViewParts
import Testing

private typealias Title = ExplainText.Title

/// A line of the explanation, with single spaces.
private func line(_ title: String, _ text: String) -> String { "\(title) \(text)" }

@Test func `explain says how a feed was interpreted and why, with totals`() throws {
  let text = """
    [{"id":1,"name":"a","AGE":"1m"},{"id":2,"name":"b","AGE":"1m"}]
    [{"id":1,"name":"a","AGE":"2m"},{"id":3,"name":"c","AGE":"2m"}]
    oops

    """
  let output = try run(["explain"], input: text)
  #expect(output.status == 0)
  let lines = output.lines.map { $0.split(separator: " ").joined(separator: " ") }
  #expect(lines.contains { $0.hasPrefix(line(Title.format, "json · ")) })
  #expect(lines.contains(line(Title.structure, "2 × \(FeedStructure.array)")))
  #expect(
    lines.contains(line(Title.key, "id · \(FeedText.Key.wellKnown)\(FeedText.Key.unique(2))"))
  )
  #expect(lines.contains { $0.hasPrefix(line(Title.columns, "id,name")) })
  #expect(lines.contains(line(Title.rows, ExplainText.rows(2, most: 2))))
  #expect(
    lines.contains(line(Title.items, ExplainText.items(snapshots: 2, rows: 0, deletions: 0)))
  )
  #expect(
    lines.contains(
      line(Title.changes, ExplainText.changes(inserted: 3, deleted: 1, updated: 0))
    )
  )
  #expect(
    lines.contains(line(Title.malformed, "1"))
      && lines.contains { $0.hasPrefix(ExplainText.malformed(line: 3, "")) }
  )
  #expect(lines.contains(line(Title.bytes, "\(text.utf8.count)")))
}

@Test func `explain accepts the decoding options of listview`() throws {
  let folder = try Folder()
  let path = try folder.file("feed", #"{"a":{"items":[{"n":1,"m":1},{"n":2,"m":1}]}}"#)
  let output = try run(["explain", "--feed", path, "--rows", ".a.items[]", "--key", "n,m"])
  #expect(output.status == 0 && output.text.contains("n,m · \(FeedText.Key.given)"))
  #expect(try run(["explain", "--feed", path, "--rows", ".a[0]"]).status == 64)
  #expect(try run(["explain", "--feed", path + ".missing"]).status == 66)
  let csv = try run(["explain", "--format", "csv", "--polled"], input: "1;2\n3;4\n")
  #expect(
    csv.text.contains("csv · \(FeedText.Format.given(with: "--format"))")
      && csv.text.contains("+1 −0 ~0")
  )
}

@Test func `explain runs a command once, and reports key problems`() throws {
  let output = try run(["explain", "--", "printf", "a,b\\n1,x\\n2,x\\n"])
  #expect(output.status == 0 && output.text.contains("+2 −0 ~0"), "\(output)")
  let lines = [ExplainText.lines(2, .row), ExplainText.lines(1, .header)]
  #expect(output.text.contains(ExplainText.sum(3, of: lines)))
  #expect(output.text.contains(ExplainText.line(1, .header)))
  let keyed = try run(["explain", "--key", "b", "--", "printf", "a,b\\n1,x\\n2,x\\n"])
  #expect(keyed.text.contains("\(ExplainText.Title.problems)  "))
  let failed = try run(["explain", "--", "false"])
  #expect(failed.errors.contains(NoticeText.commandFailed) && failed.status == 1)
  #expect(try run(["explain", "--feed", "sim:payments"]).status == 64)
}

@Test func `explain prints the columns in the syntax of --columns, and those that are hidden`()
  throws
{
  let rows = (0..<12).map { #"{"id":\#($0),"a.b":"text \#($0)","same":true}"# }
  let output = try run(["explain"], input: rows.joined(separator: "\n"))
  let line = try #require(output.lines.first { $0.hasPrefix(ExplainText.Title.columns) })
  let spec = try #require(line.split(separator: " ").dropFirst().first)
  #expect(spec == #"id,a\.b"#, "\(line)")
  #expect(output.text.contains(ExplainText.hidden(["same"])))
  #expect(output.text.contains(ExplainText.kind("ID", .key)))
  let table = try run(["--once", "--columns", String(spec)], input: rows.joined(separator: "\n"))
  #expect(table.status == 0 && table.errors.isEmpty, "\(table.errors)")
  #expect(table.lines.first?.hasPrefix("ID") == true)
}

@Test func `the lines below a table that are no rows are said, and what is above it is not`() throws
{
  let text = """
    Kernel ranges
    RANGE             SIZE  STATE REMOVABLE  BLOCK
    0x0000-0xbfff       3G online       yes   0-23
    0xc000-0xffff      21G online       yes 32-199

    Memory block size:       128M
    Total online memory:      24G

    """
  let output = try run(["--once", "--output", "jsonl"], input: text)
  #expect(output.status == 0 && output.lines.count == 2)
  #expect(output.errors.contains(NoticeText.legends(2, lines: [6, 7])))
  let rows = text.split(separator: "\n").prefix(4).joined(separator: "\n")
  let other = try run(["--once", "--output", "jsonl"], input: rows + "\n")
  #expect(other.lines.count == 2 && other.errors.isEmpty)
}

@Test func `a header without rows is said to have none, and is no row`() throws {
  let folder = try Folder()
  for (text, line) in [
    ("NAME   READY   STATUS    RESTARTS   AGE\n", 1),
    ("Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n", 1),
    (
      "\n------ Queues --------\nkey        msqid      owner\n\n------ Locks --------\nkey        semid      owner\n\n",
      3
    ),
  ] {
    let path = try folder.file("none.txt", text)
    for arguments in [["--feed", path], ["--", "cat", path]] {
      let output = try run(["--once", "--output", "jsonl"] + arguments)
      #expect(output.status == 0 && output.text.isEmpty)
      #expect(output.errors.contains(NoticeText.noRows(belowLine: line)), "\(text)")
    }
    #expect(try run(["explain", "--feed", path]).text.contains(FeedText.Format.tableHeader))
  }
}
