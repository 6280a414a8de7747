package import Feeds
internal import TableModel

/// A filter that is tried out on a list so long that it takes a while.
extension ListState {
  /// Begins to show what a filter would let through; nil for one that lets all rows through.
  package mutating func startPreview(
    _ isShown: (@Sendable (Row) -> Bool)?,
    in surroundings: Surroundings
  ) {
    arrangement.isDisplayed = false
    isPreviewKept = false
    preview = arrangement.preview(isShown, at: surroundings.instant)
    previewRule = isShown
    _ = continuePreview(in: surroundings)
  }

  /// Looks at a slice more of the rows, and begins again if they are other ones by now.
  ///
  /// - Returns: Whether the screen may look different.
  package mutating func continuePreview(in surroundings: Surroundings) -> Bool {
    guard var preview, !isPreviewAtRest else { return false }
    let instant = surroundings.instant
    if preview.isComplete {
      guard preview.isStale, instant >= preview.start + Search.interval else { return false }
      preview = arrangement.preview(previewRule, at: instant)
    }
    self.preview = nil  // so that what it has found is not copied
    let isWorthShowing = preview.advance(height: table.height, at: instant)
    if isWorthShowing { table.show(preview.content, byUser: true, at: instant) }
    self.preview = preview
    return isWorthShowing
  }

  /// Shows the rows as they are arranged, where something was tried out.
  package mutating func endPreview(in surroundings: Surroundings) {
    guard preview != nil else { return }
    (preview, previewRule) = (nil, nil)
    showArranged(in: surroundings)
  }

  /// When a slice more is to be examined; nil for never.
  package var nextPreviewInstant: ContinuousClock.Instant? {
    guard let preview, !isPreviewAtRest else { return nil }
    return preview.nextInstant ?? (preview.isStale ? preview.start + Search.interval : nil)
  }

  /// Whether the first screen is there, and all rows will be arranged soon.
  private var isPreviewAtRest: Bool {
    isPreviewKept && rearrangement != nil && preview?.wasShown == true
  }
}
