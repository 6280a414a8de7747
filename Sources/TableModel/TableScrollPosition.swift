/// Where a row is placed in the viewport.
public enum TableScrollPosition: Hashable, Sendable, CaseIterable {
  /// On the first line, or under the header that sticks there.
  case top
  /// In the middle.
  case middle
  /// On the last line.
  case bottom
  /// Where it takes the least scrolling.
  case nearest
}
