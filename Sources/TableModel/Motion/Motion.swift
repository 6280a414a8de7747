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
