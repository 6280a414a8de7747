internal import FeedStore
internal import FeedValues

/// Compares entries: by their words, and if those are equal and not the complete keys, by the rows.
extension OrderRule {
  /// Whether one entry precedes another, both of the same rows.
  func precedes(_ left: OrderEntry, _ right: OrderEntry, in rows: FeedRows) -> Bool {
    precedes(left, right) { entry, _ in rows.slot(entry.slot) }
  }

  /// Whether one entry precedes another whose place has the same numbering.
  ///
  /// - Parameters:
  ///   - left: The entry.
  ///   - right: The other one.
  ///   - content: Returns the content of the slot of an entry, given whether that is the other one.
  /// - Returns: Whether the entry comes first.
  @inline(__always)
  func precedes(
    _ left: OrderEntry,
    _ right: OrderEntry,
    content: (OrderEntry, _ isOther: Bool) -> FeedRows.Slot
  ) -> Bool {
    if left.group != right.group, let grouping { return grouping.precedes(left.group, right.group) }
    if let isLess = left.keyPrecedes(right) {
      // Missing values are last in either direction.
      return isDescending && !left.isMissing && !right.isMissing ? !isLess : isLess
    }
    if let isBefore = left.placePrecedes(right) { return isBefore }
    let (first, second) = (content(left, false), content(right, true))
    return tailPrecedes(left, first, right, second)
  }

  /// Compares entries that do not tell which one comes first.
  @inline(never)
  private func tailPrecedes(
    _ left: OrderEntry,
    _ content: FeedRows.Slot,
    _ right: OrderEntry,
    _ other: FeedRows.Slot
  ) -> Bool {
    // Of values that begin alike most are the same: their keys need not be written.
    if left.isWhole && right.isWhole { return content.place < other.place }
    guard let row = content.row, let otherRow = other.row,
      frozen != nil || !plan.haveSameText(row, otherRow)
    else { return content.place < other.place }
    let (first, second) = (key(of: row, slot: left.slot), key(of: otherRow, slot: right.slot))
    if first.equals(second) { return content.place < other.place }
    return isDescending ? second.precedes(first) : first.precedes(second)
  }

  /// Whether two entries have equal keys.
  func haveEqualKeys(
    _ left: OrderEntry,
    _ right: OrderEntry,
    in rows: FeedRows,
    knowing tails: KeyTails = KeyTails()
  ) -> Bool {
    if let areEqual = left.hasSameKey(as: right) { return areEqual }
    if let order = tails.comparison(left.slot, right.slot) { return order == 0 }
    guard let a = rows.slot(left.slot).row, let b = rows.slot(right.slot).row else { return true }
    return frozen == nil && plan.haveSameText(a, b)
      || key(of: a, slot: left.slot).equals(key(of: b, slot: right.slot))
  }

  /// The complete key of a row.
  private func key(of row: Row, slot: Int32) -> SortKey {
    if let frozen { return SortKey(number: frozen[slot]) }
    return plan.key(of: row)
  }
}
