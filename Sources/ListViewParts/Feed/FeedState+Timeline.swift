internal import Feeds
internal import TerminalCore

/// The line that shows where in the feed's time the reader is.
extension FeedState {
  /// Whether there is a line of the past: where the reader has paused, is in it, or at its end.
  ///
  /// What arrives while the screen is paused does not bring it, which would move rows.
  private var wantsTimeline: Bool {
    guard player.count > player.earliest, player.count > 1 else { return false }
    return player.isPaused || player.isInPast || player.behind > 0 || player.isAtEndOfRecording
  }

  /// Lays the line out again where the feed is longer than it was; a long one not in every frame.
  ///
  /// - Parameters:
  ///   - columns: The columns of the screen.
  ///   - instant: When.
  /// - Returns: Whether the screen is to be divided again.
  package mutating func updateTimeline(
    columns: Int,
    at instant: ContinuousClock.Instant
  ) -> Bool {
    let hadTimeline = timeline != nil
    timelineDue = nil
    guard wantsTimeline else {
      timeline = nil
      return hadTimeline
    }
    let cells = TimelineView.cells(of: columns)
    let isOther =
      timeline.map {
        $0.positions != player.earliest...player.count || $0.changes.count != cells
      } ?? true
    guard isOther else { return false }
    if let timelineStart, timeline?.changes.count == cells,
      instant < timelineStart + Self.timelineInterval, player.count - player.earliest > 2_000
    {
      timelineDue = timelineStart + Self.timelineInterval
      return false
    }
    timelineStart = instant
    timeline = player.timeline(cells: cells)
    return (timeline != nil) != hadTimeline
  }

  /// How long a line of many positions stays as it is at least.
  private static let timelineInterval = Duration.milliseconds(500)
}
