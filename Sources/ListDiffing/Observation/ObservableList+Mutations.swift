extension ObservableList {
  /// Adds a row at the end.
  public func append(_ row: Element) {
    replaceSubrange(count..<count, with: CollectionOfOne(row))
  }

  /// Adds rows at the end.
  public func append(contentsOf rows: some Collection<Element>) {
    replaceSubrange(count..<count, with: rows)
  }

  /// Puts a row before the one at an offset.
  public func insert(_ row: Element, at offset: Int) {
    replaceSubrange(offset..<offset, with: CollectionOfOne(row))
  }

  /// Puts rows before the one at an offset.
  public func insert(contentsOf rows: some Collection<Element>, at offset: Int) {
    replaceSubrange(offset..<offset, with: rows)
  }

  /// Takes the row at an offset away.
  ///
  /// - Parameter offset: The offset of a row.
  /// - Returns: The row.
  @discardableResult
  public func remove(at offset: Int) -> Element {
    let row = self[offset]
    removeSubrange(offset..<(offset + 1))
    return row
  }

  /// Takes the last row away, if there is one.
  ///
  /// - Returns: The row, or nil.
  @discardableResult
  public func popLast() -> Element? {
    count == 0 ? nil : remove(at: count - 1)
  }

  /// Takes the rows in a range away.
  public func removeSubrange(_ range: Range<Int>) {
    replaceSubrange(range, with: EmptyCollection())
  }

  /// Takes all rows away that satisfy a predicate, as one change.
  public func removeAll(where shouldBeRemoved: (Element) -> Bool) {
    performBatch { $0.removeAll(where: shouldBeRemoved) }
  }

  /// Sorts the rows; rows of which neither precedes the other keep their order.
  ///
  /// - Parameter areInIncreasingOrder: Whether a row comes before another one.
  public func sort(by areInIncreasingOrder: (Element, Element) -> Bool) {
    performBatch { $0.sort(by: areInIncreasingOrder) }
  }
}
