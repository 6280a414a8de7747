internal import Feeds

/// A row that the reader keeps in sight, above the table.
struct PinnedRow: Sendable, Identifiable {
  /// The row as it is, or as it was last.
  var row: Row
  /// Where it stands in the feed; nil where the feed does not have it any more.
  var offset: Int32?

  var id: RowID { row.id }
  var isGone: Bool { offset == nil }
}
