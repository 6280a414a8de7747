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
