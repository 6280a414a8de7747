internal import Feeds

/// Compares entries: by their words, and where those are equal and not the complete keys, by the rows.
extension OrderRule {
  /// Whether one entry precedes another, both of the same rows.
  func precedes(_ left: OrderEntry, _ right: OrderEntry, in rows: FeedRows) -> Bool {
    precedes(left, right) { entry, _ in rows.slot(entry.slot).row }
  }

  /// Whether one entry precedes another whose place has the same numbering.
  ///
  /// - Parameters:
  ///   - left: The entry.
  ///   - right: The other one.
  ///   - row: Returns the row of an entry, given whether that is the other one.
  /// - Returns: Whether the entry comes first.
  @inline(__always)
  func precedes(
    _ left: OrderEntry,
    _ right: OrderEntry,
    row: (OrderEntry, _ isOther: Bool) -> Row?
  ) -> Bool {
    if left.group != right.group, let grouping { return grouping.precedes(left.group, right.group) }
    let isDescending = isDescending
    if left.head == right.head, left.next == right.next {
      if left.isWhole, right.isWhole { return left.place < right.place }
      guard let first = row(left, false), let second = row(right, true) else {
        return left.place < right.place
      }
      return tailPrecedes(left, first, right, second, isDescending: isDescending)
    }
    let isLess = left.head == right.head ? left.next < right.next : left.head < right.head
    // Missing values are last in either direction.
    return isDescending && !left.isMissing && !right.isMissing ? !isLess : isLess
  }

  /// Compares entries with equal words, for which the rows have to be read.
  @inline(never)
  private func tailPrecedes(
    _ left: OrderEntry,
    _ row: Row,
    _ right: OrderEntry,
    _ other: Row,
    isDescending: Bool
  ) -> Bool {
    // Of values that begin alike most are the same: their keys need not be written.
    if frozen == nil, plan.haveSameText(row, other) { return left.place < right.place }
    let (first, second) = (key(of: row, slot: left.slot), key(of: other, slot: right.slot))
    if first.equals(second) { return left.place < right.place }
    return isDescending ? second.precedes(first) : first.precedes(second)
  }

  /// Whether two successive entries of an order have equal keys; nil if that takes more than the entries.
  func haveEqualKeys(_ left: OrderEntry, _ right: OrderEntry) -> Bool? {
    guard left.head == right.head, left.next == right.next else { return false }
    if left.isWhole, right.isWhole { return true }
    // The left one precedes the other, and would follow it if they were equal.
    return left.place > right.place ? false : nil
  }

  /// Whether the rows of two successive entries of an order have equal keys.
  func haveEqualKeys(
    _ left: OrderEntry,
    _ right: OrderEntry,
    in rows: FeedRows,
    knowing tails: KeyTails = KeyTails()
  ) -> Bool {
    if let areEqual = haveEqualKeys(left, right) { return areEqual }
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
