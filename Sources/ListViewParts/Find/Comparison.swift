internal import Feeds
internal import Patterns
internal import Values

/// What a filter asks of a field.
struct Comparison: Sendable {
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
  /// What the field is compared with: alternatives, of which one at least has to hold for `=` and none
  /// for `!=`; one alone for the other operators.
  private(set) var operands: [Operand]
  private let pattern: Pattern?

  /// Creates a comparison.
  ///
  /// - Parameters:
  ///   - operator: How values compare.
  ///   - texts: What they are compared with; the first one is all that was written.
  ///   - field: The field, whose name may say what its numbers mean.
  /// - Throws: `PatternError` where `~` is asked for a text that is no expression.
  init(
    _ operator: Operator,
    _ texts: [String],
    of field: FieldName = FieldName("")
  ) throws(PatternError) {
    self.operator = `operator`
    let meaning = FieldMeaning(field)
    operands = texts.map { Operand($0, of: meaning) }
    pattern =
      switch `operator` {
      case .match, .noMatch: try Pattern(texts.first ?? "")
      default: nil
      }
  }

  /// The comparison with its times in a time zone, at a present.
  func resolved(in reader: TimeReader) -> Comparison {
    var comparison = self
    comparison.operands = operands.map { $0.resolved(in: reader) }
    return comparison
  }

  /// How long the comparison stays what it is while time continues; nil for ever.
  var refreshInterval: Duration? { operands.compactMap(\.refreshInterval).min() }

  /// Whether a value of the field is one that is asked for; nil for a row without the field.
  func holds(for value: JSONValue?) -> Bool {
    switch `operator` {
    case .notEqual: !operands.contains { $0.isEqual(to: value) }
    case .noMatch: !isMatch(value)
    case .equal: operands.contains { $0.isEqual(to: value) }
    case .match: isMatch(value)
    case .greater: order(of: value) == .greater
    case .less: order(of: value) == .less
    case .atLeast: order(of: value).map { $0 != .less } ?? false
    case .atMost: order(of: value).map { $0 != .greater } ?? false
    }
  }

  /// Whether the comparison asks for the order of values, of which only some can be compared.
  var isOrdering: Bool {
    switch `operator` {
    case .greater, .less, .atLeast, .atMost: true
    case .equal, .notEqual, .match, .noMatch: false
    }
  }

  /// How a value compares with the operand; nil if it cannot be compared.
  func order(of value: JSONValue?) -> Operand.Order? {
    value.flatMap { value in operands.first.flatMap { $0.order(of: value) } }
  }

  private func isMatch(_ value: JSONValue?) -> Bool {
    guard let value, let pattern else { return false }
    return value.withString { pattern.matches($0) }
  }
}
