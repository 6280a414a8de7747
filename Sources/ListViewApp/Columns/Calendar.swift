/// Dates and times of day in the reader's time zone.
///
/// The zone is passed in as a rule, so that the same instant shows the same text in every test.
public struct Calendar: Sendable {
  /// Seconds east of Greenwich at an instant in seconds since 1970.
  private let offset: @Sendable (_ seconds: Int) -> Int

  /// Makes a calendar of a time zone.
  ///
  /// - Parameter offset: Seconds east of Greenwich at an instant in seconds since 1970.
  public init(offset: @escaping @Sendable (_ seconds: Int) -> Int) {
    self.offset = offset
  }

  /// Seconds east of Greenwich at an instant in seconds since 1970.
  func offset(at seconds: Int) -> Int { offset(seconds) }

  /// The calendar of Greenwich.
  public static let utc = Calendar { _ in 0 }

  /// The parts of an instant as a clock and a calendar on the wall show them.
  struct Parts: Hashable {
    var year: Int
    var month: Int
    var day: Int
    var hour: Int
    var minute: Int
    var second: Int
  }

  /// The parts of an instant in seconds since 1970.
  ///
  /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
  func parts(of seconds: Int) -> Parts {
    let local = seconds + offset(seconds)
    let days = floorDivide(local, 86_400)
    let second = local - days * 86_400
    let shifted = days + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return Parts(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
      month: month,
      day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1,
      hour: second / 3_600,
      minute: second % 3_600 / 60,
      second: second % 60
    )
  }
}

private func floorDivide(_ dividend: Int, _ divisor: Int) -> Int {
  dividend >= 0 ? dividend / divisor : (dividend - divisor + 1) / divisor
}
