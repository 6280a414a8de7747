/// Dates and times of day in a time zone.
///
/// The zone is passed in as a rule, so that the same instant shows the same text in every test.
public struct Calendar: Sendable {
  private let zone: Zone

  /// The rule of a zone; calendars are equal that share it.
  private final class Zone: Sendable {
    let offset: @Sendable (_ seconds: Int) -> Int
    let abbreviations: [String: Int]

    init(_ abbreviations: [String: Int], _ offset: @escaping @Sendable (_ seconds: Int) -> Int) {
      (self.abbreviations, self.offset) = (abbreviations, offset)
    }
  }

  /// Creates a calendar of a time zone.
  ///
  /// - Parameters:
  ///   - abbreviations: Names of the zone's times, such as `CET`, and their seconds east of
  ///     Greenwich.
  ///   - offset: Seconds east of Greenwich at an instant in seconds since 1970. No more than 26
  ///     hours count, in either direction.
  public init(
    abbreviations: [String: Int] = [:],
    offset: @escaping @Sendable (_ seconds: Int) -> Int
  ) {
    zone = Zone(abbreviations, offset)
  }

  /// Creates a calendar of the rules in a file of the time zone database.
  public init(_ rules: ZoneRules) {
    self.init(abbreviations: rules.abbreviations) { rules.offset(at: $0) }
  }

  /// The calendar of Greenwich.
  public static let utc = Calendar(abbreviations: ["UTC": 0, "GMT": 0]) { _ in 0 }

  /// Seconds east of Greenwich at an instant in seconds since 1970.
  public func offset(at seconds: Int) -> Int { max(-93_600, min(93_600, zone.offset(seconds))) }

  /// Seconds east of Greenwich of a time that the zone calls so, such as `CEST`; nil if it has
  /// none.
  public func offset(named abbreviation: String) -> Int? { zone.abbreviations[abbreviation] }

  /// The parts of an instant as a clock and a calendar on the wall show them.
  public func parts(of time: FeedTime) -> CivilDate {
    CivilDate(seconds: time.seconds + offset(at: time.seconds))
  }

  /// The seconds since 1970 at which a clock on the wall shows a time, in seconds since 1970 by
  /// that clock.
  ///
  /// Of a time that comes twice, because the clock is put back, it is the first; of one that is
  /// omitted, because it is put forward, the instant that it would be without that.
  public func seconds(ofLocal local: Int) -> Int {
    let bounds = FeedTime.bounds
    let local = max(bounds.lowerBound - 86_400, min(bounds.upperBound + 86_400, local))
    // The clock is not put twice within two days.
    let offsets = [offset(at: local - 86_400), offset(at: local + 86_400)]
    return offsets.map { local - $0 }.first { $0 + offset(at: $0) == local } ?? local - offsets[0]
  }
}

extension Calendar: Hashable {
  /// Whether two calendars share their rule.
  public static func == (left: Calendar, right: Calendar) -> Bool { left.zone === right.zone }

  /// Feeds the identity of the rule into the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(zone)) }
}

extension Calendar {
  /// Creates the calendar of a fixed distance from Greenwich: `utc`, `gmt`, `z`, `+2`, `+02`,
  /// `-0530`, `+05:30`, `UTC+2`, in any case.
  ///
  /// - Returns: nil for any other text, and beyond 18 hours.
  public init?(fixedOffset text: String) {
    var rest = text.lowercased()[...]
    for name in ["utc", "gmt", "z"] where rest.hasPrefix(name) {
      rest = rest.dropFirst(name.count)
      break
    }
    guard !rest.isEmpty else {
      guard !text.isEmpty else { return nil }
      self = .utc
      return
    }
    let digits = rest.dropFirst().filter { $0 != ":" }
    guard let sign = rest.first, "+-".contains(sign), 1...4 ~= digits.count,
      digits.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }),
      let number = Int(digits.count <= 2 ? digits + "00" : digits), number % 100 < 60,
      number <= 1_800
    else { return nil }
    let seconds = (number / 100 * 60 + number % 100) * (sign == "-" ? -60 : 60)
    self.init { _ in seconds }
  }
}
