internal import FeedValues
internal import Values

/// The right-hand side of a comparison: a text, and everything it may mean; a class, so that it is not copied for
/// each row.
final class Operand: Sendable {
  /// The relation of a value to the operand; within a day or minute that it names, a value is later than its beginning.
  enum Order: Sendable { case less, same, within, greater }

  /// The text as written.
  let text: String
  /// The text as a number, with or without a unit.
  let quantity: Quantity?
  /// The text as a duration in seconds.
  let span: DecimalNumber?
  /// The text as a log level.
  let level: Level?
  /// The text as a time relative to the present: `-5m`, `3m ago`, `+1h`, `now`.
  let distance: Duration?
  private let reading: FieldReading
  private var field: FieldMeaning { reading.meaning }
  /// The text with the sign that is typed for a minus.
  private let plain: String
  /// Whether the text contains an upper-case letter.
  private let isCaseSensitive: Bool
  private let isASCII: Bool
  /// The time that the text means to the reader.
  let time: FeedTime?
  /// The instants that the text means: those of a day, a minute or a second that it names.
  private let period: Range<FeedTime>?
  /// Whether the text is a time of day or names a day, which numbers are only in fields of times.
  let isInformal: Bool
  /// The text as a plain number, optionally with a percent sign.
  private let number: DecimalNumber?
  /// The ends of a range, `10:00..10:05`, one of which may be missing.
  private let ends: [Operand?]
  /// The two ends of a text that is shortened in the middle or at its end.
  private let cut: (start: String, end: String)?

  convenience init(_ text: String, of field: FieldName, in reader: TimeReader = .utc) {
    self.init(text, of: FieldReading(field, reader))
  }

  init(_ text: String, of reading: FieldReading) {
    (self.text, self.reading) = (text, reading)
    let reader = reading.reader
    plain = text.contains("−") ? String(text.map { $0 == "−" ? "-" : $0 }) : text
    let quantity = reading.quantity(plain)
    self.quantity = quantity
    let number: DecimalNumber? =
      switch quantity?.unit {
      case .none?, .percent?: quantity?.number
      default: nil
      }
    self.number = number
    span = DurationText.seconds(plain)
    let levels = reading.meaning.levels
    level = Level(text) ?? (levels == nil ? nil : Level(wordOrLetter: text))
    let distance = Self.distance(text)
    self.distance = distance
    isCaseSensitive = text.unicodeScalars.contains(where: \.properties.isUppercase)
    isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    let ends = Self.ends(of: text).map { [$0.first, $0.last] } ?? []
    let parts = ends.map { $0.isEmpty ? nil : Operand($0, of: reading) }
    let isRange = parts.contains { $0 != nil } && parts.allSatisfy { $0?.hasOrder ?? true }
    self.ends = isRange ? parts : []
    cut = text.firstIndex(of: "…").map {
      (String(text[..<$0]), String(text[text.index(after: $0)...]))
    }
    if let distance {
      (time, period, isInformal) = (reading.present?.advanced(by: distance), nil, false)
    } else if let clock = TimeOfDay(text) {
      period = reading.period(clock, of: text)
      (time, isInformal) = (period?.lowerBound, true)
    } else if let days = Self.day(named: text) {
      period = reading.present.flatMap { present in
        let parts = reader.calendar.parts(of: present.advanced(by: .seconds(days * 86_400)))
        return reader.day("\(Calendar.fourDigits(parts.year))-\(parts.month)-\(parts.day)")
      }
      (time, isInformal) = (period?.lowerBound, true)
    } else {
      let time = number == nil ? reader.date(text) : nil
      self.time = time
      isInformal = false
      period =
        time.flatMap { time in
          reader.day(text)
            ?? Self.clock(atEndOf: text).map {
              time..<time.advanced(by: .seconds(TimeOfDay.precision($0)))
            }
        }
    }
  }

  /// Whether a text of several words is a number with a unit or a currency, a duration or a time.
  static func isMeasure(_ text: String) -> Bool {
    Quantity(text) != nil || Quantity(text, usesDecimalComma: true) != nil
      || DurationText.seconds(text) != nil
      || TimeReader(.utc, present: .latest).date(text) != nil
  }

  /// The time of day that ends a text after a date, without a fraction or a zone; nil if there is none.
  private static func clock(atEndOf text: String) -> String? {
    guard let start = text.lastIndex(where: { $0 == " " || $0 == "T" }) else { return nil }
    let clock = String(text[text.index(after: start)...])
    return TimeOfDay(clock).map { _ in clock }
  }

  /// The number of days from today that a word means.
  static func day(named text: String) -> Int? {
    ["yesterday": -1, "today": 0, "tomorrow": 1][text.lowercased()]
  }

  /// The ends of a range; nil for another text.
  static func ends(of text: String) -> (first: String, last: String)? {
    // The responses of a class, as the summary counts them: `5xx`.
    if text.count == 3, text.hasSuffix("xx"), let digit = text.first, "12345".contains(digit) {
      return ("\(digit)00", "\(digit)99")
    }
    // `10:00-10:05`
    if let sign = text.firstIndex(of: "-"), text.count < 20 {
      let ends = (String(text[..<sign].trimming), String(text[text.index(after: sign)...].trimming))
      if TimeOfDay(ends.0) != nil, TimeOfDay(ends.1) != nil { return ends }
    }
    guard let dots = text.firstRange(of: ".."), text.utf8.count > 2 else { return nil }
    let ends = (
      String(text[..<dots.lowerBound].trimming), String(text[dots.upperBound...].trimming)
    )
    return ends.1.hasPrefix(".") || ends.1.contains("..") ? nil : ends
  }

  /// Whether the text is more than a word: something that has an order.
  private var hasOrder: Bool {
    quantity != nil || span != nil || level != nil || time != nil || isInformal || distance != nil
  }

  /// Parses a signed duration, one with the words of a cell, or `now`.
  static func distance(_ text: String) -> Duration? {
    let lowered = text.lowercased()
    if lowered == "now" { return .zero }
    var (rest, isPast) = (lowered[...], true)
    if lowered.hasSuffix(" ago") {
      rest = rest.dropLast(4)
    } else if lowered.hasPrefix("in ") {
      (rest, isPast) = (rest.dropFirst(3), false)
    } else {
      guard let sign = text.first, "-+−".contains(sign), DecimalNumber(text) == nil else {
        return nil
      }
      (rest, isPast) = (rest.dropFirst(), sign != "+")
    }
    guard let nanoseconds = DurationText.nanoseconds(rest) else { return nil }
    return isPast ? .zero - .nanoseconds(nanoseconds) : .nanoseconds(nanoseconds)
  }

  /// The operand as the values of a list are read.
  func resolved(in reading: FieldReading) -> Operand { Operand(text, of: reading) }

  /// The time for which the resolved time remains accurate enough; nil if it does not depend on the current time.
  var refreshInterval: Duration? {
    if let interval = ends.compactMap({ $0?.refreshInterval }).min() { return interval }
    if isInformal { return .seconds(60) }
    let elapsed =
      reading.isElapsed ? span.flatMap { Int64(exactly: $0.approximation.rounded()) } : nil
    guard let distance = distance ?? elapsed.map({ .seconds($0) }) else { return nil }
    let length = distance < .zero ? .zero - distance : distance
    return max(.seconds(1), min(.seconds(60), length / 60))
  }

  // MARK: Equality

  /// Whether a value equals the operand, or its cell shows the text of the operand.
  ///
  /// - Parameters:
  ///   - value: The value; nil for a row without the field.
  ///   - row: The row.
  /// - Returns: Whether it does.
  func isEqual(to value: FoundValue?, in row: Row) -> Bool {
    guard let value, value.kind != .null else { return text.isEmpty || text == "null" }
    if text.isEmpty { return value.withString { $0.isEmpty } }
    switch value.kind {
    case .boolean:
      let string = value.string
      return text == string || text == (string == "true" ? "yes" : "no") || isShown(value, in: row)
    case .object, .array: return value.string == text || isShown(value, in: row)
    case .number, .string, .null: break
    }
    if !ends.isEmpty, isInRange(value, in: row) { return true }
    let order = order(of: value, in: row)
    return order == .within || order == .same && isExact || isSameText(as: value)
      || isShown(value, in: row)
  }

  /// Whether a value is between the ends of the range, or at one of them.
  private func isInRange(_ value: FoundValue, in row: Row) -> Bool {
    let (first, last) = (ends[0]?.order(of: value, in: row), ends[1]?.order(of: value, in: row))
    // A time of day is that after the beginning of the range.
    if let first, let last, first != .less, last == .greater,
      let start = ends[0]?.period?.lowerBound,
      let end = ends[1]?.period, end.upperBound <= start, let time = time(of: value)
    {
      return time < end.upperBound.advanced(by: .seconds(86_400))
    }
    return (ends[0] == nil || first.map { $0 != .less } ?? false)
      && (ends[1] == nil || last.map { $0 != .greater } ?? false)
  }

  /// The text of a value in its cell, if it may differ from that of the value; nil otherwise.
  func shownText(of value: FoundValue, in row: Row) -> String? {
    reading.shownText(of: value, in: row)
  }

  /// Whether the cell of a value shows the text of the operand, perhaps cut.
  func isShown(_ value: FoundValue, in row: Row) -> Bool {
    let shown = reading.shownText(of: value, in: row)
    guard var shown = shown ?? (cut == nil ? nil : value.string) else { return false }
    if shown.contains("−") { shown = String(shown.map { $0 == "−" ? "-" : $0 }) }
    let (text, cell) = isCaseSensitive ? (plain, shown) : (plain.lowercased(), shown.lowercased())
    if text == cell { return true }
    guard let cut, cut.start.utf8.count + cut.end.utf8.count > 2, cell.count > plain.count - 1
    else { return false }
    let (start, end) =
      isCaseSensitive ? cut : (cut.start.lowercased(), cut.end.lowercased())
    return cell.hasPrefix(start) && cell.hasSuffix(end)
  }

  /// Whether the number is represented exactly, so that numeric equality can be trusted.
  private var isExact: Bool { number?.isExact ?? true }

  func isSameText(as value: FoundValue) -> Bool {
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
  func order(of value: FoundValue, in row: Row) -> Order? {
    guard value.kind == .number || value.kind == .string else { return nil }
    if distance != nil || isInformal, let time, let other = self.time(of: value) {
      return order(of: other, to: time)
    }
    if reading.isElapsed, let span, let present = reading.present, let other = self.time(of: value)
    {
      let elapsed = present.number.minus(other.number)
      return elapsed.map { compare($0, span) }
    }
    if reading.isMoney, let quantity { return orderOfMoney(value, to: quantity, in: row) }
    if let number { return order(of: value, to: number) }
    if let level, let order = order(of: value, to: level) { return order }
    if let order = orderByUnit(of: value) { return order }
    if quantity != nil || span != nil { return nil }
    if let time { return self.time(of: value).map { order(of: $0, to: time) } }
    guard value.kind == .string, field.levels == nil || level == nil else { return nil }
    return isCaseSensitive
      ? compare(value.string, text) : compare(value.string.lowercased(), text)
  }

  /// The order of a time, by the day, minute or second that the text names.
  private func order(of other: FeedTime, to time: FeedTime) -> Order {
    guard let period, period.contains(other) else { return compare(other, time) }
    return other == period.lowerBound ? .same : .within
  }

  /// The order of an amount in the major unit, as its cell shows it; amounts in different currencies have none.
  private func orderOfMoney(_ value: FoundValue, to quantity: Quantity, in row: Row) -> Order? {
    guard let column = reading.column, var number = DecimalNumber(value) else { return nil }
    let currency = column.currency(of: row)?.string
    guard hasSameCurrency(as: currency) else { return nil }
    if let currency, column.format == .money {
      number = number.scaled(byPowerOfTen: -Money.decimalPlaces(of: currency))
    }
    return compare(number, quantity.count)
  }

  /// Whether the operand names no currency, or the given one, by its sign or code.
  private func hasSameCurrency(as other: String?) -> Bool {
    guard let own = quantity?.currency else { return true }
    return other.map { Money.symbol($0) == Money.symbol(own) } ?? false
  }

  private func order(of value: FoundValue, to number: DecimalNumber) -> Order? {
    if reading.usesDecimalComma != true, let other = DecimalNumber(value) {
      return compare(other, number)
    }
    let string = value.string
    if let other = reading.quantity(string) {
      guard other.currency == nil || hasSameCurrency(as: other.currency) else { return nil }
      return compare(other.size, number)
    }
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
      if let span, let unit = reading.unit {
        return compare(plain.scaled(byPowerOfTen: unit.power), span)
      }
      guard let quantity, !field.isTime else { return nil }
      if let factor = reading.column?.bytesPerUnit, factor > 1 {
        return compare(plain.multiplied(by: UInt32(factor)), quantity.size)
      }
      let countsBytes = field.countsBytes || reading.column?.format == .bytes
      return compare(plain, countsBytes ? quantity.size : quantity.count)
    }
    let string = value.string
    if let span, let other = DurationText.seconds(string) { return compare(other, span) }
    if let quantity, let other = reading.quantity(string) {
      return compare(other.size, quantity.size)
    }
    return nil
  }

  /// The time of a value; a number has to be plausible for a current feed: after 1973.
  private func time(of value: FoundValue) -> FeedTime? {
    guard let number = DecimalNumber(value) else { return reading.reader.time(value) }
    guard reading.isTime || !isInformal && reading.unit == nil else { return nil }
    return FeedTime(number).flatMap { $0.seconds > FieldReading.leastSeconds ? $0 : nil }
  }

  private func compare<Value: Comparable>(_ left: Value, _ right: Value) -> Order {
    left < right ? .less : left == right ? .same : .greater
  }
}
