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

extension SimulationOptions {
  private enum Option: String, CaseIterable {
    case seed, rate, encoding, window, speed
  }

  static var names: String { Option.allCases.names }

  /// Parses the name of a simulation as a feed: `sim:payments?seed=1&rate=5&encoding=events`.
  ///
  /// `sim:` is followed by the name of a scenario, and after a question mark, separated by `&`, any of
  /// `seed`, `rate`, `encoding`, `window` and `speed`. The defaults are those of
  /// ``init(scenario:encoding:seed:rate:window:speed:)``.
  ///
  /// ```swift
  /// let options = try SimulationOptions(url: "sim:pods?encoding=watch&rate=20")
  /// ```
  ///
  /// - Parameter url: The text; nothing in it is percent-encoded.
  /// - Throws: `SimulationError` for the first error in it.
  package init(url: some StringProtocol) throws(SimulationError) {
    guard url.hasPrefix("sim:") else { throw .notASimulation(String(url)) }
    let parts = url.dropFirst(4).split(
      separator: "?",
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    guard let scenario = ScenarioName(rawValue: String(parts[0])) else {
      throw .unknownScenario(String(parts[0]))
    }
    var values: [Option: String] = [:]
    for assignment in parts.count > 1 ? parts[1].split(separator: "&") : [] {
      let sides = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(sides[0])
      guard let option = Option(rawValue: name) else { throw .unknownOption(name) }
      let value = sides.count > 1 ? String(sides[1]) : ""
      guard values.updateValue(value, forKey: option) == nil else { throw .repeatedOption(name) }
    }
    func value<Value>(
      of option: Option,
      _ expected: String,
      _ read: (String) -> Value?
    ) throws(SimulationError) -> Value? {
      guard let text = values[option] else { return nil }
      guard let value = read(text) else {
        throw .invalidValue(option: option.rawValue, value: text, expected: expected)
      }
      return value
    }
    try self.init(
      scenario: scenario,
      encoding: value(of: .encoding, SimulationError.Text.oneOf(FeedEncoding.allCases.names)) {
        FeedEncoding(rawValue: $0)
      }
        ?? .snapshots,
      seed: value(of: .seed, SimulationError.Text.wholeNumber(upTo: .max)) { UInt64($0) } ?? 1,
      rate: value(of: .rate, SimulationError.Text.number) { Double($0) } ?? 2,
      window: value(of: .window, SimulationError.Text.wholeNumber) { Int($0) },
      speed: value(of: .speed, SimulationError.Text.number) { Double($0) } ?? 1
    )
  }

  /// The simulation as the name of a feed, with all options.
  package var url: String {
    "sim:\(scenario)?seed=\(seed)&rate=\(rate)&encoding=\(encoding)&window=\(window)&speed=\(speed)"
  }
}

/// Why a simulation cannot be created.
package enum SimulationError: Error, Hashable, Sendable {
  /// A text does not begin with `sim:`.
  case notASimulation(String)
  /// There is no scenario with this name.
  case unknownScenario(String)
  /// There is no option with this name.
  case unknownOption(String)
  /// An option is given twice.
  case repeatedOption(String)
  /// The value of an option is invalid; `expected` describes valid ones.
  case invalidValue(option: String, value: String, expected: String)
}

extension SimulationError: CustomStringConvertible {
  /// The error in one sentence, with the remedy.
  package var description: String {
    switch self {
    case .notASimulation(let text):
      "invalid simulation \(text): write it as sim:payments?seed=1"
    case .unknownScenario(let name):
      "unknown scenario \(name): use \(ScenarioName.allCases.names)"
    case .unknownOption(let name):
      "unknown option \(name): use \(SimulationOptions.names)"
    case .repeatedOption(let name):
      "duplicate option \(name): give it once"
    case .invalidValue(let option, let value, let expected):
      "\(option) must be \(expected), not \(value)"
    }
  }
}

extension SimulationError {
  /// The values that an option takes.
  enum Text {
    static func oneOf(_ names: String) -> String { "one of \(names)" }
    static func wholeNumber(upTo limit: UInt64) -> String { "a whole number from 0 to \(limit)" }
    static let wholeNumber = "a whole number"
    static let number = "a number"
  }
}

extension Collection where Element: RawRepresentable<String> {
  /// The names, separated by commas.
  var names: String { map(\.rawValue).joined(separator: ", ") }
}
