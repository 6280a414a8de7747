internal import FeedValues
package import Values

/// The style in which a time is written.
package enum TimeStyle: Hashable, Sendable {
  /// `12:03:21`
  case clock
  /// `2026-11-21 12:03`
  case dateAndClock
  /// `3m ago`, `in 2h`
  case ago
  /// `3m`: how long ago it was.
  case elapsed
}

extension TimeStyle {
  /// Formats a time.
  ///
  /// - Parameters:
  ///   - time: The time.
  ///   - calendar: The time zone.
  ///   - present: The current time; without it, `ago` is written as a date.
  /// - Returns: The text.
  package func text(of time: FeedTime, in calendar: Calendar, at present: FeedTime?) -> String {
    switch self {
    case .clock:
      let parts = calendar.parts(of: time)
      return "\(two(parts.hour)):\(two(parts.minute)):\(two(parts.second))"
    case .dateAndClock: return Self.date(of: time, in: calendar)
    case .ago:
      return present.map { Self.ago($0.timeSince(time)) } ?? Self.date(of: time, in: calendar)
    case .elapsed:
      return present.map { Self.span($0.timeSince(time)) } ?? Self.date(of: time, in: calendar)
    }
  }

  private static func date(of time: FeedTime, in calendar: Calendar) -> String {
    let parts = calendar.parts(of: time)
    let date = "\(Calendar.fourDigits(parts.year))-\(two(parts.month))-\(two(parts.day))"
    return "\(date) \(two(parts.hour)):\(two(parts.minute))"
  }

  /// Formats a distance from the present in the largest unit of which there is at least one, or two for days
  /// and months.
  package static func ago(_ duration: Duration) -> String {
    let distance = duration < .zero ? .zero - duration : duration
    guard let step = steps.last(where: { distance >= .seconds($0.from) }) else { return Text.now }
    let count = distance.components.seconds / step.unit
    return duration < .zero ? Text.ahead(count, step.name) : Text.ago(count, step.name)
  }

  /// Formats a span in the unit in which ``ago(_:)`` writes a distance.
  private static func span(_ duration: Duration) -> String {
    guard let step = steps.last(where: { duration >= .seconds($0.from) }) else { return "0s" }
    return "\(duration.components.seconds / step.unit)\(step.name)"
  }

  /// The time for which the text of a time stays the same.
  package static func nextChange(of time: FeedTime, at present: FeedTime) -> Duration {
    let duration = present.timeSince(time)
    let distance = duration < .zero ? .zero - duration : duration
    let unit = Duration.seconds(
      steps.last { distance >= .seconds($0.from) }?.unit ?? 1
    )
    let count = distance.components.seconds / unit.components.seconds
    let past = distance - .seconds(count * unit.components.seconds)
    // A time ahead changes as soon as its count is no longer whole, a time past when it is whole again.
    let left = duration < .zero ? past + .nanoseconds(1) : unit - past
    return max(left, .milliseconds(1))
  }

  private static let steps: [(from: Int64, unit: Int64, name: String)] = [
    (1, 1, "s"), (60, 60, "m"), (3_600, 3_600, "h"), (2 * 86_400, 86_400, "d"),
    (60 * 86_400, 30 * 86_400, "mo"), (2 * 365 * 86_400, 365 * 86_400, "y"),
  ]
}

extension TimeStyle {
  /// The texts of relative times.
  package enum Text {
    package static let now = "now"
    package static func ahead(_ count: Int64, _ unit: String) -> String { "in \(count)\(unit)" }
    package static func ago(_ count: Int64, _ unit: String) -> String { "\(count)\(unit) ago" }
  }

  /// The words with which a distance in time is written.
  package static let words =
    steps.flatMap { [Text.ago(1, $0.name), Text.ahead(1, $0.name)] } + [Text.now]
}

private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
