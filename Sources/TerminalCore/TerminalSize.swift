/// The size of a screen in character cells.
public struct TerminalSize: Hashable, Sendable {
  /// Cells across; at least 0.
  public var columns: Int
  /// Cells down; at least 0.
  public var lines: Int

  /// Creates a size; a negative number becomes 0.
  public init(columns: Int, lines: Int) {
    self.columns = max(0, columns)
    self.lines = max(0, lines)
  }
}
