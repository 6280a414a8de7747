import ArgumentParser
import FeedClients
import FeedSources
import FeedValues
import ListViewParts
import TerminalCore
import Values

import Glibc

/// Reads a feed to its end and explains how it is interpreted.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: HelpText.Explain.abstract,
    usage: HelpText.Explain.usage,
    discussion: HelpText.Explain.discussion
  )

  /// The parent command, whose options `--feed`, `--key`, `--rows` and `--format` also apply here.
  @ParentCommand var parent: ListViewCommand

  @Flag(help: HelpText.Explain.polled)
  var polled = false

  private var feed: String? { parent.feed.first }

  func run() throws {
    try parent.refuseOptions(
      besides: [
        "--feed", "--key", "--rows", "--format", "--delimiter", "--pattern", "--deadline",
        "--shell", "--color", "-- COMMAND",
      ],
      of: "explain"
    )
    guard parent.feed.count < 2 else {
      throw ValidationError(UsageText.explainsOneFeed)
    }
    guard feed != nil || !parent.command.isEmpty || isatty(STDIN_FILENO) == 0 else {
      throw ValidationError(UsageText.nothingToExplain)
    }
    if let feed, FeedURL.isURL(feed) {
      throw ValidationError(UsageText.explainURL(FeedURL(feed)?.title ?? feed))
    }
    if let feed, feed.hasPrefix("sim:") {
      throw ValidationError(UsageText.explainSimulation)
    }
    do {
      try explain()
    } catch let error as FeedError {
      fail("\(error)", code: error.exitCode)
    }
  }

  private func explain() throws {
    if !parent.command.isEmpty { ProcessTree.startGuard() }
    let runs = CommandRuns(adoptsOrphans: !parent.command.isEmpty && ProcessTree.adoptOrphans())
    let start = ContinuousClock.now
    var options = parent.decoderOptions
    options.name = parent.command.isEmpty ? feed : nil
    options.isPolled = polled || !parent.command.isEmpty
    let command =
      parent.command.isEmpty ? nil : try parent.startCommand(runsOnce: true, restarts: false, runs)
    let source =
      try (command as (any FeedSource)?)
      ?? ListViewCommand.openFile(feed ?? "-", follows: false, runs)
    var intake = FeedIntake(source, FeedDecoder(options))
    intake.waitsForEnd = true
    let run = try FeedRun(intake, nil, runs)
    let seconds = parent.deadline ?? ListViewCommand.standardDeadline
    let limit = command.map { _ in start + .given(seconds: seconds) }
    var sink = FeedTally(command: command, limit: limit)
    let hasSucceeded = try run.run(into: &sink)
    if !hasSucceeded { note(NoticeText.commandFailed) }
    let environment = ProcessEnvironment.variables
    let terminal = OutputTerminal(color: parent.color, environment)
    var pager = Pager(terminal, environment, parent.isSecure ? nil : runs)
    let report = ExplainReport(
      decoder: run.intake.decoder,
      tally: sink,
      calendar: parent.calendar,
      seconds: (.now - start) / .seconds(1)
    )
    pager.print(report.lines.map(terminal.text))
    if !hasSucceeded { throw ExitCode.failure }
  }
}
