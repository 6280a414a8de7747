/// The rows of sections that the fast path left open, known by their numbers.
@usableFromInline
struct OpenRows<Row> {
  @usableFromInline let lists: RowLists<[Row]>
  /// The paths of the rows, by their numbers.
  @usableFromInline let oldPaths: [RowIndexPath]
  @usableFromInline let newPaths: [RowIndexPath]

  @inlinable
  init(_ lists: RowLists<[Row]>, of pairing: SectionPairing) {
    self.lists = lists
    oldPaths = pairing.oldPaths
    newPaths = pairing.newPaths
  }

  /// Calls a closure with an old row.
  @inlinable
  @inline(__always)
  func lendOld<Result>(_ number: Int, _ body: (Row) -> Result) -> Result {
    lists.lendOld(oldPaths[number], body)
  }

  /// Calls a closure with a new row.
  @inlinable
  @inline(__always)
  func lendNew<Result>(_ number: Int, _ body: (Row) -> Result) -> Result {
    lists.lendNew(newPaths[number], body)
  }

  /// Calls a closure with an old and a new row.
  @inlinable
  @inline(__always)
  func lend(old before: Int, new after: Int, _ body: (Row, Row) -> Bool) -> Bool {
    lists.lend(old: oldPaths[before], new: newPaths[after], body)
  }

  /// Calls a closure with two old rows.
  @inlinable
  @inline(__always)
  func lendOld(_ first: Int, _ second: Int, _ body: (Row, Row) -> Bool) -> Bool {
    lists.lendOld(oldPaths[first]) { first in
      lists.lendOld(oldPaths[second]) { second in body(first, second) }
    }
  }
}

// Of lists whose elements are the rows of sections, the rows by their paths.
extension RowLists {
  @inlinable
  @inline(__always)
  func lendOld<Element, Result>(_ path: RowIndexPath, _ body: (Element) -> Result) -> Result
  where Row == [Element] {
    lendOld(path.section) { rows in
      rows.withUnsafeBufferPointer { rows in rows.lent[path.row].lend(body) }
    }
  }

  @inlinable
  @inline(__always)
  func lendNew<Element, Result>(_ path: RowIndexPath, _ body: (Element) -> Result) -> Result
  where Row == [Element] {
    lendNew(path.section) { rows in
      rows.withUnsafeBufferPointer { rows in rows.lent[path.row].lend(body) }
    }
  }

  @inlinable
  @inline(__always)
  func lend<Element>(
    old before: RowIndexPath,
    new after: RowIndexPath,
    _ body: (Element, Element) -> Bool
  ) -> Bool where Row == [Element] {
    lendOld(before) { first in lendNew(after) { second in body(first, second) } }
  }
}
