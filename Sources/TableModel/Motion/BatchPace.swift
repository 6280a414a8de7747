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
