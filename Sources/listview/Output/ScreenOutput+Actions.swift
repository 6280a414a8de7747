import CTTY
import FeedSources
import ListViewApp
import ListViewParts
import NcursesTerminal

import Glibc

/// Runs commands on rows.
extension ScreenOutput {
  /// Starts a command; one that gets the terminal has it until it ends.
  func start(_ command: RowRun, _ run: FeedRun) {
    isDirty = true
    guard command.mode == .terminal else {
      actions?.start(command, &app)
      return
    }
    session.suspend()
    let failure = runInTerminal(command, run)
    session.resume()
    app.resize(to: session.size, at: .now)
    app.endRun(command.number, failure: failure, at: .now)
    if failure == nil { follow(command.next ?? .refresh, run) }
  }

  /// Lends the terminal to a command.
  ///
  /// - Returns: Why it failed; nil if it did not.
  private func runInTerminal(_ command: RowRun, _ run: FeedRun) -> String? {
    guard let actions else { return nil }
    // Standard input may be the feed.
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    defer { if terminal >= 0 { Glibc.close(terminal) } }
    do throws(FeedError) {
      let process = try ChildProcess(
        command.arguments,
        input: terminal >= 0 ? .descriptor(terminal) : .nothing,
        .terminal,
        adding: command.variables,
        runs: actions.runs
      )
      // ^C and ^\ are for the command.
      let (interrupt, quit) = (signal(SIGINT, SIG_IGN), signal(SIGQUIT, SIG_IGN))
      defer {
        for number in [SIGINT, SIGQUIT, SIGTSTP] { tty_signal_forget(number) }
        signal(SIGINT, interrupt)
        signal(SIGQUIT, quit)
      }
      process.wait()
      return process.failure
    } catch {
      return "\(error)"
    }
  }

  /// Reads what commands have written, and follows those that have ended.
  ///
  /// - Returns: Whether the program ends.
  func advanceActions(_ run: FeedRun) -> Bool {
    guard var actions, actions.isRunning else { return false }
    self.actions = nil  // avoids a copy
    let next = actions.advance(&app)
    self.actions = actions
    isDirty = true
    for step in next { follow(step, run) }
    return next.contains(.quit)
  }

  private func follow(_ next: RowCommand.Next, _ run: FeedRun) {
    if next == .refresh { _ = run.intake.runNow() }
  }
}
