package import Values

/// The time of day, derived from the monotonic clock.
///
/// Both clocks are read once, at start-up, so that the time of day is a function of the instant passed to the
/// app, which tests can choose.
package struct WallClock: Hashable, Sendable {
  /// The instant at which both clocks were read.
  package let instant: ContinuousClock.Instant
  private let time: FeedTime

  /// Creates a clock that shows a time at an instant.
  ///
  /// - Parameters:
  ///   - time: The time of day at the instant.
  ///   - instant: The instant.
  package init(_ time: FeedTime, at instant: ContinuousClock.Instant) {
    self.time = time
    self.instant = instant
  }

  /// The time of day at ``instant``.
  package var start: FeedTime { time }

  /// The time of day at an instant.
  package func time(at instant: ContinuousClock.Instant) -> FeedTime {
    time.advanced(by: instant - self.instant)
  }
}
