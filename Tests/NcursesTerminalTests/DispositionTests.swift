import CTTY
import Testing
import TerminalCore

import Glibc

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
