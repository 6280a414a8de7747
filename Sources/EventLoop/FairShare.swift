/// Keeps work that is done again and again to a share of the time, so that what else there is to do has
/// its turn however long the work takes.
///
/// ```swift
/// var share = FairShare(3)
/// if share.isDue(at: .now) {
///   let start = ContinuousClock.now
///   work()
///   share.record(from: start, to: .now)
/// }
/// ```
public struct FairShare: Hashable, Sendable {
  /// When the work may be done again.
  public private(set) var nextInstant: ContinuousClock.Instant
  /// The part of the time that the work may take is one in so many.
  private let parts: Int
  /// The longest pause where the work takes no longer itself.
  private let longestPause: Duration

  /// Makes a share of which nothing has been used.
  ///
  /// - Parameters:
  ///   - parts: One in so many parts of the time is for the work; 2 at least.
  ///   - longestPause: The longest time without the work; work that takes longer gets half of the time.
  ///   - instant: When the work may be done first.
  public init(
    _ parts: Int,
    longestPause: Duration = .seconds(2),
    from instant: ContinuousClock.Instant = .now
  ) {
    precondition(parts > 1, "all of the time is no share")
    (self.parts, self.longestPause, nextInstant) = (parts, longestPause, instant)
  }

  /// Whether the work may be done.
  public func isDue(at instant: ContinuousClock.Instant) -> Bool { instant >= nextInstant }

  /// Takes note of the time that the work has taken.
  public mutating func record(
    from start: ContinuousClock.Instant,
    to end: ContinuousClock.Instant
  ) {
    let time = start.duration(to: end)
    nextInstant = end + min(time * (parts - 1), max(longestPause, time))
  }
}
