import Columns
import ArgumentParser
import FeedSources
import FeedStore
import FeedValues
import ListViewApp
import ListViewParts
import Preferences
import TableModel
import TerminalCore

import Glibc

extension ListViewCommand {
  /// Prints the table at the end of the feed.
  func printOnce(
    _ intake: FeedIntake,
    _ recorder: Recorder?,
    _ runs: CommandRuns,
    _ environment: [String: String],
    _ preferences: Preferences
  ) throws {
    // The output for a script does not depend on choices made on the screen.
    let isForTerminal = isatty(STDOUT_FILENO) != 0
    let store = keepsColumns && isForTerminal ? ColumnStore(environment: environment) : nil
    var configuration = try configuration(preferences, store?.read().memory ?? ColumnMemory())
    // Only the final state matters, so a recording is not played back.
    configuration.start = .liveEdge
    configuration.motion = .none
    let terminal = OutputTerminal(color: color, environment)
    let app = App(
      configuration,
      size: TerminalSize(columns: 80, lines: 24),
      theme: terminal.theme
    )
    let limit = command.isEmpty || stream ? nil : deadline ?? Self.standardDeadline
    var output = OnceOutput(
      app,
      format: output,
      // They are those of the rows that are counted.
      columns: count == nil ? try columnSpec : nil,
      isForTerminal: isForTerminal,
      width: terminal.size?.columns,
      pager: Pager(terminal, environment, isSecure ? nil : runs),
      limit: limit.map { .now + .given(seconds: $0) }
    )
    output.isLinear = isForScreenReader && self.output == .text
    var intake = intake
    intake.waitsForEnd = true
    let run = try FeedRun(intake, recorder, runs)
    guard try run.run(into: &output) else {
      fail("\(command[0]): \(NoticeText.tookTooLong)", code: 1)
    }
    // Nothing will arrive any more that has the fields.
    if output.namesUnknownFields { throw ExitCode.unknownField }
    // The others were printed, and the failure was reported.
    if let failure = run.intake.failure { throw ExitCode(failure.exitCode) }
  }
}

extension ExitCode {
  /// The command line names a field that no row of a feed that has ended has.
  static let unknownField = ExitCode(2)
}
