package import Feeds

/// A row that the reader keeps in sight, above the table.
package struct PinnedRow: Sendable, Identifiable {
  /// The row as it is, or as it was last.
  package var row: Row
  /// Its slot in the feed; nil if the feed does not have it any more.
  var slot: Int32?

  package var id: RowID { row.id }
  package var isGone: Bool { slot == nil }
}
