import FeedSimulator
import Testing

@Test func `the name of a simulation gives the options that differ from the defaults`() throws {
  let all = try SimulationOptions(url: "sim:pods?seed=42&rate=0.5&encoding=watch&window=9&speed=10")
  #expect(
    all
      == (try SimulationOptions(
        scenario: .pods,
        encoding: .watch,
        seed: 42,
        rate: 0.5,
        window: 9,
        speed: 10
      ))
  )
  for text in ["sim:burst", "sim:burst?", "sim:burst?seed=1", "sim:burst?&window=6000&"] {
    #expect(try SimulationOptions(url: text) == SimulationOptions(scenario: .burst), "\(text)")
  }
}

@Test func `a simulation parsed from its name is the same simulation`() throws {
  for scenario in ScenarioName.allCases {
    for encoding in FeedEncoding.allCases {
      for (seed, rate, window, speed) in [
        (0, 0.001, 1, 1_000_000.0), (UInt64.max, 1_000_000, 100_000, 0.001), (7, 1 / 3, 50, 2.5),
      ] {
        let options = try SimulationOptions(
          scenario: scenario,
          encoding: encoding,
          seed: seed,
          rate: rate,
          window: window,
          speed: speed
        )
        #expect(try SimulationOptions(url: options.url) == options)
      }
    }
  }
}

@Test func `an invalid name is reported with what would be right`() {
  let cases: [(String, SimulationError, String)] = [
    ("", .notASimulation(""), "sim:payments"),
    ("simpods", .notASimulation("simpods"), "sim:payments"),
    ("SIM:pods", .notASimulation("SIM:pods"), "sim:payments"),
    ("sim:", .unknownScenario(""), ScenarioName.allCases.map(\.rawValue).joined(separator: ", ")),
    ("sim:pod?seed=1", .unknownScenario("pod"), "pods"),
    ("sim:pods&seed=1", .unknownScenario("pods&seed=1"), "pods"),
    ("sim:pods?sed=1", .unknownOption("sed"), "seed, rate, encoding, window, speed"),
    ("sim:pods?seed=1&seed=1", .repeatedOption("seed"), "seed"),
  ]
  for (text, error, hint) in cases {
    #expect(throws: error, "\(text)") { try SimulationOptions(url: text) }
    #expect("\(error)".contains(hint))
  }
  let invalid: [(String, String, String)] = [
    ("seed", "-1", "whole number"), ("seed", "18446744073709551616", "whole number"),
    ("seed", "", "whole number"), ("seed", "1=2", "whole number"), ("rate", "fast", "number"),
    ("encoding", "lines", "snapshots, events, list, watch"), ("window", "1.5", "whole number"),
    ("speed", "2x", "number"),
  ]
  for (option, value, hint) in invalid {
    #expect {
      try SimulationOptions(url: "sim:pods?\(option)=\(value)")
    } throws: { error in
      guard
        case SimulationError.invalidValue(option, value, let expected)? = error as? SimulationError
      else { return false }
      return expected.contains(hint) && "\(error)".contains(option)
    }
  }
}

@Test func `a number out of range is refused wherever it comes from`() {
  for (option, values) in [
    ("rate", ["0", "-1", "nan", "inf", "1e-9", "1e9", "-0"]),
    ("window", ["0", "-5", "100001"]),
    ("speed", ["0", "nan", "-inf", "1e300"]),
  ] {
    for value in values {
      #expect(throws: SimulationError.self, "\(option)=\(value)") {
        try SimulationOptions(url: "sim:prices?\(option)=\(value)")
      }
    }
  }
  #expect(throws: SimulationError.self) { try SimulationOptions(rate: .nan) }
}

@Test func `numbers out of range are named as one writes them`() {
  #expect(
    throws: SimulationError.invalidValue(
      option: "speed",
      value: "0",
      expected: "between 0.001 and 1000000"
    )
  ) { try SimulationOptions(speed: 0) }
}

@Test func `a simulation can start at either end of the range, in every scenario`() throws {
  for scenario in ScenarioName.allCases {
    for start in [FeedSimulation.startRange.lowerBound, FeedSimulation.startRange.upperBound] {
      var feed = FeedSimulation(try SimulationOptions(scenario: scenario), start: start)
      #expect((0..<3).contains { _ in !feed.next().bytes.isEmpty }, "\(scenario) at \(start)")
    }
  }
}
