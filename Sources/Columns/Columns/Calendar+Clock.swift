internal import FeedValues
package import Values

extension Calendar {
  /// Formats the time of day: `12:03:21`.
  package func clock(of time: FeedTime) -> String {
    let parts = parts(of: time)
    return [parts.hour, parts.minute, parts.second].map(Self.twoDigits).joined(separator: ":")
  }

  /// Formats the date and the time of day: `2026-11-21 12:03:21`.
  package func dateAndClock(of time: FeedTime) -> String {
    let parts = parts(of: time)
    let (month, day) = (Self.twoDigits(parts.month), Self.twoDigits(parts.day))
    return "\(Self.fourDigits(parts.year))-\(month)-\(day) \(clock(of: time))"
  }

  /// A year as ISO 8601 writes it.
  package static func fourDigits(_ year: Int) -> String {
    let digits = "\(year)"
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
