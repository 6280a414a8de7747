/// The reason why rows cannot be counted as the user asked.
package struct CountError: Error, Hashable {
  /// The mistake.
  enum Reason: Hashable, Sendable {
    /// A field is missing.
    case noField
    /// No row has the field.
    case unknownField(String, nearest: String?)
    /// A bucket without a width.
    case noStep
    /// The width of a bucket is none.
    case badStep(String)
    /// The field's values are neither numbers nor times, or the width is that of the other kind.
    case notDivisible(String, String)
    /// The figure does not exist.
    case unknownFigure(String)
    /// A figure without a field.
    case noArgument(String)
    /// The field of a figure holds no numbers.
    case notNumeric(String, example: String)
    /// The time of a rate is none.
    case badWindow(String)
    /// More fields or figures than a screen can hold.
    case tooMany
    /// Figures beside a pivot, whose columns are counts.
    case pivotWithFigures
    /// An expression could not be parsed.
    case expression(ExpressionError)
    case unclosed
    case unclosedQuote
    case unexpected(String)
    /// The filter of a figure could not be parsed.
    case filter(FilterError)
  }

  let reason: Reason
  /// The number of characters before the mistake.
  package let offset: Int

  init(_ reason: Reason, at offset: Int) { (self.reason, self.offset) = (reason, offset) }
}

extension CountError: PositionedError {
  /// The mistake and the remedy.
  package var description: String {
    let folds = CountSpec.Fold.allCases.map { "\($0.rawValue)(FIELD)" }.joined(separator: ", ")
    let figures = "count, share, rate, \(folds)"
    switch reason {
    case .noField: return "expected a field to count by, such as status"
    case .unknownField(let name, let nearest):
      return "no field '\(name)'" + (nearest.map { ": did you mean \($0)?" } ?? "")
    case .noStep: return "expected a width, as in bucket(time, 1m)"
    case .badStep(let text): return "'\(text)' is no width: write 1000, 0.5 or 5m"
    case .notDivisible(let field, let step):
      return "\(field) cannot be divided by \(step): numbers need a number, times a duration"
    case .unknownFigure(let name): return "unknown figure '\(name)': use \(figures)"
    case .noArgument(let name): return "expected a field in parentheses, as in \(name)(bytes)"
    case .notNumeric(let field, let example):
      return "\(field) holds words such as \(example), not numbers"
    case .badWindow(let text): return "'\(text)' is no time: write 10s, 1m or 1h"
    case .tooMany: return "too many: the maximum is \(CountSpec.maximumCount)"
    case .pivotWithFigures: return "a pivot shows counts: leave out what follows the colon"
    case .unclosed: return "expected )"
    case .unclosedQuote: return "expected a closing quotation mark"
    case .unexpected(let text): return "unexpected '\(text)'"
    case .expression(let error): return error.description
    case .filter(let error): return error.description
    }
  }
}
