internal import Feeds
package import Values

/// A time of day as a clock on the wall shows it: `12:03`, `12:03:30`.
package struct TimeOfDay: Hashable, Sendable {
  /// Seconds since midnight, by the clock.
  let seconds: Int

  /// Reads a time of day: hours and minutes, and optionally seconds.
  ///
  /// - Returns: nil for anything that is not a time of a 24-hour clock.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard 2...3 ~= parts.count else { return nil }
    var seconds = 0
    for (number, part) in parts.enumerated() {
      let isShort = number == 0 && part.count == 1
      guard isShort || part.count == 2, part.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }),
        let value = Int(part), value < (number == 0 ? 24 : 60)
      else { return nil }
      seconds = seconds * 60 + value
    }
    self.seconds = parts.count == 2 ? seconds * 60 : seconds
  }
}

extension Calendar {
  /// The newest instant, not after another one, at which the clock shows a time of day.
  ///
  /// A day on which the clock is put forward may lack the time: then it is that of the day before.
  /// On a day on which it is put back it may come twice: then it is the later of the two that is
  /// not after the given instant.
  ///
  /// - Parameters:
  ///   - time: The time of day.
  ///   - end: The latest instant that may be meant.
  /// - Returns: The instant, at a whole second; nil if the clock did not show the time in the days
  ///   before.
  package func newest(_ time: TimeOfDay, notAfter end: FeedTime) -> FeedTime? {
    let parts = parts(of: end)
    let local = end.seconds + offset(at: end.seconds)
    let midnight = local - (parts.hour * 3_600 + parts.minute * 60 + parts.second)
    // A zone may have crossed the date line, and a day may lack the time.
    for day in -1...3 {
      let wanted = midnight - day * 86_400 + time.seconds
      // The clock is not put twice within two days.
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
