import CTTY
import Foundation
import Testing

@testable import FeedSources
@testable import FeedValues

/// The state of a process, as proc_pid_stat(5) says: `Z` for one that has ended and was not reaped; nil
/// where there is none.
private func state(of process: pid_t) -> Character? {
  guard let data = FileManager.default.contents(atPath: "/proc/\(process)/stat") else { return nil }
  let text = String(decoding: data, as: UTF8.self)
  return text.split(separator: ")").last?.first { !$0.isWhitespace }
}

private func start(_ script: String) throws -> pid_t {
  let texts: [String] = ["/bin/sh", "-c", script]
  let words = texts.map { (text: String) -> UnsafeMutablePointer<CChar>? in strdup(text) } + [nil]
  defer { for word in words { free(word) } }
  var process: pid_t = 0
  let code = tty_spawn(words, environ, -1, -1, -1, true, &process)
  try #require(code == 0)
  return process
}

private func waits(until condition: () -> Bool) -> Bool {
  let end = ContinuousClock.now + .seconds(60)
  while !condition() {
    guard ContinuousClock.now < end else { return false }
    usleep(1_000)
  }
  return true
}

@Test func `the process ID of a run stays reserved until its group has been killed`() throws {
  let runs = CommandRuns()
  let folder = FileManager.default.temporaryDirectory.appending(path: "lv-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  let process = try start("sleep 1000 & echo $! > \(folder.path()); exit 7")
  runs.add(process)
  #expect(waits { runs.status(of: process) != nil })
  #expect(runs.status(of: process) == 7 << 8)
  // Nobody else can get the number, which is that of the group, while this is so.
  #expect(state(of: process) == "Z")
  let text = try String(contentsOf: folder, encoding: .utf8)
  let left = try #require(pid_t(text.filter(\.isNumber)))
  #expect(getpgid(left) == process)
  runs.end(process)
  #expect(waits { runs.isSettled })
  #expect(state(of: process) == nil)
  #expect(waits { state(of: left) == nil || state(of: left) == "Z" })
  #expect(runs.status(of: process) == nil)
}

@Test func `ending runs does not wait for their processes`() throws {
  let runs = CommandRuns()
  let processes = try (0..<50).map { _ in try start("sleep 1000 & wait") }
  for process in processes { runs.add(process) }
  var (before, after) = (rusage(), rusage())
  // RUSAGE_THREAD of getrusage(2), which is hidden from Swift.
  let thread: Int32 = 1
  getrusage(thread, &before)
  for process in processes { runs.end(process) }
  getrusage(thread, &after)
  // A process that waits gives up the processor, once for each wait.
  #expect(after.ru_nvcsw - before.ru_nvcsw < 25)
  #expect(waits { runs.isSettled })
  for process in processes { #expect(state(of: process) == nil) }
}

@Test func `the status of a run is that of waitpid`() throws {
  let runs = CommandRuns()
  for (script, status) in [
    ("exit 0", 0), ("exit 3", 3 << 8), ("exit 255", 255 << 8), ("kill -TERM $$", SIGTERM),
    ("kill -SEGV $$", SIGSEGV),
  ] {
    let process = try start(script)
    runs.add(process)
    #expect(waits { runs.status(of: process) != nil })
    // Whether a core was written is not told.
    #expect(runs.status(of: process).map { $0 & ~0x80 } == status, "\(script)")
    runs.end(process)
  }
}

@Test func `the children of a process are those with it as their parent`() throws {
  let process = try start("sleep 1000 & sleep 1000 & sleep 1000 & wait")
  defer {
    kill(-process, SIGKILL)
    waitpid(process, nil, 0)
  }
  #expect(waits { ProcessTree.children(of: process).count == 3 })
  for child in ProcessTree.children(of: process) {
    #expect(ProcessTree.parent(of: child) == process)
  }
  #expect(Set(ProcessTree.descendants(of: process)) == Set(ProcessTree.children(of: process)))
  #expect(ProcessTree.children(of: getpid()).contains(process))
}

@Test func `the most informative line of a program's errors is kept`() {
  for (text, line) in [
    ("first\nwhy\n", "why"),
    ("", ""),
    ("\n\n", ""),
    ("why", "why"),
    (
      "ERROR:  relation \"x\" does not exist\nLINE 1: select * from x;\n                      ^\n",
      "ERROR:  relation \"x\" does not exist"
    ),
    (
      "psql: error: connection to server at \"db\", port 5432 failed: refused\n\tIs it running?\n",
      "psql: error: connection to server at \"db\", port 5432 failed: refused"
    ),
    (
      "Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\nValueError: no\n",
      "ValueError: no"
    ),
    ("panic: boom\n\ngoroutine 1 [running]:\nmain.main()\nexit status 2\n", "panic: boom"),
    (
      "curl: (7) Failed to connect to localhost port 1\n",
      "curl: (7) Failed to connect to localhost port 1"
    ),
    ("\u{1B}[31merror\u{1B}[0m: no such crate\nFor more, try --help\n", "error: no such crate"),
    ("a.c:1: error: no\nmake: *** [a.o] Error 1\n", "a.c:1: error: no"),
    ("cat: x: No such file or directory\n---\n", "cat: x: No such file or directory"),
    ("10%\r20%\rconnection refused\r30%\n", "connection refused"),
  ] {
    var errors = ErrorText()
    // Cut anywhere.
    for byte in text.utf8 { errors.append([byte]) }
    #expect(errors.line == line, "\(text)")
    var whole = ErrorText()
    whole.append(Array(text.utf8))
    #expect(whole.line == line, "\(text)")
  }
}

@Test func `only one line of very long errors is kept`() {
  var errors = ErrorText()
  for _ in 0..<1_000 { errors.append(Array(repeating: UInt8(ascii: "x"), count: 10_000)) }
  #expect(errors.line.utf8.count == 512)
}
