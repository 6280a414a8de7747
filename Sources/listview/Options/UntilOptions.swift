import ArgumentParser
import ListViewParts

/// The options that wait for a row.
struct UntilOptions: ParsableArguments {
  @Option(help: HelpText.until)
  var until: String?

  @Option(help: HelpText.within, transform: seconds)
  var within: Double?

  func validate() throws {
    if let until { _ = try parsed("--until", until, RowCondition.init) }
    guard let within else { return }
    guard until != nil else { throw ValidationError(UsageText.withinNeedsUntil) }
    guard within > 0, within.isFinite else {
      throw ValidationError(UsageText.within)
    }
  }

  /// The wait, starting at an instant; nil if nothing is awaited.
  func wait(from instant: ContinuousClock.Instant) -> Wait? {
    // The condition has been validated.
    until.flatMap { try? RowCondition($0) }.map {
      Wait(condition: $0, deadline: within.map { instant + .given(seconds: $0) })
    }
  }
}

/// A wait for a row.
struct Wait {
  /// The outcome of a wait.
  enum Outcome {
    /// The row has appeared; its text.
    case matched(String)
    /// The row can no longer appear, or the user quit.
    case unmet
    /// The row did not appear in time.
    case late

    /// The exit status of the program; 124 for a timeout, as in timeout(1).
    var exitCode: Int32 {
      switch self {
      case .matched: 0
      case .unmet: 1
      case .late: 124
      }
    }
  }

  let condition: RowCondition
  let deadline: ContinuousClock.Instant?

  /// Whether the deadline has passed.
  func isLate(at instant: ContinuousClock.Instant) -> Bool {
    deadline.map { $0 <= instant } ?? false
  }
}
