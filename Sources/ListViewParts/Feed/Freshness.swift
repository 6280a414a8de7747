/// When something last arrived, and whether the next arrival is overdue.
package struct Freshness: Hashable, Sendable {
  /// When something last arrived; nil if nothing has.
  package private(set) var last: ContinuousClock.Instant?
  /// The intervals between the latest arrivals, newest last.
  private var gaps: [Duration] = []

  /// The silence of a feed after which the time of its last arrival is shown.
  private static let quietTime = Duration.seconds(10)
  /// The number of intervals from which a feed can be judged regular.
  private static let sampleSize = 8
  /// Arrivals closer together than this count as one.
  private static let minimumGap = Duration.milliseconds(100)

  package init() {}

  /// Records an arrival.
  package mutating func note(at instant: ContinuousClock.Instant) {
    guard let last else { return self.last = instant }
    guard instant - last >= Self.minimumGap else { return }
    gaps.append(instant - last)
    if gaps.count > Self.sampleSize { gaps.removeFirst() }
    self.last = instant
  }

  /// The time after an arrival when the next one of a regular feed is overdue; nil if the feed is not regular.
  private var patience: Duration? {
    guard gaps.count == Self.sampleSize, let longest = gaps.max(), let shortest = gaps.min(),
      longest <= shortest * 3
    else { return nil }
    return max(Self.quietTime, longest * Self.sampleSize)
  }

  /// Whether nothing has arrived for a while.
  package func isQuiet(at instant: ContinuousClock.Instant) -> Bool {
    last.map { instant - $0 >= Self.quietTime } ?? false
  }

  /// Whether an arrival of a regular feed is overdue.
  package func isStalled(at instant: ContinuousClock.Instant) -> Bool {
    guard let last, let patience else { return false }
    return instant - last >= patience
  }

  /// When these states next change even if nothing arrives; nil if never.
  package func nextChange(after instant: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    guard let last else { return nil }
    return [last + Self.quietTime, patience.map { last + $0 }].compactMap(\.self)
      .filter { $0 > instant }.min()
  }
}
