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
