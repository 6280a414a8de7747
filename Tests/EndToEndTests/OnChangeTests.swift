@testable import FeedSources
@testable import listview
import FeedValues
import Foundation
import ListViewParts
import TerminalTestSupport
import Testing

private func job(_ id: Int, _ status: String) -> String {
  #"{"id":"job\#(id)","status":"\#(status)"}"# + "\n"
}

/// A file as it is now; nothing if there is none.
private func text(_ folder: Folder, _ name: String) -> String {
  (try? String(contentsOf: folder.url.appending(path: name), encoding: .utf8)) ?? ""
}

@Test func `a command gets changes as lines and in its environment, later ones together`()
  throws
{
  let folder = try Folder()
  let path = try folder.file("feed", job(1, "pending"))
  let out = folder.url.appending(path: "out").path()
  let counts = #"$LISTVIEW_INSERTED/$LISTVIEW_DELETED/$LISTVIEW_CHANGED $LISTVIEW_KEY"#
  // The last line is written last.
  let terminal = try listview(
    "--feed",
    path,
    "--on-change",
    #"{ cat; echo "\#(counts)"; echo end; } >> "\#(out)""#
  )
  #expect(terminal.waits(for: live(1)))
  try folder.append(job(1, "failed"), to: "feed")
  #expect(terminal.wait { text(folder, "out").contains("end\n") })
  let first = "~ job1 status: pending → failed\n0/0/1 job1\nend\n"
  #expect(text(folder, "out") == first)
  // Until two seconds have passed, the changes wait for each other.
  try folder.append(job(2, "$(touch evil)"), to: "feed")
  #expect(terminal.waits(for: live(2)))
  try folder.append(job(3, "done"), to: "feed")
  #expect(terminal.waits(for: live(3)))
  #expect(terminal.wait { text(folder, "out").count > first.count + 10 })
  #expect(terminal.wait { text(folder, "out").hasSuffix("end\n") })
  let second = text(folder, "out").dropFirst(first.count)
  #expect(second.hasPrefix("+ job2"), "\(second)")
  if !second.contains("+ job3") {
    // The machine was too slow for both to come within two seconds.
    #expect(terminal.wait { text(folder, "out").contains("+ job3") })
  } else {
    #expect(second.contains("\n2/0/0 job2\n"))
  }
  terminal.send("q")
  #expect(terminal.waitForExit() == 0)
}

@Test
func `a failing command is reported, and a hanging one ends with the program`()
  throws
{
  let folder = try Folder()
  let path = try folder.file("feed", job(1, "pending"))
  let failing = try listview("--feed", path, "--on-change", "echo no bus >&2; exit 3")
  #expect(failing.waits(for: live(1)))
  try folder.append(job(1, "failed"), to: "feed")
  #expect(failing.waits(for: NoticeText.onChange("\(FeedText.Source.exitStatus(3)): no bus")))
  failing.send("q")
  #expect(failing.waitForExit() == 0)

  let out = folder.url.appending(path: "pid").path()
  let hanging = try listview("--feed", path, "--on-change", "echo $$ > '\(out)'; sleep 600")
  #expect(hanging.waits(for: live(1)))
  try folder.append(job(1, "done"), to: "feed")
  #expect(hanging.wait { text(folder, "pid").hasSuffix("\n") })
  // Keys go on meanwhile.
  hanging.send("?")
  #expect(hanging.waits(for: "─ \(HelpPane.Text.title) ─"))
  hanging.send("?q")
  #expect(hanging.waitForExit() == 0)
  let process = try #require(Int32(text(folder, "pid").trimmingCharacters(in: .newlines)))
  #expect(kill(process, 0) == -1)
}

@Test func `the bell rings on a change, but not for initial rows`() throws {
  let folder = try Folder()
  let path = try folder.file("feed", job(1, "pending"))
  let terminal = try listview("--feed", path, "--bell")
  #expect(terminal.waits(for: live(1)))
  // Answers to questions about the terminal may end in BEL too; none is sent by the program.
  #expect(!terminal.bells)
  // Rows that come before the program has seen the end of the file are not a change: some more may have to.
  #expect(
    terminal.wait {
      try? folder.append(job(1, "failed") + job(1, "pending"), to: "feed")
      return terminal.bells
    }
  )
  terminal.send("q")
  #expect(terminal.waitForExit() == 0)
}

@Test func `in a pipe the command of a file that is not followed gets no changes`() throws {
  let output = try run(["--feed", demo, "--no-follow", "--on-change", "echo heard >&2; exit 3"])
  #expect(
    output.status == 0 && output.errors.isEmpty && output.lines.count > 90,
    "\(output.errors)"
  )
  #expect(try run(["--feed", demo, "--bell"]).status == 0)
  #expect(try run(["--feed", demo, "--on-change", " "]).status == 64)
}

extension PseudoTerminal {
  /// Whether a BEL was sent that ends no control string.
  fileprivate var bells: Bool {
    var isInString = false
    for (byte, next) in zip(bytes, bytes.dropFirst() + [0]) {
      if byte == 0x1B, next == UInt8(ascii: "]") { isInString = true }
      if byte == 0x1B, next == UInt8(ascii: "\\") { isInString = false }
      if byte == 0x07 {
        if !isInString { return true }
        isInString = false
      }
    }
    return false
  }
}

/// The processes that hold an environment variable, by proc(5).
private func processes(with variable: String) -> Set<Int32> {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
  return Set(
    names.compactMap { Int32($0) }.filter { process in
      let text = FileManager.default.contents(atPath: "/proc/\(process)/environ") ?? Data()
      return text.split(separator: 0).contains(Data(variable.utf8)[...])
    }
  )
}

@Test func `nothing that a command started outlives the program, wherever it hides`()
  throws
{
  let folder = try Folder()
  let (name, tag) = ("LISTVIEW_TEST", UUID().uuidString)
  let path = try folder.file("feed", job(1, "pending"))
  let out = folder.url.appending(path: "out").path()
  // One run leaves a session of its own behind, the other one goes on; both refuse to be asked.
  let script = #"trap "" TERM HUP; (setsid sleep 601 &); echo $LISTVIEW_KEY >> '\#(out)'; "#
  for (rest, signal) in [("true", SIGTERM), ("sleep 602 & sleep 603", SIGHUP), ("true", 0)] {
    for command in [
      [], ["--every", "0.2", "--", "sh", "-c", "(setsid sleep 604 &); cat '\(path)'"],
    ] {
      try Data().write(to: URL(filePath: out))
      let feed = command.isEmpty ? ["--feed", path] : []
      let terminal = try listview(
        feed + ["--on-change", script + rest] + command,
        environment: [name: tag]
      )
      #expect(terminal.waits(for: live(1)))
      // Rows that come before the program has seen the end of the file are not a change.
      #expect(
        terminal.wait {
          try? folder.append(job(Int.random(in: 1_000...999_999), "new"), to: "feed")
          return text(folder, "out").hasSuffix("\n")
        },
        "\(rest), \(command)"
      )
      if signal == 0 { terminal.send("q") } else { kill(terminal.process, signal) }
      _ = terminal.waitForExit()
      let left = processes(with: "\(name)=\(tag)")
      #expect(left.isEmpty, "\(rest), \(command): \(left.count) processes are left")
      for process in left { kill(process, SIGKILL) }
      try Data(job(1, "pending").utf8).write(to: URL(filePath: path))
    }
  }
}

@Test func `processes that existed before listview survive the end of its commands`() throws {
  let folder = try Folder()
  let path = try folder.file("feed", job(1, "pending"))
  let pid = folder.url.appending(path: "pid").path()
  let program = builtProgram("listview")
  let script = #"""
    (trap "" HUP; exec sleep 600 < /dev/null > /dev/null 2>&1) & echo $! > '\#(pid)'
    exec '\#(program)' --once -- sh -c '(setsid sleep 601 &); cat \#(path)'
    """#
  let terminal = try PseudoTerminal(
    "/bin/sh",
    ["-c", script],
    columns: 80,
    lines: 24,
    environment: ["XDG_CONFIG_HOME": "/dev/null"]
  )
  #expect(terminal.waitForExit() == 0)
  let stranger = try #require(Int32(text(folder, "pid").trimmingCharacters(in: .newlines)))
  #expect(kill(stranger, 0) == 0)
  kill(stranger, SIGKILL)
}
