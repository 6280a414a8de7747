package import FeedValues
import Ordering
internal import TableModel

/// The preview of a filter that takes a while to apply to a long list.
extension ListState {
  /// Starts a preview of the rows that a filter matches; nil matches all rows.
  package mutating func startPreview(
    _ isShown: (@Sendable (Row) -> Bool)?,
    in context: Context
  ) {
    arrangement.isDisplayed = false
    isPreviewKept = false
    preview = arrangement.preview(isShown, at: context.instant)
    previewRule = isShown
    _ = continuePreview(at: context.instant)
  }

  /// Examines another slice of rows, and starts over if the rows have changed.
  ///
  /// - Returns: Whether the screen may change.
  package mutating func continuePreview(at instant: ContinuousClock.Instant) -> Bool {
    guard var preview, !isPreviewAtRest else { return false }
    if preview.isComplete {
      guard preview.isStale, instant >= preview.start + Search.interval else { return false }
      preview = arrangement.preview(previewRule, at: instant)
    }
    self.preview = nil  // avoids a copy of what it has found
    let isWorthShowing = preview.advance(height: table.height, at: instant)
    if isWorthShowing {
      errors.restart()
      repeats.suspend()
      table.show(preview.content, byUser: true, at: instant)
    }
    self.preview = preview
    return isWorthShowing
  }

  /// Ends the preview, if there is one, and shows the arranged rows.
  package mutating func endPreview(in context: Context) {
    guard preview != nil else { return }
    (preview, previewRule) = (nil, nil)
    showArranged(in: context)
  }

  /// The number of rows that the previewed filter hides; nil without a preview, and until all rows are examined.
  package var previewHiddenCount: Int? {
    preview.flatMap { $0.isComplete ? allRows.count - $0.count : nil }
  }

  /// When the next slice is due; nil if there is none.
  package var nextPreviewInstant: ContinuousClock.Instant? {
    guard let preview, !isPreviewAtRest else { return nil }
    return preview.nextInstant ?? (preview.isStale ? preview.start + Search.interval : nil)
  }

  /// Whether the first screen is complete and the whole list will be arranged soon.
  private var isPreviewAtRest: Bool {
    isPreviewKept && rearrangement != nil && preview.map { $0.count >= table.height } == true
  }
}
