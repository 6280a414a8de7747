package import Patterns

/// The reason why a command line was not carried out, and its position.
package struct CommandError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// No command has the name; the most similar one, if any.
    case unknown(String, nearest: String?)
    /// No column has the name; the most similar one, if any.
    case unknownColumn(String, nearest: String?)
    /// Several commands start with the name.
    case ambiguous(String, [String])
    /// The command needs an argument of the given kind.
    case missingArgument(String)
    /// The command takes no argument.
    case extraArgument(String)
    /// The argument is not what the command expects.
    case badArgument(String, expected: String)
    /// The row does not exist.
    case noRow(String)
    /// The filter hides the row with the key.
    case hiddenRow(String)
    /// No view has the name, with the views that there are.
    case noView(String)
    case filter(FilterError)
    case pattern(PatternError)
    case summary(SummarySpecError)
    case columns(ColumnSpecError)
    case count(CountError)
    case rowColor(SettingError)
    case rowCommand(RowCommandError)
  }

  package var reason: Reason
  /// The position in characters from the start of the command line.
  package var offset: Int

  package init(_ reason: Reason, at offset: Int = 0) {
    (self.reason, self.offset) = (reason, offset)
  }
}

extension CommandError: CustomStringConvertible {
  /// The mistake and the remedy.
  package var description: String {
    switch reason {
    case .unknown(let name, let nearest?): "unknown command: \(name) (did you mean \(nearest)?)"
    case .unknown(let name, nil): "unknown command: \(name) (Tab lists commands)"
    case .unknownColumn(let name, let nearest?):
      "unknown column: \(name) (did you mean \(nearest)?)"
    case .unknownColumn(let name, nil): "unknown column: \(name) (Tab lists columns)"
    case .ambiguous(let name, let names):
      "ambiguous command: \(name) (\(names.joined(separator: ", ")))"
    case .missingArgument(let what): "expected \(what)"
    case .extraArgument(let name): "\(name) takes no argument"
    case .badArgument(let text, let expected): "\(text): expected \(expected)"
    case .noRow(let what): "no row \(what)"
    case .hiddenRow(let key): "the filter hides the row with the key \(key)"
    case .noView(let problem): problem
    case .filter(let error): error.description
    case .pattern(let error): error.description
    case .summary(let error): error.explanation
    case .columns(let error): error.explanation
    case .count(let error): error.description
    case .rowColor(let error): error.description
    case .rowCommand(let error): error.description
    }
  }
}
