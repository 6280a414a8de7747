import CTTY
import Feeds
import TerminalCore

import Glibc

/// The program in which a person reads what is longer than the window: `$PAGER`, or `less -FRX`.
///
/// Lines are kept until there are more of them than the window has; only then does the pager start,
/// and standard output leads to it.
struct Pager {
  /// The lines of the window; nil if nothing is paged.
  private let height: Int?
  private let command: String?
  private let runs: CommandRuns
  private var kept: [String] = []
  private var process: ChildProcess?
  /// The terminal, while standard output leads to the pager.
  private var terminal: Int32 = -1

  /// Creates a pager that has not started.
  ///
  /// - Parameters:
  ///   - terminal: What standard output is; nil if it is no terminal, and nothing is paged.
  ///   - environment: The environment variables.
  ///   - runs: Where its run is kept; nil if no command may be run.
  init(_ terminal: OutputTerminal?, _ environment: [String: String], _ runs: CommandRuns?) {
    let chosen = environment["PAGER"] ?? "less"
    let isNone = chosen.isEmpty || chosen == "cat" || environment["TERM"] == "dumb"
    command =
      isNone || runs == nil || !SystemFiles.isProgram(chosen.prefix { $0 != " " }, environment)
      ? nil : chosen
    self.runs = runs ?? CommandRuns()
    height = command == nil ? nil : terminal?.lines
  }

  /// Whether lines are still kept back.
  var isWaiting: Bool { height != nil && process == nil }

  /// Whether standard output leads to the pager.
  var isRunning: Bool { process != nil }

  /// Takes a line.
  ///
  /// - Returns: The lines that are to be printed now: none while they might fit the window, and all
  ///   that were kept once they do not.
  mutating func take(_ line: String) -> [String] {
    guard isWaiting, let height else { return [line] }
    kept.append(line)
    // The prompt of the shell wants a line too.
    guard kept.count >= height else { return [] }
    start()
    defer { kept = [] }
    return kept
  }

  /// The lines that were kept to the end, because all of them fit.
  mutating func takeRest() -> [String] {
    defer { kept = [] }
    return kept
  }

  /// Prints lines, in the pager if they do not fit the window, and waits until they are read.
  ///
  /// For what is over before anything else can happen.
  mutating func print(_ lines: [String]) {
    for line in lines { for line in take(line) { Swift.print(line) } }
    for line in takeRest() { Swift.print(line) }
    finish()
  }

  /// Waits for the user to leave the pager, and restores standard output.
  mutating func finish() {
    fflush(nil)
    guard let process else { return }
    // The pager reads until every writer has closed the pipe.
    dup2(terminal, STDOUT_FILENO)
    close(terminal)
    // ^C is for the pager.
    signal(SIGINT, SIG_IGN)
    process.wait()
    self.process = nil
    // Closing the pager early is not an error.
    tty_output_forget_errors()
  }

  private mutating func start() {
    guard let command else { return }
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { for end in ends { close(end) } }
    let arguments = ["/bin/sh", "-c", command]
    // As git does: quit if it fits one screen, show colours, leave the screen as it is.
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
    // Closing the pager early is not an error.
    signal(SIGPIPE, SIG_IGN)
    process = started
    terminal = dup(STDOUT_FILENO)
    _ = fcntl(terminal, F_SETFD, FD_CLOEXEC)
    dup2(ends[1], STDOUT_FILENO)
  }
}
