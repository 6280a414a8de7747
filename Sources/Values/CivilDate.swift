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
