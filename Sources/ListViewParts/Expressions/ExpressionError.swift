/// A mistake in an expression, and its position.
package struct ExpressionError: Error, Hashable, Sendable {
  /// The mistake.
  enum Reason: Hashable, Sendable {
    /// A value is missing.
    case expectedValue
    case expected(String)
    case unexpected(String)
    /// A function with too few or too many arguments.
    case arguments(of: String, signature: String)
    /// A function that needs a time.
    case noWindow(String)
    /// A time that is none, or too long.
    case badWindow(String)
    /// Two quantities of different kinds.
    case mixed(String, String)
    case pattern(String)
    case tooLarge
    /// The condition of a choice could not be parsed.
    case filter(FilterError)
  }

  let reason: Reason
  /// The number of characters before the mistake.
  package let offset: Int
}

extension ExpressionError: PositionedError {
  /// The mistake and the remedy.
  package var description: String {
    switch reason {
    case .expectedValue: "expected a field, a number or a text in quotation marks"
    case .expected(let text): "expected \(text)"
    case .unexpected(let text): "unexpected '\(text)'"
    case .arguments(let name, let signature): "\(name) takes other arguments: write \(signature)"
    case .noWindow(let call): "\(call) needs a time: write \(call.dropLast()), 1m)"
    case .badWindow(let text): "'\(text)' is no time up to a day: write 10s, 1m or 1h"
    case .mixed(let first, let second): "\(first) and \(second) cannot be added: one is a duration"
    case .pattern(let text): text
    case .tooLarge: "expression too large"
    case .filter(let error): error.description
    }
  }
}

extension ExpressionError {
  /// The mistake in a text that was taken for the name of a field, but looks like a call; nil for other names.
  static func inName(_ text: String) -> ExpressionError? {
    guard ExpressionParser.hasCall(Array(text)) else { return nil }
    do throws(ExpressionError) {
      _ = try Expression(text)
      return nil
    } catch {
      return error
    }
  }
}
