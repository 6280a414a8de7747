package import FeedValues

/// The change of a row that matches the filter, before or after.
package struct FilteredChange: Sendable {
  /// The row before; nil if it was inserted or did not match.
  package var old: Row?
  /// The row after; nil if it was deleted or does not match.
  package var new: Row?
}

extension Arrangement {
  /// The maximum number of changes kept for ``takeChanges()``.
  package static let keptChanges = 20_000

  /// Returns the changes since the last call of rows that match the filter; nil if they are unknown or too many.
  package mutating func takeChanges() -> [FilteredChange]? {
    defer { changes = [] }
    return changes
  }

  /// Keeps changes for ``takeChanges()``.
  ///
  /// - Parameters:
  ///   - net: The changes; nil if unknown.
  ///   - isShown: Returns whether the table shows the row at an index, before or after the change.
  mutating func keep(_ net: [NetChange]?, _ isShown: (Int, _ isOld: Bool) -> Bool) {
    guard keepsChanges, let net, let kept = changes?.count,
      kept + net.count <= Self.keptChanges
    else {
      changes = nil
      return
    }
    changes?.reserveCapacity(kept + net.count)
    for index in net.indices {
      // Pinned rows match, but are not in the table.
      func counts(_ row: Row, isOld: Bool) -> Bool {
        isShown(index, isOld) || !pins.isEmpty && isPinned(row.id)
      }
      let old = net[index].old.flatMap { counts($0.row, isOld: true) ? $0.row : nil }
      let new = net[index].new.flatMap { counts($0.row, isOld: false) ? $0.row : nil }
      if old != nil || new != nil { changes?.append(FilteredChange(old: old, new: new)) }
    }
  }
}
