/// An array stored in pages; copies share all pages that are unchanged.
///
/// To change an element of an array that is shared costs a copy of a page, of two tables of pages, and of
/// the list of these, for the first element of a page, and O(1) for the others; to change one that is not
/// shared is O(1). Pages are small, because copying a page retains every element in it.
@usableFromInline package struct PagedArray<Element: Sendable>: Sendable {
  @inlinable static var pageBits: Int { 4 }
  @inlinable static var tableBits: Int { 5 }
  @inlinable static var pageSize: Int { 1 << pageBits }

  @usableFromInline typealias Page = ContiguousArray<Element>
  @usableFromInline typealias Table = ContiguousArray<Page>

  @usableFromInline var tables: ContiguousArray<ContiguousArray<Table>> = []
  /// The number of elements.
  @usableFromInline package var count: Int { length }
  @usableFromInline var length = 0

  /// Creates an empty array.
  @inlinable
  package init() {}

  /// The place of an element: the list of tables, the table, the page, and the place there.
  @inlinable
  @inline(__always)
  static func place(of index: Int) -> (Int, Int, Int, Int) {
    let mask = 1 << tableBits - 1
    return (
      index >> (pageBits + 2 * tableBits), index >> (pageBits + tableBits) & mask,
      index >> pageBits & mask, index & (pageSize - 1)
    )
  }

  /// The element at an index.
  @inlinable
  package subscript(index: Int) -> Element {
    _read {
      precondition(index >= 0 && index < length, "index out of range")
      let (list, table, page, place) = Self.place(of: index)
      yield tables[list][table][page][place]
    }
    _modify {
      let (list, table, page, place) = Self.place(of: index)
      yield &tables[list][table][page][place]
    }
  }

  /// Appends an element.
  @inlinable
  package mutating func append(_ element: Element) {
    let (list, table, page, place) = Self.place(of: length)
    if list == tables.count { tables.append([]) }
    if table == tables[list].count { tables[list].append([]) }
    if place == 0 {
      tables[list][table].append([])
      tables[list][table][page].reserveCapacity(Self.pageSize)
    }
    tables[list][table][page].append(element)
    length += 1
  }
}
