/// Why a simulation cannot be created.
public enum SimulationError: Error, Hashable, Sendable {
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
  public var description: String {
    switch self {
    case .notASimulation(let text):
      "\(text) is no simulation: one is written as sim:payments?seed=1"
    case .unknownScenario(let name):
      "there is no scenario \(name): there are \(ScenarioName.allCases.names)"
    case .unknownOption(let name):
      "a simulation has no option \(name): it has \(SimulationOptions.names)"
    case .repeatedOption(let name):
      "the option \(name) of a simulation is given twice"
    case .invalidValue(let option, let value, let expected):
      "\(option) must be \(expected), not \(value)"
    }
  }
}

extension Collection where Element: RawRepresentable<String> {
  /// The names, separated by commas.
  var names: String { map(\.rawValue).joined(separator: ", ") }
}
