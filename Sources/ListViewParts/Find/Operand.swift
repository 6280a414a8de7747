internal import Feeds
internal import Values

/// The right-hand side of a comparison: a text, and everything it may mean; a class, so that it is not copied for
/// each row.
final class Operand: Sendable {
  enum Order: Sendable { case less, same, greater }

  /// The text as written.
  let text: String
  /// The text as a number, with or without a unit.
  let quantity: Quantity?
  /// The text as a duration in seconds.
  let span: DecimalNumber?
  /// The text as a log level.
  let level: Level?
  /// The text as a time relative to the present: `-5m`, `+1h`, `now`.
  let distance: Duration?
  private let field: FieldMeaning
  /// Whether the text contains an upper-case letter.
  private let isCaseSensitive: Bool
  private let isASCII: Bool
  /// Reads the times of rows.
  private let reader: TimeReader
  /// The time that the text means to the reader.
  let time: FeedTime?
  /// The day that the text means, if it has no time of day.
  private let day: Range<FeedTime>?
  /// The text as a plain number, optionally with a percent sign.
  private let number: DecimalNumber?

  init(_ text: String, of field: FieldMeaning, in reader: TimeReader = .utc) {
    (self.text, self.field, self.reader) = (text, field, reader)
    let quantity = Quantity(text)
    self.quantity = quantity
    let number: DecimalNumber? =
      switch quantity?.unit {
      case .none?, .percent?: quantity?.number
      default: nil
      }
    self.number = number
    span = DurationText.seconds(text)
    level = Level(text) ?? (field.levels == nil ? nil : Level(wordOrLetter: text))
    let distance = Self.distance(text)
    self.distance = distance
    isCaseSensitive = text.unicodeScalars.contains(where: \.properties.isUppercase)
    isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    if let distance {
      (time, day) = (reader.present?.advanced(by: distance), nil)
    } else {
      let time = number == nil ? reader.date(text) : nil
      self.time = time
      day = time == nil ? nil : reader.day(text)
    }
  }

  /// Parses a signed duration, or `now`.
  private static func distance(_ text: String) -> Duration? {
    if text.lowercased() == "now" { return .zero }
    guard let sign = text.first, sign == "-" || sign == "+", DecimalNumber(text) == nil,
      let nanoseconds = DurationText.nanoseconds(text.dropFirst())
    else { return nil }
    return sign == "-" ? .zero - .nanoseconds(nanoseconds) : .nanoseconds(nanoseconds)
  }

  /// The operand with its time resolved in a time zone and relative to the current time.
  func resolved(in reader: TimeReader) -> Operand { Operand(text, of: field, in: reader) }

  /// How long the resolved time remains accurate enough; nil if it does not depend on the current time.
  var refreshInterval: Duration? {
    guard let distance else { return nil }
    let length = distance < .zero ? .zero - distance : distance
    return max(.seconds(1), min(.seconds(60), length / 60))
  }

  // MARK: Equality

  /// Whether a value equals the operand; the value is nil for a row without the field.
  func isEqual(to value: FoundValue?) -> Bool {
    guard let value, value.kind != .null else { return text.isEmpty || text == "null" }
    if text.isEmpty { return value.withString { $0.isEmpty } }
    switch value.kind {
    case .boolean:
      let string = value.string
      return text == string || text == (string == "true" ? "yes" : "no")
    case .object, .array: return value.string == text
    case .number, .string, .null: break
    }
    if let day, let time = time(of: value) { return day.contains(time) }
    return order(of: value) == .same && isExact || isSameText(as: value)
  }

  /// Whether the number is represented exactly, so that numeric equality can be trusted.
  private var isExact: Bool { number?.isExact ?? true }

  private func isSameText(as value: FoundValue) -> Bool {
    if isCaseSensitive { return value.withString { $0.elementsEqual(text.utf8) } }
    // Without upper-case letters, the text is its own lower-case form.
    let isSame = value.withString { bytes in
      bytes.count == text.utf8.count
        && zip(bytes, text.utf8).allSatisfy { byte, wanted in
          (byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte) == wanted
        }
    }
    guard !isSame, !isASCII else { return isSame }
    return value.string.lowercased() == text.lowercased()
  }

  // MARK: Order

  /// The order of a value relative to the operand, judged by their meanings; nil if they cannot be compared.
  func order(of value: FoundValue) -> Order? {
    guard value.kind == .number || value.kind == .string else { return nil }
    if distance != nil, let time, let other = self.time(of: value) { return compare(other, time) }
    if let number { return order(of: value, to: number) }
    if let level, let order = order(of: value, to: level) { return order }
    if let order = orderByUnit(of: value) { return order }
    if quantity != nil || span != nil { return nil }
    if let time { return self.time(of: value).map { compare($0, time) } }
    guard value.kind == .string, field.levels == nil || level == nil else { return nil }
    return isCaseSensitive
      ? compare(value.string, text) : compare(value.string.lowercased(), text)
  }

  private func order(of value: FoundValue, to number: DecimalNumber) -> Order? {
    if let other = DecimalNumber(value) { return compare(other, number) }
    let string = value.string
    if let other = Quantity(string) { return compare(other.size, number) }
    guard let levels = field.levels, let level = levels.level(of: text) else { return nil }
    return levels.level(of: string).map { compare($0.rawValue, level.rawValue) }
  }

  /// Names of levels are compared in any field; numbers and letters only if the field's name makes them levels.
  private func order(of value: FoundValue, to level: Level) -> Order? {
    let string = value.string
    let other = field.levels.map { $0.level(of: string) } ?? Level(string)
    return other.map { compare($0.rawValue, level.rawValue) }
  }

  /// Compares sizes with sizes and durations with durations; the field's name supplies a missing unit.
  private func orderByUnit(of value: FoundValue) -> Order? {
    guard quantity != nil || span != nil else { return nil }
    if let plain = DecimalNumber(value) {
      if let span, let unit = field.unit {
        return compare(plain.scaled(byPowerOfTen: unit.power), span)
      }
      guard let quantity, !field.isTime else { return nil }
      return compare(plain, field.countsBytes ? quantity.size : quantity.count)
    }
    let string = value.string
    if let span, let other = DurationText.seconds(string) { return compare(other, span) }
    if let quantity, let other = Quantity(string) { return compare(other.size, quantity.size) }
    return nil
  }

  /// The time of a value; a number has to be plausible for a current feed: after 1973.
  private func time(of value: FoundValue) -> FeedTime? {
    guard let number = DecimalNumber(value) else { return reader.time(value) }
    return FeedTime(number).flatMap { $0.seconds > 100_000_000 ? $0 : nil }
  }

  private func compare<Value: Comparable>(_ left: Value, _ right: Value) -> Order {
    left < right ? .less : left == right ? .same : .greater
  }
}
