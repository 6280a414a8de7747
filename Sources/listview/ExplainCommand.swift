import ArgumentParser
import FeedClients
import Feeds
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
      throw ValidationError(UsageText.explainURL(feed))
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
    let run = try FeedRun(intake)
    let seconds = parent.deadline ?? ListViewCommand.standardDeadline
    let limit = command.map { _ in start + .given(seconds: seconds) }
    var sink = FeedTally(command: command, limit: limit)
    let hasSucceeded = try run.run(into: &sink)
    if !hasSucceeded { note(NoticeText.commandFailed) }
    let environment = ProcessEnvironment.variables
    let terminal = OutputTerminal(color: parent.color, environment)
    var pager = Pager(terminal, environment, parent.isSecure ? nil : runs)
    let lines = Self.lines(
      run.intake.decoder,
      sink,
      parent.calendar,
      seconds: (.now - start) / .seconds(1)
    )
    pager.print(lines.map(terminal.text))
    if !hasSucceeded { throw ExitCode.failure }
  }

  /// The columns that would be shown, in the syntax of `--columns`, and those that would be hidden.
  private static func columns(of rows: [Row], _ key: KeyRule?, _ calendar: Calendar) -> [String] {
    let columns = ColumnChoice.columns(of: rows, key: key, calendar: calendar)
    let (dull, telling) = (columns.filter(\.isDull), columns.filter { !$0.isDull })
    let texts = telling.isEmpty ? [] : ["\(ColumnSpec(telling)) · \(ExplainText.columnsInOrder)"]
    return dull.isEmpty ? texts : texts + [ExplainText.hidden(dull.map(\.path.description))]
  }

  private static func lines(
    _ decoder: FeedDecoder,
    _ tally: FeedTally,
    _ calendar: Calendar,
    seconds: Double
  ) -> [[Segment]] {
    var lines: [[Segment]] = []
    func add(_ title: String, _ texts: [String], isProblem: Bool = false) {
      for (offset, text) in texts.enumerated() {
        let head = offset == 0 ? title : ""
        let padding = String(repeating: " ", count: 10 - head.count)
        lines.append(
          [Segment(text: head + padding, role: isProblem ? .warning : .accent, isBold: true)]
            + pieces(of: DisplayWidth.cut(text, to: 400))
        )
      }
    }
    add(
      ExplainText.Title.format,
      ["\(decoder.format?.rawValue ?? ExplainText.unknownFormat) · \(decoder.formatReason)"]
    )
    if let log = decoder.logDescription { add(ExplainText.Title.log, [log]) }
    add(ExplainText.Title.values, ["\(decoder.valueCount)"])
    add(
      ExplainText.Title.structure,
      decoder.structureCounts.map { "\($0.count) × \($0.structure)" }
    )
    if let inference = decoder.keyInference {
      add(
        ExplainText.Title.key,
        ["\(inference.rule) · \(inference.reason)"] + inference.rejections.prefix(8)
      )
    } else {
      add(ExplainText.Title.key, [ExplainText.unknownKey])
    }
    add(ExplainText.Title.problems, decoder.keyProblems.map(\.description), isProblem: true)
    add(ExplainText.Title.columns, columns(of: Array(tally.list.rows), decoder.keyRule, calendar))
    add(ExplainText.Title.rows, [ExplainText.rows(tally.list.count, most: tally.maximumRows)])
    add(
      ExplainText.Title.items,
      [
        ExplainText.items(
          snapshots: tally.snapshots,
          rows: tally.upserts,
          deletions: tally.deletions
        )
      ] + (decoder.ignoredCount > 0 ? [ExplainText.ignored(decoder.ignoredCount)] : [])
    )
    add(
      ExplainText.Title.changes,
      [
        ExplainText.changes(
          inserted: tally.inserted,
          deleted: tally.deleted,
          updated: tally.updated
        )
      ]
    )
    let clocks = decoder.volatileFields.learned.map(\.description).sorted()
    if !clocks.isEmpty { add(ExplainText.Title.clocks, [clocks.joined(separator: ", ")]) }
    if let first = tally.firstTime, let last = tally.lastTime {
      add(
        ExplainText.Title.times,
        [ExplainText.span((last.timeSince(first) / .seconds(1)).rounded())]
      )
    }
    let bad = decoder.malformedInput
    add(
      ExplainText.Title.malformed,
      ["\(bad.count)"]
        + bad.newest.suffix(8).map { ExplainText.malformed(line: $0.line, "\($0.reason)") },
      isProblem: bad.count > 0
    )
    add(ExplainText.Title.bytes, ["\(decoder.byteCount)"])
    add(ExplainText.Title.seconds, ["\((seconds * 1_000).rounded() / 1_000)"])
    return lines
  }

  /// A finding, followed by the reason after a dot, which is dimmed.
  private static func pieces(of text: String) -> [Segment] {
    guard let dot = text.firstRange(of: " · ") else { return [Segment(text: text, role: .text)] }
    return [
      Segment(text: String(text[..<dot.lowerBound]), role: .text),
      Segment(text: String(text[dot.lowerBound...]), role: .dim),
    ]
  }
}
