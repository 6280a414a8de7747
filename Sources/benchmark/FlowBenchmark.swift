import Ordering
import Columns
import ArgumentParser
import FeedValues
import ListViewApp
import ListViewParts

/// Measures what a change costs on its way from the feed to the table, in lists of several sizes.
struct FlowBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flow",
    abstract: "Measure a change on its way from the feed to the table.",
    discussion: """
      A list holds the newest rows of a stream. Of the events of a batch half are new rows, which \
      evict the oldest, and half are new content of old ones. Measured is the processor's time from \
      decoded events to the table, per change; the summary bar is off. All is done three times, and the \
      least of the three times of a batch counts: what interrupts the program, as the clock of the \
      system does a hundred times a second, is not its work. Bars hold for the longest list; with many \
      groups only that for the ratio to the shortest one does.

      Then the user arranges the lists of 100,000 rows and more by commands: measured is the processor's \
      time from Enter until the first screen that is right, and until all rows are arranged; and the \
      longest turn, for which a key may wait.

      At last it is measured what a frame takes: one with a key and a sixtieth of 100,000 updates a second \
      of the longest list, sorted, grouped and filtered, from their text to the screen; and each of \
      10,000 steps back in a list of 100,000 rows.
      """
  )

  @Option(parsing: .upToNextOption, help: "How many rows the lists have.")
  var rows = [10_000, 100_000, 1_000_000]

  @Option(parsing: .upToNextOption, help: "How many events come together.")
  var batches = [1, 100, 1_667]

  @Option(help: "Measure only arrangements whose name contains this.")
  var only = ""

  @Option(help: "Random seed.")
  var seed: UInt64 = 1

  @Flag(help: "Print tab-separated values.")
  var tsv = false

  @Flag(help: "Exit with 1 where a figure misses its bar.")
  var check = false

  func validate() throws {
    guard !rows.isEmpty, rows.allSatisfy({ 100...10_000_000 ~= $0 }),
      !batches.isEmpty, batches.allSatisfy({ 1...100_000 ~= $0 })
    else { throw ValidationError("--rows must be 100 or more, --batches between 1 and 100000.") }
  }

  /// The time that a change takes in one list, by batches of one size.
  private struct Figure {
    var arrangement: String
    var rows: Int
    var batch: Int
    var time: Quantiles
    /// The time as a multiple of that in the shortest list.
    var ratio: Double
    var isKept: Bool
  }

  func run() throws {
    let all = ViewOptions(sort: "-amount", group: "status")
    let filter = try Filter("amount>200000")
    let arrangements: [(name: String, options: ViewOptions, filter: Filter?)] = [
      ("feed order", ViewOptions(), nil), ("sorted by number", ViewOptions(sort: "-amount"), nil),
      ("sorted by text", ViewOptions(sort: "name"), nil), ("filtered", ViewOptions(), filter),
      ("grouped", ViewOptions(group: "status"), nil), ("all", all, filter),
      ("many groups", ViewOptions(sort: "-amount", group: "name"), filter),
      ("expressions", ViewOptions(), try Filter("delta(amount, 1m)>0 or (amount / 7)>2000")),
    ]
    tell(["arrangement", "rows", "batch", "p50 µs", "p99 µs", "max µs", "ratio", "bar"])
    var isKept = true
    for (name, options, filter) in arrangements where only.isEmpty || name.contains(only) {
      var shortest: [Int: Duration] = [:]
      for count in rows.sorted() {
        for (batch, time) in zip(batches, times(count, options, filter)) {
          let first = shortest[batch] ?? time.p50
          shortest[batch] = first
          let figure = Figure(
            arrangement: name,
            rows: count,
            batch: batch,
            time: time,
            ratio: time.p50 / first,
            isKept: count < (rows.max() ?? 0)
              || holds(time, batch, ratio: time.p50 / first, hasManyGroups: name == Self.manyGroups)
          )
          isKept = isKept && figure.isKept
          tell(figure)
        }
      }
    }
    if only.isEmpty || "arranging".contains(only) {
      isKept = try tellArranging() && isKept
    }
    if only.isEmpty || "frames".contains(only) {
      isKept = tellFrames(all, filter) && isKept
    }
    if check, !isKept { throw ExitCode(1) }
  }

  /// The time of a change in batches of each size.
  private func times(_ rows: Int, _ options: ViewOptions, _ filter: Filter?) -> [Quantiles] {
    let runs = (0..<Self.runs).map { _ in
      var list = FlowWorkload(rows: rows, options, filter, seed: seed)
      return batches.map { list.measure($0) }
    }
    return batches.indices.map { batch in
      Quantiles(runs.dropFirst().reduce(runs[0][batch]) { zip($0, $1[batch]).map(min) })
    }
  }

  /// The number of times that all changes are made.
  private static let runs = 3

  /// Measures frames during a flood, and steps back.
  ///
  /// - Returns: Whether the bars are kept.
  private func tellFrames(_ options: ViewOptions, _ filter: Filter) -> Bool {
    guard let count = rows.max() else { return true }
    self.tell(["frames", "rows", "", "p50 ms", "p99 ms", "max ms", "", "bar"])
    // With a million rows a key may wait for two frames.
    let frame = Duration.microseconds(16_667)
    let bar = count > 100_000 ? frame * 2 : frame
    func tell(_ name: String, _ rows: Int, _ times: Quantiles, holds: Bool) {
      let texts = [times.p50, times.p99, times.maximum].map { milliseconds($0) }
      self.tell([name, "\(rows)", ""] + texts + ["", holds ? "holds" : "MISSED"])
    }
    var list = FlowWorkload(rows: count, options, filter, seed: seed)
    let flood = list.measureFrames(1_667)
    tell("100,000 a second", count, flood, holds: flood.p99 <= bar)
    list = FlowWorkload(rows: min(count, 100_000), ViewOptions(), nil, seed: seed)
    let steps = list.measureSteps(10_000)
    tell("step back", min(count, 100_000), steps, holds: steps.maximum <= frame)
    return flood.p99 <= bar && steps.maximum <= frame
  }

  private func milliseconds(_ time: Duration) -> String {
    "\((time / .milliseconds(1) * 10).rounded() / 10)"
  }

  /// Arranges lists in all ways.
  ///
  /// - Returns: Whether the bars are kept.
  private func tellArranging() throws -> Bool {
    tell(["arranging", "rows", "", "first ms", "all ms", "turn ms", "", "bar"])
    var isKept = true
    for count in rows.sorted() where count >= 100_000 { isKept = tellArranging(count) && isKept }
    return isKept
  }

  private func tellArranging(_ count: Int) -> Bool {
    let isVeryLong = count > 100_000
    var list = FlowWorkload(rows: count, seed: seed, hasTexts: true)
    var isKept = true
    for (name, command) in [
      ("sort by number", "sort amount"), ("invert", "sort -amount"), ("sort by text", "sort name"),
      ("few long texts", "sort office"), ("invert", "sort -office"), ("many", "sort path"),
      ("invert", "sort -path"),
      ("group", "group status"), ("ungroup", "group"), ("filter", "filter amount>500000"),
    ] {
      let time = list.arrange(command)
      let holds =
        time.first <= .milliseconds(isVeryLong ? 400 : 50) && time.all <= .milliseconds(1_500)
        && time.turn <= .microseconds(isVeryLong ? 33_333 : 16_667)
      isKept = isKept && holds
      let texts = [time.first, time.all, time.turn].map { milliseconds($0) }
      tell([name, "\(count)", ""] + texts + ["", holds ? "holds" : "MISSED"])
    }
    return isKept
  }

  /// The arrangement in a tenth as many groups as there are rows, or in as many as there are in a short list.
  private static let manyGroups = "many groups"

  private func holds(_ time: Quantiles, _ batch: Int, ratio: Double, hasManyGroups: Bool) -> Bool {
    // Nearly every change is one of another group as well.
    ratio <= 3
      && (hasManyGroups
        || (batch > 1 || time.p99 <= .microseconds(150))
          && (batch < 1_000 || time.p50 <= .microseconds(8)))
  }

  private func tell(_ figure: Figure) {
    func text(_ time: Duration) -> String { "\((time / .microseconds(1) * 100).rounded() / 100)" }
    tell([
      figure.arrangement, "\(figure.rows)", "\(figure.batch)", text(figure.time.p50),
      text(figure.time.p99), text(figure.time.maximum),
      "\((figure.ratio * 100).rounded() / 100)", figure.isKept ? "holds" : "MISSED",
    ])
  }

  private func tell(_ cells: [String]) {
    guard !tsv else { return print(cells.joined(separator: "\t")) }
    let widths = [18, 9, 7, 10, 10, 10, 8, 8]
    print(
      zip(cells, widths).enumerated().map { column, cell in
        let padding = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
        return column == 0 ? cell.0 + padding : padding + cell.0
      }.joined()
    )
  }
}
