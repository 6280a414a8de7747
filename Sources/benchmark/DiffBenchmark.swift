import ArgumentParser
import Foundation
import ListDiffing
import Randomness
import Searching

/// Measures the diff engine beside the standard library and two floors.
struct DiffBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Measure the diff engine beside the standard library and two floors.",
    discussion: """
      The hash floor hashes every identity of both lists once into a table made before. The scan \
      floor compares every element with an equal copy. Times are processor times, medians of \
      samples taken in turns in one process; read the ratios.
      """
  )

  @Option(help: "Measure only the workloads whose names begin so.")
  var only = ""

  @Flag(help: "Measure the strategy that is exact for repeated values.")
  var exact = false

  @Flag(help: "Exit with 1 where a figure is above its bar.")
  var check = false

  func run() throws {
    var bars = DiffBars()
    runChanges(&bars)
    if !exact {
      runRules(&bars)
      runSections(&bars)
      runObservable(&bars)
    }
    for failure in bars.failures { print("above its bar: \(failure)") }
    if check, !bars.failures.isEmpty { throw ExitCode(1) }
  }

  private func runChanges(_ bars: inout DiffBars) {
    let workloads = DiffWorkload.all().filter { $0.name.hasPrefix(only) }
    guard !workloads.isEmpty else { return }
    print(Self.line(Self.header + ["ratios"]))
    for workload in workloads {
      let optimum = DiffOptimum.operations(from: workload.old, to: workload.new)
      for element in workload.elements {
        let measurement = measure(workload, element, optimum)
        bars.hold(measurement, isExact: exact)
        print(Self.line(Self.cells(of: measurement) + [Self.ratios(of: measurement)]))
      }
    }
  }

  private func measure(
    _ workload: DiffWorkload,
    _ element: String,
    _ optimum: Int
  ) -> DiffMeasurement {
    let strategy = exact ? Difference.Strategy.exact : .automatic
    switch element {
    case "Row":
      return DiffMeasurement(
        workload,
        element: element,
        optimum: optimum,
        make: { DiffRow(number: $0.number, revision: $0.revision) },
        diff: { Difference(from: $0, to: $1, strategy: strategy) }
      )
    case "UUID":
      return DiffMeasurement(
        workload,
        element: element,
        optimum: optimum,
        make: { item in
          var source = SplitMix64(seed: UInt64(item.number))
          let bytes = (source.next(), source.next())
          return withUnsafeBytes(of: bytes) { UUID(uuid: $0.load(as: uuid_t.self)) }
        },
        diff: { Difference(from: $0, to: $1, strategy: strategy) }
      )
    case "Weak":
      return DiffMeasurement(
        workload,
        element: element,
        optimum: optimum,
        make: { WeakRow(value: $0.number) },
        diff: { Difference(from: $0, to: $1, strategy: strategy) }
      )
    case "Int":
      return DiffMeasurement(
        workload,
        element: element,
        optimum: optimum,
        make: { $0.number },
        diff: { Difference(from: $0, to: $1, strategy: strategy) }
      )
    default:
      return DiffMeasurement(
        workload,
        element: element,
        optimum: optimum,
        make: { item in
          item.number < 1000
            ? "    return commonLine(\(item.number))" : "  let line\(item.number) = \(item.number)"
        },
        diff: { Difference(from: $0, to: $1, strategy: strategy) }
      )
    }
  }

  /// Prints what a difference by closures costs beside one by conformances.
  private func runRules(_ bars: inout DiffBars) {
    let names = ["b10k", "e10k", "a5", "d5k", "r100k"]
    let workloads = DiffWorkload.all().filter { workload in
      names.contains(workload.name) && workload.elements.contains("Row")
        && "rules-\(workload.name)".hasPrefix(only)
    }
    guard !workloads.isEmpty else { return }
    print("\n" + Self.line(["rules", "element", "conformances_ms", "closures", "ListRules"]))
    for workload in workloads {
      let measurement = RulesMeasurement(workload)
      let closures = measurement.closures / measurement.conformances
      let rules = measurement.rules / measurement.conformances
      print(
        Self.line([
          "rules-\(workload.name)", "Row", Self.milliseconds(measurement.conformances),
          String(format: "%.2f ×", closures), String(format: "%.2f ×", rules),
        ])
      )
      bars.hold("rules-\(workload.name), closures", closures, to: 1.3)
      bars.hold("rules-\(workload.name), ListRules", rules, to: 1.3)
    }
  }

  /// Prints what rows cost in sections beside the same rows in one list.
  private func runSections(_ bars: inout DiffBars) {
    let workloads = SectionsMeasurement.Workload.all().filter { $0.name.hasPrefix(only) }
    guard !workloads.isEmpty else { return }
    print(
      "\n"
        + Self.line([
          "sections", "element", "ours_ms", "staged_ms", "flat_ms", "operations", "of flat",
        ])
    )
    for workload in workloads {
      let measurement = SectionsMeasurement(workload)
      let ratio = measurement.ours / measurement.flat
      print(
        Self.line([
          workload.name, "Row", Self.milliseconds(measurement.ours),
          Self.milliseconds(measurement.staged), Self.milliseconds(measurement.flat),
          String(measurement.operations), String(format: "%.2f ×", ratio),
        ])
      )
      bars.hold(workload.name, ratio, to: 2)
    }
  }

  /// Prints what an observer costs that nobody reads.
  private func runObservable(_ bars: inout DiffBars) {
    let names = ObservableMeasurement.names.filter { $0.hasPrefix(only) }
    guard !names.isEmpty else { return }
    print("\n" + Self.line(["observable", "element", "unobserved_ms", "unread_ms", "ratio"]))
    for name in names {
      let measurement = ObservableMeasurement(name)
      print(
        Self.line([
          name, "Int", Self.milliseconds(measurement.unobserved),
          Self.milliseconds(measurement.observed),
          String(format: "%.2f ×", measurement.observed / measurement.unobserved),
        ])
      )
      // Five microseconds a mutation besides what it takes without an observer.
      let mutations = name == "insert1M" ? 20 : 16_000
      let most = measurement.unobserved * 2 + .microseconds(5 * mutations)
      bars.hold(name, measurement.observed / most, to: 1)
    }
  }

  static let header = [
    "workload", "element", "ours_ms", "stdlib_ms", "hash_floor_ms", "scan_floor_ms", "operations",
    "optimum", "growth_mib",
  ]

  private static func cells(of measurement: DiffMeasurement) -> [String] {
    [
      measurement.workload,
      measurement.element,
      milliseconds(measurement.ours),
      measurement.standardLibrary.map(milliseconds) ?? "-",
      milliseconds(measurement.hashFloor),
      milliseconds(measurement.scanFloor),
      String(measurement.operations),
      String(measurement.optimum),
      measurement.growth.map { String(format: "%.1f", Double($0) / 1_048_576) } ?? "-",
    ]
  }

  private static func ratios(of measurement: DiffMeasurement) -> String {
    String(
      format: "%.2f × hash, %.2f × scan",
      measurement.ours / measurement.hashFloor,
      measurement.ours / measurement.scanFloor
    )
  }

  private static func milliseconds(_ duration: Duration) -> String {
    String(format: "%.4f", duration / .milliseconds(1))
  }

  private static func line(_ cells: [String]) -> String {
    cells.enumerated().map { column, cell in
      let padding = String(repeating: " ", count: max(0, 15 - cell.count))
      return column == cells.count - 1 ? "  " + cell : column < 2 ? cell + padding : padding + cell
    }.joined()
  }
}

/// The bars for the figures of `benchmark diff`.
struct DiffBars {
  private(set) var failures: [String] = []

  /// Notes a figure that is above its bar.
  mutating func hold(_ name: String, _ value: Double, to bar: Double) {
    guard value > bar else { return }
    failures.append(String(format: "%@: %.3f, at most %.3f", name, value, bar))
  }

  /// Holds what was measured of a workload to what is wanted of its kind.
  mutating func hold(_ measurement: DiffMeasurement, isExact: Bool) {
    let name = "\(measurement.workload) \(measurement.element)"
    let operations = Double(measurement.operations)
    let least = Double(measurement.optimum)
    let isFewValues = measurement.workload.hasPrefix("g") || measurement.workload == "50kof3"
    // Few values are aligned to within half a hundredth; all else is the least that there is.
    hold("\(name), operations", operations, to: isFewValues && !isExact ? least * 1.005 : least)
    // Both read all rows and no more: what disturbs the machine's memory decides, so that the least
    // times are compared.
    if let library = measurement.standardLibraryBest, measurement.workload == "c100k" {
      hold("\(name), of the standard library's time", measurement.best / library, to: 0.9)
    }
    // A few edits are found by looking at all rows, which for integers takes a scan or a few; where the
    // rules are not compiled into the loops it takes a hundred.
    if measurement.element == "Int", measurement.optimum <= 26, measurement.rows >= 10_000 {
      hold("\(name), of a scan", measurement.best / measurement.scanFloor, to: 8)
    }
  }
}

/// A row as an application holds it: an identifier of 36 characters and a line of text.
struct DiffRow: Identifiable, Hashable {
  var id: String
  var content: String

  init(id: String, content: String) {
    self.id = id
    self.content = content
  }

  /// The row of a number, its strings in storage of their own.
  init(number: Int, revision: Int) {
    var source = SplitMix64(seed: UInt64(number))
    let digits = Array("0123456789abcdef".utf8)
    var id: [UInt8] = []
    for position in 0..<36 {
      let isDash = [8, 13, 18, 23].contains(position)
      id.append(isDash ? UInt8(ascii: "-") : digits[Int(source.next() & 15)])
    }
    self.id = String(decoding: id, as: UTF8.self)
    content = "payment \(number) of customer \(number % 997), revision \(revision)"
  }
}

/// The least number of operations, by ways that share nothing with the engine.
///
/// With P pairs of one identity of which L can stay in line, the least is the deletions, the
/// insertions, P - L moves, and the updates. L is a longest common subsequence; where no identity
/// repeats that is a longest increasing subsequence.
enum DiffOptimum {
  static func operations(from old: [DiffWorkload.Item], to new: [DiffWorkload.Item]) -> Int {
    var places: [Int: [Int]] = [:]
    for (place, item) in old.enumerated() { places[item.number, default: []].append(place) }
    var counts: [Int: Int] = [:]
    for item in new { counts[item.number, default: 0] += 1 }
    let pairs = counts.reduce(0) { $0 + min($1.value, places[$1.key]?.count ?? 0) }
    let isUnique = places.count == old.count && counts.count == new.count
    var inLine = 0
    var updates = 0
    if isUnique {
      // Patience sorting; only the number of piles counts.
      var tails: [Int] = []
      for item in new {
        guard let place = places[item.number]?.first else { continue }
        if old[place].revision != item.revision { updates += 1 }
        let pile = tails.partitioningIndex { $0 >= place }
        if pile == tails.count { tails.append(place) } else { tails[pile] = place }
      }
      inLine = tails.count
    } else {
      inLine = commonLength(old, new, places)
    }
    return old.count + new.count - pairs - inLine + updates
  }

  /// The length of a longest common subsequence, a word of cells at a time.
  private static func commonLength(
    _ old: [DiffWorkload.Item],
    _ new: [DiffWorkload.Item],
    _ places: [Int: [Int]]
  ) -> Int {
    let width = (old.count + 63) / 64
    let masks = places.mapValues { places in
      var mask = [UInt64](repeating: 0, count: width)
      for place in places { mask[place / 64] |= 1 << UInt64(place % 64) }
      return mask
    }
    var row = [UInt64](repeating: .max, count: width)
    for item in new {
      guard let mask = masks[item.number] else { continue }
      var carry: UInt64 = 0
      for word in 0..<width {
        let shared = row[word] & mask[word]
        let (partial, first) = row[word].addingReportingOverflow(shared)
        let (sum, second) = partial.addingReportingOverflow(carry)
        carry = first || second ? 1 : 0
        row[word] = sum | (row[word] & ~mask[word])
      }
    }
    var length = 0
    for place in 0..<old.count where (row[place / 64] >> UInt64(place % 64)) & 1 == 0 {
      length += 1
    }
    return length
  }
}
