import ArgumentParser
import Feeds
import ListViewParts

/// How changes are reported in addition to the output.
struct ChangeOptions: ParsableArguments {
  @Option(help: HelpText.onChange)
  var onChange: String?

  @Flag(help: HelpText.bell)
  var bell = false

  func validate() throws {
    guard let onChange else { return }
    let rule: ChangeRule
    do throws(FilterError) {
      rule = try ChangeRule(onChange)
    } catch {
      throw ValidationError(UsageText.onChange(onChange, "\(error)"))
    }
    guard rule.command?.contains(where: { !$0.isWhitespace }) ?? true else {
      throw ValidationError(UsageText.onChangeNeedsCommand)
    }
  }

  /// Which changes are reported, and how; nil for none.
  ///
  /// It has been validated.
  var rule: ChangeRule? { onChange.flatMap { try? ChangeRule($0) } }

  /// The announcer for a screen.
  ///
  /// - Parameter runs: Where the runs of the command are kept.
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

/// What `--on-change` says: a command, a transition, or both with `=>` between.
struct ChangeRule {
  /// Which changes count; nil for all.
  let transition: Transition?
  /// What the shell runs; nil if the change is only reported.
  let command: String?

  /// Reads a rule.
  ///
  /// - Throws: `FilterError` where a transition has a side that is no value.
  init(_ text: String) throws(FilterError) {
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
