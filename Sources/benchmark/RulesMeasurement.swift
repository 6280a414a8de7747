import ListDiffing

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
