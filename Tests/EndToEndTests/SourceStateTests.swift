@testable import FeedSources
@testable import listview
import FeedValues
import ListViewParts
import Foundation
import TerminalTestSupport
import Testing

@Test func `a stream that is down is not live, and the reason disappears when it recovers`() throws
{
  let folder = try Folder()
  let gate = folder.url.appending(path: "gate").path()
  let script = """
    test -e '\(gate)' || { echo 'curl: (7) Failed to connect' >&2; exit 7; }
    echo '{"id":1}'; sleep 1000
    """
  let terminal = try listview("--stream", "--", "sh", "-c", script)
  #expect(terminal.waits(for: SourceOutage.Text.reconnecting))
  #expect(terminal.waits(for: "\(FeedText.Source.exitStatus(7)): curl: (7) Failed to connect"))
  #expect(!terminal.emulator.line(0).contains(FeedState.Text.live))
  try Data().write(to: URL(filePath: gate))
  #expect(terminal.waits(for: rowCount(1)))
  #expect(
    terminal.wait {
      terminal.emulator.line(0).contains(FeedState.Text.live)
        && terminal.line(of: "curl: (7)") == nil
    }
  )
  terminal.send("q")
  #expect(terminal.waitForExit() == 0)
}

@Test func `a failing command is not live until a run succeeds`() throws {
  let folder = try Folder()
  let gate = folder.url.appending(path: "gate").path()
  let script = """
    test -e '\(gate)' && { echo 'ERROR:  no such table' >&2; echo 'LINE 1: x' >&2; echo '  ^' >&2; exit 1; }
    echo '[{"id":1}]'
    """
  let terminal = try listview("--every", "0.1", "--", "sh", "-c", script)
  #expect(terminal.waits(for: live(1)))
  try Data().write(to: URL(filePath: gate))
  #expect(terminal.waits(for: SourceOutage.Text.failing))
  #expect(terminal.waits(for: "ERROR:  no such table · \(FeedText.Source.exitStatus(1))"))
  #expect(terminal.emulator.line(0).contains(rowCount(1)))
  #expect(!terminal.emulator.line(0).contains(FeedState.Text.live))
  try FileManager.default.removeItem(atPath: gate)
  #expect(terminal.waits(for: live(1)))
  #expect(terminal.wait { terminal.line(of: "ERROR") == nil })
  terminal.send("q")
  #expect(terminal.waitForExit() == 0)
}

@Test func `a deleted file is not live`() throws {
  let folder = try Folder()
  let path = try folder.file("feed", "{\"id\":1}\n")
  let terminal = try listview("--feed", path)
  #expect(terminal.waits(for: live(1)))
  try FileManager.default.removeItem(atPath: path)
  #expect(terminal.waits(for: SourceOutage.Text.missing))
  _ = try folder.file("feed", "{\"id\":2}\n")
  #expect(terminal.wait { terminal.emulator.line(0).contains(FeedState.Text.live) })
}

@Test func `the title counts the sources that are down`() throws {
  let folder = try Folder()
  let (one, two) = (try folder.file("one", "{\"id\":1}\n"), try folder.file("two", "{\"id\":2}\n"))
  let terminal = try listview("--feed", one, "--feed", two)
  #expect(terminal.waits(for: rowCount(2)))
  try FileManager.default.removeItem(atPath: two)
  #expect(terminal.waits(for: SourceOutage.Text.some(1, of: 2, SourceOutage.Text.missing)))
}

@Test func `every rewrite of a document in place is shown`() throws {
  let folder = try Folder()
  let half = String(repeating: "x", count: 1_000)
  func document(_ number: Int) -> String {
    "[{\"id\":1,\"n\":\(100 + number),\"text\":\"\(half)\"},{\"id\":2,\"text\":\"\(half)\"}]\n"
  }
  let path = try folder.file("feed", document(0))
  let terminal = try listview("--feed", path, "--columns", "id,n")
  #expect(terminal.waits(for: "100"))
  for number in 1...30 {
    let file = open(path, O_WRONLY | (number.isMultiple(of: 2) ? O_TRUNC : 0))
    let bytes = Array(document(number).utf8)
    #expect(write(file, bytes, bytes.count) == bytes.count)
    close(file)
    #expect(terminal.waits(for: "\(100 + number)"), "\(number)")
  }
}

@Test func `--secure runs no command and writes no file`() throws {
  let folder = try Folder()
  let feed = try folder.file("feed", "{\"id\":1,\"name\":\"a\"}\n")
  let record = folder.url.appending(path: "recording").path()
  for (arguments, environment) in [
    (["--secure", "--", "echo", "{}"], [:]),
    (["--secure", "--feed", feed, "--record", record], [:]),
    (["--secure", "--feed", feed, "--on-change", "true"], [:]),
    (["--", "echo", "{}"], ["LISTVIEW_SECURE": "1"]),
  ] as [([String], [String: String])] {
    let output = try run(arguments, environment: environment)
    #expect(output.status == 64 && output.errors.contains("--secure"), "\(arguments)")
    #expect(output.text.isEmpty)
  }
  #expect(!FileManager.default.fileExists(atPath: record))
  let state = folder.url.appending(path: "state").path()
  let terminal = try listview(
    ["--secure", "--feed", feed],
    environment: ["XDG_STATE_HOME": state]
  )
  #expect(terminal.waits(for: rowCount(1)))
  terminal.send("c\u{1B}[B \rq")
  #expect(terminal.waitForExit() == 0)
  #expect(!FileManager.default.fileExists(atPath: state))
  #expect(try run(["--secure", "--feed", feed]).lines.count == 1)
}

@Test func `a damaged column file is set aside, and columns are saved again`() throws {
  let folder = try Folder()
  let state = folder.url.appending(path: "listview")
  try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
  let path = state.appending(path: "columns").path()
  try Data("\u{1}garbage".utf8).write(to: URL(filePath: path))
  let feed = try folder.file("feed", "{\"id\":1,\"name\":\"a\",\"kind\":\"b\"}\n")
  let environment = ["XDG_STATE_HOME": folder.url.path()]
  let terminal = try listview(["--feed", feed], environment: environment)
  #expect(terminal.waits(for: NoticeText.notLoaded))
  terminal.send("c\u{1B}[B \r")
  #expect(terminal.wait { FileManager.default.fileExists(atPath: path) })
  terminal.send("q")
  #expect(terminal.waitForExit() == 0)
  #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("listview columns 1\n"))
  #expect(try String(contentsOfFile: path + ".damaged", encoding: .utf8) == "\u{1}garbage")
  var status = stat()
  #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
}

@Test func `the size of a list is also limited in bytes`() throws {
  let folder = try Folder()
  let text = String(repeating: "x", count: 10_000)
  let feed = try folder.file(
    "feed",
    (0..<100).map { "{\"id\":\($0),\"text\":\"\(text)\"}\n" }.joined()
  )
  for (limit, rows) in [("100KB", 9), ("20,100KB", 9), ("5,100KB", 5)] {
    let terminal = try listview("--feed", feed, "--limit", limit)
    #expect(terminal.waits(for: rowCount(rows)), "\(limit)")
  }
  for limit in ["0", "-1", "x", "5,5", "1MB,1MB", "9999999999999GB", ""] {
    #expect(try run(["--feed", feed, "--limit", limit]).status == 64, "\(limit)")
  }
}
