import ArgumentParser
import Foundation

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
