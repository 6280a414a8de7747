import ArgumentParser
import Feeds
import TerminalCore

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
      """,
    discussion: "The options --key, --rows and --format are those of listview itself."
  )

  /// What comes with the command: `--feed`, `--key`, `--rows` and `--format` mean the same here.
  @ParentCommand var parent: ListViewCommand

  @Flag(help: "Read the feed as one run of a polled command, whose output is the whole list.")
  var polled = false

  private var feed: String? { parent.feed.first }

  func run() throws {
    guard parent.feed.count < 2 else {
      throw ValidationError("explain reads one feed: give one --feed.")
    }
    guard feed != nil || isatty(STDIN_FILENO) == 0 else {
      throw ValidationError("There is nothing to explain: give --feed FILE, or pipe into listview.")
    }
    do {
      try explain()
    } catch let error as FeedError {
      fail("\(error)", code: error.exitCode)
    }
  }

  private func explain() throws {
    var options = parent.decoding.options
    options.isPolled = polled
    var decoder = FeedDecoder(options)
    var tally = FeedTally()
    let clock = ContinuousClock()
    let isFile = feed != nil && feed != "-"
    let start = clock.now
    let input =
      isFile ? open(feed ?? "", O_RDONLY | O_CLOEXEC) : STDIN_FILENO
    guard input >= 0 else {
      throw errno == ENOENT
        ? FeedError.missing(path: feed ?? "")
        : FeedError.system(call: "open", path: feed ?? "", code: errno)
    }
    defer { if isFile { close(input) } }
    while let bytes = try chunk(of: input) { tally.add(decoder.append(bytes)) }
    tally.add(decoder.finish())
    let seconds = (clock.now - start) / .seconds(1)
    print(Self.text(decoder, tally, seconds: seconds))
  }

  /// The next bytes; nil at the end.
  private func chunk(of input: Int32) throws(FeedError) -> [UInt8]? {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, count in
      var length = 0
      repeat {
        length = read(input, buffer.baseAddress, buffer.count)
      } while length < 0
        && errno == EINTR
      code = length < 0 ? errno : 0
      count = max(0, length)
    }
    let name = feed ?? "standard input"
    if code == EISDIR { throw .notAFile(path: name) }
    guard code == 0 else { throw .system(call: "read", path: name, code: code) }
    return bytes.isEmpty ? nil : bytes
  }

  private static func text(_ decoder: FeedDecoder, _ tally: FeedTally, seconds: Double) -> String {
    var lines: [String] = []
    func add(_ title: String, _ texts: [String]) {
      for (offset, text) in texts.enumerated() {
        let head = offset == 0 ? title : ""
        let padding = String(repeating: " ", count: 10 - head.count)
        lines.append(head + padding + DisplayWidth.cut(text, to: 200))
      }
    }
    add("format", ["\(decoder.format?.rawValue ?? "unknown") · \(decoder.formatReason)"])
    add("values", ["\(decoder.valueCount)"])
    add("shape", decoder.shapeCounts.map { "\($0.count) × \($0.shape)" })
    if let inference = decoder.keyInference {
      add("key", ["\(inference.rule) · \(inference.reason)"] + inference.rejections.prefix(8))
    } else {
      add("key", ["not told yet: no row has arrived"])
    }
    if decoder.duplicateKeys > 0 {
      add("", ["\(decoder.duplicateKeys) rows had the key of another row in the same list"])
    }
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

  mutating func add(_ items: [FeedItem]) {
    for item in items { add(item) }
  }

  private mutating func add(_ item: FeedItem) {
    firstTime = firstTime ?? item.time
    lastTime = item.time ?? lastTime
    let clocks = VolatileFields()
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
