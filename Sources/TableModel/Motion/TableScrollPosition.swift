/// The place for a row in the viewport when scrolling to it.
public enum TableScrollPosition: Hashable, Sendable, CaseIterable {
  /// On the first line, or below the section header that is there.
  case top
  /// In the middle.
  case middle
  /// On the last line.
  case bottom
  /// Wherever requires the least scrolling.
  case nearest
}
