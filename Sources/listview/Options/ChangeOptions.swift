import Columns
import ArgumentParser
import FeedSources
import ListViewParts

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
