internal import Feeds

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
  /// What the field is compared with.
  let operand: String
  private let number: DecimalNumber?
  private let time: FeedTime?
  /// Whether an upper-case letter was asked for.
  private let isCaseSensitive: Bool
  private let isASCII: Bool
  private let pattern: Pattern?

  init(_ operator: Operator, _ operand: String) throws(PatternError) {
    self.operator = `operator`
    self.operand = operand
    number = DecimalNumber(operand.hasSuffix("%") ? String(operand.dropLast()) : operand)
    time = Self.time(operand)
    isCaseSensitive = operand.unicodeScalars.contains(where: \.properties.isUppercase)
    isASCII = operand.utf8.allSatisfy { $0 < 0x80 }
    pattern =
      switch `operator` {
      case .match, .noMatch: try Pattern(operand)
      default: nil
      }
  }

  /// A date, or a date and a time, at Greenwich where no zone stands behind it.
  private static func time(_ text: String) -> FeedTime? {
    // A number is a number first: it is compared with numbers.
    guard text.utf8.count >= 10, text.contains("-"), DecimalNumber(text) == nil else { return nil }
    for suffix in ["", "Z", ":00Z", "T00:00:00Z"] {
      if let time = FeedTime(text: text + suffix) { return time }
    }
    return nil
  }

  /// Whether a value of the field is one that is asked for; nil for a row without the field.
  func holds(for value: JSONValue?) -> Bool {
    switch `operator` {
    case .notEqual: return !isEqual(to: value)
    case .noMatch: return !isMatch(value)
    case .equal: return isEqual(to: value)
    case .match: return isMatch(value)
    case .greater: return order(of: value) == .greater
    case .less: return order(of: value) == .less
    case .atLeast: return order(of: value).map { $0 != .less } ?? false
    case .atMost: return order(of: value).map { $0 != .greater } ?? false
    }
  }

  private enum Order { case less, same, greater }

  private func isMatch(_ value: JSONValue?) -> Bool {
    guard let value, let pattern else { return false }
    return value.withString { pattern.matches($0) }
  }

  private func isEqual(to value: JSONValue?) -> Bool {
    guard let value, value.kind != .null else { return operand.isEmpty || operand == "null" }
    if operand.isEmpty { return value.withString { $0.isEmpty } }
    switch value.kind {
    case .boolean:
      let text = value.string
      return operand == text || operand == (text == "true" ? "yes" : "no")
    case .object, .array: return value.string == operand
    case .number, .string, .null: break
    }
    if order(of: value) == .same { return true }
    return isSameText(as: value)
  }

  private func isSameText(as value: JSONValue) -> Bool {
    if isCaseSensitive { return value.withString { $0.elementsEqual(operand.utf8) } }
    // Without an upper-case letter the operand is its own lower case.
    let isSame = value.withString { bytes in
      bytes.count == operand.utf8.count
        && zip(bytes, operand.utf8).allSatisfy { byte, wanted in
          (byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte) == wanted
        }
    }
    guard !isSame, !isASCII else { return isSame }
    return value.string.lowercased() == operand.lowercased()
  }

  /// How the value stands to the operand: as numbers where both are, else as times, else as texts;
  /// nil where they cannot be compared.
  private func order(of value: JSONValue?) -> Order? {
    guard let value else { return nil }
    switch value.kind {
    case .object, .array, .null, .boolean: return nil
    case .number, .string: break
    }
    if let number {
      let other = value.withString { bytes in
        DecimalNumber(
          bytes.last == UInt8(ascii: "%") ? UnsafeBufferPointer(rebasing: bytes.dropLast()) : bytes
        )
      }
      return other.map { compare($0, number) }
    }
    if let time { return FeedTime(value).map { compare($0, time) } }
    guard value.kind == .string else { return nil }
    return isCaseSensitive
      ? compare(value.string, operand) : compare(value.string.lowercased(), operand)
  }

  private func compare<Value: Comparable>(_ left: Value, _ right: Value) -> Order {
    left < right ? .less : left == right ? .same : .greater
  }
}
