internal import FeedValues
internal import Patterns
internal import Values

/// A comparison of a field in a filter.
package struct Comparison: Sendable {
  enum Operator: String, CaseIterable, Sendable {
    case notEqual = "!="
    case noMatch = "!~"
    case atLeast = ">="
    case atMost = "<="
    case equal = "="
    case greater = ">"
    case less = "<"
    case match = "~"
  }

  let `operator`: Operator
  /// The alternatives to compare with: `=` requires one of them to be equal, `!=` none; the other operators
  /// have a single operand.
  private(set) var operands: [Operand]
  private let pattern: Pattern?

  /// Creates a comparison.
  ///
  /// - Parameters:
  ///   - operator: The operator.
  ///   - texts: The operands; the first is the complete text as written.
  ///   - field: The field, whose name may determine the meaning of numbers.
  /// - Throws: `PatternError` if the operator is `~` or `!~` and the text is not a regular expression.
  init(
    _ operator: Operator,
    _ texts: [String],
    of field: FieldName = FieldName("")
  ) throws(PatternError) {
    self.operator = `operator`
    operands = texts.map { Operand($0, of: field) }
    pattern =
      switch `operator` {
      case .match, .noMatch: try Pattern(texts.first ?? "")
      default: nil
      }
  }

  /// The comparison as the values of a list are read.
  func resolved(in reading: FieldReading) -> Comparison {
    var comparison = self
    comparison.operands = operands.map { $0.resolved(in: reading) }
    return comparison
  }

  /// The time for which the resolved comparison stays valid; nil if it does not depend on the current time.
  var refreshInterval: Duration? { operands.compactMap(\.refreshInterval).min() }

  /// Whether the comparison holds for a value of the field, which is nil if the row has no such field.
  func holds(for value: FoundValue?, in row: Row) -> Bool {
    switch `operator` {
    case .notEqual: !operands.contains { $0.isEqual(to: value, in: row) }
    case .noMatch: !isMatch(value)
    case .equal: operands.contains { $0.isEqual(to: value, in: row) }
    case .match: isMatch(value)
    case .greater: [.greater, .within].contains(order(of: value, in: row))
    case .less: order(of: value, in: row) == .less
    case .atLeast: order(of: value, in: row).map { $0 != .less } ?? false || isShown(value, in: row)
    case .atMost:
      order(of: value, in: row).map { $0 != .greater } ?? false || isShown(value, in: row)
    }
  }

  /// Whether the operator compares the order of values, which not all values have.
  var isOrdering: Bool {
    switch `operator` {
    case .greater, .less, .atLeast, .atMost: true
    case .equal, .notEqual, .match, .noMatch: false
    }
  }

  /// Whether the operator asks for greater values.
  var isUpward: Bool { `operator` == .greater || `operator` == .atLeast }

  /// The order of a value relative to the operand; nil if they cannot be compared.
  func order(of value: FoundValue?, in row: Row) -> Operand.Order? {
    guard let value else { return nil }
    return operands.first?.order(of: value, in: row)
  }

  /// Whether the cell of a value shows what it is compared with: then it is neither less nor greater.
  private func isShown(_ value: FoundValue?, in row: Row) -> Bool {
    guard let value, let operand = operands.first else { return false }
    return value.kind == .string && operand.isSameText(as: value)
      || operand.isShown(value, in: row)
  }

  private func isMatch(_ value: FoundValue?) -> Bool {
    guard let value, let pattern else { return false }
    return value.withString { pattern.matches($0) }
  }
}
