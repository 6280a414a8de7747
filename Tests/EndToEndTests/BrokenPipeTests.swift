import Foundation
import TerminalTestSupport
import Testing

import Glibc

/// Rows that no pipe takes at once.
private let rows = (0..<20_000).map { #"{"id":\#($0),"status":"pending"}"# }.joined(separator: "\n")

/// The end of a program whose reader leaves after the first line, and its messages; it may be started with
/// SIGPIPE ignored, as by systemd and by Python.
private func runToLeavingReader(
  _ command: [String],
  ignores: Bool
) throws -> (status: String, errors: String) {
  let folder = try Folder()
  let path = try folder.file("feed", rows + "\n")
  let errors = folder.url.appending(path: "errors").path()
  let words = command.map { "'" + $0.replacing("FEED", with: path) + "'" }.joined(separator: " ")
  let script = """
    \(ignores ? "trap '' PIPE" : "trap - PIPE")
    { \(words) 2> '\(errors)'; echo $? > '\(folder.url.path())/status'; } | head -n 1 > /dev/null
    """
  let process = Process()
  process.executableURL = URL(filePath: "/bin/bash")
  process.arguments = ["-c", script]
  process.environment = ["PATH": "/usr/bin:/bin", "XDG_CONFIG_HOME": "/dev/null"]
  process.standardInput = FileHandle.nullDevice
  try process.run()
  process.waitUntilExit()
  func text(_ name: String) throws -> String {
    try String(contentsOf: folder.url.appending(path: name), encoding: .utf8)
  }
  return (try text("status").trimmingCharacters(in: .newlines), try text("errors"))
}

@Test(arguments: [
  ["--feed", "FEED"], ["--feed", "FEED", "--until", "status=failed"],
  ["--feed", "FEED", "--output", "jsonl"], ["--once", "FEED"],
  ["--once", "FEED", "--output", "csv"],
  ["--once", "FEED", "--output", "json"], ["--once", "FEED", "--output", "jsonl"],
  ["--once", "FEED", "--output", "markdown"], ["--stream", "--", "cat", "FEED"],
  ["diff", "/dev/null", "FEED"], ["diff", "/dev/null", "FEED", "--output", "jsonl"],
  ["simulate", "--instant", "--count", "2000"],
  // Output that never changes is never written again.
  ["--", "head", "-n", "2", "FEED"],
])
func `the program exits quietly when the reader of its output exits early`(
  arguments: [String]
) throws {
  for ignores in [false, true] {
    let end = try runToLeavingReader([builtProgram("listview")] + arguments, ignores: ignores)
    #expect(end.status == "\(128 + SIGPIPE)", "\(arguments), ignored: \(ignores)")
    #expect(end.errors.isEmpty, "\(arguments), ignored: \(ignores)")
  }
}

@Test func `cat exits the same way when the reader of its output exits`() throws {
  let end = try runToLeavingReader(["cat", "FEED"], ignores: false)
  #expect(end.status == "\(128 + SIGPIPE)" && end.errors.isEmpty, "\(end)")
}
