import ArgumentParser
import EventLoop
import Feeds
import ListViewParts
import TerminalCore
import Values

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads a feed to its end and says what it was taken for, and why.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Read a feed to its end, and say what it was taken for and why.",
    usage: """
      listview explain --feed FILE [options]
      COMMAND | listview explain [options]
      listview explain [options] -- COMMAND
      """,
    discussion: """
      The options --key, --rows and --format are those of listview itself, and so is a command \
      behind --: it is run once, and what it prints is the whole list.
      """
  )

  /// What comes with the command: `--feed`, `--key`, `--rows` and `--format` mean the same here.
  @ParentCommand var parent: ListViewCommand

  @Flag(help: "Read the feed as one run of a polled command, whose output is the whole list.")
  var polled = false

  private var feed: String? { parent.feed.first }

  func run() throws {
    try parent.refuseOptions(
      besides: [
        "--feed", "--key", "--rows", "--format", "--delimiter", "--deadline", "-- COMMAND",
      ],
      of: "explain"
    )
    guard parent.feed.count < 2 else {
      throw ValidationError("explain reads one feed: give one --feed.")
    }
    guard feed != nil || !parent.command.isEmpty || isatty(STDIN_FILENO) == 0 else {
      throw ValidationError(
        "There is nothing to explain: give --feed FILE, pipe into listview, or give -- COMMAND."
      )
    }
    if let feed, feed.hasPrefix("sim:") {
      throw ValidationError(
        "A simulation has no end. Try: listview simulate --count 100 --instant | listview explain"
      )
    }
    do {
      try explain()
    } catch let error as FeedError {
      fail("\(error)", code: error.exitCode)
    }
  }

  private func explain() throws {
    var options = parent.decoding.options
    options.isPolled = polled || !parent.command.isEmpty
    var decoder = FeedDecoder(options)
    var tally = FeedTally()
    let clock = ContinuousClock()
    let start = clock.now
    var hasSucceeded = true
    if parent.command.isEmpty {
      try readFile(&decoder, &tally)
    } else {
      hasSucceeded = try runCommand(&decoder, &tally)
    }
    let seconds = (clock.now - start) / .seconds(1)
    print(Self.text(decoder, tally, parent.calendar, seconds: seconds))
    if !hasSucceeded { throw ExitCode.failure }
  }

  /// Reads one run of the command.
  ///
  /// - Returns: Whether it succeeded.
  private func runCommand(_ decoder: inout FeedDecoder, _ tally: inout FeedTally) throws -> Bool {
    let limit = Duration.given(seconds: parent.deadline ?? ListViewCommand.standardDeadline)
    let source = CommandSource(
      parent.command,
      mode: .polled(every: limit, limit: limit),
      runs: CommandRuns(adoptsOrphans: ProcessTree.adoptOrphans())
    )
    let loop = try EventLoop(signals: [.childExit, .interrupt, .terminate, .hangUp, .quit])
    try source.start(at: .now)
    defer { source.stop() }
    while true {
      guard source.isReady else {
        let interests = source.descriptors.map { EventLoop.Interest($0, .read) }
        let wakeup = try loop.wait(for: interests, until: source.deadline)
        for signal in wakeup.signals where signal != .childExit {
          source.stop()
          loop.endProcess(by: signal)
        }
        source.wake()
        continue
      }
      switch try source.read(upTo: 1 << 18, at: .now) {
      case .bytes(let bytes):
        decoder.arrival = .now
        tally.add(decoder.append(bytes), decoder.volatileFields)
      case .endOfRun(succeeded: true):
        tally.add(decoder.endRun(), decoder.volatileFields)
        return true
      case .endOfRun(succeeded: false):
        decoder.abandonRun()
        if case .notice(let reason?) = try source.read(upTo: 1, at: .now) { note(reason) }
        note("the command failed: what it printed is no list")
        return false
      case .notice(let text): if let text { note(text) }
      case .idle, .restarted: break
      case .end: return true
      }
    }
  }

  private func readFile(_ decoder: inout FeedDecoder, _ tally: inout FeedTally) throws {
    try WholeFeed(path: feed).read { bytes in
      tally.add(decoder.append(bytes), decoder.volatileFields)
    }
    tally.add(decoder.finish(), decoder.volatileFields)
  }

  /// What would be shown of the rows, as `--columns` takes it, and what would not.
  private static func columns(of rows: [Row], _ key: KeyRule?, _ calendar: Calendar) -> [String] {
    let columns = ColumnChoice.columns(of: rows, key: key, calendar: calendar)
    let (dull, telling) = (columns.filter(\.isDull), columns.filter { !$0.isDull })
    let texts = telling.isEmpty ? [] : ["\(ColumnSpec(telling)) · from left to right"]
    let names = dull.map(\.path.description).joined(separator: ", ")
    return dull.isEmpty ? texts : texts + ["left out: \(names)"]
  }

  private static func text(
    _ decoder: FeedDecoder,
    _ tally: FeedTally,
    _ calendar: Calendar,
    seconds: Double
  ) -> String {
    var lines: [String] = []
    func add(_ title: String, _ texts: [String]) {
      for (offset, text) in texts.enumerated() {
        let head = offset == 0 ? title : ""
        let padding = String(repeating: " ", count: 10 - head.count)
        lines.append(head + padding + DisplayWidth.cut(text, to: 400))
      }
    }
    add("format", ["\(decoder.format?.rawValue ?? "unknown") · \(decoder.formatReason)"])
    if let log = decoder.logDescription { add("log", [log]) }
    add("values", ["\(decoder.valueCount)"])
    add("shape", decoder.shapeCounts.map { "\($0.count) × \($0.shape)" })
    if let inference = decoder.keyInference {
      add("key", ["\(inference.rule) · \(inference.reason)"] + inference.rejections.prefix(8))
    } else {
      add("key", ["not told yet: no row has arrived"])
    }
    add("trouble", decoder.keyTroubles.map(\.description))
    add("columns", columns(of: Array(tally.list.rows), decoder.keyRule, calendar))
    add("rows", ["\(tally.list.count) at the end, \(tally.mostRows) at most"])
    add(
      "items",
      ["\(tally.snapshots) snapshots, \(tally.upserts) rows alone, \(tally.deletions) deletions"]
        + (decoder.ignoredCount > 0 ? ["\(decoder.ignoredCount) values that say nothing"] : [])
    )
    add(
      "changes",
      ["+\(tally.inserted) −\(tally.deleted) ~\(tally.updated), clocks left out"]
    )
    let clocks = decoder.volatileFields.learned.map(\.description).sorted()
    if !clocks.isEmpty { add("clocks", [clocks.joined(separator: ", ")]) }
    if let first = tally.firstTime, let last = tally.lastTime {
      add(
        "times",
        ["\((last.timeSince(first) / .seconds(1)).rounded()) s from the first to the last"]
      )
    }
    let bad = decoder.badInput
    add(
      "bad input",
      ["\(bad.count)"] + bad.newest.suffix(8).map { "line \($0.line): \($0.reason)" }
    )
    add("bytes", ["\(decoder.byteCount)"])
    add("seconds", ["\((seconds * 1_000).rounded() / 1_000)"])
    return lines.joined(separator: "\n")
  }
}

/// What a feed came to, counted as its items are applied one by one.
struct FeedTally {
  private(set) var list = RowList()
  private(set) var mostRows = 0
  private(set) var snapshots = 0
  private(set) var upserts = 0
  private(set) var deletions = 0
  private(set) var inserted = 0
  private(set) var deleted = 0
  private(set) var updated = 0
  private(set) var firstTime: FeedTime?
  private(set) var lastTime: FeedTime?

  /// Takes what arrived, and what is known of its clocks.
  mutating func add(_ items: [FeedItem], _ clocks: VolatileFields = VolatileFields()) {
    for item in items { add(item, clocks) }
  }

  private mutating func add(_ item: FeedItem, _ clocks: VolatileFields) {
    firstTime = firstTime ?? item.time
    lastTime = item.time ?? lastTime
    switch item {
    case .snapshot(let snapshot):
      snapshots += 1
      var kept = 0
      for row in snapshot.rows {
        guard let old = list[row.id] else {
          inserted += 1
          continue
        }
        kept += 1
        if !clocks.isContentEqual(old, row) { updated += 1 }
      }
      deleted += list.count - kept
    case .upsert(let row, _):
      upserts += 1
      if let old = list[row.id] {
        if !clocks.isContentEqual(old, row) { updated += 1 }
      } else {
        inserted += 1
      }
    case .delete(let id, _):
      deletions += 1
      if list[id] != nil { deleted += 1 }
    }
    list.apply(item)
    mostRows = max(mostRows, list.count)
  }
}
