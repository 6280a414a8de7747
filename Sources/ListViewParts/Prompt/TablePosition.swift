package import FeedIdentity
package import FeedValues
package import TableModel

/// The selection and scroll position of the table.
package struct TablePosition: Hashable, Sendable {
  package var selection: RowID?
  /// The handles of the selected row and of the first one in view, which find them again.
  package var selectionHandle: Int?
  package var topHandle: Int?
  /// The lines of the selection and of the first row in view.
  package var selectionLine = 0
  package var topLine = 0
  /// The first row in view.
  package var top: RowID?
  package var isFollowing: Bool
  package var isTracking: Bool
  /// The selected row among those that are pinned; nil if none is.
  package var pin: RowID?
  /// The section whose header is selected; nil if none is.
  package var section: SectionID?

  /// Gives the rows their new identities.
  package mutating func identify(by change: IdentityChange) {
    for path in [\Self.selection, \.top, \.pin] {
      self[keyPath: path] = self[keyPath: path].map { change[$0] ?? $0 }
    }
  }

  /// The position of a table below pinned rows, one of which may be selected.
  package init(_ table: TableView<Row, FieldPath>, pin: RowID?) {
    self.pin = pin
    section = table.selectedSection
    (selection, selectionHandle) = (table.selection, table.selectedHandle)
    let first = table.firstVisibleRow
    topHandle = table.handle(ofRow: first)
    if first < table.displayedRows.count {
      top = table.displayedRows[first].id
      topLine = table.restingLine(ofRow: first)
    }
    selectionLine = table.restingLineOfSelection ?? 0
    isFollowing = table.isFollowing
    isTracking = table.isTracking
  }
}
