import FeedSources
import ListViewParts

/// A run of the command of `--on-change`.
///
/// Its input is in memory; its output is discarded, except for one informative line of its errors. When this
/// value is released, the run ends along with everything it started.
struct ChangeCommand {
  private let process: ChildProcess

  /// Starts `/bin/sh -c COMMAND`.
  ///
  /// - Parameters:
  ///   - command: The command as given by the user; nothing from a feed is inserted into it.
  ///   - changes: The changes, which it receives as standard input and in its environment.
  ///   - runs: The commands that are running, to which it is added.
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

  /// The descriptor of its standard error; non-blocking.
  var errors: Int32 { process.errors }

  /// Reads the available errors, and returns without waiting whether the run has ended.
  func hasEnded() -> Bool {
    // Reading after the check is safe: whatever was written before the end is then in the pipe.
    defer { process.readErrors() }
    return process.hasEnded()
  }

  /// A description of how the run failed; nil if it succeeded or has not ended.
  var failure: String? {
    process.failure.map { process.errorLine.isEmpty ? $0 : "\($0): \(process.errorLine)" }
  }
}
