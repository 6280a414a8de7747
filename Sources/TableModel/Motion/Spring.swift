/// A value that moves from one number to another between two instants, like on a spring.
///
/// The spring is critically damped: the value arrives without oscillating, and an interrupted spring is
/// continued by the next one with the same value and velocity. Since such a spring approaches its end only
/// asymptotically, the remainder is subtracted gradually, so that it ends at rest.
struct Spring: Hashable, Sendable {
  var start: ContinuousClock.Instant
  var duration: Duration
  var from: Double
  var to: Double
  /// The rate of change at the start, per second.
  var velocity = 0.0

  /// The natural frequency times the duration, with which 4 % of the distance remain at the end.
  private static let stiffness = 5.0

  var end: ContinuousClock.Instant { start + duration }

  /// A constant value.
  static func rest(at value: Double, since instant: ContinuousClock.Instant) -> Spring {
    Spring(start: instant, duration: .zero, from: value, to: value)
  }

  func value(at instant: ContinuousClock.Instant) -> Double {
    guard instant < end else { return to }
    guard instant > start else { return from }
    return to + motion(at: (instant - start) / duration).distance
  }

  /// The rate of change at an instant, per second; 0 before the start and from the end on.
  func velocity(at instant: ContinuousClock.Instant) -> Double {
    guard instant >= start, instant < end else { return 0 }
    return motion(at: (instant - start) / duration).velocity / (duration / .seconds(1))
  }

  /// The value rounded to the nearest whole number.
  func wholeValue(at instant: ContinuousClock.Instant) -> Int {
    Int(value(at: instant).rounded())
  }

  /// The distance from the end and the velocity, at a fraction of the duration.
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

  /// e to the power of −`exponent`, for a non-negative exponent; needs only the standard library.
  static func decay(_ exponent: Double) -> Double {
    guard exponent > 0 else { return 1 }
    guard exponent < 700 else { return 0 }
    // The argument is reduced until the series is short, and the result squared as often.
    let part = exponent / 1024
    var power =
      1 - part * (1 - part / 2 * (1 - part / 3 * (1 - part / 4 * (1 - part / 5 * (1 - part / 6)))))
    for _ in 0..<10 { power *= power }
    return power
  }

  /// The fraction of the duration after which a spring that starts at rest has covered a given fraction of
  /// the distance.
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

  /// When the value next changes visibly, given the time between frames; nil if it is at rest.
  func nextChange(
    after instant: ContinuousClock.Instant,
    frame: Duration
  ) -> ContinuousClock.Instant? {
    guard from != to || velocity != 0, instant < end else { return nil }
    return instant < start ? start : min(instant + frame, end)
  }

  /// Continues the motion of another spring at the instant at which this one starts.
  ///
  /// - Parameters:
  ///   - other: The spring that is interrupted.
  ///   - agreement: The share of its motion that has the same direction as this one, from 0 to 1.
  /// - Returns: A spring with the same end and the velocity of the other one; itself if nothing moves in the
  ///   same direction.
  func continuing(_ other: Spring, agreement: Double) -> Spring {
    guard other.start <= start, start < other.end, agreement > 0 else { return self }
    var spring = self
    let value = other.value(at: start)
    // A value between two lines continues from there, while being rounded to the same line as before.
    spring.from += agreement * min(max(value - value.rounded(), -0.49), 0.49)
    spring.velocity = agreement * other.velocity(at: start)
    return spring
  }
}
