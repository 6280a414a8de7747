package import FeedValues

/// The mistakes in texts of the user, each with the remedy, that are not of one kind of text only.
package enum Mistake {
  package static let unclosedQuote = expected("a closing quotation mark")
  package static func expected(_ what: String) -> String { "expected \(what)" }
  package static func unexpected(_ text: String) -> String { "unexpected '\(text)'" }
  package static func guess(_ nearest: String?) -> String {
    nearest.map { " (did you mean \($0)?)" } ?? ""
  }
}

/// The mistakes in filters.
package enum FilterMistake {
  package static func expectedTerm(after before: String) -> String {
    before.isEmpty ? "expected a word or field=value" : "expected a term after \(before)"
  }
  package static func expectedValue(after sign: String) -> String {
    "expected a value after \(sign)"
  }
  package static func expectedField(before sign: String) -> String {
    "expected a field before \(sign)"
  }
  package static let unopened = "unmatched ): write \")\" for the character"
  package static let tooLarge = "filter too large"
  package static let severalTerms =
    "expected a value: write one with spaces in quotation marks"
}

/// The mistakes in expressions.
package enum ExpressionMistake {
  package static let expectedValue = "expected a field, a number or a text in quotation marks"
  package static func arguments(of name: String, signature: String) -> String {
    "\(name) takes other arguments: write \(signature)"
  }
  package static func noWindow(_ call: String) -> String {
    "\(call) needs a time: write \(call.dropLast()), 1m)"
  }
  package static func badWindow(_ text: String) -> String {
    "'\(text)' is no time up to a day: write 10s, 1m or 1h"
  }
  package static func mixed(_ first: String, _ second: String) -> String {
    "\(first) and \(second) cannot be added: one is a duration"
  }
  package static let tooLarge = "expression too large"
}

/// The mistakes in columns.
package enum ColumnMistake {
  package static let noPath = "expected the path of a field, such as id or data.object.amount"
  package static func noFormat(_ name: some StringProtocol) -> String {
    let names = Column.FormatName.allCases.map(\.rawValue).joined(separator: ", ")
    return "unknown format '\(name)': use \(names), or a width in columns"
  }
  package static func badWidth(_ width: Int) -> String {
    let widths = ColumnSpec.widths
    return "invalid width \(width): use \(widths.lowerBound) to \(widths.upperBound)"
  }
  package static func noField(_ path: FieldPath) -> String { "no row has a field '\(path)'" }
  package static func repeated(_ path: FieldPath) -> String {
    "duplicate field \(path): remove one of them"
  }
}
