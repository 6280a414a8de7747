@testable import listview
import FeedSources
import FeedValues
import Foundation
import TerminalTestSupport
import Testing

import Glibc

@Test func `a signal ends the program even if a feed never starts or never ends`() throws {
  let folder = try Folder()
  let fifo = folder.url.appending(path: "fifo").path()
  try #require(mkfifo(fifo, 0o600) == 0)
  for signal in [SIGINT, SIGTERM, SIGHUP] {
    for isEndless in [true, false] {
      let writer = isEndless ? try endlessLine(into: fifo) : nil
      let program = try RunningProgram(["--feed", fifo], readsOutput: false)
      // Its signals are its own when its loop has begun: when it waits, or has read much.
      #expect(try waits { try hasBegun(program.identifier, fifo) })
      kill(program.identifier, signal)
      #expect(program.waitForEnd() == -signal, "endless: \(isEndless), signal \(signal)")
      writer?.terminate()
      writer?.waitUntilExit()
    }
  }
}

/// Starts to write a line that has no end.
private func endlessLine(into fifo: String) throws -> Process {
  let writer = Process()
  writer.executableURL = URL(filePath: "/bin/sh")
  writer.arguments = ["-c", #"exec tr '\0' x < /dev/zero > "$0""#, fifo]
  try writer.run()
  return writer
}

/// Whether a program has the feed open, and its signals blocked for its loop.
private func hasBegun(_ process: pid_t, _ feed: String) throws -> Bool {
  let folder = "/proc/\(process)/fd"
  let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  let files = descriptors.map {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) ?? ""
  }
  return files.contains(feed) && files.contains { $0.contains("signalfd") }
}

@Test func `a reader that does not read does not delay signals`() throws {
  let folder = try Folder()
  let rows = (0..<20_000).map { #"{"id":\#($0),"text":"some text that fills a pipe"}"# + "\n" }
  let path = try folder.file("feed", rows.joined())
  let program = try RunningProgram(["--feed", path])
  // Output that is read here was written before the pipe was full; then it stands.
  #expect(program.read(until: "+ 1").contains("+ 1"))
  kill(program.identifier, SIGTERM)
  #expect(program.waitForEnd() == -SIGTERM)
}

@Test func `standard input that is closed or is the terminal is refused as a feed`() throws {
  let output = try runShell("\"$LISTVIEW\" <&-")
  #expect(output.status == 66)
  #expect(output.errors.contains("\(FeedError.closed(name: NoticeText.standardInput))"))
  let terminal = try listview("--feed", "-")
  #expect(terminal.waitForExit() == 64 << 8)
  #expect(terminal.output.contains(UsageText.inputIsTerminal))
  #expect(!terminal.bytes.contains(0x1B))
  let device = try listview("--feed", "/dev/tty")
  #expect(device.waitForExit() == 64 << 8)
}

/// Runs a script of a shell to its end; `$LISTVIEW` is the program.
private func runShell(_ script: String) throws -> Output {
  let folder = try Folder()
  let process = Process()
  process.executableURL = URL(filePath: "/bin/sh")
  process.arguments = ["-c", script]
  process.environment = ProcessInfo.processInfo.environment.merging([
    "LISTVIEW": builtProgram("listview"), "TZ": "UTC",
  ]) { $1 }
  process.currentDirectoryURL = folder.url
  let (output, errors) = (folder.url.appending(path: "out"), folder.url.appending(path: "err"))
  for url in [output, errors] { try Data().write(to: url) }
  process.standardOutput = try FileHandle(forWritingTo: output)
  process.standardError = try FileHandle(forWritingTo: errors)
  process.standardInput = FileHandle.nullDevice
  try process.run()
  process.waitUntilExit()
  return Output(
    text: String(decoding: try Data(contentsOf: output), as: UTF8.self),
    errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self),
    status: process.terminationStatus
  )
}

@Test func `recording into the feed itself is refused, whatever the names`() throws {
  for (feed, record) in [
    ("f", "f"), ("f", "symbolic"), ("hard", "./f"), ("fifo", "fifo"), ("-", "f"),
  ] {
    let output = try runShell(
      """
      echo '{"id":1}' > f; ln -s f symbolic; ln f hard; mkfifo fifo
      "$LISTVIEW" --feed \(feed) --record \(record) < f
      status=$?; cat f; exit $status
      """
    )
    #expect(output.status == 64, "\(feed) \(record)")
    let name = feed == "-" ? NoticeText.standardInput : feed
    #expect(output.errors.contains(UsageText.recordsInput(record, name)), "\(output.errors)")
    #expect(output.text == "{\"id\":1}\n")
  }
  let circle = try runShell(
    #"echo '{"id":1}' > f; "$LISTVIEW" --feed f >> f; s=$?; cat f; exit $s"#
  )
  #expect(circle.status == 64 && circle.text == "{\"id\":1}\n")
  let other = try runShell(#"echo '{"id":1}' > f; "$LISTVIEW" --feed f --record g; wc -l < g"#)
  #expect(other.lines.map { $0.filter { $0 != " " } } == ["+1", "1"])
}

@Test
func `in a pipe the end of a command is reported, and its exit status becomes that of the program`()
  throws
{
  let failing = try runShell(
    #""$LISTVIEW" --stream -- sh -c 'echo "{\"id\":7}"; echo why >&2; exit 3' > o; s=$?; cat o; exit $s"#
  )
  #expect(failing.status == 3)
  #expect(failing.errors == "listview: sh: \(FeedText.Source.exitStatus(3)): why\n")
  #expect(failing.lines == ["+ 7"])
  #expect(
    try runShell(#""$LISTVIEW" --stream -- false | cat"#).errors.contains(
      FeedText.Source.exitStatus(1)
    )
  )
  let killed = try runShell(#""$LISTVIEW" --stream -- sh -c 'kill -9 $$'"#)
  #expect(killed.status == 137 && killed.errors.contains(FeedText.Source.ended(by: 9)))
  let good = try runShell(#""$LISTVIEW" --stream -- echo '[1]'"#)
  #expect(good.status == 0 && good.errors.isEmpty && good.lines == ["+ 1"])
  #expect(try runShell(#"PATH=/usr/bin:/bin "$LISTVIEW" -- no-such-command"#).status == 127)
  #expect(try runShell(#"touch f; "$LISTVIEW" -- ./f"#).status == 126)
}

@Test func `a polled command that fails is reported once, and again if it fails differently`()
  throws
{
  let folder = try Folder()
  let count = folder.url.appending(path: "count").path()
  // Fails alike on the first three runs, otherwise on the fourth, and works from then on.
  let script = """
    echo x >> \(count)
    case $(wc -l < \(count)) in
    1|2|3) echo first >&2; exit 1;; 4) echo second >&2; exit 2;; *) echo '["done"]';;
    esac
    """
  let program = try RunningProgram(["--every", "0.05", "--", "sh", "-c", script])
  #expect(program.read(until: "+ done").contains("+ done"))
  #expect(
    program.errorText
      == "listview: sh: \(FeedText.Source.exitStatus(1)): first\n"
      + "listview: sh: \(FeedText.Source.exitStatus(2)): second\n"
  )
  kill(program.identifier, SIGTERM)
  #expect(program.waitForEnd() == -SIGTERM)
}

@Test func `an unknown option is answered with the right one`() throws {
  for (arguments, hint) in [
    (["--feed", ""], UsageText.emptyFeed),
    (["--every", "3"], UsageText.needsCommand("--every")),
    (["--deadline", "3"], UsageText.needsCommand("--deadline")),
    (["--stream"], UsageText.needsCommand("--stream")),
    (["--feed", "-", "--feed", "-"], UsageText.inputTwice),
    (["--feed", "a", "--", "b"], UsageText.feedAndCommand),
  ] {
    let output = try run(arguments, input: "")
    #expect(output.status == 64, "\(arguments)")
    #expect(output.errors.contains(hint), "\(output.errors)")
    #expect(output.text.isEmpty)
  }
}

/// A command that leaves processes behind in every way there is: in its group, in a session of its own,
/// below a parent that is gone, deaf to SIGTERM, without a word of its environment.
private func leavingScript(_ mark: String, then last: String) -> String {
  """
  sleep \(mark) &
  setsid sh -c 'trap "" TERM HUP INT; sleep \(mark); sleep \(mark)' &
  (setsid sh -c 'trap "" TERM; (env -i /bin/sleep \(mark) &) ; exit' &)
  (env -i setsid /bin/sleep \(mark) &)
  \(last)
  """
}

@Test func `no child process outlives listview, in whatever session it hides`() throws {
  for (arguments, ending) in [(["--stream"], SIGTERM), ([], SIGINT), (["--stream"], SIGPIPE)] {
    let mark = "7\(Int.random(in: 100_000_000...999_999_999))"
    let script = leavingScript(
      mark,
      then: "while :; do [ $(pgrep -cf '^(/bin/)?sleep \(mark)') -ge 4 ] && break; done;"
        + " echo '[1]'; echo '[2]'; sleep \(mark)"
    )
    let program = try RunningProgram(arguments + ["--", "sh", "-c", script])
    if arguments.isEmpty {
      // A run that does not end is not shown: it has begun when all that it leaves is there.
      #expect(try waits { try count(mark) >= 5 })
    } else {
      #expect(program.read(until: "+ 1").contains("+ 1"))
    }
    #expect(try isRunning(mark, besides: program.identifier))
    if ending == SIGPIPE {
      // The next line finds nobody: it is not written before, as [2] may be.
      try program.closeOutput()
      kill(program.identifier, SIGTERM)
      #expect(program.waitForEnd() != nil)
    } else {
      kill(program.identifier, ending)
      #expect(program.waitForEnd() == -ending)
    }
    #expect(try !isRunning(mark), "\(arguments)")
  }
}

private func count(_ mark: String) throws -> Int {
  try FileManager.default.contentsOfDirectory(atPath: "/proc").count { name in
    let line = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") ?? Data()
    return String(decoding: line, as: UTF8.self).contains("sleep\0\(mark)")
  }
}

@Test
func `processes left behind by a run are ended before the next run, in whatever session they hide`()
  throws
{
  let mark = "6\(Int.random(in: 100_000_000...999_999_999))"
  let script = leavingScript(
    mark,
    then: "while :; do [ $(pgrep -cf '^(/bin/)?sleep \(mark)') -ge 4 ] && break; done; echo '[1]'"
  )
  let program = try RunningProgram(["--every", "3600", "--", "sh", "-c", script])
  #expect(program.read(until: "+ 1").contains("+ 1"))
  #expect(try waits { try !isRunning(mark, besides: program.identifier) })
  kill(program.identifier, SIGTERM)
  #expect(program.waitForEnd() == -SIGTERM)
}

@Test func `processes started by a run that times out end with it`() throws {
  let mark = "8\(Int.random(in: 100_000_000...999_999_999))"
  let program = try RunningProgram([
    "--every", "3600", "--deadline", "1", "--", "sh", "-c",
    "trap '' TERM; " + leavingScript(mark, then: "while :; do sleep \(mark); done"),
  ])
  #expect(waits { program.errorText.contains("sh: \(FeedText.Source.tookTooLong)") })
  #expect(try waits { try !isRunning(mark, besides: program.identifier) })
  kill(program.identifier, SIGTERM)
  #expect(program.waitForEnd() == -SIGTERM)
}

@Test func `when its reader exits, listview exits like other filters and ends its command`() throws
{
  let mark = "5\(Int.random(in: 100_000_000...999_999_999))"
  let folder = try Folder()
  let more = folder.url.appending(path: "more").path()
  let script = "echo '[1]'; while [ ! -e \(more) ]; do :; done; echo '[2]'; sleep \(mark)"
  let program = try RunningProgram(["--stream", "--", "sh", "-c", script])
  #expect(program.read(until: "+ 1").contains("+ 1"))
  try program.closeOutput()
  try Data().write(to: URL(filePath: more))
  #expect(program.waitForEnd() == -SIGPIPE)
  #expect(try !isRunning(mark))
}

@Test
func
  `a file whose name is no UTF-8 is opened, alone, in a list of files and as an argument of a command`()
  throws
{
  let folder = try Folder()
  let script = """
    cd '\(folder.url.path())'
    name=$(printf 'a\\351b.csv')
    printf 'id,n\\n1,2\\n' > "$name"
    "$LISTVIEW" --once --no-memory "$name" &&
      "$LISTVIEW" --once --no-memory --feed "$name" --feed "$name" &&
      "$LISTVIEW" --once --no-memory -- cat "$name"
    "$LISTVIEW" --once --no-memory "$name.none"
    """
  let output = try runShell(script)
  #expect(output.lines.count { $0.split(separator: " ").suffix(2) == ["1", "2"] } == 4)
  // Nobody sees how its bytes are kept.
  #expect(output.errors.contains("a\u{FFFD}b.csv.none"), "\(output.errors)")
}

@Test func `a file that is made when it is read is shown, and read again at an interval`() throws {
  let program = try RunningProgram(["--every", "0.05", "--follow", "/proc/uptime"])
  #expect(program.read(until: "+ ").contains("+ "))
  // Its first line goes when another one comes.
  #expect(program.read(until: "- ").contains("- "))
  kill(program.identifier, SIGTERM)
  #expect(program.waitForEnd() == -SIGTERM)
  #expect(try run(["--every", "1", demo]).status == 64)
}
