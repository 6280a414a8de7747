import Columns
import ListViewParts
import Foundation
import TerminalTestSupport
import Testing

/// Values with which former versions ended by a signal.
private let hostile = [
  #"{"id":1,"created":-9223372036854775808}"#, #"{"id":1,"created":"2262-04-11T23:47:16.9Z"}"#,
  #"{"id":1,"created":"1677-09-21T00:12:44Z","at":"1677-09-21T00:12:44Z"}"#,
  #"{"id":1,"amount":1e-9223372036854775808,"currency":"usd"}"#,
  #"{"id":1,"amount":1e9223372036854775807,"currency":"jpy","object":"charge"}"#,
  #"{"id":1,"bytes":\#(String(repeating: "9", count: 44))}"#,
  #"{"id":1,"n":1e40,"duration_ms":1e308}"#,
  #"{"at":-9223372036854775808,"rows":[{"id":1,"n":1}]}"#,
]

@Test(arguments: hostile)
func `a hostile value crashes no view of a feed`(value: String) throws {
  let folder = try Folder()
  let field = ["created", "amount", "bytes", "n"].first { value.contains("\"\($0)\"") } ?? "n"
  let feed = try folder.file("feed", value + "\n" + #"{"id":2,"\#(field)":5}"# + "\n")
  for arguments in [
    ["--once"], ["--once", "--sort", "-\(field)"], ["--once", "--group", field], [],
    ["--output", "jsonl"], ["--once", "--filter", "\(field)>-5m"], ["explain"],
    ["diff", feed, feed],
    ["--once", "--columns", "\(field):money,\(field):bytes"].dropLast() + ["\(field):ago"],
  ] {
    let isDiff = arguments.first == "diff"
    let output = try run(arguments + (isDiff ? [] : ["--feed", feed]))
    #expect(output.status == 0, "\(arguments): \(output)")
  }
  let terminal = try listview("--feed", feed, "--summary", "avg:\(field),sum:\(field),max:\(field)")
  #expect(terminal.wait { terminal.emulator.text.joined().contains("avg \(field)") })
  terminal.send("q")
  #expect(terminal.waitForExit() == 0)
}

private func write(_ term: String, or other: String? = nil) -> String {
  Filter.Text.write(term, or: other)
}

/// The problem of a field that is compared with a number and never holds one.
private func problem(_ field: String, _ kind: String, _ example: String, _ advice: String) -> String
{
  Filter.Text.typeProblem(
    field,
    holds: kind,
    example: example,
    not: Filter.Text.numbers,
    advice: advice
  )
}

@Test func `a comparison that can match no row is reported on standard error`() throws {
  let list = #"[{"id":1,"name":"ant","latency":"49ms"},{"id":2,"name":"bee","latency":"51ms"}]"#
  for arguments in [["--once"], []] {
    let words = try run(arguments + ["--filter", "name>5"], input: list)
    #expect(
      words.errors.contains(
        problem("name", Filter.Text.text, "ant", write("name=ant", or: "name~ant"))
      )
    )
    let spans = try run(arguments + ["--filter", "latency>50"], input: list)
    #expect(
      spans.errors.contains(problem("latency", Filter.Text.spans, "49ms", write("latency>49ms"))),
      "\(spans)"
    )
  }
  let right = try run(["--once", "--filter", "latency>50ms"], input: list)
  #expect(right.errors.isEmpty && right.lines.count == 2)
}
