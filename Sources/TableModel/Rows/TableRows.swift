/// A source of rows that are accessed by offset, for lists too long to be copied into an array at every change.
public protocol RowSource<Row>: Sendable {
  /// The type of a row.
  associatedtype Row: Sendable
  /// The number of rows.
  var count: Int { get }
  /// The row at an offset.
  subscript(offset: Int) -> Row { get }
  /// A number that identifies the row at an offset in this source, and in others that show the same rows in
  /// another order.
  func handle(at offset: Int) -> Int
  /// The offset of the row with a handle; nil if it is not among the rows.
  func offset(ofHandle handle: Int) -> Int?
  /// Calls a closure with the rows in a range of offsets, in order.
  func forEach(in offsets: Range<Int>, _ body: (Row) -> Void)
}

extension RowSource {
  /// Calls a closure with the rows in a range of offsets, each looked up by itself.
  public func forEach(in offsets: Range<Int>, _ body: (Row) -> Void) {
    for offset in offsets { body(self[offset]) }
  }
}

/// The rows of a table, in order.
public struct TableRows<Row: Sendable>: RandomAccessCollection, Sendable {
  // Of a layout that does not depend on the type of a row, so that copies need not ask for it.

  /// The rows; empty if they come from a source, or were given up and only their number is known.
  private var stored: [Row] = []
  /// The source of the rows; nil if there is none.
  private var source: (any RowSource<Row>)?
  /// The number of rows in the array or the source.
  private let storedCount: Int
  /// The sections that contain them, if rows of collapsed ones are left out.
  private var sections: SectionList?

  /// Creates the rows of an array.
  public init(_ rows: [Row]) { (stored, storedCount) = (rows, rows.count) }

  /// Creates the rows of a source.
  public init(_ source: consuming some RowSource<Row>) {
    storedCount = source.count
    self.source = source
  }

  /// The rows that are not in collapsed sections.
  func without(collapsed sections: SectionList?) -> TableRows {
    var rows = self
    rows.sections = sections.flatMap { $0.hidesRows ? $0 : nil }
    rows.sections?.releaseOrder()
    return rows
  }

  /// The offset of the first row.
  public var startIndex: Int { 0 }
  /// The offset after the last row.
  public var endIndex: Int { count }
  /// The number of rows.
  ///
  /// - Complexity: O(1).
  public var count: Int { sections?.extent.displayed ?? storedCount }

  /// The row at an offset.
  public subscript(offset: Int) -> Row {
    let offset = storedOffset(offset)
    if let source { return source[offset] }
    precondition(stored.count == storedCount, "the rows were released")
    return stored[offset]
  }

  /// Calls a closure with the rows in a range of offsets, in order: a source need not look each up by itself.
  ///
  /// - Precondition: The range is within `0..<count`.
  public func forEach(in offsets: Range<Int>, _ body: (Row) -> Void) {
    precondition(offsets.lowerBound >= 0 && offsets.upperBound <= count, "range out of bounds")
    guard sections == nil, let source else {
      for offset in offsets { body(self[offset]) }
      return
    }
    source.forEach(in: offsets, body)
  }

  private func storedOffset(_ offset: Int) -> Int {
    precondition(offset >= 0 && offset < count, "no row at offset \(offset)")
    guard let section = sections?.section(ofDisplayedRow: offset) else { return offset }
    return section.start.rows + offset - section.start.displayed
  }

  /// The handle of the row at an offset; nil if rows have no handles.
  func handle(at offset: Int) -> Int? { source?.handle(at: storedOffset(offset)) }

  /// The offset of the row with a handle; nil if it is not among the rows, or if rows have no handles.
  public func offset(ofHandle handle: Int) -> Int? {
    guard let offset = source?.offset(ofHandle: handle) else { return nil }
    guard let section = sections?.section(ofRow: offset) else { return offset }
    return section.item.isCollapsed
      ? nil : section.start.displayed + offset - section.start.rows
  }

  /// Whether the rows have handles, because they come from a source rather than an array.
  var haveHandles: Bool { source != nil }

  /// Gives up the rows.
  mutating func release() { (stored, source) = ([], nil) }

  /// Replaces the rows by a source of as many, to keep only some of them.
  mutating func replaceRows(by source: any RowSource<Row>) {
    precondition(source.count == storedCount, "the number of rows must not change")
    (stored, self.source) = ([], source)
  }

  /// The rows as an array.
  ///
  /// - Complexity: O(1) if they come from an array, otherwise O(*n*).
  var array: [Row] {
    sections == nil && stored.count == storedCount ? stored : Array(self)
  }
}

/// The content of a table: its rows, and the sections that contain them.
public struct TableContent<Row: Sendable>: Sendable {
  /// All rows in order, including those of collapsed sections.
  public internal(set) var rows: TableRows<Row>
  /// The sections; nil for rows without sections.
  var list: SectionList?

  /// The sections in order with their row counts; nil for rows without sections.
  ///
  /// - Complexity: O(*s*) for *s* sections.
  public var sections: [SectionHeader]? { list?.headers }

  /// Creates content without sections.
  public init(_ rows: TableRows<Row>) {
    (self.rows, list) = (rows, nil)
  }

  init(_ rows: TableRows<Row>, _ list: SectionList?) { (self.rows, self.list) = (rows, list) }

  /// Creates content with sections that many changes have in common.
  ///
  /// - Parameters:
  ///   - rows: The rows of all sections in order.
  ///   - sections: The sections.
  /// - Precondition: The counts of the sections add up to the number of rows.
  package init(_ rows: TableRows<Row>, sections: SectionList) {
    precondition(
      sections.extent.rows == rows.count,
      "the counts of the sections must add up to the number of rows"
    )
    (self.rows, list) = (rows, sections)
  }

  /// Creates content with sections.
  ///
  /// - Parameters:
  ///   - rows: The rows of all sections in order.
  ///   - sections: The sections. Whether they are collapsed is determined by the table.
  /// - Precondition: The counts of the sections add up to the number of rows.
  public init(_ rows: TableRows<Row>, sections: [SectionHeader]) {
    self.init(rows, sections: SectionList(sections))
  }

  init(_ sections: [TableSection<Row>]) {
    self.init(
      TableRows(sections.flatMap(\.rows)),
      sections: sections.map { SectionHeader(id: $0.id, title: $0.title, count: $0.rows.count) }
    )
  }
}

/// A deleted row that keeps its line for a while.
struct Tombstone<Row: Identifiable & Sendable>: Sendable where Row.ID: Sendable {
  /// A number that identifies the tombstone.
  let serial: Int
  let entry: Outline<Row>.Entry
  /// The offset of the entry that follows it.
  var place: Int
  /// Whether it represents the selected row, until the user moves.
  let isSelected: Bool
  /// The opacity, at whose end the line closes.
  let opacity: Spring
  /// When the line closes; nil if it stays until the user moves.
  let closesAt: ContinuousClock.Instant?

  /// Whether the tombstone has a line at an instant; nil for now.
  func stands(at instant: ContinuousClock.Instant?) -> Bool {
    guard let instant, let closesAt else { return true }
    return instant < closesAt
  }
}
