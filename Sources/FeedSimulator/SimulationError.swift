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
