import Foundation
import ListViewParts
import TerminalTestSupport
import Testing

import Glibc

/// Feeds that take long, whatever is done with them.
private enum LargeFeed: String, CaseIterable {
  /// 60,000 rows.
  case rows
  /// One row with 100,000 members.
  case members
  /// The same row, with other values.
  case otherMembers
  /// One row with a text of 5 MB, and another one.
  case text
  /// A line of 5 MB, and another one.
  case line

  /// The path of the file.
  var path: String { Self.files[self] ?? "" }

  private static let files: [LargeFeed: String] = {
    var files: [LargeFeed: String] = [:]
    for feed in allCases { files[feed] = try? largeFeeds.file(feed.rawValue, feed.contents) }
    return files
  }()

  private var contents: String {
    switch self {
    case .rows:
      (0..<60_000).map {
        let text = "content \($0 * 7919 % 60_000)"
        return #"{"id":\#($0),"status":"s\#($0 % 7)","amount":\#($0 % 9_973),"text":"\#(text)"}"#
          + "\n"
      }
      .joined()
    case .members: Self.row { $0 }
    case .otherMembers: Self.row { $0 + 1 }
    case .text:
      #"{"id":1,"text":""# + String(repeating: "lorem ipsum ", count: 425_000)
        + "\"}\n{\"id\":2}\n"
    case .line: String(repeating: "x y ", count: 1_250_000) + "\nshort\n"
    }
  }

  private static func row(_ value: (Int) -> Int) -> String {
    let members = (0..<100_000).map { "\"k\($0)\":\(value($0))" }
    return "{\"id\":1,\"a\":{\(members.joined(separator: ","))}}\n"
  }
}

/// The folder of the large feeds, which is removed when the tests end.
private nonisolated(unsafe) let largeFeeds: Folder = {
  atexit { try? FileManager.default.removeItem(at: largeFeeds.url) }
  do { return try Folder() } catch { fatalError("\(error)") }
}()

/// The processor time of a process, in seconds; nil if it has ended.
private func processorTime(of process: pid_t) -> Double? {
  let data = FileManager.default.contents(atPath: "/proc/\(process)/stat") ?? Data()
  // The state follows the name, which is in parentheses, and the times are ten fields later (proc_pid_stat(5)).
  let text = String(decoding: data, as: UTF8.self)
  let fields = text.split(separator: ")").last?.split(separator: " ")
  guard let fields, fields.count > 12, fields[0] != "Z", let user = Double(fields[11]),
    let system = Double(fields[12])
  else { return nil }
  return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
}

/// The time that a signal may take.
///
/// Half a second is for the loop to take it by itself; the rest is for machines that do much else.
private let patience = 15.0

/// Waits until a process has computed for a while longer, or rests.
private func letWork(_ process: pid_t, _ read: () -> Void) {
  guard let start = processorTime(of: process) else { return }
  var (last, quiet) = (start, 0)
  while let time = processorTime(of: process), time < start + 0.2, quiet < 40 {
    quiet = time > last ? 0 : quiet + 1
    last = time
    read()
    usleep(10_000)
  }
}

@Test(arguments: [
  ["--once", "--feed", LargeFeed.rows.path], ["--once", "--feed", LargeFeed.members.path],
  ["--once", "--output", "csv", "--feed", LargeFeed.rows.path],
  ["--once", "--output", "markdown", "--feed", LargeFeed.members.path],
  ["--once", "--sort", "text", "--group", "status", "--feed", LargeFeed.rows.path],
  ["--once", "--filter", "~c.*9", "--feed", LargeFeed.rows.path],
  ["--feed", LargeFeed.rows.path], ["--feed", LargeFeed.text.path],
  ["--feed", LargeFeed.members.path, "--feed", LargeFeed.otherMembers.path],
  ["explain", "--feed", LargeFeed.rows.path], ["explain", "--feed", LargeFeed.members.path],
  ["diff", LargeFeed.members.path, LargeFeed.otherMembers.path],
  ["diff", LargeFeed.rows.path, LargeFeed.text.path],
])
func `SIGTERM ends a command in the middle of its work`(arguments: [String]) throws {
  let program = try RunningProgram(arguments, readsOutput: false)
  letWork(program.identifier) {}
  let start = Date()
  kill(program.identifier, SIGTERM)
  let status = program.waitForEnd()
  // A quick machine may have finished what a slow one takes minutes for.
  #expect([-SIGTERM, 0, 1].contains(status), "\(status ?? 0)")
  #expect(Date().timeIntervalSince(start) < patience)
}

/// The work that is asked for by keys.
private let works: [(feed: LargeFeed, keys: String)] = [
  (.rows, "/content 99\r"), (.rows, "/[0-9]{9}x?:"), (.rows, "&text~9.*9"), (.rows, "&text~9.*9\r"),
  (.rows, ":sort text\r"), (.rows, ":sort text\r:group status\r"), (.rows, ":group text\r"),
  (.rows, ":summary sum:amount,tally:status\r"), (.rows, ":filter text=con\t"),
  (.rows, ":columns -id,*\r"), (.rows, "GgGg"), (.rows, "\rE/99"),
  (.text, "\rE/sum\r"), (.text, "&ipsum lorem"), (.text, "yY"),
  (.line, "\rE/y x"), (.line, ":sort value\r"),
  (.members, "\rE"), (.members, "\rE/k999"), (.members, "&k999=1"), (.members, "yY"),
]

@Test(arguments: works.indices)
func `SIGTERM restores the terminal in the middle of any work`(index: Int) throws {
  let (feed, keys) = works[index]
  let terminal = try listview("--feed", feed.path)
  #expect(terminal.wait { terminal.emulator.text.contains { $0.contains(FeedState.Text.live) } })
  terminal.send(keys)
  letWork(terminal.process) { terminal.wait(seconds: 0.01) { false } }
  try expectEnd(of: terminal, by: SIGTERM, "\(feed) \(keys)")
}

@Test(arguments: ["csv", "txt", "json", "md"])
func `SIGTERM leaves no file that is not complete`(format: String) throws {
  let folder = try Folder()
  let path = folder.url.appending(path: "part.\(format)").path()
  let terminal = try listview("--feed", LargeFeed.rows.path)
  #expect(terminal.waits(for: rowCount(60_000)))
  terminal.send(":write \(path)\r")
  #expect(terminal.wait { access(path, F_OK) == 0 })
  try expectEnd(of: terminal, by: SIGTERM, format)
  let lines = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n").count
  #expect(lines.map { $0 >= 60_000 } ?? true, "\(format): \(lines ?? 0) lines")
}

@Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
func `a signal is obeyed while a row is compared with the one before`(signal: Int32) throws {
  let folder = try Folder()
  let row = try String(contentsOfFile: LargeFeed.members.path, encoding: .utf8)
  let path = try folder.file("feed", row)
  let terminal = try listview("--feed", path)
  #expect(terminal.waits(for: rowCount(1)))
  let other = try String(contentsOfFile: LargeFeed.otherMembers.path, encoding: .utf8)
  try folder.append(other, to: "feed")
  letWork(terminal.process) { terminal.wait(seconds: 0.01) { false } }
  try expectEnd(of: terminal, by: signal, "a row that changes")
}

@Test(arguments: ["/", "&", ":", "&text~", "&status=", ":sort ", ":filter text=", "/[", "&("])
func `a line of 5,000 characters blocks neither keys nor signals`(start: String) throws {
  let terminal = try listview("--feed", demo)
  #expect(terminal.waits(for: "/90"))
  terminal.send(start + String(repeating: "[(ab", count: 1_250))
  terminal.send("\u{1B}")
  // Escape closes the prompt, which shows the keys again.
  #expect(terminal.wait(seconds: patience) { terminal.line(of: helpHint) != nil })
  terminal.send(start + String(repeating: "x", count: 5_000))
  try expectEnd(of: terminal, by: SIGTERM, start)
}

private func expectEnd(of terminal: PseudoTerminal, by signal: Int32, _ what: String) throws {
  let fresh = try PseudoTerminal("/bin/sleep", ["60"]).settings
  let start = Date()
  kill(terminal.process, signal)
  terminal.wait(seconds: patience) { processorTime(of: terminal.process) == nil }
  #expect(Date().timeIntervalSince(start) < patience, "\(what)")
  if processorTime(of: terminal.process) != nil { kill(terminal.process, SIGKILL) }
  #expect(terminal.waitForExit() & 0x7F == signal, "\(what)")
  let emulator = terminal.emulator
  #expect(!emulator.isAlternate && emulator.isCursorVisible, "\(what)")
  #expect(emulator.modes[2004] != true, "\(what)")
  #expect(terminal.settings == fresh, "\(what)")
}
