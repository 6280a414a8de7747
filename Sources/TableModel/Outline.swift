/// The entries of a table in order: its rows, with the section headers between them.
///
/// Offsets of entries count both. Rows in collapsed sections are not entries.
struct Outline<Row: Identifiable & Sendable>: Sendable where Row.ID: Sendable {
  enum Entry: Sendable {
    case row(Row)
    case header(SectionHeader)
  }

  enum Identity: Hashable, Sendable {
    case row(Row.ID)
    case header(SectionID)
  }

  /// The content, including rows in collapsed sections.
  private(set) var content: TableContent<Row>
  /// The rows that are not in collapsed sections.
  private(set) var rows: TableRows<Row>
  private(set) var headers: [SectionHeader] = []
  /// The offset of each header among the entries, in ascending order.
  private(set) var headerOffsets: [Int] = []
  /// The offset in the content of the first row of each section.
  private var rowStarts: [Int] = []

  /// The number of entries.
  let count: Int

  /// The number of headers before the entry at an offset.
  func headerCount(before offset: Int) -> Int {
    headerOffsets.isEmpty ? 0 : headerOffsets.partitionPoint { $0 < offset }
  }

  subscript(offset: Int) -> Entry {
    let before = headerCount(before: offset)
    if before < headerOffsets.count, headerOffsets[before] == offset {
      return .header(headers[before])
    }
    return .row(rows[offset - before])
  }

  /// All entries in order.
  var entries: [Entry] {
    var result: [Entry] = []
    result.reserveCapacity(count)
    var row = 0
    for (header, offset) in zip(headers, headerOffsets) {
      while result.count < offset {
        result.append(.row(rows[row]))
        row += 1
      }
      result.append(.header(header))
    }
    result += rows[row...].map { .row($0) }
    return result
  }

  /// Creates the entries of a content, without the rows of collapsed sections.
  init(_ content: TableContent<Row>, collapsed: Set<SectionID> = []) {
    self.content = content
    guard let sections = content.sections else {
      rows = content.rows
      count = rows.count
      return
    }
    var (start, entries) = (0, 0)
    var stretches: [Range<Int>] = []
    headers = sections
    headerOffsets.reserveCapacity(sections.count)
    rowStarts.reserveCapacity(sections.count)
    stretches.reserveCapacity(sections.count)
    // By index, because a header is expensive to copy.
    for index in sections.indices {
      let isCollapsed = !collapsed.isEmpty && collapsed.contains(sections[index].id)
      if sections[index].isCollapsed != isCollapsed { headers[index].isCollapsed = isCollapsed }
      headerOffsets.append(entries)
      rowStarts.append(start)
      entries += 1
      let rowCount = sections[index].count
      if !isCollapsed, rowCount > 0 {
        stretches.append(start..<start + rowCount)
        entries += rowCount
      }
      start += rowCount
    }
    rows = content.rows.restricted(to: stretches)
    count = entries
  }

  /// Gives up the rows.
  mutating func releaseRows() {
    content.rows.release()
    rows.release()
  }

  /// Replaces the source of the rows, to keep only some of them.
  mutating func replaceRows(by source: any RowSource<Row>) {
    content.rows.replaceRows(by: source)
    rows.replaceRows(by: source)
  }

  /// Whether the headers are those of the same sections, in the same order.
  func hasSameSections(as other: Outline) -> Bool {
    headers.count == other.headers.count
      && headers.indices.allSatisfy { headers[$0].id == other.headers[$0].id }
  }

  init(rows: [Row] = []) {
    self.init(TableContent(TableRows(rows)))
  }

  /// The offset among the entries of a row of the content; nil if its section is collapsed.
  func entryOffset(ofContent offset: Int) -> Int? {
    guard !headers.isEmpty else { return offset }
    // Of several sections that start at the same row, only the last one is not empty.
    let section = rowStarts.partitionPoint { $0 <= offset } - 1
    return headers[section].isCollapsed
      ? nil : headerOffsets[section] + 1 + offset - rowStarts[section]
  }

  /// The header of the section that contains an entry, or the entry itself if it is a header; nil above the
  /// first header.
  func header(above offset: Int) -> (header: SectionHeader, offset: Int)? {
    let index = headerCount(before: offset + 1) - 1
    return index >= 0 ? (headers[index], headerOffsets[index]) : nil
  }

  func identity(at offset: Int) -> Identity {
    switch self[offset] {
    case .row(let row): .row(row.id)
    case .header(let header): .header(header.id)
    }
  }

  /// The handle of the row at an offset; nil for a header, and if rows have no handles.
  func handle(at offset: Int) -> Int? {
    rows.haveHandles ? rowOffset(ofEntry: offset).flatMap(rows.handle(at:)) : nil
  }

  /// The offset among the rows of the entry at an offset; nil for a header.
  func rowOffset(ofEntry offset: Int) -> Int? {
    let before = headerCount(before: offset)
    if before < headerOffsets.count, headerOffsets[before] == offset { return nil }
    return offset - before
  }

  /// The offset of a row among the entries.
  func entryOffset(ofRow row: Int) -> Int {
    // The k-th header precedes all rows from the offset (its own offset − k) on.
    let before = headerOffsets.indices.partitionPoint { headerOffsets[$0] - $0 <= row }
    return row + before
  }
}

extension RandomAccessCollection<Int> {
  /// Whether the collection, which must be sorted, contains an element.
  func isSorted(containing element: Int) -> Bool {
    let position = partitionPoint { $0 < element }
    return position < endIndex && self[position] == element
  }
}

extension RandomAccessCollection {
  /// The first index at which a predicate does not hold, given that it holds for a prefix.
  func partitionPoint(_ holds: (Element) -> Bool) -> Index {
    var low = startIndex
    var length = count
    while length > 0 {
      let half = length / 2
      let middle = index(low, offsetBy: half)
      if holds(self[middle]) {
        low = index(after: middle)
        length -= half + 1
      } else {
        length = half
      }
    }
    return low
  }
}

extension Outline.Entry {
  var identity: Outline.Identity {
    switch self {
    case .row(let row): .row(row.id)
    case .header(let header): .header(header.id)
    }
  }
}
