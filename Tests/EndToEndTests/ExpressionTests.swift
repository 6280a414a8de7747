@testable import Columns
import Foundation
import TerminalTestSupport
import TestSupport
import Testing

@testable import ListViewParts

private let disks = """
  {"id":"a","used":30,"size":80,"state":"idle","created":"2026-11-27T10:00:00Z"}
  {"id":"b","used":7,"size":9,"state":"running","created":"2026-11-28T10:00:00Z"}
  {"id":"c","used":1,"size":40,"state":"idle","created":"2026-11-28T11:00:00Z"}
  {"id":"a","used":45,"size":80,"state":"running","created":"2026-11-27T10:00:00Z"}

  """

@Suite struct `Expressions at the command line` {
  private func listview(_ arguments: [String], _ input: String = disks) throws -> Output {
    try run(arguments, input: input)
  }

  @Test func `computed columns equal those of awk`() throws {
    let numbers = (1...200).map { ($0 * 7 % 91, $0 * 13 % 57 + 1) }
    let csv = "id,a,b\n" + numbers.enumerated().map { "\($0),\($1.0),\($1.1)\n" }.joined()
    let output = try listview(
      ["--once", "--output", "csv", "--columns", "id,s=a + b * 2,r=a % b,c=if(a>40, 1, 0)"],
      csv
    )
    let program = #"NR>1 { printf "%s,%d,%d,%d\n", $1, $2+$3*2, $2%$3, ($2>40) }"#
    let expected = try run(["-F,", program], input: csv, program: "/usr/bin/awk")
    let (lines, wanted) = (
      output.lines.dropFirst().map(String.init), expected.lines.map(String.init)
    )
    #expect(lines == wanted)
  }

  @Test func `what is only filtered by is not written`() throws {
    let csv = try listview(["--once", "--output", "csv", "--filter", "(used / size)>0.5"])
    #expect(csv.lines.first == "id,used,size,state,created")
    #expect(csv.lines.count == 3)
    let json = try listview(["--once", "--output", "jsonl", "--sort", "-used / size"])
    let starts = json.lines.map { String($0.prefix(9)) }
    #expect(starts == [#"{"id":"b""#, #"{"id":"a""#, #"{"id":"c""#])
  }

  @Test func `computed fields are members of the rows that are written`() throws {
    let output = try listview(
      ["--once", "--output", "jsonl", "--columns", "*,d=delta(used)", "--filter", "d>10"]
    )
    let starts = output.lines.map { String($0.prefix(16)) }
    #expect(starts == [#"{"d":15,"id":"a""#])
  }

  @Test func `changes in a pipe have computed values`() throws {
    let output = try listview(["--columns", "id,state,d=delta(used)", "--filter", "changed(state)"])
    #expect(output.status == 0, "\(output.errors)")
    #expect(output.text.contains(/\+ a +running +15/))
    #expect(!output.text.contains("+ b"))
  }

  @Test func `a field that an expression names and no row has is an error`() throws {
    let output = try listview(["--once", "--columns", "id,x=usde / size"])
    #expect(output.status == 2)
    #expect(output.errors.contains("usde"))
  }

  @Test func `a function that lacks its time says so`() throws {
    let output = try listview(["--once", "--columns", "id,x=avg(used)"])
    #expect(output.status == 2)
    #expect(output.errors.contains(ExpressionMistake.noWindow("avg(used)")))
  }

  @Test(arguments: ["x=delta()", "x=(used", "x=since(used, 5m)"])
  func `a mistake in a column points at it`(columns: String) throws {
    let output = try listview(["--once", "--columns", columns])
    #expect(output.status == 64)
    #expect(output.errors.contains("--columns"))
  }

  /// The examples of the document that end by themselves.
  private static let examples: [String] = {
    let url = package.appending(path: "Docs/Expressions.md")
    let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter {
      $0.hasPrefix("listview -") && $0.contains("--once")
    }
    .map { String($0) }
  }()

  @Test(arguments: examples)
  func `each example of the document prints rows`(example: String) throws {
    let folder = try Folder()
    _ = try folder.file("disks.jsonl", disks)
    let program = builtProgram("listview")
    let command = "exec " + example.replacing(/^listview/, with: "'\(program)'")
    let output = try run(["-c", "cd '\(folder.url.path())' && \(command)"], program: "/bin/sh")
    #expect(output.status == 0, "\(output.errors)")
    #expect(output.errors.isEmpty)
    #expect(output.lines.count > 2)
  }

  @Test func `there are examples`() { #expect(Self.examples.count >= 6) }
}
