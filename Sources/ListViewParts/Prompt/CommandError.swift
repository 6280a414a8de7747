package import Patterns

/// Why a command line was not carried out, and the position of the reason.
package struct CommandError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// No command has the name; the one that is written most like it.
    case unknown(String, nearest: String?)
    /// No column has the name; the one that is written most like it.
    case unknownColumn(String, nearest: String?)
    /// Several commands begin so.
    case ambiguous(String, [String])
    /// A command that needs something to work on: what.
    case missingArgument(String)
    /// A command that works on nothing.
    case extraArgument(String)
    /// What was given is not what the command takes.
    case badArgument(String, expected: String)
    /// A row was asked for that is not there.
    case noRow(String)
    case filter(FilterError)
    case pattern(PatternError)
    case summary(SummarySpecError)
    case columns(ColumnSpecError)
  }

  package var reason: Reason
  /// Where, in characters from the beginning of the command line.
  package var offset: Int

  package init(_ reason: Reason, at offset: Int = 0) {
    (self.reason, self.offset) = (reason, offset)
  }
}

extension CommandError: CustomStringConvertible {
  /// What is wrong, and what would be right.
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
    case .filter(let error): error.description
    case .pattern(let error): error.description
    case .summary(let error): error.explanation
    case .columns(let error): error.explanation
    }
  }
}
