public import Feeds

/// The time of day, told from the program's own clock.
///
/// Both are read once, at the start, so that the present is a function of the instant that the app is
/// given and a test can choose it.
public struct WallClock: Hashable, Sendable {
  private let instant: ContinuousClock.Instant
  private let time: FeedTime

  /// Makes a clock that shows a time at an instant.
  ///
  /// - Parameters:
  ///   - time: The time of day at the instant.
  ///   - instant: The instant.
  public init(_ time: FeedTime, at instant: ContinuousClock.Instant) {
    self.time = time
    self.instant = instant
  }

  /// The time of day at an instant.
  public func time(at instant: ContinuousClock.Instant) -> FeedTime {
    let parts = (instant - self.instant).components
    return FeedTime(
      nanoseconds: time.nanoseconds &+ parts.seconds &* 1_000_000_000
        &+ parts.attoseconds / 1_000_000_000
    )
  }
}
