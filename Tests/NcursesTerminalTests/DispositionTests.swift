import CTTY
import Testing
import TerminalCore

import Glibc

@testable import NcursesTerminal

@MainActor @Suite struct `Pending signals` {
  @Test func `are still pending after a frame was drawn`() throws {
    // The thread must be the same throughout, which a function that never suspends is.
    var (set, previous, pending) = (sigset_t(), sigset_t(), sigset_t())
    sigemptyset(&set)
    for signal in [SIGTSTP, SIGINT, SIGTERM] { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
    for signal in [SIGTSTP, SIGINT, SIGTERM] { pthread_kill(pthread_self(), signal) }
    var screen = try DrawnScreen(columns: 20, lines: 4)
    var buffer = CellBuffer(TerminalSize(columns: 20, lines: 4))
    buffer.write("a frame", line: 1, column: 2)
    screen.present(buffer)
    sigpending(&pending)
    for signal in [SIGTSTP, SIGINT, SIGTERM] {
      #expect(sigismember(&pending, signal) == 1, "signal \(signal)")
      tty_signal_forget(signal)
    }
    var action = sigaction()
    for signal in [SIGTSTP, SIGINT, SIGTERM, SIGWINCH] {
      sigaction(signal, nil, &action)
      #expect(action.__sigaction_handler.sa_handler == nil, "\(signal) has its default")
    }
  }
}

@Test func `a descriptor over which no stream can be opened is closed`() throws {
  let descriptor = tty_memory_file()
  try #require(descriptor >= 0)
  var (file, now) = (stat(), stat())
  fstat(descriptor, &file)
  #expect(throws: TerminalError.system(call: "fdopen", errno: EINVAL)) {
    _ = try CursesRenderer.stream(over: descriptor, mode: "?")
  }
  // Another thread may have opened something else in its place.
  #expect(fstat(descriptor, &now) != 0 || now.st_ino != file.st_ino)
}
