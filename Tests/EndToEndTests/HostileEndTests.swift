@testable import listview
import FeedSources
import FeedValues
import ListViewParts
import Foundation
import TerminalTestSupport
import Testing

import Glibc

/// A feed that is never at rest.
private let flood = "sim:prices?rate=300"

/// A text that stands in the command line of no other process.
private func mark() -> String { "77\(Int.random(in: 1_000_000...9_999_999))" }

/// The state of a process, as proc_pid_stat(5) says: `Z` for one that has ended.
private func state(of process: pid_t) -> Character? {
  let data = FileManager.default.contents(atPath: "/proc/\(process)/stat") ?? Data()
  return String(decoding: data, as: UTF8.self).split(separator: ")").last?.first {
    !$0.isWhitespace
  }
}

/// The number of bytes that a process has written, in all.
private func written(by process: pid_t) -> Int {
  let data = FileManager.default.contents(atPath: "/proc/\(process)/io") ?? Data()
  let line = String(decoding: data, as: UTF8.self).split(separator: "\n").first {
    $0.hasPrefix("wchar:")
  }
  return line?.split(separator: " ").last.flatMap { Int($0) } ?? 0
}

private func isGivenBack(_ terminal: PseudoTerminal) -> Bool {
  let emulator = terminal.emulator
  return !emulator.isAlternate && emulator.isCursorVisible && !emulator.isMouseOn
    && emulator.modes[2004] != true
}

// After a fault Swift's backtracer writes to the same terminal, and waits for it.
@Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGUSR1])
func `a blocked terminal is restored once it accepts output again`(signal: Int32) throws {
  let terminal = try listview("--feed", flood, "--mouse", columns: 200, lines: 50)
  #expect(terminal.waits(for: "PRICE"))
  // Nobody reads from here on; the kernel takes 16 KiB and some.
  let before = written(by: terminal.process)
  #expect(waits { written(by: terminal.process) > before + 12_000 })
  kill(terminal.process, signal)
  #expect(waits { state(of: terminal.process) == "Z" })
  #expect(terminal.waitForExit() & 0x7F == signal)
  #expect(isGivenBack(terminal), "signal \(signal)")
}

@Test func `the terminal is restored whatever signal ends the program`() throws {
  let fresh = try PseudoTerminal("/bin/sleep", ["60"]).settings
  let others = [
    SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGUSR1, SIGUSR2, SIGPOLL, SIGPWR, SIGSTKFLT,
    SIGTRAP, SIGSYS, 34, 50, 64,
  ]
  for signal in others {
    let terminal = try listview("--feed", demo, "--mouse")
    #expect(terminal.waits(for: "/90"))
    kill(terminal.process, signal)
    #expect(terminal.waitForExit() & 0x7F == signal, "signal \(signal)")
    #expect(isGivenBack(terminal), "signal \(signal)")
    #expect(terminal.settings == fresh, "signal \(signal)")
  }
}

@Test(arguments: [SIGKILL, SIGSEGV, SIGABRT, SIGXCPU, SIGTERM])
func `child processes end with the program, however it ends`(signal: Int32) throws {
  let folder = try Folder()
  let feed = try folder.file("feed", "{\"id\":1}\n")
  let (first, second) = (mark(), mark())
  // Two of a pipe, and one in the background.
  let script = "sleep \(first) | cat & sleep \(first) & echo '{\"id\":1}'; sleep \(first)"
  let stream = try listview("--stream", "--", "sh", "-c", script)
  #expect(stream.waits(for: rowCount(1)))
  let told = try listview("--feed", feed, "--on-change", "sleep \(second) & sleep \(second)")
  #expect(told.waits(for: rowCount(1)))
  // Rows that come while the file is still read for the first time are not a change: more come until one is.
  var count = 1
  let hasStarted = told.wait {
    count += 1
    try? folder.append("{\"id\":\(count)}\n", to: "feed")
    return (try? isRunning("sleep \(second)", besides: told.process)) ?? false
  }
  #expect(hasStarted)
  for terminal in [stream, told] {
    kill(terminal.process, signal)
    #expect(terminal.waitForExit() & 0x7F == signal)
  }
  #expect(try waits { try !isRunning(first) })
  #expect(try waits { try !isRunning(second) })
}

@Test(arguments: [80, 200])
func `however many clients there are, none outlives a program that is killed`(count: Int) throws {
  let folder = try Folder()
  let mark = mark()
  let client = try folder.file("mosquitto_sub", "#!/bin/sh\nexec sleep \(mark)\n")
  try #require(chmod(client, 0o755) == 0)
  let feeds = (0..<count).flatMap { ["--feed", "mqtt://localhost/topic\($0)"] }
  let path = "\(folder.url.path()):/usr/bin:/bin"
  let terminal = try listview(feeds, environment: ["PATH": path])
  #expect(terminal.wait { (try? runningCount(mark)) == count })
  kill(terminal.process, SIGKILL)
  #expect(terminal.waitForExit() & 0x7F == SIGKILL)
  #expect(try waits { try !isRunning(mark) })
}

@Test func `a command ends even if the parent of the program ignored signals`() throws {
  let script =
    "trap '' CHLD INT TERM; exec '\(builtProgram("listview"))' --once -- echo '[{\"id\":1}]'"
  let once = try shell(script, environment: ["TZ": "UTC"])
  #expect(once.status == 0 && once.text.contains("1"), "\(once)")
}

@Test func `a run begins when what the last one left behind has ended`() throws {
  let folder = try Folder()
  // The process left in the background holds the lock.
  let script = """
    exec 9>'\(folder.url.path())/lock'; flock -n 9 && lock=free || lock=held
    echo x >>'\(folder.url.path())/runs'; sleep 1000 &
    printf '[{"id":%d,"lock":"%s"}]\\n' "$(wc -l <'\(folder.url.path())/runs')" "$lock"
    """
  let program = try RunningProgram(["--follow", "--every", "0.05", "--", "sh", "-c", script])
  let text = program.read(until: "+ 15 ")
  #expect(text.contains("free") && !text.contains("held"), "\(text)")
}

@Test(arguments: [
  (1, 1), (32_767, 3), (32_768, 3), (3, 32_768), (65_535, 65_535), (10_000, 10_000),
])
func `a window of any size is drawn in time`(columns: Int, lines: Int) throws {
  let terminal = try listview("--feed", demo, "--motion", "none")
  #expect(terminal.waits(for: "/90"))
  terminal.claimSize(columns: columns, lines: lines)
  terminal.send("?")
  terminal.send("q")
  terminal.send("q")
  #expect(terminal.waitForExit() == 0)
  #expect(isGivenBack(terminal))
}

@Test(arguments: [SIGTERM, SIGINT, SIGHUP])
func `a table whose reader stops reading does not block the program`(signal: Int32) throws {
  let folder = try Folder()
  let rows = (0..<20_000).map { "{\"id\":\($0),\"text\":\"a row\"}\n" }.joined()
  let program = try RunningProgram(["--once", "--feed", try folder.file("feed", rows)])
  // A pipe holds 64 KiB.
  #expect(waits { written(by: program.identifier) >= 65_536 })
  // It may be on its way to the next write.
  #expect(waits { state(of: program.identifier) == "S" })
  kill(program.identifier, signal)
  #expect(program.waitForEnd() == -signal)
}

@Test func `every command fails if its output cannot be written`() throws {
  let folder = try Folder()
  let feed = try folder.file("feed", "{\"id\":1}\n")
  let other = try folder.file("other", "{\"id\":2}\n")
  let listview = "'\(builtProgram("listview"))'"
  for arguments in [
    "--help", "--version", "man", "config", "explain --feed '\(feed)'", "diff '\(feed)' '\(other)'",
    "diff '\(feed)' '\(feed)2'", "--once --feed '\(feed)'", "--feed '\(feed)'",
    "simulate payments --instant --count 5", "simulate --help",
  ] {
    let full = try shell("\(listview) \(arguments) > /dev/full", environment: ["TZ": "UTC"])
    #expect(full.status != 0 && full.status != 1, "\(arguments): \(full.status)")
    let closed = try shell("\(listview) \(arguments) >&-", environment: ["TZ": "UTC"])
    #expect(closed.status < 128, "\(arguments): \(closed.status)")
  }
  #expect(try shell("\(listview) --help > /dev/full").text.contains(NoticeText.standardOutput))
}

@Test func `a recording that cannot grow stops, and the list continues`() throws {
  let folder = try Folder()
  let feed = try folder.file("feed", "")
  let record = folder.url.appending(path: "recording").path()
  let terminal = try PseudoTerminal(
    "/bin/bash",
    [
      "-c", "ulimit -f 1; exec \"$0\" --summary none --feed \"$1\" --record \"$2\"",
      builtProgram("listview"), feed, record,
    ],
    columns: 100
  )
  #expect(terminal.waits(for: FeedState.Text.live))
  let filling = String(repeating: "x", count: 500)
  for id in 0..<10 {
    try folder.append("{\"id\":\(id),\"text\":\"\(filling)\"}\n", to: "feed")
    #expect(terminal.waits(for: rowCount(id + 1)))
  }
  // It may have been said and gone by now.
  #expect(terminal.wait { terminal.output.contains(NoticeText.recordingStopped("")) })
  terminal.send("q")
  #expect(terminal.waitForExit() == 0)
  #expect(isGivenBack(terminal))
}

@Test func `recording into a FIFO is refused without blocking`() throws {
  let folder = try Folder()
  let fifo = folder.url.appending(path: "fifo").path()
  try #require(mkfifo(fifo, 0o600) == 0)
  let output = try run(["--record", fifo, "--feed", try folder.file("feed", "{}\n")])
  #expect(output.status == 73 && output.errors.contains("\(FeedError.notRecordable(path: fifo))"))
}
