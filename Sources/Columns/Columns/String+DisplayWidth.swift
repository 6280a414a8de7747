internal import TerminalCore

extension String {
  /// The width of the text in screen columns.
  package var displayWidth: Int { DisplayWidth.width(of: self) }
}
