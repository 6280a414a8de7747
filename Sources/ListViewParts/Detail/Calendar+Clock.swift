internal import Feeds
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
    let date = "\(parts.year)-\(Self.twoDigits(parts.month))-\(Self.twoDigits(parts.day))"
    return "\(date) \(clock(of: time))"
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
