import FeedValues
internal import Values

/// The kinds of values in a field, which show whether it can identify a row.
enum KeyColumn {
  /// The kind of a value.
  enum Kind {
    /// A word, code, address or path.
    case word
    /// A whole number.
    case integer
    /// A point in time.
    case instant
    /// A quantity: a fraction, percentage, size or duration. It changes while the row stays the same.
    case measurement
    /// Nothing, or a placeholder for nothing.
    case empty
  }

  /// The kind of most of the values.
  static func kind(of values: [JSONValue]) -> Kind {
    var counts: [Kind: Int] = [:]
    for value in values { counts[kind(of: value), default: 0] += 1 }
    counts[.empty] = nil
    let order: [Kind] = [.word, .measurement, .instant, .integer]
    var best: (kind: Kind, count: Int) = (.empty, 0)
    for kind in order where counts[kind, default: 0] > best.count {
      best = (kind, counts[kind, default: 0])
    }
    // With some fractions among whole numbers, all are quantities.
    if best.kind == .integer, counts[.measurement] != nil { return .measurement }
    return best.kind
  }

  /// The kind of a value.
  static func kind(of value: JSONValue) -> Kind {
    switch value.kind {
    case .number:
      return value.text.withBytes { $0.contains { ".eE".utf8.contains($0) } }
        ? .measurement : .integer
    case .boolean: return .measurement
    case .string: return kind(of: value.string)
    case .object, .array, .null: return .empty
    }
  }

  private static func kind(of text: String) -> Kind {
    var rest = text.utf8[...]
    guard !rest.isEmpty, !SignOfNothing.texts.contains(text) else { return .empty }
    guard rest.contains(where: \.isDigit) else { return .word }
    // With several units, or words: `5h 49min ago`.
    if text.contains(" "), DurationText.seconds(text) != nil { return .measurement }
    if rest.allSatisfy(\.isDigit) { return .integer }
    if isDate(rest) || TimeReader.utc.date(text) != nil { return .instant }
    if ClockText(text)?.rest == "*" { return .measurement }
    if let first = rest.first, "+-~<>$€£¥".utf8.contains(first) { rest = rest.dropFirst() }
    let number = rest.prefix { $0.isDigit || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ".") }
    // In `1234.head` the number is a part of a name.
    guard number.last?.isDigit == true, number.count(where: { $0 == UInt8(ascii: ".") }) <= 1
    else { return .word }
    rest = rest.dropFirst(number.count)
    if rest.first == UInt8(ascii: " ") { rest = rest.dropFirst() }
    let isUnit = rest.count <= 5 && rest.allSatisfy { $0.isLetter || "%/".utf8.contains($0) }
    // `4/s` is a rate, `22/tcp` a port.
    let isPart =
      rest.first == UInt8(ascii: "/")
      && !rates.contains(String(decoding: rest.dropFirst(), as: UTF8.self))
    return isUnit && !isPart ? .measurement : .word
  }

  private static let rates: Set<String> = ["s", "sec", "m", "min", "h", "hr", "d", "day"]

  /// Whether a text begins with a date such as `2026-11-22`.
  private static func isDate(_ text: Substring.UTF8View) -> Bool {
    // Behind the day of the week, as in `Sun 2026-11-22`.
    let start = text.prefix(3).allSatisfy(\.isLetter) && text.dropFirst(3).first == 0x20 ? 4 : 0
    let shape = text.dropFirst(start).prefix(10).map { $0.isDigit ? UInt8(ascii: "0") : $0 }
    return shape.elementsEqual("0000-00-00".utf8) || shape.elementsEqual("0000/00/00".utf8)
  }
}
