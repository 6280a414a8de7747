/// An instant as feeds write it: a count of seconds since 1970 in some unit, or RFC 3339.
public struct FeedTime: Hashable, Sendable, Comparable {
  /// Nanoseconds since 1970-01-01T00:00:00Z.
  public let nanoseconds: Int64

  /// Makes an instant of nanoseconds since 1970-01-01T00:00:00Z.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Reads an instant: a number, alone or in a string, is seconds, milli-, micro- or nanoseconds by
  /// its magnitude; any other string is tried as RFC 3339.
  ///
  /// Seconds reach to the year 5138 before they would be taken for milliseconds.
  public init?(_ value: JSONValue) {
    switch value.kind {
    case .number, .string: self.init(text: value.string)
    default: return nil
    }
  }

  /// Reads an instant of text, by the rules of ``init(_:)``.
  public init?(text: String) {
    if let date = Self.readRFC3339(text) {
      nanoseconds = date
      return
    }
    guard let number = Double(text), number.isFinite else { return nil }
    let unit: Double =
      switch abs(number) {
      case ..<1e11: 1e9
      case ..<1e14: 1e6
      case ..<1e17: 1e3
      default: 1
      }
    // A double does not hold all nanoseconds of today.
    if let integer = Int64(text) {
      let (product, overflows) = integer.multipliedReportingOverflow(by: Int64(unit))
      guard !overflows else { return nil }
      nanoseconds = product
      return
    }
    guard let exact = Int64(exactly: (number * unit).rounded()) else { return nil }
    nanoseconds = exact
  }

  /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
  public var seconds: Int {
    Int(
      nanoseconds >= 0 ? nanoseconds / 1_000_000_000 : (nanoseconds - 999_999_999) / 1_000_000_000
    )
  }

  /// Orders instants by time.
  public static func < (left: FeedTime, right: FeedTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// How long after the other instant this one is.
  public func timeSince(_ other: FeedTime) -> Duration {
    let (difference, overflows) = nanoseconds.subtractingReportingOverflow(other.nanoseconds)
    return overflows ? .zero : .nanoseconds(difference)
  }

  /// Nanoseconds since 1970 of a date and time by RFC 3339, with `T`, `t` or a space between them.
  private static func readRFC3339(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      "Tt ".utf8.contains(bytes[10]), bytes[13] == UInt8(ascii: ":"),
      bytes[16] == UInt8(ascii: ":")
    else { return nil }
    func number(_ range: Range<Int>) -> Int64? {
      var result: Int64 = 0
      for byte in bytes[range] {
        let digit = byte &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
        result = result * 10 + Int64(digit)
      }
      return result
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
      1...12 ~= month, 1...31 ~= day, hour < 24, minute < 60, second < 61
    else { return nil }

    var position = 19
    var fraction: Int64 = 0
    if bytes[position] == UInt8(ascii: ".") {
      var unit: Int64 = 100_000_000
      position += 1
      let start = position
      while position < bytes.count, let digit = number(position..<position + 1) {
        fraction += digit * unit
        unit /= 10
        position += 1
      }
      guard position > start else { return nil }
    }

    guard position < bytes.count else { return nil }
    // mosquitto_sub 2.0 writes both, `Z+0000`.
    if "Zz".utf8.contains(bytes[position]), position + 1 < bytes.count { position += 1 }
    var offset: Int64 = 0
    switch bytes[position] {
    case UInt8(ascii: "Z"), UInt8(ascii: "z"):
      guard position + 1 == bytes.count else { return nil }
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      // Many programs leave the colon out, as ISO 8601 allows.
      let hasColon = position + 3 < bytes.count && bytes[position + 3] == UInt8(ascii: ":")
      let minute = position + (hasColon ? 4 : 3)
      guard minute + 2 == bytes.count, let hours = number(position + 1..<position + 3),
        let minutes = number(minute..<minute + 2), hours < 24, minutes < 60
      else { return nil }
      offset = (hours * 60 + minutes) * (bytes[position] == UInt8(ascii: "-") ? -60 : 60)
    default: return nil
    }
    let days = daysSince1970(year: year, month: month, day: day)
    let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - offset
    let (nanoseconds, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflows ? nil : nanoseconds + fraction
  }
}

/// Days from 1970-01-01 to a date of the proleptic Gregorian calendar.
///
/// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`.
func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
  let year = month <= 2 ? year - 1 : year
  let era = (year >= 0 ? year : year - 399) / 400
  let yearOfEra = year - era * 400
  let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
  let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}
