internal import ListDiffing
internal import Searching

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

  /// The number of entries.
  let count: Int

  /// The sections, and which of them are collapsed; nil for rows without sections.
  var sections: SectionList? { content.list }

  /// The number of headers before the entry at an offset.
  func headerCount(before offset: Int) -> Int {
    guard let sections else { return 0 }
    guard let section = sections.section(ofEntry: offset) else { return sections.count }
    return section.index + (section.headerOffset < offset ? 1 : 0)
  }

  subscript(offset: Int) -> Entry {
    guard let sections, let section = sections.section(ofEntry: offset) else {
      return .row(rows[offset])
    }
    return section.headerOffset == offset
      ? .header(sections.header(of: section.item)) : .row(rows[offset - section.index - 1])
  }

  /// All entries in order.
  var entries: [Entry] {
    var result: [Entry] = []
    result.reserveCapacity(count)
    var row = 0
    func append(_ count: Int) {
      for offset in row..<row + count { result.append(.row(rows[offset])) }
      row += count
    }
    sections?.forEach { item in
      if let header = sections?.header(of: item) { result.append(.header(header)) }
      append(item.summary.displayed)
    }
    append(rows.count - row)
    return result
  }

  /// Creates the entries of a content, without the rows of collapsed sections.
  init(_ content: TableContent<Row>, collapsed: Set<SectionID> = []) {
    let list = content.list?.collapsing(collapsed)
    self.init(content.rows, list)
  }

  private init(_ rows: TableRows<Row>, _ sections: SectionList?) {
    content = TableContent(rows, sections)
    self.rows = rows.without(collapsed: sections)
    count = sections?.extent.entries ?? rows.count
  }

  /// Returns the entries with a section collapsed, or expanded.
  ///
  /// - Complexity: O(log *s*) for *s* sections.
  func collapsing(_ section: SectionList.Place, _ isCollapsed: Bool) -> Outline {
    var sections = sections
    sections?.setCollapsed(section, isCollapsed)
    return Outline(content.rows, sections)
  }

  /// Returns the entries after a change of the rows.
  ///
  /// - Parameters:
  ///   - rows: All rows after the change.
  ///   - update: The changes of the sections; nil for rows without sections.
  ///   - collapsed: The sections of which only the header is shown.
  /// - Returns: The entries, and the offsets of the headers that were removed and inserted.
  /// - Complexity: O(*k* log *s*) if *k* of *s* sections change.
  mutating func changed(
    to rows: TableRows<Row>,
    _ update: SectionUpdate?,
    collapsed: Set<SectionID>
  ) -> (outline: Outline, headers: SectionList.HeaderChanges) {
    guard let update else { return (Outline(rows, nil), ([], [])) }
    content.list?.replaceOrder(by: update.order)
    if update.list == nil {
      var list = sections ?? SectionList([], update.order)
      let headers = list.apply(update.changes, collapsed: collapsed)
      return (Outline(rows, list), headers)
    }
    let new = Outline(rows, update.list?.collapsing(collapsed))
    return (new, headerChanges(to: new))
  }

  /// The headers that are missing in another outline, and those that only that has, by comparison.
  func headerChanges(to new: Outline) -> SectionList.HeaderChanges {
    let (oldIDs, newIDs) = (sections?.ids ?? [], new.sections?.ids ?? [])
    guard oldIDs != newIDs else { return ([], []) }
    let change = Difference(from: oldIDs, to: newIDs)
    func offsets(_ indices: [Int], _ sections: SectionList?) -> [Int] {
      let offsets = sections?.headerOffsets ?? []
      return indices.map { offsets[$0] }
    }
    return (
      offsets(change.deletions + change.moves.map(\.source), sections),
      offsets(change.insertions + change.moves.map(\.target), new.sections)
    )
  }

  /// Gives up the rows.
  mutating func releaseRows() {
    content.rows.release()
    rows.release()
    content.list?.releaseOrder()
  }

  /// Replaces the source of the rows, to keep only some of them.
  mutating func replaceRows(by source: any RowSource<Row>) {
    content.rows.replaceRows(by: source)
    rows.replaceRows(by: source)
  }

  init(rows: [Row] = []) {
    self.init(TableContent(TableRows(rows)))
  }

  /// The header of the section that contains an entry, or the entry itself if it is a header; nil above the
  /// first header.
  func header(above offset: Int) -> (header: SectionHeader, offset: Int)? {
    guard let sections, let section = sections.section(ofEntry: offset) else { return nil }
    return (sections.header(of: section.item), section.headerOffset)
  }

  /// The offset of the header of a section; nil if there is none.
  func headerOffset(ofSection id: SectionID) -> Int? {
    sections?.section(withID: id)?.headerOffset
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
    guard let section = sections?.section(ofEntry: offset) else { return offset }
    return section.headerOffset == offset ? nil : offset - section.index - 1
  }

  /// The offset of a row among the entries.
  func entryOffset(ofRow row: Int) -> Int {
    guard let section = sections?.section(ofDisplayedRow: row) else {
      return row + (sections?.count ?? 0)
    }
    return row + section.index + 1
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

/// Maps boundaries between rows across a change.
///
/// A boundary is named by the offset of the row that follows it. It stays next to the neighbour that stays in
/// line: the following row if new rows arrive at the top, so that they are inserted above the boundary, and
/// the preceding row if they arrive at the bottom.
struct BoundaryMap {
  private let leaving: [Int]
  private let arriving: [Int]
  let newCount: Int
  private let keepsToNext: Bool

  /// Makes the map of a change of which another map tells where rows went.
  init(_ map: OffsetMap, newCount: Int, keepsToNext: Bool) {
    (leaving, arriving) = map.changed
    self.newCount = newCount
    self.keepsToNext = keepsToNext
  }

  func newOffset(ofOld offset: Int) -> Int {
    let rank = offset - leaving.partitioningIndex { $0 >= offset }
    guard keepsToNext else {
      return rank == 0 ? 0 : newOffset(ofRank: rank - 1) + 1
    }
    return min(newOffset(ofRank: rank), newCount)
  }

  /// Whether the row at an offset before the change stays in line.
  func stays(old offset: Int) -> Bool {
    let below = leaving.partitioningIndex { $0 >= offset }
    return below == leaving.count || leaving[below] != offset
  }

  /// Whether the row at an offset after the change was inserted or moved there.
  func arrives(new offset: Int) -> Bool {
    let below = arriving.partitioningIndex { $0 >= offset }
    return below < arriving.count && arriving[below] == offset
  }

  private func newOffset(ofRank rank: Int) -> Int {
    rank + arriving.indices.partitioningIndex { arriving[$0] - $0 > rank }
  }
}
