/// Dates and times of day in a time zone.
///
/// The time zone is passed in, so that an instant has the same text in every test.
package struct Calendar: Sendable {
  private let zone: Zone

  /// The rule of a zone; calendars that share it are equal.
  private final class Zone: Sendable {
    let offset: @Sendable (_ seconds: Int) -> Int
    let abbreviations: [String: Int]

    init(_ abbreviations: [String: Int], _ offset: @escaping @Sendable (_ seconds: Int) -> Int) {
      (self.abbreviations, self.offset) = (abbreviations, offset)
    }
  }

  /// Creates a calendar from the offsets of a time zone.
  ///
  /// - Parameters:
  ///   - abbreviations: Abbreviations of the zone, such as `CET`, with their offsets in seconds east of
  ///     Greenwich.
  ///   - offset: The offset in seconds east of Greenwich at an instant in seconds since 1970, clamped
  ///     to 26 hours in either direction.
  package init(
    abbreviations: [String: Int] = [:],
    offset: @escaping @Sendable (_ seconds: Int) -> Int
  ) {
    zone = Zone(abbreviations, offset)
  }

  /// Creates a calendar from a file of the time zone database.
  package init(_ rules: ZoneRules) {
    self.init(abbreviations: rules.abbreviations) { rules.offset(at: $0) }
  }

  /// The calendar of UTC.
  package static let utc = Calendar(abbreviations: ["UTC": 0, "GMT": 0]) { _ in 0 }

  /// The offset in seconds east of Greenwich at an instant in seconds since 1970.
  package func offset(at seconds: Int) -> Int { max(-93_600, min(93_600, zone.offset(seconds))) }

  /// The offset in seconds east of Greenwich of an abbreviation of the zone, such as `CEST`; nil if the
  /// zone does not use it.
  package func offset(named abbreviation: String) -> Int? { zone.abbreviations[abbreviation] }

  /// The local date and time of an instant.
  package func parts(of time: FeedTime) -> CivilDate {
    CivilDate(seconds: time.seconds + offset(at: time.seconds))
  }

  /// The instant, in seconds since 1970, of a local time, in seconds since 1970 by the local clock.
  ///
  /// A local time that occurs twice, because the clock is set back, means the first occurrence. One that is
  /// skipped, because the clock is set forward, is converted with the offset that was valid before the
  /// change.
  package func seconds(ofLocal local: Int) -> Int {
    let bounds = FeedTime.bounds
    let local = max(bounds.lowerBound - 86_400, min(bounds.upperBound + 86_400, local))
    // The clock is not changed twice within two days.
    let offsets = [offset(at: local - 86_400), offset(at: local + 86_400)]
    return offsets.map { local - $0 }.first { $0 + offset(at: $0) == local } ?? local - offsets[0]
  }
}

extension Calendar: Hashable {
  /// Whether two calendars share their rule.
  package static func == (left: Calendar, right: Calendar) -> Bool { left.zone === right.zone }

  /// Hashes the identity of the rule.
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(zone)) }
}

extension Calendar {
  /// Creates a calendar with a fixed offset from UTC: `utc`, `gmt`, `z`, `+2`, `+02`, `-0530`,
  /// `+05:30`, `UTC+2`, in any case.
  ///
  /// - Returns: nil for any other text and for offsets of more than 18 hours.
  package init?(fixedOffset text: String) {
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
      digits.utf8.allSatisfy({ $0.isDigit }),
      let number = Int(digits.count <= 2 ? digits + "00" : digits), number % 100 < 60,
      number <= 1_800
    else { return nil }
    let seconds = (number / 100 * 60 + number % 100) * (sign == "-" ? -60 : 60)
    self.init { _ in seconds }
  }
}

/// A date in the proleptic Gregorian calendar with a time of day.
package struct CivilDate: Hashable, Sendable {
  /// The year; year 0 precedes year 1.
  package var year: Int
  /// 1 to 12.
  package var month: Int
  /// 1 to 31.
  package var day: Int
  /// 0 to 23.
  package var hour = 0
  /// 0 to 59.
  package var minute = 0
  /// 0 to 59.
  package var second = 0

  init(year: Int, month: Int, day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The date and time of day at a number of seconds since 1970, without a time zone.
  ///
  /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
  ///
  /// - Parameter seconds: Within a day of ``FeedTime/bounds``; other values are clamped.
  init(seconds: Int) {
    let bounds = FeedTime.bounds
    let local = max(bounds.lowerBound - 86_400, min(bounds.upperBound + 86_400, seconds))
    let days = floorDivide(local, 86_400)
    let rest = local - days * 86_400
    let shifted = days + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    (hour, minute, second) = (rest / 3_600, rest % 3_600 / 60, rest % 60)
  }

  /// The seconds since 1970, without a time zone.
  ///
  /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`.
  var seconds: Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = floorDivide(shifted, 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return (era * 146_097 + dayOfEra - 719_468) * 86_400 + hour * 3_600 + minute * 60 + second
  }

  /// The number of days in a month.
  static func days(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2:
      year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The day of the week, 0 for Sunday.
  var weekday: Int {
    let days = floorDivide(seconds, 86_400)
    return ((days + 4) % 7 + 7) % 7
  }
}

func floorDivide(_ dividend: Int, _ divisor: Int) -> Int {
  let (quotient, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
  return rest < 0 ? quotient - 1 : quotient
}
