import Foundation

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
