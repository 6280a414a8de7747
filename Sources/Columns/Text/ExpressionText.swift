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
