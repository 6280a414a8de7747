/// The options of a simulation: the same options and start give the same bytes.
package struct SimulationOptions: Hashable, Sendable {
  /// The scenario.
  package let scenario: ScenarioName
  /// The encoding.
  package let encoding: FeedEncoding
  /// The seed of the random generator.
  package let seed: UInt64
  /// The average number of steps per second; a step changes one row or many.
  package let rate: Double
  /// The maximum number of rows in the list.
  package let window: Int
  /// The playback speed relative to the times in the feed.
  package let speed: Double

  /// The valid rates in steps per second.
  package static let rates = 0.001...1_000_000

  /// The valid maximum numbers of rows.
  package static let windows = 1...100_000

  /// The valid playback speeds.
  package static let speeds = 0.001...1_000_000

  /// Creates options, and validates them.
  ///
  /// - Parameters:
  ///   - scenario: The scenario.
  ///   - encoding: The encoding.
  ///   - seed: The seed of the random generator.
  ///   - rate: The average number of steps per second, within ``rates``.
  ///   - window: The maximum number of rows in the list, within ``windows``; nil for the default of the
  ///     scenario.
  ///   - speed: The playback speed relative to the times in the feed, within ``speeds``.
  /// - Throws: `SimulationError.invalidValue` for a number out of bounds.
  package init(
    scenario: ScenarioName = .payments,
    encoding: FeedEncoding = .snapshots,
    seed: UInt64 = 1,
    rate: Double = 2,
    window: Int? = nil,
    speed: Double = 1
  ) throws(SimulationError) {
    let window = window ?? scenario.defaultWindow
    // Comparisons with NaN are false.
    guard Self.rates ~= rate else { throw .outOfRange("rate", rate, Self.rates) }
    guard Self.windows ~= window else { throw .outOfRange("window", window, Self.windows) }
    guard Self.speeds ~= speed else { throw .outOfRange("speed", speed, Self.speeds) }
    self.scenario = scenario
    self.encoding = encoding
    self.seed = seed
    self.rate = rate
    self.window = window
    self.speed = speed
  }
}

extension SimulationError {
  fileprivate static func outOfRange<Number: Comparable>(
    _ option: String,
    _ value: Number,
    _ range: ClosedRange<Number>
  ) -> SimulationError {
    .invalidValue(
      option: option,
      value: text(value),
      expected: "between \(text(range.lowerBound)) and \(text(range.upperBound))"
    )
  }

  /// A number as one writes it: without the `.0` of a whole one.
  private static func text(_ number: some Any) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
