package import FeedValues

/// A row pinned above the table.
package struct PinnedRow: Sendable, Identifiable {
  /// The current version of the row, or the last one if it was deleted.
  package var row: Row
  /// The slot in the feed; nil if the row is not in the list at the player's position.
  package var slot: Int32?

  package var id: RowID { row.id }
  package var isAbsent: Bool { slot == nil }
}
