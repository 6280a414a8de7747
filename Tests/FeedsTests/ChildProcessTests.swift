import Foundation
import Testing

@testable import FeedSources
@testable import FeedValues

/// Waits for a child, and for what it wrote.
private func end(of child: ChildProcess) -> [UInt8] {
  child.wait()
  var bytes: [UInt8] = []
  while case let piece = readBytes(child.output, upTo: 4_096).bytes, !piece.isEmpty {
    bytes += piece
  }
  child.readErrors()
  return bytes
}

@Test func `a child process reads bytes from memory and writes to pipes`() throws {
  let bytes = Array("a\nb\n".utf8)
  let child = try ChildProcess(
    ["/bin/sh", "-c", "cat; echo said >&2; exit 3"],
    input: .bytes(bytes),
    runs: CommandRuns()
  )
  #expect(end(of: child) == bytes)
  #expect(child.errorLine == "said" && child.failure == FeedText.Source.exitStatus(3))
}

@Test func `a child process without input is at its end at once`() throws {
  let child = try ChildProcess(["cat"], runs: CommandRuns())
  #expect(end(of: child).isEmpty && child.failure == nil && child.hasEnded())
}

@Test func `discarded output of a child process is not kept`() throws {
  let child = try ChildProcess(
    ["/bin/sh", "-c", "file=$(readlink /proc/$$/fd/1); echo \"$file\" >&2"],
    .discarded,
    runs: CommandRuns()
  )
  #expect(end(of: child).isEmpty && child.output == -1 && child.errorLine == "/dev/null")
}

@Test func `given variables take precedence over those of this process`() throws {
  setenv("LISTVIEW_CHILD", "inherited", 1)
  defer { unsetenv("LISTVIEW_CHILD") }
  let command = ["/bin/sh", "-c", "printf %s \"$LISTVIEW_CHILD\""]
  let plain = try ChildProcess(command, runs: CommandRuns())
  #expect(String(decoding: end(of: plain), as: UTF8.self) == "inherited")
  let given = try ChildProcess(command, adding: ["LISTVIEW_CHILD": "given"], runs: CommandRuns())
  #expect(String(decoding: end(of: given), as: UTF8.self) == "given")
}

@Test func `only a child process in the background has a session of its own`() throws {
  for (output, hasOwn) in [(ChildProcess.Output.discarded, true), (.terminal, false)] {
    // The sixth field of proc_pid_stat(5) is the session.
    let command = "set -- $(cat /proc/$$/stat); [ $6 = $$ ]"
    let child = try ChildProcess(["/bin/sh", "-c", command], output, runs: CommandRuns())
    child.wait()
    #expect((child.failure == nil) == hasOwn, "\(output)")
  }
}

@Test func `signals blocked or ignored here are neither blocked nor ignored in a child process`()
  throws
{
  // No other test needs it, and nobody sends it.
  signal(SIGURG, SIG_IGN)
  defer { signal(SIGURG, SIG_DFL) }
  var (blocked, before) = (sigset_t(), sigset_t())
  sigfillset(&blocked)
  pthread_sigmask(SIG_BLOCK, &blocked, &before)
  defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
  let masks = ["awk", "/^Sig(Blk|Ign)/ { print $2 }", "/proc/self/status"]
  let child = try ChildProcess(masks, runs: CommandRuns())
  let text = String(decoding: end(of: child), as: UTF8.self)
  let found = text.split(separator: "\n").compactMap { UInt64($0, radix: 16) }
  // The C library keeps the first two real-time signals to itself.
  #expect(found.count == 2 && found.allSatisfy { $0 & ~0x1_8000_0000 == 0 }, "\(text)")
}

@Test func `no descriptor leaks, even if a program cannot be started`() throws {
  func count() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
  }
  // Descriptors that a thread of the tests opens meanwhile are not ours: the least of some counts is compared.
  func least() throws -> Int { try (0..<5).map { _ in try count() }.min() ?? 0 }
  let before = try least()
  for _ in 0..<200 {
    #expect(throws: FeedError.self) {
      _ = try ChildProcess(["/nonexistent/program"], input: .bytes([1]), runs: CommandRuns())
    }
  }
  #expect(try least() < before + 100)
}
