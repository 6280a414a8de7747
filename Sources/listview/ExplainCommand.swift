import ArgumentParser
import FeedClients
import Feeds
import ListViewParts
import TerminalCore
import Values

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads a feed to its end and explains how it is interpreted.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain how a feed is interpreted: its format, key and columns, and why.",
    usage: """
      listview explain FILE [options]
      COMMAND | listview explain [options]
      listview explain [options] -- COMMAND
      """,
    discussion: """
      The feed is read to its end. The options --key, --rows and --format work as in listview itself. \
      A command after -- is run once; its output is the whole list.
      """
  )

  /// What comes with the command: `--feed`, `--key`, `--rows` and `--format` mean the same here.
  @ParentCommand var parent: ListViewCommand

  @Flag(help: "Read the feed as the output of one run of a command, which is the whole list.")
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
      throw ValidationError("explain reads one feed: give --feed once.")
    }
    guard feed != nil || !parent.command.isEmpty || isatty(STDIN_FILENO) == 0 else {
      throw ValidationError(
        "Nothing to explain: give a file or a command, or pipe into listview."
      )
    }
    if let feed, FeedURL.isURL(feed) {
      throw ValidationError(
        "explain reads files and commands: curl -sN '\(feed)' | listview explain"
      )
    }
    if let feed, feed.hasPrefix("sim:") {
      throw ValidationError(
        "explain needs a finite feed: listview simulate --count 100 --instant | listview explain"
      )
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
    if !hasSucceeded { note("the command failed: its output is ignored") }
    let environment = ProcessEnvironment.variables
    let terminal = OutputTerminal(color: parent.color, environment)
    var pager = Pager(terminal, environment, parent.isSecure ? nil : runs)
    let lines = Self.lines(
      run.intake.decoder,
      sink,
      parent.calendar,
      seconds: (.now - start) / .seconds(1)
    )
    pager.print(lines.map { terminal?.text($0) ?? $0.map(\.text).joined() })
    if !hasSucceeded { throw ExitCode.failure }
  }

  /// What would be shown of the rows, as `--columns` takes it, and what would not.
  private static func columns(of rows: [Row], _ key: KeyRule?, _ calendar: Calendar) -> [String] {
    let columns = ColumnChoice.columns(of: rows, key: key, calendar: calendar)
    let (dull, telling) = (columns.filter(\.isDull), columns.filter { !$0.isDull })
    let texts = telling.isEmpty ? [] : ["\(ColumnSpec(telling)) · in order"]
    let names = dull.map(\.path.description).joined(separator: ", ")
    return dull.isEmpty ? texts : texts + ["hidden: \(names)"]
  }

  private static func lines(
    _ decoder: FeedDecoder,
    _ tally: FeedTally,
    _ calendar: Calendar,
    seconds: Double
  ) -> [[Segment]] {
    var lines: [[Segment]] = []
    func add(_ title: String, _ texts: [String], isTrouble: Bool = false) {
      for (offset, text) in texts.enumerated() {
        let head = offset == 0 ? title : ""
        let padding = String(repeating: " ", count: 10 - head.count)
        lines.append(
          [Segment(text: head + padding, role: isTrouble ? .warning : .accent, isBold: true)]
            + pieces(of: DisplayWidth.cut(text, to: 400))
        )
      }
    }
    add("format", ["\(decoder.format?.rawValue ?? "unknown") · \(decoder.formatReason)"])
    if let log = decoder.logDescription { add("log", [log]) }
    add("values", ["\(decoder.valueCount)"])
    add("shape", decoder.shapeCounts.map { "\($0.count) × \($0.shape)" })
    if let inference = decoder.keyInference {
      add("key", ["\(inference.rule) · \(inference.reason)"] + inference.rejections.prefix(8))
    } else {
      add("key", ["unknown: no row has arrived"])
    }
    add("problems", decoder.keyTroubles.map(\.description), isTrouble: true)
    add("columns", columns(of: Array(tally.list.rows), decoder.keyRule, calendar))
    add("rows", ["\(tally.list.count) at the end, \(tally.mostRows) at most"])
    add(
      "items",
      ["\(tally.snapshots) snapshots, \(tally.upserts) single rows, \(tally.deletions) deletions"]
        + (decoder.ignoredCount > 0 ? ["\(decoder.ignoredCount) values ignored"] : [])
    )
    add(
      "changes",
      ["+\(tally.inserted) −\(tally.deleted) ~\(tally.updated), not counting clocks"]
    )
    let clocks = decoder.volatileFields.learned.map(\.description).sorted()
    if !clocks.isEmpty { add("clocks", [clocks.joined(separator: ", ")]) }
    if let first = tally.firstTime, let last = tally.lastTime {
      add(
        "times",
        ["\((last.timeSince(first) / .seconds(1)).rounded()) s from first to last"]
      )
    }
    let bad = decoder.badInput
    add(
      "malformed",
      ["\(bad.count)"] + bad.newest.suffix(8).map { "line \($0.line): \($0.reason)" },
      isTrouble: bad.count > 0
    )
    add("bytes", ["\(decoder.byteCount)"])
    add("seconds", ["\((seconds * 1_000).rounded() / 1_000)"])
    return lines
  }

  /// What was found, then, after a dot, the reason, dimmed.
  private static func pieces(of text: String) -> [Segment] {
    guard let dot = text.firstRange(of: " · ") else { return [Segment(text: text, role: .text)] }
    return [
      Segment(text: String(text[..<dot.lowerBound]), role: .text),
      Segment(text: String(text[dot.lowerBound...]), role: .dim),
    ]
  }
}
