internal import Feeds
internal import Values

/// What values of a field are compared with: a text, and all that it may mean.
struct Operand: Sendable {
  enum Order: Sendable { case less, same, greater }

  /// The text as it was written.
  let text: String
  /// The number that it is, with a unit or without.
  let quantity: Quantity?
  /// The span of time that it is, in seconds.
  let span: DecimalNumber?
  /// The level that it names.
  let level: Level?
  /// How long before or after the present is meant: `-5m`, `+1h`, `now`.
  let distance: Duration?
  private let field: FieldMeaning
  /// Whether an upper-case letter was asked for.
  private let isCaseSensitive: Bool
  private let isASCII: Bool
  /// Reads the times of the rows.
  private var reader = TimeReader.utc
  /// The time that it is, by that reader.
  private(set) var time: FeedTime?
  /// All instants of the day that it is, where no time of day is written.
  private var day: Range<FeedTime>?
  /// A number alone, or before a percent sign.
  private let number: DecimalNumber?

  init(_ text: String, of field: FieldMeaning) {
    self.text = text
    self.field = field
    let quantity = Quantity(text)
    self.quantity = quantity
    number =
      switch quantity?.unit {
      case .none?, .percent?: quantity?.number
      default: nil
      }
    span = DurationText.seconds(text)
    level = Level(text) ?? (field.levels == nil ? nil : Level(wordOrLetter: text))
    distance = Self.distance(text)
    isCaseSensitive = text.unicodeScalars.contains(where: \.properties.isUppercase)
    isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    if number == nil { readTime() }
  }

  private mutating func readTime() {
    time = reader.date(text)
    day = time == nil ? nil : reader.day(text)
  }

  /// A span with a sign before it, or the present.
  private static func distance(_ text: String) -> Duration? {
    if text.lowercased() == "now" { return .zero }
    guard let sign = text.first, sign == "-" || sign == "+", DecimalNumber(text) == nil,
      let nanoseconds = DurationText.nanoseconds(text.dropFirst())
    else { return nil }
    return sign == "-" ? .zero - .nanoseconds(nanoseconds) : .nanoseconds(nanoseconds)
  }

  /// The operand with its time in a time zone, at a present.
  func resolved(in reader: TimeReader) -> Operand {
    var operand = self
    operand.reader = reader
    if let distance {
      operand.time = reader.present?.advanced(by: distance)
    } else if number == nil {
      operand.readTime()
    }
    return operand
  }

  /// How long the time that is meant may stay the same while time continues; nil for ever.
  var refreshInterval: Duration? {
    guard let distance else { return nil }
    let length = distance < .zero ? .zero - distance : distance
    return max(.seconds(1), min(.seconds(60), length / 60))
  }

  // MARK: Equality

  /// Whether a value is what is asked for; nil for a row without the field.
  func isEqual(to value: JSONValue?) -> Bool {
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

  /// Whether the number is what was written, so that an equal one is the same.
  private var isExact: Bool { number?.isExact ?? true }

  private func isSameText(as value: JSONValue) -> Bool {
    if isCaseSensitive { return value.withString { $0.elementsEqual(text.utf8) } }
    // Without an upper-case letter the operand is its own lower case.
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

  /// How a value compares with the operand by the meaning of both; nil if they cannot be compared.
  func order(of value: JSONValue) -> Order? {
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

  private func order(of value: JSONValue, to number: DecimalNumber) -> Order? {
    if let other = DecimalNumber(value) { return compare(other, number) }
    let string = value.string
    if let other = Quantity(string) { return compare(other.size, number) }
    guard let levels = field.levels, let level = levels.level(of: text) else { return nil }
    return levels.level(of: string).map { compare($0.rawValue, level.rawValue) }
  }

  /// Words of levels compare in any field, numbers and letters where the name says what they are.
  private func order(of value: JSONValue, to level: Level) -> Order? {
    let string = value.string
    let other = field.levels.map { $0.level(of: string) } ?? Level(string)
    return other.map { compare($0.rawValue, level.rawValue) }
  }

  /// Sizes with sizes and spans with spans; a number without a unit is what the name of the field says.
  private func orderByUnit(of value: JSONValue) -> Order? {
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

  /// The time of a value; a number is one that a feed of our days may hold: after 1973.
  private func time(of value: JSONValue) -> FeedTime? {
    guard let number = DecimalNumber(value) else { return reader.time(value) }
    return FeedTime(number).flatMap { $0.seconds > 100_000_000 ? $0 : nil }
  }

  private func compare<Value: Comparable>(_ left: Value, _ right: Value) -> Order {
    left < right ? .less : left == right ? .same : .greater
  }
}
