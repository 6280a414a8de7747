/// How fast batches follow each other.
struct BatchPace: Hashable, Sendable {
  /// How many batches in quick succession are a burst, which is one motion, and not yet a stream.
  private static let burst = 4

  /// When the last batches were.
  private var instants: [ContinuousClock.Instant] = []

  /// Takes note of a batch.
  ///
  /// - Returns: The mean time from one to the next of the last batches; nil for the first few.
  mutating func record(_ instant: ContinuousClock.Instant) -> Duration? {
    defer { instants.append(instant) }
    guard instants.count == Self.burst else { return nil }
    return (instant - instants.removeFirst()) / Self.burst
  }
}

extension MotionTiming {
  /// The timing of a batch in a stream of them.
  ///
  /// What came or went is at rest when the next batch is due. Tints and marks keep their length, and
  /// tell what motion can no more.
  ///
  /// - Parameter interval: The time from one batch to the next; nil for as long as it takes.
  /// - Returns: This timing, or a faster one; nil where a row would have to slide in within a frame,
  ///   which nobody sees.
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
