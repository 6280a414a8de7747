internal import FeedValues
internal import TerminalCore
internal import Values

/// The value of an expression.
enum ExpressionValue: Hashable, Sendable {
  case number(DecimalNumber)
  case text(String)
  case flag(Bool)
  case time(FeedTime)

  /// Takes over the value of a field; nil for none.
  init?(_ value: FoundValue?) {
    guard let value else { return nil }
    switch value.kind {
    case .number:
      guard let number = DecimalNumber(value) else { return nil }
      self = .number(number)
    case .boolean: self = .flag(value.string == "true")
    case .null: return nil
    case .string, .object, .array: self = .text(value.string)
    }
  }

  /// The number that the value is or is written as, spans and times in seconds; nil for any other value.
  func number(_ times: TimeReader) -> DecimalNumber? {
    switch self {
    case .number(let number): return number
    case .flag: return nil
    case .time(let time): return time.number
    case .text(let text):
      if let quantity = Quantity(text) { return quantity.size }
      return DurationText.seconds(text) ?? times.date(text)?.number
    }
  }

  /// The time that the value is or is written as; nil for any other value.
  func time(_ times: TimeReader) -> FeedTime? {
    switch self {
    case .time(let time): time
    case .number(let number): FeedTime(number)
    case .text(let text): times.date(text)
    case .flag: nil
    }
  }

  /// The value as text.
  var string: String {
    switch self {
    case .number(let number): number.text ?? ""
    case .text(let text): text
    case .flag(let flag): flag ? "true" : "false"
    case .time(let time): time.isoText
    }
  }

  /// The value as JSON; nil for a number that is too long to be read.
  var json: String? {
    switch self {
    case .number(let number): return number.legible.text
    case .flag: return string
    case .text(let text):
      var bytes: [UInt8] = []
      bytes.appendJSONString(text.utf8)
      return String(decoding: bytes, as: UTF8.self)
    case .time: return "\"\(string)\""
    }
  }
}

extension DecimalNumber {
  /// The number without the digits that a floating-point number adds.
  fileprivate var legible: DecimalNumber {
    guard exponent <= 3, exponent - lastPower >= 15 else { return self }
    return rounded(toPlaces: max(12, 12 - exponent)) ?? self
  }

  /// The number as a cell shows it: with six significant digits, or two decimal places, if it has more than six of
  /// them.
  var roundedForCell: DecimalNumber {
    guard lastPower < -6 else { return self }
    return rounded(toPlaces: max(2, 6 - exponent)) ?? self
  }
}

extension FeedTime {
  /// The seconds since 1970.
  var number: DecimalNumber {
    let whole = DecimalNumber(seconds)
    guard nanosecond > 0 else { return whole }
    return whole.plus(DecimalNumber(nanosecond).scaled(byPowerOfTen: -9)) ?? whole
  }

  /// The time in UTC: `2026-11-28T12:30:05Z`.
  var isoText: String {
    let parts = Calendar.utc.parts(of: self)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let date = "\(Calendar.fourDigits(parts.year))-\(two(parts.month))-\(two(parts.day))"
    let clock = "\(two(parts.hour)):\(two(parts.minute)):\(two(parts.second))"
    var fraction = ""
    if nanosecond > 0 {
      let digits = String(1_000_000_000 + nanosecond).dropFirst()
      fraction = "." + String(digits.reversed().drop { $0 == "0" }.reversed())
    }
    return "\(date)T\(clock)\(fraction)Z"
  }
}
