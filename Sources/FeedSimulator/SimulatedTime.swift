/// An instant of a simulation, for the rows of scenarios and the values of encodings.
struct SimulatedTime: Hashable, Sendable {
  /// Microseconds since 1970-01-01T00:00:00Z.
  var microseconds: Int

  /// Whole seconds since 1970.
  var seconds: Int { microseconds / 1_000_000 }

  /// Whole milliseconds since 1970.
  var milliseconds: Int { microseconds / 1_000 }

  /// Seconds since 1970 with three decimals, as in `at` of listview's own forms.
  var decimalSeconds: String {
    "\(seconds).\(String(milliseconds % 1_000 + 1_000).dropFirst())"
  }

  /// The date and time by RFC 3339, in whole seconds and UTC, as Kubernetes prints it.
  var rfc3339: String {
    let (days, second) = (seconds / 86_400, seconds % 86_400)
    // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`; the days
    // are never negative here.
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    func two(_ number: Int) -> Substring { String(number + 100).dropFirst() }
    return """
      \(String(year + 10_000).dropFirst())-\(two(month))-\(two(day))T\
      \(two(second / 3_600)):\(two(second / 60 % 60)):\(two(second % 60))Z
      """
  }
}
