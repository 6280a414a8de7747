/// The extent to which a change is animated.
public enum Motion: String, Hashable, Sendable, CaseIterable, Codable {
  /// Nothing: rows appear at their new positions at once, and only change marks show what changed.
  case none
  /// Rows do not move from line to line; inserted rows fade in, and updated fields flash.
  case basic
  /// Deleted rows fade and collapse, inserted rows open a gap and slide in, updated fields flash.
  case full
}

/// The end of a list where new rows arrive.
public enum LiveEdge: String, Hashable, Sendable, CaseIterable, Codable {
  /// New rows arrive above the others, as in a list of events with the newest first.
  case top
  /// New rows arrive below the others, as in a log.
  case bottom
}

/// A recent change of a row, shown in the margin for some time after the animation.
public enum Mark: String, Hashable, Sendable, CaseIterable, Codable {
  /// The row was inserted.
  case insertion = "+"
  /// The content of the row was updated.
  case update = "~"
  /// The row moved to another position relative to other rows.
  case move = ">"
  /// The row was deleted.
  case deletion = "-"
}

/// The durations of the phases of a batch's animation.
///
/// Deleted rows fade; then their lines close while the lines of inserted rows open and moved rows travel. A
/// row slides in as soon as its line has opened. A batch without deletions starts with the opening of lines.
///
/// ```text
/// 0          120    220                  420 ms
/// ├ fade ─────┼ shift ┼─── reveal ────────┤
///             ├ glow of inserted rows … 1.2 s
///                                           marks … 7 s
/// ```
///
/// The animation is over quickly; a tint and then a change mark show for longer what happened.
public struct MotionTiming: Hashable, Sendable {
  /// The minimum time for which a row fades before its line may close.
  public var fade: Duration = .milliseconds(120)
  /// The time in which lines close and open, one after another.
  ///
  /// A single line takes a quarter of it. Rows travel during `fade` and `shift` together.
  public var shift: Duration = .milliseconds(100)
  /// The time in which a row slides in on its line.
  public var reveal: Duration = .milliseconds(200)
  /// The time in which the tint of an inserted row fades; zero for no tint.
  public var glow: Duration = .milliseconds(1200)
  /// The time in which the tint of a moved row fades after its arrival; zero for no tint at all.
  public var band: Duration = .milliseconds(300)
  /// The time in which the flash of an updated field fades; zero for no flash.
  public var flash: Duration = .milliseconds(1200)
  /// The number of equal steps in which tints and flashes fade; each requires a frame.
  public var tintSteps = 10
  /// The time between two frames of an animation.
  public var frame: Duration = .microseconds(16_667)
  /// The time for which a change mark is shown, whatever batches follow.
  public var mark: Duration = .seconds(7)
  /// The number of equal steps in which a change mark fades; each requires a frame.
  public var markSteps = 5
  /// The time for which a deleted row that was in view remains as a tombstone; zero for no tombstones.
  public var tombstone: Duration = .zero

  /// Creates the default timing, with which a batch takes at most 420 ms, and a single inserted row 210 ms.
  public init() {}

  /// The maximum duration of a batch's animation.
  public var batch: Duration { fade + shift + reveal }

  /// The time for which rows travel.
  var travel: Duration { fade + shift }
}

/// A movement of the selection.
public enum Movement: Hashable, Sendable, CaseIterable {
  /// To the previous row.
  case up
  /// To the next row.
  case down
  /// Up by half the height of the viewport.
  case halfPageUp
  /// Down by half the height of the viewport.
  case halfPageDown
  /// Up by the height of the viewport less one line.
  case pageUp
  /// Down by the height of the viewport less one line.
  case pageDown
  /// To the first row.
  case first
  /// To the last row.
  case last
  /// To the next row that has a change mark or was changed by the last batch, if there is one.
  case nextMarked
  /// To the previous row that has a change mark or was changed by the last batch, if there is one.
  case previousMarked
}

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
