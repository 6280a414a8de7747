import Randomness
import ArgumentParser
import Foundation
import ListDiffing

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
