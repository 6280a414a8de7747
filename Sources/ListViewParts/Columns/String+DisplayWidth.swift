internal import TerminalCore

extension String {
  /// How many columns of the screen the text takes.
  package var displayWidth: Int { DisplayWidth.width(of: self) }
}
