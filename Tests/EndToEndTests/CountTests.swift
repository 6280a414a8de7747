@testable import Columns
import Foundation
import TerminalTestSupport
import TestSupport
import Testing

@testable import ListViewParts

/// An access log of random requests.
private func accessLog(_ count: Int) -> String {
  var random = SeededGenerator(seed: 7)
  var text = ""
  func any<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &random)]
  }
  for number in 0..<count {
    let status = any([200, 200, 200, 301, 404, 500, 502])
    let path = any(["/checkout", "/api/users/42", "/login", "/search?q=a b"])
    let method = any(["GET", "POST"])
    let time = String(format: "%02d:%02d", number / 60 % 60, number % 60)
    let bytes = Int.random(in: 1..<90_000, using: &random)
    text += "10.0.0.1 - - [27/Nov/2026:10:\(time) +0000] "
    text +=
      "\"\(method) \(path.replacing(" ", with: "%20")) HTTP/1.1\" \(status) \(bytes) \"-\" \"curl/8\"\n"
  }
  return text
}

@Suite struct `Counts at the command line` {
  /// Runs listview on a log, and returns the lines that it prints.
  private func count(_ arguments: [String], of path: String) throws -> [String] {
    let output = try run(arguments + ["--once", "--output", "csv", path])
    #expect(output.status == 0, "\(output.errors)")
    return output.lines.map { String($0) }
  }

  /// The lines that awk(1) computes of the log.
  private func awk(_ program: String, _ path: String) throws -> [String] {
    let output = try run([program, path], program: "/usr/bin/awk")
    return output.lines.map { String($0) }
  }

  @Test func `counts and sums equal those of awk`() throws {
    let folder = try Folder()
    let path = try folder.file("access.log", accessLog(3_000))
    let lines = try count(["--count", "status: count, sum(bytes), max(bytes)"], of: path)
    #expect(lines.first == "status,count,sum(bytes),max(bytes)")
    let program = """
      { n[$9]++; s[$9] += $10; if ($10 > m[$9]) m[$9] = $10 }
      END { for (k in n) printf "%s,%d,%d,%d\\n", k, n[k], s[k], m[k] }
      """
    #expect(try lines.dropFirst().sorted() == awk(program, path).sorted())
    let pairs = try count(["--count", "path, method"], of: path).dropFirst()
      .map { $0.split(separator: ",").prefix(3).joined(separator: ",") }
    let pairProgram = """
      { gsub(/"/, "", $6); n[$7 "," $6]++ } END { for (k in n) printf "%s,%d\\n", k, n[k] }
      """
    #expect(try pairs.sorted() == awk(pairProgram, path).sorted())
    let minutes = try count(["--count", "bucket(time, 1m): count", "--time-zone", "utc"], of: path)
      .dropFirst().map { $0.split(separator: ",")[1] }
    let minuteProgram = """
      { n[substr($4, 14, 5)]++ } END { for (k in n) print k "," n[k] }
      """
    let expected = try awk(minuteProgram, path).sorted().map { $0.split(separator: ",")[1] }
    #expect(minutes == expected)
  }

  @Test func `a field that no row has ends with a status of its own, and prints no rows`() throws {
    let folder = try Folder()
    let path = try folder.file("access.log", accessLog(20))
    let output = try run(["--count", "statsu", "--once", path])
    #expect(output.status == 2)
    #expect(output.text.isEmpty)
    #expect(output.errors.contains(CountMistake.unknownField("statsu", nearest: "status")))
  }

  @Test func `changes of groups are lines in a pipe`() throws {
    let output = try run(
      ["--count", "k: count", "--output", "jsonl"],
      input: #"{"id":1,"k":"a"}"# + "\n" + #"{"id":2,"k":"b"}"# + "\n" + #"{"id":3,"k":"a"}"# + "\n"
    )
    #expect(output.status == 0)
    #expect(output.text.contains(#""row":{"k":"a","count":2}"#))
    #expect(output.text.contains(#""row":{"k":"b","count":1}"#))
  }

  /// The examples of the document.
  private static let examples: [String] = {
    let url = package.appending(path: "Docs/Counts.md")
    let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { $0.hasPrefix("listview --count") }.map {
      String($0)
    }
  }()

  @Test(arguments: examples)
  func `each example of the document prints groups`(example: String) throws {
    let folder = try Folder()
    _ = try folder.file("access.log", accessLog(600))
    let program = builtProgram("listview")
    let command = "exec " + example.replacing(/^listview/, with: "'\(program)'")
    let output = try run(["-c", "cd '\(folder.url.path())' && \(command)"], program: "/bin/sh")
    #expect(output.status == 0, "\(output.errors)")
    #expect(output.errors.isEmpty)
    #expect(output.lines.count > 2)
  }

  @Test func `there are examples`() { #expect(Self.examples.count >= 6) }
}
