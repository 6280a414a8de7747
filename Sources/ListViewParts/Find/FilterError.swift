internal import Patterns

/// A mistake in a filter, and its position.
package struct FilterError: Error, Hashable, Sendable {
  /// The kind of mistake.
  indirect enum Reason: Hashable, Sendable {
    /// A term is missing before the end or a closing parenthesis.
    case expectedTerm(after: String)
    /// The value after the given operator is missing.
    case expectedValue(after: String)
    /// The field before the given operator is missing.
    case expectedField(before: String)
    /// The given quotation mark or parenthesis is missing at the end.
    case unclosed(Character)
    /// A closing parenthesis has no opening one.
    case unopened
    /// A regular expression could not be parsed.
    case pattern(PatternError)
    /// An expression could not be parsed.
    case expression(ExpressionError)
    /// There are too many terms or nested parentheses.
    case tooLarge
    /// There is more than one term where a value is expected.
    case severalTerms
  }

  let reason: Reason
  /// The position in characters from the start of the filter.
  package let offset: Int
}

extension FilterError: PositionedError {
  /// The mistake and what was expected, in a few words.
  package var description: String {
    switch reason {
    case .expectedTerm(let before):
      before.isEmpty ? "expected a word or field=value" : "expected a term after \(before)"
    case .expectedValue(let sign): "expected a value after \(sign)"
    case .expectedField(let sign): "expected a field before \(sign)"
    case .unclosed(let sign): "expected \(sign)"
    case .unopened: "unmatched ): write \")\" for the character"
    case .pattern(let error): error.description
    case .expression(let error): error.description
    case .tooLarge: "filter too large"
    case .severalTerms: "expected a value: write one with spaces in quotation marks"
    }
  }
}
