/// The entries of a table in order: its rows, and the heads of its sections between them.
///
/// An offset of an entry counts both. Rows of collapsed sections are no entries.
struct Outline<Row: Identifiable & Sendable>: Sendable where Row.ID: Sendable {
  enum Entry: Sendable {
    case row(Row)
    case head(SectionHead)
  }

  enum Identity: Hashable, Sendable {
    case row(Row.ID)
    case head(SectionID)
  }

  /// What there is, collapsed or not.
  let content: TableContent<Row>
  /// The rows that are not in collapsed sections.
  let rows: TableRows<Row>
  private(set) var heads: [SectionHead] = []
  /// Where each head stands among the entries, ascending.
  private(set) var headOffsets: [Int] = []
  /// Where the rows of each section begin in the content.
  private var rowStarts: [Int] = []

  /// How many entries there are.
  let count: Int

  /// How many heads stand before the entry at an offset.
  func headCount(before offset: Int) -> Int {
    headOffsets.isEmpty ? 0 : headOffsets.partitionPoint { $0 < offset }
  }

  subscript(offset: Int) -> Entry {
    let before = headCount(before: offset)
    if before < headOffsets.count, headOffsets[before] == offset { return .head(heads[before]) }
    return .row(rows[offset - before])
  }

  /// All entries in order.
  var entries: [Entry] {
    var result: [Entry] = []
    result.reserveCapacity(count)
    var row = 0
    for (head, offset) in zip(heads, headOffsets) {
      while result.count < offset {
        result.append(.row(rows[row]))
        row += 1
      }
      result.append(.head(head))
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
      var head = section
      head.isCollapsed = collapsed.contains(section.id)
      heads.append(head)
      headOffsets.append(entries)
      rowStarts.append(start)
      entries += 1
      if !head.isCollapsed, head.count > 0 {
        stretches.append(start..<start + head.count)
        entries += head.count
      }
      start += head.count
    }
    rows = content.rows.restricted(to: stretches)
    count = entries
  }

  init(rows: [Row] = []) {
    self.init(TableContent(TableRows(rows)))
  }

  /// The offset among the entries of a row of the content; nil where its section is collapsed.
  func entryOffset(ofContent offset: Int) -> Int? {
    guard !heads.isEmpty else { return offset }
    // Of sections that begin at one row only the last has any.
    let section = rowStarts.partitionPoint { $0 <= offset } - 1
    return heads[section].isCollapsed
      ? nil : headOffsets[section] + 1 + offset - rowStarts[section]
  }

  /// The head above an entry, or the entry itself if it is one; nil above the first head.
  func head(above offset: Int) -> (head: SectionHead, offset: Int)? {
    let index = headCount(before: offset + 1) - 1
    return index >= 0 ? (heads[index], headOffsets[index]) : nil
  }

  func identity(at offset: Int) -> Identity {
    switch self[offset] {
    case .row(let row): .row(row.id)
    case .head(let head): .head(head.id)
    }
  }

  /// The offset among the rows of the entry at an offset; nil for a head.
  func rowOffset(ofEntry offset: Int) -> Int? {
    let before = headCount(before: offset)
    if before < headOffsets.count, headOffsets[before] == offset { return nil }
    return offset - before
  }

  /// The offset among the entries of a row.
  func entryOffset(ofRow row: Int) -> Int {
    // The k-th head stands before all rows whose offset is at least its own less k.
    let before = headOffsets.indices.partitionPoint { headOffsets[$0] - $0 <= row }
    return row + before
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
    case .head(let head): .head(head.id)
    }
  }
}
