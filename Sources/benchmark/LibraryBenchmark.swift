import ArgumentParser
import Foundation
import ListDiffing
import Randomness

/// Measures how the time of each public operation grows with the rows.
struct LibraryBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "library",
    abstract: "Measure how each operation of ListDiffing grows with the rows.",
    discussion: """
      Each line is an operation: its processor time for 10,000 rows, and how many times longer it \
      takes each time the rows double, up to 160,000; the last column is the growth from the first \
      to the last. Times are the least of samples taken in turns.

      Where rows outgrow a cache, everything that looks them up takes longer for each. The first \
      two lines are the yardstick: a dictionary of the same rows, filled and searched; it is measured \
      again beside each operation, in turns. From 10,000 \
      to 160,000 rows the logarithm grows 1.3 times: the bar of n log n is the growth of the \
      yardstick times 1.3, and a quarter of that for what else has to be in the caches. It is near \
      44, where n√n would be 64 and the square 256. --check exits with 1 where one grows more.

      Rows that share 256 hashes in no order have no bar: nothing but comparisons tells them apart, \
      which the library bounds at 256 a row.
      """
  )

  @Option(help: "Measure only the operations whose names begin so.")
  var only = ""

  @Flag(help: "Exit with 1 where an operation grows more than n log n.")
  var check = false

  private static let counts = [10_000, 20_000, 40_000, 80_000, 160_000]

  func run() throws {
    print("operation                    10k_ms   20k   40k   80k  160k   total     bar")
    let yardsticks = LibraryOperation.all.filter(\.isYardstick)
    let logarithms = log(Double(Self.counts[Self.counts.count - 1])) / log(Double(Self.counts[0]))
    let linear = Double(Self.counts[Self.counts.count - 1] / Self.counts[0])
    var slow: [String] = []
    for operation in LibraryOperation.all {
      guard operation.isYardstick || operation.name.hasPrefix(only) else { continue }
      // Other work of the machine changes how much of a cache there is: each operation has its
      // yardstick beside it.
      let yardstick = yardsticks.first { $0.rows == operation.rows } ?? operation
      let times = try Self.times(of: [operation, yardstick])
      let totals = times.map { $0[$0.count - 1] / $0[0] }
      let bar = operation.hasBar ? 1.25 * logarithms * max(totals[1], linear) : .infinity
      let growth = zip(times[0].dropFirst(), times[0]).map { String(format: "%6.2f", $0 / $1) }
      print(
        operation.name.padding(toLength: 26, withPad: " ", startingAt: 0),
        String(format: "%8.3f", times[0][0] / .milliseconds(1)),
        growth.joined(),
        String(format: " %7.1f", totals[0]),
        operation.hasBar ? String(format: " %7.1f", bar) : "       -"
      )
      if totals[0] > bar { slow.append(operation.name) }
    }
    guard !slow.isEmpty else { return }
    print("grows more than n log n: \(slow.joined(separator: ", "))")
    if check { throw ExitCode(1) }
  }

  /// For each operation the least time for each number of rows, of samples taken in turns.
  private static func times(of operations: [LibraryOperation]) throws -> [[Duration]] {
    let prepared = try operations.map { operation in try counts.map(operation.prepare) }
    var least = prepared.map { [Duration](repeating: .seconds(3600), count: $0.count) }
    for _ in 0..<7 {
      for index in counts.indices {
        for (number, runs) in prepared.enumerated() {
          // Short runs are repeated, so that each length gets an equal chance of an undisturbed one.
          let first = try ProcessorClock.measure(runs[index])
          var best = min(least[number][index], first)
          let repeats = min(40, Int(Duration.milliseconds(10) / max(first, .microseconds(1))))
          for _ in 0..<repeats { best = min(best, try ProcessorClock.measure(runs[index])) }
          least[number][index] = best
        }
      }
    }
    return least
  }
}

/// The cost of observers of a list that nobody reads, or that read step by step.
struct ObservableMeasurement {
  var name: String
  /// Without an observer.
  var unobserved: Duration
  var observed: Duration

  static let names = ["appends16k", "insert1M"]

  /// Measures in turns, and takes the least of each.
  init(_ name: String) {
    self.name = name
    var least = [Duration](repeating: .seconds(3600), count: 2)
    for _ in 0..<5 {
      for (index, isObserved) in [false, true].enumerated() {
        let list = ObservableList<Int>(name == "insert1M" ? Array(0..<1_000_000) : [])
        let changes = isObserved ? list.changes(.steps) : nil
        let time = ProcessorClock.measure {
          if name == "insert1M" {
            for value in 0..<20 { list.insert(-value, at: 0) }
          } else {
            for value in 0..<16_000 { list.append(value) }
          }
        }
        withExtendedLifetime(changes) {}
        least[index] = min(least[index], time)
      }
    }
    (unobserved, observed) = (least[0], least[1])
  }
}

/// The cost of the same difference by conformances, by closures, and by rules that were made before.
struct RulesMeasurement {
  var conformances: Duration
  var closures: Duration
  var rules: Duration

  /// Measures in turns, and takes the least of each.
  init(_ workload: DiffWorkload) {
    let old = workload.old.map { DiffRow(number: $0.number, revision: $0.revision) }
    let new = workload.new.map { DiffRow(number: $0.number, revision: $0.revision) }
    let rules = ListRules<DiffRow>(identity: { $0.id }, isContentEqual: { $0 == $1 })
    let ways: [() -> Difference] = [
      { Difference(from: old, to: new) },
      { Difference(from: old, to: new, identity: { $0.id }, isContentEqual: { $0 == $1 }) },
      { rules.difference(from: old, to: new) },
    ]
    var least = [Duration](repeating: .seconds(3600), count: ways.count)
    for _ in 0..<(old.count >= 50_000 ? 15 : 60) {
      for (index, way) in ways.enumerated() {
        least[index] = min(least[index], ProcessorClock.measure { _ = way() })
      }
    }
    (conformances, closures, self.rules) = (least[0], least[1], least[2])
  }
}

/// The cost of the difference of two sectioned lists, beside that of the same rows in one list.
struct SectionsMeasurement {
  /// A change to a list in sections.
  struct Workload {
    var name: String
    var sectionCount: Int
    var old: [Int]
    var new: [Int]
    /// The order of the sections after the change.
    var order: [Int]

    static func all() -> [Workload] {
      [(2000, 10), (2000, 100), (20_000, 100), (20_000, 1000), (200_000, 100)].flatMap {
        count,
        sections in
        var source = SplitMix64(seed: 9)
        let rows = Array(0..<count)
        let size = count / sections
        let within = (0..<sections).flatMap { section in
          rows[(section * size)..<((section + 1) * size)].shuffled(using: &source)
        }
        let across = rows.shuffled(using: &source)
        let order = Array(0..<sections)
        let name = "\(count / 1000)kin\(sections)"
        return [
          Workload(name: "within", sectionCount: sections, old: rows, new: within, order: order),
          Workload(name: "across", sectionCount: sections, old: rows, new: across, order: order),
          Workload(
            name: "all",
            sectionCount: sections,
            old: rows,
            new: across,
            order: order.shuffled(using: &source)
          ),
        ].map { workload in
          var workload = workload
          workload.name = "\(workload.name)-\(name)"
          return workload
        }
      }
    }
  }

  var ours: Duration
  /// The difference checked, and divided into stages.
  var staged: Duration
  var flat: Duration
  var operations: Int

  /// Measures in turns, and takes the least of each.
  init(_ workload: Workload) {
    let size = workload.old.count / workload.sectionCount
    func sections(_ rows: [Int], _ order: [Int]) -> [ListSection<Int, DiffRow>] {
      order.enumerated().map { place, header in
        ListSection(
          header: header,
          rows: rows[(place * size)..<((place + 1) * size)].map { DiffRow(number: $0, revision: 0) }
        )
      }
    }
    let old = sections(workload.old, Array(0..<workload.sectionCount))
    let new = sections(workload.new, workload.order)
    let (oldRows, newRows) = (old.flatMap(\.rows), new.flatMap(\.rows))
    var result = SectionedDifference()
    var least = [Duration](repeating: .seconds(3600), count: 3)
    for _ in 0..<(workload.old.count >= 100_000 ? 5 : 40) {
      least[0] = min(
        least[0],
        ProcessorClock.measure { result = SectionedDifference(from: old, to: new) }
      )
      let staged = ProcessorClock.measure {
        let batch = try? SectionedBatchUpdates(
          SectionedDifference(from: old, to: new),
          from: old.map(\.rows.count),
          to: new.map(\.rows.count)
        )
        precondition(batch?.stages().isEmpty == false, "a consistent difference with changes")
      }
      least[1] = min(least[1], staged)
      least[2] = min(
        least[2],
        ProcessorClock.measure { _ = Difference(from: oldRows, to: newRows) }
      )
    }
    (ours, staged, flat) = (least[0], least[1], least[2])
    operations = result.changeCount
  }
}
