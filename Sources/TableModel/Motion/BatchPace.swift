import ListDiffing

/// Measures how quickly batches follow each other.
struct BatchPace: Hashable, Sendable {
  /// The number of batches in quick succession that are still treated as individual batches, not as a stream.
  private static let burst = 4

  /// The times of the most recent batches.
  private var instants: [ContinuousClock.Instant] = []

  /// Records a batch.
  ///
  /// - Returns: The mean interval between the most recent batches; nil for the first few.
  mutating func record(_ instant: ContinuousClock.Instant) -> Duration? {
    defer { instants.append(instant) }
    guard instants.count == Self.burst else { return nil }
    return (instant - instants.removeFirst()) / Self.burst
  }
}

extension MotionTiming {
  /// The timing of a batch in a stream.
  ///
  /// Inserted and deleted rows are at rest when the next batch is due. Tints and marks keep their durations,
  /// and show what the animation no longer can.
  ///
  /// - Parameter interval: The interval between batches; nil for no limit.
  /// - Returns: This timing or a faster one; nil if a row would slide in within a single frame, which would
  ///   be invisible.
  func fitting(_ interval: Duration?) -> MotionTiming? {
    guard let interval, interval < fade + reveal else { return self }
    let scale = interval / (fade + reveal)
    guard reveal * scale > frame else { return nil }
    var timing = self
    timing.fade = fade * scale
    timing.shift = shift * scale
    timing.reveal = reveal * scale
    return timing
  }
}

/// The number of rows that a batch inserted, deleted, moved and updated.
public struct BatchCounts: Hashable, Sendable {
  /// The number of inserted rows.
  public var insertions = 0
  /// The number of deleted rows.
  public var deletions = 0
  /// The number of rows that moved relative to others.
  public var moves = 0
  /// The number of rows whose content changed.
  public var updates = 0

  /// Creates counts of zero.
  public init() {}

  /// Creates the counts of a difference.
  package init(_ difference: Difference) {
    insertions = difference.insertions.count
    deletions = difference.deletions.count
    moves = difference.moves.count
    updates = difference.updates.count
  }
}

/// The number of rows that were inserted out of view and have not been shown since, each counted once.
public struct UnseenCount: Hashable, Sendable {
  /// The number of rows above the viewport.
  public var above: Int
  /// The number of rows below the viewport.
  public var below: Int

  /// The total number of rows.
  public var total: Int { above + below }

  /// Creates a count.
  public init(above: Int = 0, below: Int = 0) {
    self.above = above
    self.below = below
  }
}
