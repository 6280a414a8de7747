/// The size of a screen in character cells.
public struct TerminalSize: Hashable, Sendable {
  /// The number of columns; at least 0.
  public var columns: Int
  /// The number of lines; at least 0.
  public var lines: Int

  /// Creates a size; negative numbers become 0.
  public init(columns: Int, lines: Int) {
    self.columns = max(0, columns)
    self.lines = max(0, lines)
  }
}
