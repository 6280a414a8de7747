/// A value that a spring leads from one number to another between two instants.
///
/// The spring is critically damped: it arrives without swinging, and however it is interrupted, the
/// next one goes on from its value with its velocity. Of a spring something is left at any time;
/// what would be left at the end is taken off on the way, so that it ends at rest.
struct Spring: Hashable, Sendable {
  var start: ContinuousClock.Instant
  var duration: Duration
  var from: Double
  var to: Double
  /// How fast the value changes at the start, per second.
  var velocity = 0.0

  /// The natural frequency times the duration: 4 % of the way are left at the end.
  private static let stiffness = 5.0

  var end: ContinuousClock.Instant { start + duration }

  /// A value that rests.
  static func rest(at value: Double, since instant: ContinuousClock.Instant) -> Spring {
    Spring(start: instant, duration: .zero, from: value, to: value)
  }

  func value(at instant: ContinuousClock.Instant) -> Double {
    guard instant < end else { return to }
    guard instant > start else { return from }
    return to + motion(at: (instant - start) / duration).distance
  }

  /// How fast the value changes at an instant, per second; 0 before the start and from the end on.
  func velocity(at instant: ContinuousClock.Instant) -> Double {
    guard instant >= start, instant < end else { return 0 }
    return motion(at: (instant - start) / duration).velocity / (duration / .seconds(1))
  }

  /// The value to the nearest whole number.
  func wholeValue(at instant: ContinuousClock.Instant) -> Int {
    Int(value(at: instant).rounded())
  }

  /// The distance from the end and the velocity, at a share of the duration.
  private func motion(at time: Double) -> (distance: Double, velocity: Double) {
    let stiffness = Self.stiffness
    let distance = from - to
    let slope = velocity * (duration / .seconds(1)) + stiffness * distance
    let remainder = (distance + slope) * Self.decay(stiffness)
    let decay = Self.decay(stiffness * time)
    return (
      (distance + slope * time) * decay - remainder * time * time,
      (slope - stiffness * (distance + slope * time)) * decay - 2 * remainder * time
    )
  }

  /// e to the power −`exponent`, for an exponent of 0 or more; from the standard library alone.
  static func decay(_ exponent: Double) -> Double {
    guard exponent > 0 else { return 1 }
    guard exponent < 700 else { return 0 }
    // Halved until the series is short, and squared as often.
    let part = exponent / 1024
    var power =
      1 - part * (1 - part / 2 * (1 - part / 3 * (1 - part / 4 * (1 - part / 5 * (1 - part / 6)))))
    for _ in 0..<10 { power *= power }
    return power
  }

  /// The share of the duration in 0...1 at which a spring that begins at rest has come a share of
  /// its way in 0...1.
  static func time(ofProgress progress: Double) -> Double {
    let start = ContinuousClock.now
    let spring = Spring(start: start, duration: .seconds(1), from: 1, to: 0)
    var low = 0.0
    var high = 1.0
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if 1 - spring.motion(at: middle).distance < progress { low = middle } else { high = middle }
    }
    return high
  }

  /// When the value changes for the eye after an instant, in frames of a length; nil if it rests.
  func nextChange(
    after instant: ContinuousClock.Instant,
    frame: Duration
  ) -> ContinuousClock.Instant? {
    guard from != to || velocity != 0, instant < end else { return nil }
    return instant < start ? start : min(instant + frame, end)
  }

  /// Goes on from another value as it moves at an instant, which is when this one begins.
  ///
  /// - Parameters:
  ///   - other: What was under way.
  ///   - agreement: How much of that goes the same way as this, in 0...1.
  /// - Returns: A spring to the same end with the velocity of the other; itself where nothing of that
  ///   goes the same way.
  func continuing(_ other: Spring, agreement: Double) -> Spring {
    guard other.start <= start, start < other.end, agreement > 0 else { return self }
    var spring = self
    let value = other.value(at: start)
    // What was between two lines goes on from between them, and is on the same line as before.
    spring.from += agreement * min(max(value - value.rounded(), -0.49), 0.49)
    spring.velocity = agreement * other.velocity(at: start)
    return spring
  }
}
