/// A section of a list: a header that has an identity, and rows.
public struct ListSection<Header: Identifiable, Row>: Identifiable {
  /// What the section is headed by; its identity is that of the section.
  public var header: Header
  /// The rows of the section.
  public var rows: [Row]

  /// The identity of the header.
  public var id: Header.ID { header.id }

  /// Makes a section.
  public init(header: Header, rows: [Row]) {
    self.header = header
    self.rows = rows
  }
}

extension ListSection: Equatable where Header: Equatable, Row: Equatable {}
extension ListSection: Hashable where Header: Hashable, Row: Hashable {}
extension ListSection: Sendable where Header: Sendable, Row: Sendable {}
