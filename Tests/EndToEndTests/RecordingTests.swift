@testable import FeedSources
import FeedValues
import Foundation
import TerminalTestSupport
import Testing

@testable import listview

import Glibc

@Test func `a killed recording has lost at most its last line`() throws {
  let folder = try Folder()
  for (feed, seed) in [("sim:prices?rate=1000", 1), ("sim:payments?rate=1000&encoding=events", 2)] {
    let record = folder.url.appending(path: "record\(seed)")
    let program = try RunningProgram(
      ["--feed", feed, "--record", record.path()],
      readsOutput: false
    )
    #expect(waits { ((try? Data(contentsOf: record))?.count ?? 0) > 200_000 })
    kill(program.identifier, SIGKILL)
    #expect(program.waitForEnd() == -SIGKILL)
    let text = String(decoding: try Data(contentsOf: record), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for line in lines.dropLast() {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }
    // Every line but, perhaps, the last is played.
    let output = try run(["explain", "--feed", record.path()])
    let values = output.lines.first { $0.hasPrefix(ExplainText.Title.values) }?.split(
      separator: " "
    ).last
    #expect(values == "\(lines.count - 1)", "\(output.text)")
    let again = try run(["--feed", record.path()])
    #expect(again.status == 0 && !again.lines.isEmpty)
  }
}

@Test func `several feeds are shown as one list, and its recording plays back the same`() throws {
  let folder = try Folder()
  let first = try folder.file("a.jsonl", #"[{"id":1,"n":1},{"id":2,"n":1}]"# + "\n")
  let second = try folder.file("b.log", "{\"msg\":\"x\"}\nplain\n{\"msg\":\"x\"}\n")
  let record = folder.url.appending(path: "record").path()
  let input = "[{\"id\":2,\"n\":3}]\noops\n[{\"id\":3,\"n\":3}]\n"
  let live = try run(
    ["--feed", first, "--feed", second, "--feed", "-", "--record", record],
    input: input
  )
  #expect(live.status == 0)
  #expect(live.errors.contains("(stdin)") || live.errors.isEmpty, "\(live.errors)")
  for start in ["+ a.jsonl/1 ", "+ a.jsonl/2 ", "+ stdin/2 ", "+ stdin/3 ", "- stdin/2 "] {
    #expect(live.lines.contains { $0.hasPrefix(start) }, "\(start): \(live.text)")
  }
  #expect(live.lines.count { $0.hasPrefix("+ b.log/") } == 3, "\(live.text)")
  let again = try run(["--feed", record])
  // Columns are chosen from what arrives first: the lines are the same but for their summaries.
  let headers = { (output: Output) in output.lines.map { $0.split(separator: " ").prefix(2) } }
  #expect(headers(again) == headers(live))
}

@Test func `a FIFO and files are shown as one list, and the FIFO may end`() throws {
  let folder = try Folder()
  let fifo = folder.url.appending(path: "fifo").path()
  try #require(mkfifo(fifo, 0o600) == 0)
  let path = try folder.file("feed", #"[{"id":"file"}]"# + "\n")
  let second = try folder.file("second", #"{"id":"file"}"# + "\n")
  let terminal = try listview(
    "--feed",
    fifo,
    "--feed",
    path,
    "--feed",
    second,
    columns: 120
  )
  #expect(terminal.waits(for: "fifo + feed + second"))
  let writer = try FileHandle(forWritingTo: URL(filePath: fifo))
  try writer.write(contentsOf: Data(#"[{"id":"written"}]"#.utf8 + [0x0A]))
  try writer.close()
  #expect(terminal.waits(for: "written"))
  #expect(terminal.waits(for: "SOURCE"))
  try folder.append(#"[{"id":"file"},{"id":"grown"}]"# + "\n", to: "feed")
  #expect(terminal.waits(for: "grown"))
  #expect(terminal.line(of: "written") != nil)
  terminal.send("q")
  #expect(terminal.waitForExit() == 0)
}

@Test(.enabled(if: canRunAsSomebodyElse))
func `a file that becomes unreadable keeps its rows, and continues when it is readable again`()
  throws
{
  let folder = try Folder()
  let path = try folder.file("feed", "[{\"id\":\"first\"}]\n")
  chmod(folder.url.path(), 0o755)
  chmod(path, 0o644)
  let terminal = try PseudoTerminal(
    "/usr/bin/setpriv",
    [
      "--reuid=65534", "--regid=65534", "--clear-groups", builtProgram("listview"), "--feed", path,
    ],
    columns: 120,
    lines: 24,
    // The configuration of root may not be readable.
    environment: ["TZ": "UTC", "XDG_CONFIG_HOME": folder.url.path()]
  )
  #expect(terminal.waits(for: "first"))
  chmod(path, 0)
  #expect(terminal.waits(for: FeedText.Source.unreadable))
  #expect(terminal.line(of: "first") != nil)
  // Another file, that may not be read either.
  let next = try folder.file("next", "[{\"id\":\"second\"}]\n")
  chmod(next, 0)
  rename(next, path)
  #expect(terminal.waits(for: FeedText.Source.cannotOpen("Permission denied")))
  #expect(terminal.line(of: "first") != nil)
  chmod(path, 0o644)
  #expect(terminal.waits(for: "second"))
  terminal.send("q")
  #expect(terminal.waitForExit() == 0)
}

/// Permissions are not an obstacle to root: as root, the program is run as somebody else, if that one can
/// reach it.
private let canRunAsSomebodyElse: Bool = {
  guard geteuid() == 0 else { return false }
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/setpriv")
  process.arguments = [
    "--reuid=65534", "--regid=65534", "--clear-groups", builtProgram("listview"), "--version",
  ]
  process.standardOutput = FileHandle.nullDevice
  process.standardError = FileHandle.nullDevice
  guard (try? process.run()) != nil else { return false }
  process.waitUntilExit()
  return process.terminationStatus == 0
}()
