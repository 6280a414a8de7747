/// Limits repeated work to a share of the time, so that everything else gets its turn however long
/// the work takes.
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
  /// When the work may be done next.
  public private(set) var nextInstant: ContinuousClock.Instant
  /// The work may take one part in this many of the time.
  private let parts: Int
  /// The longest pause, unless the work itself takes longer.
  private let longestPause: Duration

  /// Creates a share of which nothing has been used.
  ///
  /// - Parameters:
  ///   - parts: The work may take one part in this many of the time.
  ///   - longestPause: The longest pause; work that takes longer than that gets half of the time.
  ///   - instant: When the work may be done first.
  /// - Precondition: `parts` is at least 2.
  public init(
    _ parts: Int,
    longestPause: Duration = .seconds(2),
    from instant: ContinuousClock.Instant = .now
  ) {
    precondition(parts > 1, "a share must be at most half of the time")
    (self.parts, self.longestPause, nextInstant) = (parts, longestPause, instant)
  }

  /// Whether the work may be done now.
  public func isDue(at instant: ContinuousClock.Instant) -> Bool { instant >= nextInstant }

  /// Records the time that the work took.
  public mutating func record(
    from start: ContinuousClock.Instant,
    to end: ContinuousClock.Instant
  ) {
    let time = start.duration(to: end)
    nextInstant = end + min(time * (parts - 1), max(longestPause, time))
  }
}
