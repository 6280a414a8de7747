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
      two lines are the yardstick: a dictionary of the same rows, filled and searched. From 10,000 \
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
    var bars: [LibraryOperation.Rows: Double] = [:]
    var slow: [String] = []
    for operation in LibraryOperation.all {
      guard operation.isYardstick || operation.name.hasPrefix(only) else { continue }
      let times = try Self.times(of: operation)
      let total = times[times.count - 1] / times[0]
      let logarithms = log(Double(Self.counts[Self.counts.count - 1])) / log(Double(Self.counts[0]))
      let linear = Double(Self.counts[Self.counts.count - 1] / Self.counts[0])
      if operation.isYardstick { bars[operation.rows] = 1.25 * logarithms * max(total, linear) }
      let bar = operation.hasBar ? bars[operation.rows] ?? .infinity : .infinity
      let growth = zip(times.dropFirst(), times).map { String(format: "%6.2f", $0 / $1) }
      print(
        operation.name.padding(toLength: 26, withPad: " ", startingAt: 0),
        String(format: "%8.3f", times[0] / .milliseconds(1)),
        growth.joined(),
        String(format: " %7.1f", total),
        operation.hasBar ? String(format: " %7.1f", bar) : "       -"
      )
      if total > bar { slow.append(operation.name) }
    }
    guard !slow.isEmpty else { return }
    print("grows more than n log n: \(slow.joined(separator: ", "))")
    if check { throw ExitCode(1) }
  }

  /// The least time for each number of rows, of samples taken in turns.
  private static func times(of operation: LibraryOperation) throws -> [Duration] {
    let prepared = try counts.map(operation.prepare)
    var least = [Duration](repeating: .seconds(3600), count: counts.count)
    for _ in 0..<7 {
      for (index, run) in prepared.enumerated() {
        // As many runs as the longest list takes time for, so that each gets an equal chance.
        let first = try ProcessorClock.measure(run)
        least[index] = min(least[index], first)
        let repeats = min(40, Int(Duration.milliseconds(10) / max(first, .microseconds(1))))
        for _ in 0..<repeats { least[index] = min(least[index], try ProcessorClock.measure(run)) }
      }
    }
    return least
  }
}
