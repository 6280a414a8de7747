package import FeedValues
internal import ListDiffing

/// The effect of the feed's items on rows, in order.
extension Player {
  /// Calls the closure for every row inserted, deleted or updated between an item and the position.
  ///
  /// A row that only moved has not changed. For each item, deletions come first.
  ///
  /// - Parameters:
  ///   - number: The number of items that are known already.
  ///   - body: Receives the old row, nil for an insertion, and the new row, nil for a deletion.
  /// - Returns: Whether all of it is still known; otherwise the closure is not called.
  /// - Complexity: O(*c*) for *c* changes.
  @discardableResult
  package func forEachChange(
    after number: Int,
    _ body: (_ old: Row?, _ new: Row?) -> Void
  ) -> Bool {
    guard number >= forgotten else { return false }
    guard number < position else { return true }
    for step in steps[number..<position] {
      switch step.change {
      case .batch(let difference, let old, let new, _):
        for offset in difference.deletions { body(old[offset], nil) }
        for offset in difference.insertions { body(nil, new[offset]) }
        for update in difference.updates { body(old[update.old], new[update.new]) }
      case .arrival(let row, let evicted, _), .insertion(let row, _, let evicted):
        for old in evicted { body(old, nil) }
        body(nil, row)
      case .replacement(let old, let new): body(old, new)
      case .departure(let row, _, _): body(row, nil)
      case .nothing: break
      }
    }
    return true
  }

  /// Notes every row that changes at the live edge until ``advance(to:)``, however many there are.
  ///
  /// - Returns: Whether the live edge is shown, and all that changed there is known.
  package mutating func keepChangedSlots() -> Bool { shown == nil && edge.keepChangedSlots() }
}

extension Player {
  /// Whether a row is in the list at the live edge.
  ///
  /// - Complexity: O(1).
  package func hasAtEdge(_ id: RowID) -> Bool { edge.slot(of: id) != nil }
}
