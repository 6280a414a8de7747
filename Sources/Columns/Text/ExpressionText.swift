package import FeedValues
internal import TerminalCore

/// The texts of expressions.
package enum ExpressionText {
  static let list = "a list, as in status in (failed, late)"
  static let plainCondition = "a condition without the past"
  static let twoValues = ", and two values"
  static let anotherValue = ", and another value"

  /// A function as it is offered while an expression is typed.
  package struct Function: Sendable {
    /// The name with the parenthesis that follows it.
    package let name: String
    package let signature: String
    package let help: String

    fileprivate init(_ function: HistoryFunction, _ help: String) {
      self.init(function.rawValue, function.signature, help)
    }

    fileprivate init(_ function: RowFunction, _ help: String) {
      self.init(function.rawValue, function.signature, help)
    }

    fileprivate init(_ name: String, _ signature: String, _ help: String) {
      (self.name, self.signature, self.help) = (name + "(", signature, help)
    }
  }

  /// All functions, those that are wanted most often first.
  package static let functions: [Function] = [
    Function(.rate, "change per second"),
    Function(.delta, "change since the last update, or in a time"),
    Function(.spark, "graph of the last two minutes"),
    Function(.since, "how long it has had its value"),
    Function(.prev, "value before the last change"),
    Function(.changed, "whether it changed lately"),
    Function(.ewma, "average that follows slowly"),
    Function(.avg, "average of the last minute"),
    Function(.min, "least value of the last minute"),
    Function(.max, "greatest value of the last minute"),
    Function(.sum, "sum of the last minute"),
    Function(.p50, "median of the last minute"),
    Function(.p90, "90th percentile of the last minute"),
    Function(.p99, "99th percentile of the last minute"),
    Function(.changes, "how often the row changed"),
    Function(.age, "how long the row has been there"),
    Function(.gap, "seconds since the row before"),
    Function("if", "if(status=failed, 1, 0)", "one of two values"),
    Function(.round, "rounded"),
    Function(.floor, "rounded down"),
    Function(.ceil, "rounded up"),
    Function(.abs, "without its sign"),
    Function(.lower, "in small letters"),
    Function(.upper, "in capital letters"),
    Function(.trim, "without white space around it"),
    Function(.len, "number of characters"),
    Function(.split, "part of the text"),
    Function(.match, "first match of a pattern"),
    Function(.date, "day of a time"),
    Function(.hour, "hour of a time"),
    Function(.bucket, "where the range begins that it is in"),
    Function(.podstatus, "status of a pod, as kubectl prints it"),
  ]
}

extension ColumnKind: CustomStringConvertible {
  package var description: String {
    switch self {
    case .key: "the key"
    case .ownTime: "the time of the row"
    case .otherTime: "another time"
    case .nestedTime: "a time of something in the row"
    case .money: "an amount of money"
    case .response: "responses"
    case .status: "a status"
    case .type: "a type"
    case .ofElements: "what the elements of a list have"
    case .person: "a name or a title"
    case .time: "a time"
    case .level: "a level"
    case .levelWord: "words for levels"
    case .body: "a long text"
    case .phrase: "words"
    case .reference: "the number of the row"
    case .number: "a number"
    case .flag: "yes or no"
    case .other: "a text"
    }
  }
}

/// A mistake at a place of a text that the user has written: a filter, an expression, a command.
package struct SettingError: Error, Hashable, CustomStringConvertible {
  /// The mistake and the remedy.
  package let description: String
  /// The number of characters before the mistake.
  package let offset: Int

  package init(_ description: String, at offset: Int = 0) {
    (self.description, self.offset) = (description, offset)
  }

  /// The mistake in a text that has other characters before the one in which it was found.
  package func moved(by count: Int) -> SettingError {
    SettingError(description, at: offset + count)
  }

  /// The text with a mark below the mistake, and the mistake.
  ///
  /// - Parameter text: The user's text.
  /// - Returns: Two lines.
  package func diagnosis(of text: String) -> String {
    let lead = String(text.prefix(offset)).displayWidth
    return "\(text)\n\(String(repeating: " ", count: lead))^ \(self)"
  }
}

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
