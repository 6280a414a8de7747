/// An array stored in pages; copies share all pages that are unchanged.
///
/// To change an element of an array that is shared costs a copy of a page, of two tables of pages, and of
/// the list of these, for the first element of a page, and O(1) for the others; to change one that is not
/// shared is O(1). Pages are small, because copying a page retains every element in it.
public struct PagedArray<Element: Sendable>: Sendable {
  @inlinable static var pageBits: Int { 4 }
  @inlinable static var tableBits: Int { 5 }
  @inlinable static var pageSize: Int { 1 << pageBits }

  @usableFromInline typealias Page = ContiguousArray<Element>
  @usableFromInline typealias Table = ContiguousArray<Page>

  @usableFromInline var tables: ContiguousArray<ContiguousArray<Table>> = []
  /// The number of elements.
  public var count: Int { length }
  @usableFromInline var length = 0

  /// Creates an empty array.
  ///
  /// - Precondition: The alignment of elements is not larger than that of the header of a page, so that they begin
  ///   directly after it.
  @inlinable
  public init() {
    precondition(
      MemoryLayout<Element>.alignment <= 2 * MemoryLayout<Int>.size,
      "the alignment of the elements is too large"
    )
  }

  /// Where an element is: the list of tables, the table, the page, and the place there.
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
  public subscript(index: Int) -> Element {
    _read {
      precondition(index >= 0 && index < length, "index out of range")
      // Nobody changes the array meanwhile, so that no reference to its page need be counted.
      yield unsafe address(of: index).assumingMemoryBound(to: Element.self).pointee
    }
    _modify {
      let (list, table, page, place) = Self.place(of: index)
      yield &tables[list][table][page][place]
    }
  }

  /// Where the element at an index is, as long as nothing changes: no reference to its page is counted, for which the
  /// page would have to be in the cache.
  ///
  /// - Precondition: The index is in `0..<count`, which is not checked.
  @inlinable
  public func address(of index: Int) -> UnsafeRawPointer {
    let offset = (index & (Self.pageSize - 1)) * MemoryLayout<Element>.stride
    return unsafe addressOfPage(with: index) + arrayHeader + offset
  }

  /// Where the page of the element at an index is, which begins with the number of references to it.
  ///
  /// - Precondition: The index is in `0..<count`, which is not checked.
  @inlinable
  public func addressOfPage(with index: Int) -> UnsafeRawPointer {
    unsafe addressOfPageReference(for: index).load(as: UnsafeRawPointer.self)
  }

  /// Where it is noted where the page of the element at an index is.
  ///
  /// - Precondition: The index is in `0..<count`, which is not checked.
  @inlinable
  public func addressOfPageReference(for index: Int) -> UnsafeRawPointer {
    let (list, table, page, _) = Self.place(of: index)
    return unsafe tables[list][table].withUnsafeBytes { pages in
      unsafe pages.baseAddress.unsafelyUnwrapped + page * MemoryLayout<Page>.stride
    }
  }

  /// Appends an element.
  @inlinable
  public mutating func append(_ element: Element) {
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

/// The number of bytes in front of the elements of an array.
@inlinable var arrayHeader: Int { 4 * MemoryLayout<Int>.size }
