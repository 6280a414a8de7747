/// What decides a simulation: two with the same options and the same start are equal, byte for byte.
public struct SimulationOptions: Hashable, Sendable {
  /// What happens.
  public let scenario: ScenarioName
  /// How it is written.
  public let shape: FeedEncoding
  /// What chance makes of it.
  public let seed: UInt64
  /// Steps of the list a second, on the average; a step changes one row or many.
  public let rate: Double
  /// The maximum number of rows in the list.
  public let window: Int
  /// How much faster than its own times the feed is written.
  public let speed: Double

  /// The steps a second that a simulation can have.
  public static let rates = 0.001...1_000_000

  /// The numbers of rows that a list can have at most.
  public static let windows = 1...100_000

  /// The factors by which time can run faster, or slower.
  public static let speeds = 0.001...1_000_000

  /// Checks and keeps what was asked for.
  ///
  /// - Parameters:
  ///   - scenario: What happens.
  ///   - shape: How it is written.
  ///   - seed: What chance makes of it.
  ///   - rate: Steps a second, on the average, within ``rates``.
  ///   - window: The maximum number of rows in the list, within ``windows``; nil for what suits the
  ///     scenario.
  ///   - speed: How much faster than its own times the feed is written, within ``speeds``.
  /// - Throws: `SimulationError.invalidValue` for a number that is out of its bounds.
  public init(
    scenario: ScenarioName = .payments,
    shape: FeedEncoding = .snapshots,
    seed: UInt64 = 1,
    rate: Double = 2,
    window: Int? = nil,
    speed: Double = 1
  ) throws(SimulationError) {
    let window = window ?? scenario.defaultWindow
    // A comparison with what is not a number is never true.
    guard Self.rates ~= rate else { throw .outOfRange("rate", "\(rate)", Self.rates) }
    guard Self.windows ~= window else { throw .outOfRange("window", "\(window)", Self.windows) }
    guard Self.speeds ~= speed else { throw .outOfRange("speed", "\(speed)", Self.speeds) }
    self.scenario = scenario
    self.shape = shape
    self.seed = seed
    self.rate = rate
    self.window = window
    self.speed = speed
  }
}

extension SimulationError {
  fileprivate static func outOfRange(
    _ option: String,
    _ value: String,
    _ range: ClosedRange<some Comparable>
  ) -> SimulationError {
    .invalidValue(
      option: option,
      value: value,
      expected: "between \(range.lowerBound) and \(range.upperBound)"
    )
  }
}
