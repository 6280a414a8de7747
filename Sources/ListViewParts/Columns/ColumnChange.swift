internal import TerminalCore

/// What the reader does to the columns, each by its offset.
package enum ColumnChange: Hashable, Sendable {
  /// Show a column, or hide it.
  case toggle(Int)
  /// Let a column and the next one change places.
  case swap(Int)
  /// Make a column wider by so many columns of the screen, or narrower.
  case resize(Int, by: Int)
  /// Write a column in the next of its formats.
  case nextFormat(Int)
  /// Leave all to the program again.
  case reset
}
