/// When something last arrived, and whether that is later than a feed of its kind lets one expect.
package struct Freshness: Hashable, Sendable {
  /// When something last arrived; nil for never.
  package private(set) var last: ContinuousClock.Instant?
  /// The times between the newest arrivals, the newest last.
  private var gaps: [Duration] = []

  /// A feed that has been silent for so long says since when.
  private static let quietTime = Duration.seconds(10)
  /// How many times between arrivals make a feed regular.
  private static let sampleSize = 8
  /// Arrivals that are closer are one.
  private static let minimumGap = Duration.milliseconds(100)

  package init() {}

  /// Records that something has arrived.
  package mutating func note(at instant: ContinuousClock.Instant) {
    guard let last else { return self.last = instant }
    guard instant - last >= Self.minimumGap else { return }
    gaps.append(instant - last)
    if gaps.count > Self.sampleSize { gaps.removeFirst() }
    self.last = instant
  }

  /// How long after an arrival a feed that has come regularly so far is overdue; nil for one whose
  /// arrivals are not regular.
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

  /// Whether what used to arrive regularly is long overdue.
  package func isStalled(at instant: ContinuousClock.Instant) -> Bool {
    guard let last, let patience else { return false }
    return instant - last >= patience
  }

  /// When the answers to these questions change though nothing arrives; nil for never.
  package func nextChange(after instant: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    guard let last else { return nil }
    return [last + Self.quietTime, patience.map { last + $0 }].compactMap(\.self)
      .filter { $0 > instant }.min()
  }
}
