import ArgumentParser
import Columns
import FeedSources
import ListViewParts
import Ordering

/// The options that report changes in addition to the output.
struct ChangeOptions: ParsableArguments {
  @Option(help: HelpText.onChange)
  var onChange: String?

  @Flag(help: HelpText.bell)
  var bell = false

  func validate() throws {
    guard let onChange else { return }
    let rule: ChangeRule
    do throws(SettingError) {
      rule = try ChangeRule(onChange)
    } catch {
      throw ValidationError(UsageText.onChange(onChange, "\(error)"))
    }
    guard rule.command?.contains(where: { !$0.isWhitespace }) ?? true else {
      throw ValidationError(UsageText.onChangeNeedsCommand)
    }
  }

  /// The changes to report, and the way to do it; nil if none are.
  ///
  /// - Precondition: The options have been validated.
  var rule: ChangeRule? { onChange.flatMap { try? ChangeRule($0) } }

  /// The announcer for a screen.
  ///
  /// - Parameter runs: The commands that are running.
  /// - Returns: The announcer; nil if there is nothing to do.
  func announcer(_ runs: CommandRuns) -> Announcer? {
    let isSilent = rule.map { $0.command != nil } ?? true
    return Announcer(command: rule?.command, ringsBell: bell || !isSilent, runs)
  }

  /// The announcer for output without a screen; nil if there is nothing to do.
  func commandAnnouncer(_ runs: CommandRuns) -> Announcer? {
    Announcer(command: rule?.command, ringsBell: false, runs)
  }
}

/// The value of `--on-change`: a command, a transition, or both separated by `=>`.
struct ChangeRule {
  /// The transition that counts; nil for all changes.
  let transition: Transition?
  /// The shell command; nil if changes are only reported.
  let command: String?

  /// Parses a rule.
  ///
  /// - Throws: `SettingError` if a side of a transition is not a value.
  init(_ text: String) throws(SettingError) {
    if let arrow = text.firstRange(of: " => "),
      let transition = try Transition(String(text[..<arrow.lowerBound]))
    {
      (self.transition, command) = (transition, String(text[arrow.upperBound...]))
    } else {
      transition = try Transition(text)
      command = transition == nil ? text : nil
    }
  }
}

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

/// The options that choose rows, as in fzf(1).
struct PickOptions: ParsableArguments {
  @Flag(help: HelpText.pick)
  var pick = false

  @Flag(help: HelpText.multi)
  var multi = false

  /// Whether the user chooses rows.
  var isOn: Bool { pick || multi }

  /// The exit status if the user quits without choosing a row, as in fzf(1).
  static let quitStatus: Int32 = 130
}

/// The options that arrange the rows on the screen.
struct ArrangingOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: HelpText.sort
  )
  var sort: String?

  @Option(help: HelpText.group)
  var group: String?

  func validate() throws {
    if let sort, SortSpec(sort) == nil {
      throw ValidationError(UsageText.sort)
    }
    if let group, group.isEmpty {
      throw ValidationError(UsageText.group)
    }
  }

  /// The view options of the app.
  var options: ViewOptions { ViewOptions(sort: sort, group: group) }
}
