import ArgumentParser
import ListViewParts

/// A row that the program waits for, and how long.
struct UntilOptions: ParsableArguments {
  @Option(help: HelpText.until)
  var until: String?

  @Option(help: HelpText.within)
  var within: Double?

  func validate() throws {
    if let until {
      do throws(FilterError) {
        _ = try RowCondition(until)
      } catch {
        throw ValidationError(UsageText.diagnosis("--until", error.diagnosis(of: until)))
      }
    }
    guard let within else { return }
    guard until != nil else { throw ValidationError(UsageText.withinNeedsUntil) }
    guard within > 0, within.isFinite else {
      throw ValidationError(UsageText.within)
    }
  }

  /// The wait from an instant on; nil if nothing is waited for.
  func wait(from instant: ContinuousClock.Instant) -> Wait? {
    // It has been validated.
    until.flatMap { try? RowCondition($0) }.map {
      Wait(condition: $0, deadline: within.map { instant + .given(seconds: $0) })
    }
  }
}

/// A wait for a row.
struct Wait {
  /// How a wait comes out.
  enum Outcome {
    /// A row fits; what it says.
    case fits(String)
    /// There will be no such row, or the user has quit.
    case unmet
    /// There was none in time.
    case late

    /// The exit status of the program; that of a wait that took too long is as timeout(1) has it.
    var exitCode: Int32 {
      switch self {
      case .fits: 0
      case .unmet: 1
      case .late: 124
      }
    }
  }

  let condition: RowCondition
  let deadline: ContinuousClock.Instant?

  /// Whether time is up.
  func isLate(at instant: ContinuousClock.Instant) -> Bool {
    deadline.map { $0 <= instant } ?? false
  }
}
