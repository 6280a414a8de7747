import FeedStore
internal import FeedValues
internal import TerminalCore

/// The timeline, which shows the position in the feed's time.
extension FeedState {
  /// Whether to show the timeline: if the feed is paused, in the past, or at the end of a recording.
  ///
  /// Items that arrive while the screen is paused do not make it appear, because it would move rows.
  private var wantsTimeline: Bool {
    guard player.count > player.earliest, player.count > 1 else { return false }
    return player.isPaused || player.isInPast || player.behind > 0 || player.isAtEndOfRecording
  }

  /// Lays out the timeline again if the feed has grown; a long one at intervals only.
  ///
  /// - Parameters:
  ///   - columns: The width of the screen.
  ///   - instant: The current time.
  /// - Returns: Whether the timeline appeared or disappeared, so that the screen has to be divided again.
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

  /// The minimum time between two layouts of a long timeline.
  private static let timelineInterval = Duration.milliseconds(500)
}
