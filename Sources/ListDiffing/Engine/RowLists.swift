/// The rows of two lists where they are stored, known by their offsets.
@usableFromInline
struct RowLists<Row> {
  @usableFromInline let old: UnsafeBufferPointer<Borrowed<Row>>
  @usableFromInline let new: UnsafeBufferPointer<Borrowed<Row>>

  @inlinable
  init(_ old: UnsafeBufferPointer<Borrowed<Row>>, _ new: UnsafeBufferPointer<Borrowed<Row>>) {
    self.old = old
    self.new = new
  }

  /// Calls a closure with the old row at an offset.
  @inlinable
  @inline(__always)
  func lendOld<Result>(_ offset: Int, _ body: (Row) -> Result) -> Result {
    old[offset].lend(body)
  }

  /// Calls a closure with the new row at an offset.
  @inlinable
  @inline(__always)
  func lendNew<Result>(_ offset: Int, _ body: (Row) -> Result) -> Result {
    new[offset].lend(body)
  }

  /// Calls a closure with an old and a new row.
  @inlinable
  @inline(__always)
  func lend(old before: Int, new after: Int, _ body: (Row, Row) -> Bool) -> Bool {
    old[before].lend { first in new[after].lend { second in body(first, second) } }
  }

  /// Calls a closure with two old rows.
  @inlinable
  @inline(__always)
  func lendOld(_ first: Int, _ second: Int, _ body: (Row, Row) -> Bool) -> Bool {
    old[first].lend { first in old[second].lend { second in body(first, second) } }
  }
}

// The same, offsets counted from the last row.
extension RowLists {
  @inlinable
  @inline(__always)
  func lendOld<Result>(fromEnd offset: Int, _ body: (Row) -> Result) -> Result {
    lendOld(old.count - 1 - offset, body)
  }

  @inlinable
  @inline(__always)
  func lendNew<Result>(fromEnd offset: Int, _ body: (Row) -> Result) -> Result {
    lendNew(new.count - 1 - offset, body)
  }

  @inlinable
  @inline(__always)
  func lend(oldFromEnd before: Int, newFromEnd after: Int, _ body: (Row, Row) -> Bool) -> Bool {
    lend(old: old.count - 1 - before, new: new.count - 1 - after, body)
  }

  @inlinable
  @inline(__always)
  func lendOld(fromEnd first: Int, _ second: Int, _ body: (Row, Row) -> Bool) -> Bool {
    lendOld(old.count - 1 - first, old.count - 1 - second, body)
  }
}

/// Calls a closure with the rows of two collections where they are stored.
@inlinable
@inline(__always)
func withRows<Old: Collection, New: Collection, Result>(
  of old: Old,
  and new: New,
  _ body: (RowLists<Old.Element>) -> Result
) -> Result where Old.Element == New.Element {
  withBuffer(of: old) { old in withBuffer(of: new) { new in body(RowLists(old.lent, new.lent)) } }
}

/// Calls a closure with the elements of a collection side by side in memory.
@inlinable
@inline(__always)
func withBuffer<Rows: Collection, Result>(
  of rows: Rows,
  _ body: (UnsafeBufferPointer<Rows.Element>) -> Result
) -> Result {
  rows.withContiguousStorageIfAvailable(body)
    ?? ContiguousArray(rows).withUnsafeBufferPointer(body)
}

extension UnsafeBufferPointer {
  /// The same memory, as values to be lent.
  @inlinable
  @inline(__always)
  var lent: UnsafeBufferPointer<Borrowed<Element>> {
    UnsafeBufferPointer<Borrowed<Element>>(
      start: UnsafeRawPointer(baseAddress)?.assumingMemoryBound(to: Borrowed<Element>.self),
      count: count
    )
  }
}
