/// The entries of a table in order: its rows, and the headers of its sections between them.
///
/// An offset of an entry counts both. Rows of collapsed sections are no entries.
struct Outline<Row: Identifiable & Sendable>: Sendable where Row.ID: Sendable {
  enum Entry: Sendable {
    case row(Row)
    case header(SectionHeader)
  }

  enum Identity: Hashable, Sendable {
    case row(Row.ID)
    case header(SectionID)
  }

  /// What there is, collapsed or not.
  private(set) var content: TableContent<Row>
  /// The rows that are not in collapsed sections.
  private(set) var rows: TableRows<Row>
  private(set) var headers: [SectionHeader] = []
  /// Where each header stands among the entries, ascending.
  private(set) var headerOffsets: [Int] = []
  /// Where the rows of each section begin in the content.
  private var rowStarts: [Int] = []

  /// How many entries there are.
  let count: Int

  /// How many headers stand before the entry at an offset.
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

  /// The entries of a content, without the rows of sections that are collapsed.
  init(_ content: TableContent<Row>, collapsed: Set<SectionID> = []) {
    self.content = content
    guard let sections = content.sections else {
      rows = content.rows
      count = rows.count
      return
    }
    var (start, entries) = (0, 0)
    var stretches: [Range<Int>] = []
    for section in sections {
      var header = section
      header.isCollapsed = collapsed.contains(section.id)
      headers.append(header)
      headerOffsets.append(entries)
      rowStarts.append(start)
      entries += 1
      if !header.isCollapsed, header.count > 0 {
        stretches.append(start..<start + header.count)
        entries += header.count
      }
      start += header.count
    }
    rows = content.rows.restricted(to: stretches)
    count = entries
  }

  /// Lets go of the rows, or takes those in their place that are known.
  mutating func replaceRows(by source: any RowSource<Row>) {
    content.rows.replaceRows(by: source)
    rows.replaceRows(by: source)
  }

  init(rows: [Row] = []) {
    self.init(TableContent(TableRows(rows)))
  }

  /// The offset among the entries of a row of the content; nil where its section is collapsed.
  func entryOffset(ofContent offset: Int) -> Int? {
    guard !headers.isEmpty else { return offset }
    // Of sections that begin at one row only the last has any.
    let section = rowStarts.partitionPoint { $0 <= offset } - 1
    return headers[section].isCollapsed
      ? nil : headerOffsets[section] + 1 + offset - rowStarts[section]
  }

  /// The header above an entry, or the entry itself if it is one; nil above the first header.
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

  /// The handle of the row at an offset; nil for a header, and where rows have none.
  func handle(at offset: Int) -> Int? {
    rows.haveHandles ? rowOffset(ofEntry: offset).flatMap(rows.handle(at:)) : nil
  }

  /// The offset among the rows of the entry at an offset; nil for a header.
  func rowOffset(ofEntry offset: Int) -> Int? {
    let before = headerCount(before: offset)
    if before < headerOffsets.count, headerOffsets[before] == offset { return nil }
    return offset - before
  }

  /// The offset among the entries of a row.
  func entryOffset(ofRow row: Int) -> Int {
    // The k-th header stands before all rows whose offset is at least its own less k.
    let before = headerOffsets.indices.partitionPoint { headerOffsets[$0] - $0 <= row }
    return row + before
  }
}

extension RandomAccessCollection<Int> {
  /// Whether an element is among elements that ascend.
  func isSorted(containing element: Int) -> Bool {
    let position = partitionPoint { $0 < element }
    return position < endIndex && self[position] == element
  }
}

extension RandomAccessCollection {
  /// The least index at which a predicate fails, where it holds for a prefix.
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
