/// An array in pages, of which a copy shares all that are not changed.
///
/// To change an element of an array that is shared costs O(√*n*) at most for the first of a page, and
/// O(1) for the others; to change one that is not shared is O(1).
public struct PagedArray<Element: Sendable>: Sendable {
  @usableFromInline static var pageBits: Int { 6 }
  @usableFromInline static var pageSize: Int { 1 << pageBits }
  @usableFromInline static var mask: Int { pageSize - 1 }

  @usableFromInline var pages: ContiguousArray<ContiguousArray<ContiguousArray<Element>>> = []
  /// The number of elements.
  public var count: Int { length }
  @usableFromInline var length = 0

  /// Makes an empty array.
  @inlinable
  public init() {}

  /// The element at an index.
  @inlinable
  public subscript(index: Int) -> Element {
    get {
      pages[index >> (2 * Self.pageBits)][index >> Self.pageBits & Self.mask][index & Self.mask]
    }
    _modify {
      yield &pages[index >> (2 * Self.pageBits)][index >> Self.pageBits & Self.mask][
        index & Self.mask
      ]
    }
  }

  /// Appends an element.
  @inlinable
  public mutating func append(_ element: Element) {
    let (block, page) = (length >> (2 * Self.pageBits), length >> Self.pageBits & Self.mask)
    if block == pages.count { pages.append([]) }
    if page == pages[block].count {
      pages[block].append([])
      pages[block][page].reserveCapacity(Self.pageSize)
    }
    pages[block][page].append(element)
    length += 1
  }
}
