/// The things that an expression may lack.
enum ExpressionText {
  static let list = "a list, as in status in (failed, late)"
  static let plainCondition = "a condition without the past"
  static let twoValues = ", and two values"
  static let anotherValue = ", and another value"
  static let quotationMark = "a closing quotation mark"
}
