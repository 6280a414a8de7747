/// A way for the user to move the selection.
public enum Movement: Hashable, Sendable, CaseIterable {
  /// To the row before.
  case up
  /// To the row after.
  case down
  /// Half a viewport back.
  case halfPageUp
  /// Half a viewport on.
  case halfPageDown
  /// A viewport back, less one line.
  case pageUp
  /// A viewport on, less one line.
  case pageDown
  /// To the first row.
  case first
  /// To the last row.
  case last
  /// To the next row that has a mark or that the last batch changed, if there is one.
  case nextMarked
  /// To the row before that has a mark or that the last batch changed, if there is one.
  case previousMarked
}
