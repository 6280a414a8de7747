/// A movement of the selection.
public enum Movement: Hashable, Sendable, CaseIterable {
  /// To the previous row.
  case up
  /// To the next row.
  case down
  /// Up by half the height of the viewport.
  case halfPageUp
  /// Down by half the height of the viewport.
  case halfPageDown
  /// Up by the height of the viewport less one line.
  case pageUp
  /// Down by the height of the viewport less one line.
  case pageDown
  /// To the first row.
  case first
  /// To the last row.
  case last
  /// To the next row that has a change mark or was changed by the last batch, if there is one.
  case nextMarked
  /// To the previous row that has a change mark or was changed by the last batch, if there is one.
  case previousMarked
}
