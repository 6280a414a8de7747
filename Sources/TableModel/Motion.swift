/// How much of a change a table shows as it happens.
public enum Motion: String, Hashable, Sendable, CaseIterable, Codable {
  /// Rows are at their new places at once; only change marks show what changed.
  case none
  /// Nothing changes its line on the way; rows that come fade in, and changed fields flash.
  case basic
  /// Rows that go fade and collapse, rows that come open a gap and slide in, fields flash.
  case full
}

/// The end of a list where new rows arrive.
public enum LiveEdge: String, Hashable, Sendable, CaseIterable, Codable {
  /// New rows arrive above the others, as in a list of events with the newest first.
  case top
  /// New rows arrive below the others, as in a log.
  case bottom
}

/// What batches did to a row of late; it outlives the motion.
public enum Mark: String, Hashable, Sendable, CaseIterable, Codable {
  /// The row came.
  case insertion = "+"
  /// The content of the row changed.
  case update = "~"
  /// The row kept its identity and changed its place among the others.
  case move = ">"
  /// The row went.
  case deletion = "-"
}

/// How long each part of a change takes.
///
/// Rows that go fade, then their lines close while those of rows that come open and rows travel; a
/// row slides in from the instant at which its line opens. A batch in which nothing goes begins with
/// the lines that open.
///
/// ```text
/// 0          120    220                  420 ms
/// ├ fade ─────┼ shift ┼─── reveal ────────┤
///             ├ glow of rows that came … 1.2 s
///                                           marks … 7 s
/// ```
///
/// Motion is over soon; what it said stays for a while: as a tint, and then as a mark.
public struct MotionTiming: Hashable, Sendable {
  /// The least time that a row fades before its line may close.
  public var fade: Duration = .milliseconds(120)
  /// The time in which lines close and open, one after the other.
  ///
  /// A single line takes a quarter of it. Rows travel for as long as `fade` and `shift` together.
  public var shift: Duration = .milliseconds(100)
  /// The time in which a row slides in on its line.
  public var reveal: Duration = .milliseconds(200)
  /// The time in which the tint of a row that came dies down; zero for no tint.
  public var glow: Duration = .milliseconds(1200)
  /// The time in which the tint of a row that travelled dies down after it arrived; zero for no tint
  /// at all.
  public var band: Duration = .milliseconds(300)
  /// The time in which the flash of a changed field dies down; zero for no flash.
  public var flash: Duration = .milliseconds(1200)
  /// In how many equal steps tints and flashes die down; the table asks for a frame at each of them.
  public var tintSteps = 10
  /// The time from one frame of a motion to the next.
  public var frame: Duration = .microseconds(16_667)
  /// How long a mark stays, whatever batches follow.
  public var mark: Duration = .seconds(7)
  /// In how many equal steps a mark fades in that time; the table asks for a frame at each of them.
  public var markSteps = 5
  /// How long a deleted row that was on the screen stays there as a tombstone; zero for not at all.
  public var tombstone: Duration = .zero

  /// Makes the default timing, in which a batch takes 420 ms at most, and one row 210 ms to come.
  public init() {}

  /// How long the lines of a batch are in motion at most.
  public var batch: Duration { fade + shift + reveal }

  /// How long rows travel.
  var travel: Duration { fade + shift }
}
