/// An instant in the years 0 to 9999, with nanosecond precision.
///
/// Every initialiser checks these bounds, and every operation is total: a result out of bounds is nil,
/// or is clamped where the documentation says so.
package struct FeedTime: Hashable, Sendable {
  /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
  package let seconds: Int
  /// The nanoseconds within that second, 0 to 999,999,999.
  package let nanosecond: Int

  /// The bounds in seconds since 1970.
  package static let bounds = -62_167_219_200...253_402_300_799
  /// 0000-01-01T00:00:00Z.
  package static let earliest = FeedTime(unchecked: bounds.lowerBound, 0)
  /// The last nanosecond of the year 9999.
  package static let latest = FeedTime(unchecked: bounds.upperBound, 999_999_999)

  static let nanosecondsPerSecond = 1_000_000_000

  private init(unchecked seconds: Int, _ nanosecond: Int) {
    (self.seconds, self.nanosecond) = (seconds, nanosecond)
  }

  /// Creates an instant from seconds and nanoseconds since 1970-01-01T00:00:00Z.
  ///
  /// - Returns: nil outside the years 0 to 9999, and if the nanoseconds are not within a second.
  package init?(seconds: Int, nanosecond: Int = 0) {
    guard Self.bounds ~= seconds, 0..<Self.nanosecondsPerSecond ~= nanosecond else { return nil }
    self.init(unchecked: seconds, nanosecond)
  }

  /// Creates an instant from nanoseconds since 1970-01-01T00:00:00Z; every 64-bit value is within
  /// bounds.
  package init(nanoseconds: Int64) {
    let unit = Int64(Self.nanosecondsPerSecond)
    let rest = nanoseconds % unit
    self.init(
      unchecked: Int(nanoseconds / unit) - (rest < 0 ? 1 : 0),
      Int(rest < 0 ? rest + unit : rest)
    )
  }

  /// Creates an instant from nanoseconds since 1970-01-01T00:00:00Z.
  ///
  /// - Returns: nil outside the years 0 to 9999.
  package init?(exactly nanoseconds: Int128) {
    let unit = Int128(Self.nanosecondsPerSecond)
    let (quotient, rest) = nanoseconds.quotientAndRemainder(dividingBy: unit)
    guard let seconds = Int(exactly: rest < 0 ? quotient - 1 : quotient) else { return nil }
    self.init(seconds: seconds, nanosecond: Int(rest < 0 ? rest + unit : rest))
  }

  /// Nanoseconds since 1970-01-01T00:00:00Z.
  package var nanoseconds: Int128 {
    Int128(seconds) * Int128(Self.nanosecondsPerSecond) + Int128(nanosecond)
  }

  /// The time from the other instant to this one.
  package func timeSince(_ other: FeedTime) -> Duration {
    .seconds(seconds - other.seconds) + .nanoseconds(nanosecond - other.nanosecond)
  }

  /// The instant advanced by a duration, clamped to ``bounds``.
  package func advanced(by duration: Duration) -> FeedTime {
    let parts = duration.components
    // A nanosecond has 10⁹ attoseconds.
    let sum =
      nanoseconds + Int128(parts.seconds) * Int128(Self.nanosecondsPerSecond)
      + Int128(parts.attoseconds / 1_000_000_000)
    return FeedTime(exactly: sum) ?? (sum < 0 ? .earliest : .latest)
  }
}

extension FeedTime: Comparable {
  /// Orders instants by time.
  package static func < (left: FeedTime, right: FeedTime) -> Bool {
    (left.seconds, left.nanosecond) < (right.seconds, right.nanosecond)
  }
}

extension FeedTime {
  /// Creates an instant from a number of seconds, milli-, micro- or nanoseconds since 1970; the unit
  /// follows from the magnitude: smaller units from 10¹¹, 10¹⁴ and 10¹⁷ on.
  ///
  /// Seconds are unambiguous up to the year 5138. Fractions of a nanosecond are rounded down.
  ///
  /// - Returns: nil outside the years 0 to 9999.
  package init?(_ number: DecimalNumber) {
    let power =
      switch number.exponent {
      case ...11: 9
      case ...14: 6
      case ...17: 3
      default: 0
      }
    guard let nanoseconds = number.wholePart(scaledByPowerOfTen: power) else { return nil }
    self.init(exactly: nanoseconds)
  }

  /// Parses an instant that needs no time zone: a number, as in ``init(_:)``, or a date and a time with
  /// a zone, in the forms that ``TimeReader`` accepts.
  ///
  /// - Returns: nil for any other text, such as a time without a zone.
  package init?(text: some StringProtocol) {
    var text = String(text)
    let time = text.withUTF8 { bytes in unsafe FeedTime(text: bytes.span) }
    guard let time else { return nil }
    self = time
  }

  /// Parses an instant that needs no time zone, by the rules of ``init(text:)-(StringProtocol)``.
  package init?(text: Span<UInt8>) {
    if let number = DecimalNumber(text) {
      self.init(number)
      return
    }
    guard let fields = TimeFields(text), let time = fields.absoluteTime else { return nil }
    self = time
  }
}
