/// How much of a change a table shows as it happens.
public enum Motion: String, Hashable, Sendable, CaseIterable, Codable {
  /// Rows stand at their new places at once; only marks tell what changed.
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

/// What the last batch did to a row; it outlives the motion.
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
/// A batch is over after `fade + shift + gap + reveal` at the latest: rows that go fade, then their
/// lines close while those of rows that come open, then these slide in.
///
/// ```text
/// 0        60                  160 180          240 ms
/// ├ fade ──┼── shift ───────────┼gap┼── reveal ──┤
/// ```
public struct MotionTiming: Hashable, Sendable {
  /// The least time that a row fades before its line may close.
  public var fade: Duration = .milliseconds(60)
  /// The time in which lines close and open and rows travel.
  public var shift: Duration = .milliseconds(100)
  /// How long a line that opened stays empty.
  public var gap: Duration = .milliseconds(20)
  /// The time in which a row slides in on its line.
  public var reveal: Duration = .milliseconds(60)
  /// The time in which the flash of a changed field dies down; zero for no flash.
  public var flash: Duration = .milliseconds(800)
  /// In how many steps a flash dies down; the table asks for a frame at each of them.
  public var flashSteps = 8
  /// The time from one frame of a motion to the next.
  public var frame: Duration = .microseconds(16_667)
  /// How long a mark stays; nil until the next batch.
  public var mark: Duration?
  /// How long a deleted row that was on the screen stays there as a tombstone; zero for not at all.
  public var tombstone: Duration = .zero

  /// Makes the default timing, in which a batch takes 240 ms.
  public init() {}

  /// How long the lines of a batch are in motion at most.
  public var batch: Duration { fade + shift + gap + reveal }
}
