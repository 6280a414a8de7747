/// Rows that a table asks for by their offsets, for lists that are too long to be made into an array
/// at every change.
public protocol RowSource<Row>: Sendable {
  /// A row.
  associatedtype Row: Sendable
  /// How many rows there are.
  var count: Int { get }
  /// The row at an offset.
  subscript(offset: Int) -> Row { get }
  /// A number by which the row at an offset is known in this source and in those that show the same rows
  /// in other orders.
  func handle(at offset: Int) -> Int
  /// The offset of a row by its handle; nil where it is not among the rows.
  func offset(ofHandle handle: Int) -> Int?
}

/// The rows of a table, in order.
public struct TableRows<Row: Sendable>: RandomAccessCollection, Sendable {
  private enum Storage: Sendable {
    case array([Row])
    case source(any RowSource<Row>)
  }

  private var storage: Storage
  /// How many rows the storage has.
  private let storedCount: Int
  /// The parts of the storage that are among the rows; nil for all of it.
  private var parts: Parts?

  /// Stretches of the storage, each with what is before it.
  private struct Parts: Sendable {
    /// Where each begins in the storage.
    var stored: [Int] = []
    /// Where each begins among the rows.
    var starts: [Int] = []
    var count = 0
  }

  /// Makes the rows of an array.
  public init(_ rows: [Row]) {
    (storage, storedCount) = (.array(rows), rows.count)
  }

  /// Makes the rows of a source.
  public init(_ source: some RowSource<Row>) {
    (storage, storedCount) = (.source(source), source.count)
  }

  /// Those rows that are in some stretches, which ascend and are not empty.
  func restricted(to stretches: some Sequence<Range<Int>>) -> TableRows {
    var parts = Parts()
    for stretch in stretches {
      parts.stored.append(stretch.lowerBound)
      parts.starts.append(parts.count)
      parts.count += stretch.count
    }
    var rows = self
    rows.parts = parts
    return rows
  }

  /// The offset of the first row.
  public var startIndex: Int { 0 }
  /// The offset after the last row.
  public var endIndex: Int { count }
  /// How many rows there are.
  ///
  /// - Complexity: O(1).
  public var count: Int { parts?.count ?? storedCount }

  /// The row at an offset.
  public subscript(offset: Int) -> Row {
    let offset = storedOffset(offset)
    switch storage {
    case .array(let rows): return rows[offset]
    case .source(let source): return source[offset]
    }
  }

  private func storedOffset(_ offset: Int) -> Int {
    precondition(offset >= 0 && offset < count, "no row at offset \(offset)")
    guard let parts else { return offset }
    let part = parts.starts.partitionPoint { $0 <= offset } - 1
    return parts.stored[part] + offset - parts.starts[part]
  }

  /// The handle of the row at an offset; nil where rows have none.
  func handle(at offset: Int) -> Int? {
    guard case .source(let source) = storage else { return nil }
    return source.handle(at: storedOffset(offset))
  }

  /// The offset of a row by its handle; nil where it is not among the rows, or rows have none.
  public func offset(ofHandle handle: Int) -> Int? {
    guard case .source(let source) = storage, let offset = source.offset(ofHandle: handle) else {
      return nil
    }
    guard let parts else { return offset }
    let part = parts.stored.partitionPoint { $0 <= offset } - 1
    guard part >= 0 else { return nil }
    let result = parts.starts[part] + offset - parts.stored[part]
    let end = part + 1 < parts.starts.count ? parts.starts[part + 1] : parts.count
    return result < end ? result : nil
  }

  /// Whether the rows come from a source, and not from an array.
  var haveHandles: Bool { if case .source = storage { true } else { false } }

  /// Lets go of the rows, or takes as many others in their place, which are asked for only where they
  /// are known.
  mutating func replaceRows(by source: any RowSource<Row>) {
    precondition(source.count == storedCount, "as many rows as before")
    storage = .source(source)
  }

  /// All rows as an array.
  ///
  /// - Complexity: O(1) for an array, O(*n*) else.
  var array: [Row] {
    if parts == nil, case .array(let rows) = storage { return rows }
    return Array(self)
  }
}

/// The content of a table: its rows, and the sections that they are in.
public struct TableContent<Row: Sendable>: Sendable {
  /// All rows in order, those of collapsed sections too.
  public internal(set) var rows: TableRows<Row>
  /// The sections in order, with the number of their rows; nil for rows without sections.
  public let sections: [SectionHeader]?

  /// Creates a content of rows without sections.
  public init(_ rows: TableRows<Row>) {
    (self.rows, sections) = (rows, nil)
  }

  /// Creates a content of sections.
  ///
  /// - Parameters:
  ///   - rows: The rows of all sections, one after the other.
  ///   - sections: The sections; their counts add up to the number of rows. Which are collapsed the
  ///     table knows.
  public init(_ rows: TableRows<Row>, sections: [SectionHeader]) {
    precondition(
      sections.reduce(0) { $0 + $1.count } == rows.count,
      "each row is in a section"
    )
    (self.rows, self.sections) = (rows, sections)
  }

  init(_ sections: [TableSection<Row>]) {
    self.init(
      TableRows(sections.flatMap(\.rows)),
      sections: sections.map { SectionHeader(id: $0.id, title: $0.title, count: $0.rows.count) }
    )
  }
}
