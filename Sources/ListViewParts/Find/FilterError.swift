internal import Patterns

/// What is wrong with a filter, and where.
public struct FilterError: Error, Hashable, Sendable {
  /// What was found to be wrong.
  enum Reason: Hashable, Sendable {
    /// The end, or a closing bracket, where a term has to be.
    case expectedTerm(after: String)
    /// A comparison without a value: the operator.
    case expectedValue(after: String)
    /// A comparison without a field: the operator.
    case expectedField(before: String)
    /// A quotation mark or bracket that nothing closes: the sign that is missing.
    case unclosed(Character)
    /// A bracket that closes what was not opened.
    case unopened
    /// An order asked for by a pattern.
    case pattern(PatternError)
    /// More brackets in each other, or terms, than anybody reads.
    case tooLarge
  }

  let reason: Reason
  /// Where, in characters from the beginning of the filter.
  public let offset: Int
}

extension FilterError: CustomStringConvertible {
  /// What is wrong and what was expected, in a few words.
  public var description: String {
    switch reason {
    case .expectedTerm(let before):
      before.isEmpty ? "expected a word or field=value" : "expected a term after \(before)"
    case .expectedValue(let sign): "expected a value after \(sign)"
    case .expectedField(let sign): "expected a field before \(sign)"
    case .unclosed(let sign): "expected \(sign)"
    case .unopened: "unmatched ): write \")\" for the character"
    case .pattern(let error): error.description
    case .tooLarge: "filter too large"
    }
  }

  /// The filter with a mark under the place, and what is wrong there, for a command line.
  ///
  /// - Parameter text: The filter.
  /// - Returns: Two lines.
  public func diagnosis(of text: String) -> String {
    let lead = String(text.prefix(offset)).displayWidth
    return "\(text)\n\(String(repeating: " ", count: lead))^ \(self)"
  }
}
