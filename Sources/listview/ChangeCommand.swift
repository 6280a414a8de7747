import Feeds
import ListViewParts

/// A run of the command for changes.
///
/// Its input is in memory; its output is discarded except for the most telling line of its errors.
/// When this value is released, the run ends with everything that it started.
struct ChangeCommand {
  private let process: ChildProcess

  /// Starts `/bin/sh -c COMMAND`.
  ///
  /// - Parameters:
  ///   - command: As the user gave it: nothing of a feed is in it.
  ///   - changes: What it can read, and finds in its environment.
  ///   - runs: Where the run is kept while it continues.
  /// - Throws: `FeedError.system` if it cannot be started.
  init(_ command: String, _ changes: ChangeDigest, _ runs: CommandRuns) throws(FeedError) {
    process = try ChildProcess(
      ["/bin/sh", "-c", command],
      input: .bytes(Array(changes.text.utf8)),
      .discarded,
      adding: Dictionary(changes.environment.map { ($0.name, $0.value) }) { $1 },
      runs: runs
    )
  }

  /// What it writes to standard error; non-blocking.
  var errors: Int32 { process.errors }

  /// Reads what there is of its errors, and asks without waiting whether it has ended.
  func hasEnded() -> Bool {
    // Ended first, read after: what it wrote before its end is in the pipe then.
    defer { process.readErrors() }
    return process.hasEnded()
  }

  /// How it ended, in words; nil if it ended with success or has not ended.
  var failure: String? {
    process.failure.map { process.errorLine.isEmpty ? $0 : "\($0): \(process.errorLine)" }
  }
}
