/// The sections and rows that a data source is to show, built step by step.
///
/// The steps are those of `NSDiffableDataSourceSnapshot`, with the rows themselves in place of their
/// identifiers, so that a row whose content changed is found and need not be named.
///
/// ```swift
/// var snapshot = ListSnapshot<Day, Row>()
/// snapshot.appendSections([today, yesterday])
/// snapshot.appendRows(rows, to: today.id)
/// let update = snapshot.batchUpdates(from: shown)
/// ```
///
/// A section or a row that is named must be there, and none may be there twice; that is the caller's
/// promise, and checked. Looking a row up takes O(*n*) for *n* rows.
public struct ListSnapshot<Header: Identifiable, Row: Identifiable> {
  /// The sections in order.
  public private(set) var sections: [ListSection<Header, Row>] = []
  /// Rows that count as changed although they may be equal to what they were.
  public private(set) var reconfiguredRows: Set<Row.ID> = []

  /// Creates an empty snapshot.
  public init() {}

  /// Creates a snapshot of sections.
  public init(_ sections: [ListSection<Header, Row>]) {
    self.sections = sections
  }

  /// The number of rows in all sections.
  public var rowCount: Int { sections.reduce(0) { $0 + $1.rows.count } }

  /// The rows of a section.
  public func rows(in section: Header.ID) -> [Row] { sections[offset(of: section)].rows }

  /// The path of a row; nil if it is not there.
  public func path(of row: Row.ID) -> RowIndexPath? {
    for (section, place) in zip(sections, sections.indices) {
      guard let offset = section.rows.firstIndex(where: { $0.id == row }) else { continue }
      return RowIndexPath(section: place, row: offset)
    }
    return nil
  }

  /// Adds sections without rows at the end.
  public mutating func appendSections(_ headers: [Header]) {
    sections += headers.map { ListSection(header: $0, rows: []) }
  }

  /// Adds a section without rows before another one.
  public mutating func insertSection(_ header: Header, before section: Header.ID) {
    sections.insert(ListSection(header: header, rows: []), at: offset(of: section))
  }

  /// Adds a section without rows after another one.
  public mutating func insertSection(_ header: Header, after section: Header.ID) {
    sections.insert(ListSection(header: header, rows: []), at: offset(of: section) + 1)
  }

  /// Deletes sections with their rows.
  public mutating func deleteSections(_ ids: [Header.ID]) {
    let ids = Set(ids)
    sections.removeAll { ids.contains($0.id) }
  }

  /// Moves a section before another one.
  public mutating func moveSection(_ id: Header.ID, before section: Header.ID) {
    guard id != section else { return }
    let moved = sections.remove(at: offset(of: id))
    sections.insert(moved, at: offset(of: section))
  }

  /// Moves a section after another one.
  public mutating func moveSection(_ id: Header.ID, after section: Header.ID) {
    guard id != section else { return }
    let moved = sections.remove(at: offset(of: id))
    sections.insert(moved, at: offset(of: section) + 1)
  }

  /// Adds rows at the end of a section; of the last one if none is named.
  public mutating func appendRows(_ rows: some Sequence<Row>, to section: Header.ID? = nil) {
    precondition(!sections.isEmpty, "the snapshot has no section")
    sections[section.map(offset(of:)) ?? sections.count - 1].rows += rows
  }

  /// Adds rows before another one.
  public mutating func insertRows(_ rows: some Collection<Row>, before row: Row.ID) {
    let path = existingPath(of: row)
    sections[path.section].rows.insert(contentsOf: rows, at: path.row)
  }

  /// Adds rows after another one.
  public mutating func insertRows(_ rows: some Collection<Row>, after row: Row.ID) {
    let path = existingPath(of: row)
    sections[path.section].rows.insert(contentsOf: rows, at: path.row + 1)
  }

  /// Deletes rows.
  public mutating func deleteRows(_ ids: some Sequence<Row.ID>) {
    let ids = Set(ids)
    for section in sections.indices { sections[section].rows.removeAll { ids.contains($0.id) } }
  }

  /// Deletes all rows, and keeps the sections.
  public mutating func deleteAllRows() {
    for section in sections.indices { sections[section].rows = [] }
  }

  /// Moves a row before another one, in whatever section.
  public mutating func moveRow(_ id: Row.ID, before row: Row.ID) {
    guard id != row else { return }
    insertRows([remove(id)], before: row)
  }

  /// Moves a row after another one, in whatever section.
  public mutating func moveRow(_ id: Row.ID, after row: Row.ID) {
    guard id != row else { return }
    insertRows([remove(id)], after: row)
  }

  /// Puts rows in the place of those of the same identity.
  public mutating func replaceRows(_ rows: some Sequence<Row>) {
    let rows = Dictionary(rows.map { ($0.id, $0) }) { $1 }
    for section in sections.indices {
      for row in sections[section].rows.indices {
        if let other = rows[sections[section].rows[row].id] { sections[section].rows[row] = other }
      }
    }
  }

  /// Counts rows as changed although they may be equal to what they were: what a view makes of them
  /// changed.
  public mutating func reconfigureRows(_ ids: some Sequence<Row.ID>) {
    reconfiguredRows.formUnion(ids)
  }

  private mutating func remove(_ id: Row.ID) -> Row {
    let path = existingPath(of: id)
    return sections[path.section].rows.remove(at: path.row)
  }

  private func existingPath(of row: Row.ID) -> RowIndexPath {
    guard let path = path(of: row) else { preconditionFailure("no row \(row)") }
    return path
  }

  private func offset(of section: Header.ID) -> Int {
    guard let offset = sections.firstIndex(where: { $0.id == section }) else {
      preconditionFailure("no section \(section)")
    }
    return offset
  }
}

extension ListSnapshot where Header: Equatable, Row: Equatable {
  /// The changes from another snapshot to this one, as one batch.
  ///
  /// - Parameter old: The snapshot that is shown.
  /// - Returns: The changes, among them updates of the rows that were reconfigured.
  /// - Complexity: O(*n* log *n*) for *n* rows and sections.
  public func batchUpdates(from old: ListSnapshot) -> SectionedBatchUpdates {
    let difference = SectionedDifference(
      from: old.sections,
      to: sections,
      rows: { $0.rows },
      sectionIdentity: { $0.id },
      isSectionContentEqual: { $0.header == $1.header },
      rowIdentity: { $0.id },
      isRowContentEqual: { $0 == $1 && !reconfiguredRows.contains($1.id) }
    )
    return SectionedBatchUpdates(
      derived: difference,
      from: old.sections.map(\.rows.count),
      to: sections.map(\.rows.count)
    )
  }
}

extension ListSnapshot: Sendable where Header: Sendable, Row: Sendable, Row.ID: Sendable {}
extension ListSnapshot: Equatable where Header: Equatable, Row: Equatable {}

/// A section of a list: a header, which identifies the section, and rows.
///
/// A header is its own identity, as a date or a letter is, or names one (`Identifiable`) and may then
/// change.
public struct ListSection<Header, Row> {
  /// The header of the section.
  public var header: Header
  /// The rows of the section.
  public var rows: [Row]

  /// Creates a section.
  public init(header: Header, rows: [Row]) {
    self.header = header
    self.rows = rows
  }
}

extension ListSection: Identifiable where Header: Identifiable {
  /// The identity of the header.
  public var id: Header.ID { header.id }
}

extension ListSection: Equatable where Header: Equatable, Row: Equatable {}
extension ListSection: Hashable where Header: Hashable, Row: Hashable {}
extension ListSection: Sendable where Header: Sendable, Row: Sendable {}
extension ListSection: Encodable where Header: Encodable, Row: Encodable {}
extension ListSection: Decodable where Header: Decodable, Row: Decodable {}

extension Array {
  /// Groups rows into sections by their headers.
  ///
  /// ```swift
  /// let sections = [ListSection](grouping: rows, by: \.letter)
  /// ```
  ///
  /// Sections are in the order in which their headers first appear, rows in their own.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - header: The header of the section that a row belongs to.
  /// - Complexity: O(*n*) for *n* rows.
  public init<Header: Hashable, Row>(
    grouping rows: some Sequence<Row>,
    by header: (Row) -> Header
  ) where Element == ListSection<Header, Row> {
    self = []
    var places: [Header: Int] = [:]
    for row in rows {
      let key = header(row)
      if let place = places[key] {
        self[place].rows.append(row)
      } else {
        places[key] = count
        append(ListSection(header: key, rows: [row]))
      }
    }
  }
}
