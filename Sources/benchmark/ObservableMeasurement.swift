import ListDiffing

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
