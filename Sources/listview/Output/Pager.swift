import CTTY
import FeedSources
import FeedValues
import TerminalCore

import Glibc

/// The pager for output that is longer than the window: `$PAGER`, or `less -FRX`.
///
/// Lines are held back until there are more of them than the window has; only then is the pager started, and
/// standard output redirected to it.
struct Pager {
  /// The height of the window in lines; nil if the output is not paged.
  private let height: Int?
  private let command: String?
  private let runs: CommandRuns
  private var kept: [String] = []
  private var process: ChildProcess?
  /// A duplicate of standard output, while that is redirected to the pager; otherwise −1.
  private var terminal: Int32 = -1

  /// Creates a pager that has not started.
  ///
  /// - Parameters:
  ///   - terminal: Standard output; nothing is paged unless it is a terminal.
  ///   - environment: The environment variables.
  ///   - runs: The commands that are running; nil if no command may be run.
  init(_ terminal: OutputTerminal, _ environment: [String: String], _ runs: CommandRuns?) {
    let chosen = environment["PAGER"] ?? "less"
    let isNone = chosen.isEmpty || chosen == "cat" || environment["TERM"] == "dumb"
    command =
      isNone || runs == nil || !SystemFiles.isProgram(chosen.prefix { $0 != " " }, environment)
      ? nil : chosen
    self.runs = runs ?? CommandRuns()
    height = command == nil ? nil : terminal.size?.lines
  }

  /// Whether lines are being held back.
  var isWaiting: Bool { height != nil && process == nil }

  /// Whether standard output is redirected to the pager.
  var isRunning: Bool { process != nil }

  /// Adds a line.
  ///
  /// - Returns: The lines to print now: none while they may fit the window, and all that were held back once
  ///   they do not.
  mutating func take(_ line: String) -> [String] {
    guard isWaiting, let height else { return [line] }
    kept.append(line)
    // One line is left for the prompt of the shell.
    guard kept.count >= height else { return [] }
    start()
    defer { kept = [] }
    return kept
  }

  /// Returns the lines held back to the end, because all of them fit the window.
  mutating func takeRest() -> [String] {
    defer { kept = [] }
    return kept
  }

  /// Prints lines, in the pager if they do not fit the window, and waits until the user has quit it.
  ///
  /// For output that is complete before anything else can happen.
  mutating func print(_ lines: [String]) {
    for line in lines { for line in take(line) { Swift.print(line) } }
    for line in takeRest() { Swift.print(line) }
    finish()
  }

  /// Waits for the user to quit the pager, and restores standard output.
  mutating func finish() {
    fflush(nil)
    guard let process else { return }
    // The pager reads until every writer has closed the pipe.
    dup2(terminal, STDOUT_FILENO)
    close(terminal)
    // ^C is left to the pager.
    signal(SIGINT, SIG_IGN)
    process.wait()
    self.process = nil
    // It is not an error if the user quits the pager early.
    tty_output_forget_errors()
  }

  private mutating func start() {
    guard let command else { return }
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { for end in ends { close(end) } }
    let arguments = ["/bin/sh", "-c", command]
    // Like git: quit if the text fits one screen, show colours, do not clear the screen.
    let defaults = ["LESS": "FRX", "LV": "-c"].filter { getenv($0.key) == nil }
    guard
      let started = try? ChildProcess(
        arguments,
        input: .descriptor(ends[0]),
        .terminal,
        adding: defaults,
        runs: runs
      )
    else { return }
    // It is not an error if the user quits the pager early.
    signal(SIGPIPE, SIG_IGN)
    process = started
    terminal = dup(STDOUT_FILENO)
    _ = fcntl(terminal, F_SETFD, FD_CLOEXEC)
    dup2(ends[1], STDOUT_FILENO)
  }
}
