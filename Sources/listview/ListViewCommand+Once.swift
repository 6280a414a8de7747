import ArgumentParser
import CTTY
import Feeds
import ListViewApp
import ListViewParts
import Preferences
import TableModel
import TerminalCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ListViewCommand {
  /// Prints the table that the feed comes to.
  func printOnce(
    _ intake: FeedIntake,
    _ recorder: Recorder?,
    _ environment: [String: String],
    _ preferences: Preferences,
    isOnScreen: Bool
  ) throws {
    let store = keepsColumns ? ColumnStore(environment: environment) : nil
    var configuration = try configuration(preferences, store?.read().memory ?? ColumnMemory())
    // Nobody watches: what a recording comes to is all.
    configuration.start = .liveEdge
    configuration.motion = .none
    let app = App(
      configuration,
      size: TerminalSize(columns: 80, lines: 24),
      theme: Theme(depth: .none)
    )
    var (width, height): (Int32, Int32) = (0, 0)
    let isKnown = isOnScreen && tty_window_size(STDOUT_FILENO, &width, &height) == 0 && width > 0
    let limit = command.isEmpty || stream ? nil : deadline ?? Self.standardDeadline
    let output = try OnceOutput(
      intake,
      recorder,
      app,
      format: output,
      fields: try columnSpec?.fields,
      width: isKnown ? Int(width) : nil,
      deadline: limit.map { .now + .given(seconds: $0) }
    )
    guard try output.run() else { fail("\(command[0]): took too long and was ended", code: 1) }
  }
}
