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

/// A time of day on a 24-hour clock: `12:03`, `12:03:30`.
package struct TimeOfDay: Hashable, Sendable {
  /// Seconds since midnight.
  let seconds: Int

  /// Parses hours and minutes, and optionally seconds.
  ///
  /// - Returns: nil if the text is not a time of day.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard 2...3 ~= parts.count else { return nil }
    var seconds = 0
    for (number, part) in parts.enumerated() {
      let isShort = number == 0 && part.count == 1
      guard isShort || part.count == 2, part.utf8.allSatisfy({ $0.isDigit }),
        let value = Int(part), value < (number == 0 ? 24 : 60)
      else { return nil }
      seconds = seconds * 60 + value
    }
    self.seconds = parts.count == 2 ? seconds * 60 : seconds
  }

  /// The seconds that a time of day stands for: a minute if it names no second.
  package static func precision(_ text: String) -> Int64 {
    text.utf8.count { $0 == UInt8(ascii: ":") } > 1 ? 1 : 60
  }
}

extension Calendar {
  /// The newest instant, not after another one, at which the local clock shows a time of day.
  ///
  /// A time skipped on a day when clocks go forward is that of the day before. A time repeated on a day when
  /// they go back is the later occurrence that is not after the given instant.
  ///
  /// - Parameters:
  ///   - time: The time of day.
  ///   - end: The latest possible instant.
  /// - Returns: The instant, at a whole second; nil if the clock did not show the time in the last days.
  package func newest(_ time: TimeOfDay, notAfter end: FeedTime) -> FeedTime? {
    let parts = parts(of: end)
    let local = end.seconds + offset(at: end.seconds)
    let midnight = local - (parts.hour * 3_600 + parts.minute * 60 + parts.second)
    // A zone may cross the date line, and a day may skip the time.
    for day in -1...3 {
      let wanted = midnight - day * 86_400 + time.seconds
      // The offset changes at most once in two days.
      let offsets = [offset(at: wanted - 86_400), offset(at: wanted + 86_400)]
      let instants = offsets.map { wanted - $0 }.filter {
        $0 + offset(at: $0) == wanted && $0 <= end.seconds
      }
      guard let newest = instants.max() else { continue }
      return FeedTime(seconds: newest)
    }
    return nil
  }
}
