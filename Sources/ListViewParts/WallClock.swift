public import Values

/// The time of day, inferred from the program's own clock.
///
/// Both are read once, at the start, so that the present is a function of the instant that the app
/// is given and a test can choose it.
public struct WallClock: Hashable, Sendable {
  /// When the clock was made.
  package let instant: ContinuousClock.Instant
  private let time: FeedTime

  /// Creates a clock that shows a time at an instant.
  ///
  /// - Parameters:
  ///   - time: The time of day at the instant.
  ///   - instant: The instant.
  public init(_ time: FeedTime, at instant: ContinuousClock.Instant) {
    self.time = time
    self.instant = instant
  }

  /// The time of day when the clock was made.
  package var start: FeedTime { time }

  /// The time of day at an instant.
  public func time(at instant: ContinuousClock.Instant) -> FeedTime {
    time.advanced(by: instant - self.instant)
  }
}
