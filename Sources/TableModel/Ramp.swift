/// A value that eases from one number to another between two instants.
///
/// Smoothstep, 3t² − 2t³: it leaves and arrives at rest, and its steepest step is 1.5 times that of
/// a straight line.
struct Ramp: Hashable, Sendable {
  var start: ContinuousClock.Instant
  var duration: Duration
  var from: Double
  var to: Double

  var end: ContinuousClock.Instant { start + duration }

  func value(at instant: ContinuousClock.Instant) -> Double {
    guard instant < end else { return to }
    guard instant > start else { return from }
    return from + (to - from) * Self.eased((instant - start) / duration)
  }

  /// The value to the nearest whole number.
  func wholeValue(at instant: ContinuousClock.Instant) -> Int {
    Int(value(at: instant).rounded())
  }

  static func eased(_ time: Double) -> Double {
    time * time * (3 - 2 * time)
  }

  /// The time in 0...1 at which the easing reaches a progress in 0...1.
  static func time(ofEased progress: Double) -> Double {
    var low = 0.0
    var high = 1.0
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if eased(middle) < progress { low = middle } else { high = middle }
    }
    return high
  }

  /// When the value changes for the eye after an instant, in frames of a length; nil if it rests.
  func nextChange(
    after instant: ContinuousClock.Instant,
    frame: Duration
  ) -> ContinuousClock.Instant? {
    guard from != to, instant < end else { return nil }
    return instant < start ? start : min(instant + frame, end)
  }
}
