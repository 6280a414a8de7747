internal import TerminalCore

/// A change that the user makes to the columns, which are given by their offsets.
package enum ColumnChange: Hashable, Sendable {
  /// Show or hide a column.
  case toggle(Int)
  /// Swap a column with the next one.
  case swap(Int)
  /// Change the width of a column by a number of screen columns.
  case resize(Int, by: Int)
  /// Switch a column to its next format.
  case nextFormat(Int)
  /// Restore the automatic columns.
  case reset
}
