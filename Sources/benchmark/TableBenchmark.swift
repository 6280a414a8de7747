import ArgumentParser
import ListDiffing
import TableModel

/// Measures a table of a thousand rows beside one of a million.
///
/// A frame, a key and a batch cost what is in view and what changes, never what the list holds.
struct TableBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "table",
    abstract: "Measure frames, keys and batches of a long table beside a short one.",
    discussion: """
      Times are medians of samples taken in turns in one process; read the ratios. A batch is \
      performed from a difference that is known; the last line compares the lists as well, and has \
      no bar.
      """
  )

  @Option(help: "How many rows the short table has.")
  var short = 1_000

  @Option(help: "How many rows the long table has.")
  var long = 1_000_000

  @Option(help: "How many lines the viewport has.")
  var height = 50

  @Flag(help: "Exit with 1 where a ratio is above its bar.")
  var check = false

  func validate() throws {
    guard short >= 2 * height, long >= short, height >= 10 else {
      throw ValidationError("the viewport has at least 10 lines, and the tables two of it")
    }
  }

  func run() throws {
    let tables = [short, long].map { TableWorkload(count: $0, height: height) }
    var isWithinBars = true
    print(Self.line(["what", "\(short) rows", "\(long) rows", "ratio", "bar"]))
    for measure in TableWorkload.measures {
      var samples: [[Duration]] = [[], []]
      let rounds = measure.bar == nil ? 5 : 301
      for _ in 0..<rounds {
        for (index, table) in tables.enumerated() { samples[index].append(measure.run(table)) }
      }
      let medians = samples.map { $0.sorted()[rounds / 2] }
      let ratio = medians[1] / medians[0]
      if let bar = measure.bar, ratio > bar { isWithinBars = false }
      print(
        Self.line([
          measure.name, Self.microseconds(medians[0]), Self.microseconds(medians[1]),
          Self.rounded(ratio), measure.bar.map(Self.rounded) ?? "-",
        ])
      )
    }
    if check, !isWithinBars { throw ExitCode(1) }
  }

  private static func line(_ cells: [String]) -> String {
    let widths = [34, 14, 14, 8, 6]
    return zip(cells, widths).enumerated().map { index, cell in
      let padding = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
      return index == 0 ? cell.0 + padding : padding + cell.0
    }.joined()
  }

  private static func microseconds(_ duration: Duration) -> String {
    rounded(duration / .microseconds(1)) + " µs"
  }

  private static func rounded(_ value: Double) -> String {
    "\((value * 100).rounded() / 100)"
  }
}

/// A table of many rows, with the lists that small batches turn into each other.
struct TableWorkload {
  struct Row: Identifiable, Hashable, Sendable {
    var id: Int
    var name: String
    var amount: Int
  }

  typealias Table = TableView<Row, String>

  /// Something to measure, and by how much a long table may take longer than a short one.
  struct Measure: Sendable {
    var name: String
    var bar: Double?
    var run: @Sendable (TableWorkload) -> Duration
  }

  private static let start = ContinuousClock.now
  private let rows: [Row]
  private let longer: [Row]
  private let changed: [Row]
  private let insertion: BatchUpdates
  private let deletion: BatchUpdates
  private let update: BatchUpdates
  private let atEdge: Table
  private let inMiddle: Table
  private let inMotion: Table

  init(count: Int, height: Int) {
    rows = (0..<count).map { Row(id: $0, name: "customer \($0)", amount: $0 % 977) }
    let arrival = Row(id: count, name: "customer \(count)", amount: 1)
    longer = [arrival] + rows
    var changed = rows
    changed[3].amount += 1
    self.changed = changed
    do {
      insertion = try BatchUpdates(insertions: [0], from: count, to: count + 1)
      deletion = try BatchUpdates(deletions: [0], from: count + 1, to: count)
      update = try BatchUpdates(updates: [3], from: count, to: count)
    } catch {
      preconditionFailure("\(error)")
    }
    var table = Table(
      height: height,
      changedFields: { $0.amount == $1.amount ? [] : ["amount"] },
      now: { Self.start }
    )
    table.reload(rows, at: Self.start)
    atEdge = table
    table.selectRow(atOffset: count / 2, at: Self.start)
    inMiddle = table
    inMotion = Self.moving(atEdge, rows)
  }

  private static func moving(_ table: Table, _ rows: [Row]) -> Table {
    var table = table
    var next = rows
    next.remove(at: 5)
    next.insert(next.remove(at: 9), at: 2)
    next[7].amount += 1
    next.insert(Row(id: -1, name: "new", amount: 0), at: 0)
    table.setRows(next, at: start)
    return table
  }

  static let measures: [Measure] = [
    Measure(name: "frame at rest", bar: 1.5) { workload in
      workload.time { workload.frame(workload.inMiddle) }
    },
    Measure(name: "frame in motion", bar: 1.5) { workload in
      workload.time { workload.frame(workload.inMotion) }
    },
    Measure(name: "key", bar: 1.5) { workload in
      var table = workload.inMiddle
      var step = 1
      return workload.time {
        table.moveSelection(by: step, at: start)
        step = -step
      }
    },
    Measure(name: "one row in and out at the edge", bar: 2) { workload in
      workload.timeBatches(on: workload.atEdge)
    },
    Measure(name: "one row in and out, anchored", bar: 2) { workload in
      workload.timeBatches(on: workload.inMiddle)
    },
    Measure(name: "one row updated", bar: 2) { workload in
      var table = workload.atEdge
      var instant = start
      var isChanged = false
      return workload.time {
        instant += .seconds(2)
        isChanged.toggle()
        workload.perform(
          workload.update,
          to: isChanged ? workload.changed : workload.rows,
          &table,
          instant
        )
      }
    },
    Measure(name: "one row in and out, compared", bar: nil) { workload in
      var table = workload.atEdge
      let clock = ContinuousClock()
      return clock.measure {
        table.setRows(workload.longer, at: start + .seconds(2))
        table.setRows(workload.rows, at: start + .seconds(4))
      }
    },
  ]

  private func timeBatches(on table: Table) -> Duration {
    var table = table
    var instant = Self.start
    return time {
      instant += .seconds(2)
      perform(insertion, to: longer, &table, instant)
      instant += .seconds(2)
      perform(deletion, to: rows, &table, instant)
    }
  }

  private func perform(
    _ updates: BatchUpdates,
    to rows: [Row],
    _ table: inout Table,
    _ instant: ContinuousClock.Instant
  ) {
    do {
      try table.performBatchUpdates(updates, to: rows, at: instant)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  private func frame(_ table: Table) {
    let presentation = table.presentation(at: Self.start + .milliseconds(90))
    precondition(presentation.lines.count == table.height)
  }

  /// The time of a call, as the mean of enough of them for the clock, and few enough that another
  /// process seldom takes its turn among them.
  private func time(_ body: () -> Void) -> Duration {
    ContinuousClock().measure { for _ in 0..<10 { body() } } / 10
  }
}
