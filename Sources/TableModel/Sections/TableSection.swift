public import ListDiffing

/// A group of rows with a title.
public typealias TableSection<Row> = ListSection<SectionName, Row>

/// The identity and title of a section.
public struct SectionName: Hashable, Sendable, Identifiable {
  /// The identity of the section.
  public var id: SectionID
  /// The title shown in the header.
  public var title: String

  /// Creates a name.
  ///
  /// - Parameters:
  ///   - id: The identity of the section.
  ///   - title: The title shown in the header; nil to use the identity.
  public init(id: some Hashable & Sendable, title: String? = nil) {
    self.id = SectionID(id)
    self.title = title ?? "\(id)"
  }

  package init(id: SectionID, title: String) { (self.id, self.title) = (id, title) }
}

extension ListSection where Header == SectionName {
  /// The title shown in the header.
  public var title: String {
    get { header.title }
    set { header.title = newValue }
  }

  /// Creates a section.
  ///
  /// - Parameters:
  ///   - id: The identity of the section.
  ///   - title: The title shown in the header; nil to use the identity.
  ///   - rows: The rows under the header.
  public init(id: some Hashable & Sendable, title: String? = nil, rows: [Row]) {
    self.init(header: SectionName(id: id, title: title), rows: rows)
  }

  /// Creates a section from one with an identifiable header of another type.
  ///
  /// ```swift
  /// table.sections = days.map { TableSection($0, title: \.name) }
  /// ```
  ///
  /// - Parameters:
  ///   - section: The section; the identity of its header becomes that of the new section.
  ///   - title: Returns the title of a header.
  public init<Heading: Identifiable>(
    _ section: ListSection<Heading, Row>,
    title: (Heading) -> String
  ) where Heading.ID: Sendable {
    self.init(id: section.header.id, title: title(section.header), rows: section.rows)
  }

  /// Creates a section from one whose header is its own identity.
  ///
  /// - Parameters:
  ///   - section: The section; its header becomes the identity of the new section.
  ///   - title: Returns the title of a header.
  public init<Heading: Hashable & Sendable>(
    _ section: ListSection<Heading, Row>,
    title: (Heading) -> String
  ) {
    self.init(id: section.header, title: title(section.header), rows: section.rows)
  }

  /// Creates a section from one whose header is both identifiable and hashable; the header's identifier is used.
  ///
  /// - Parameters:
  ///   - section: The section; the identity of its header becomes that of the new section.
  ///   - title: Returns the title of a header.
  public init<Heading: Identifiable & Hashable & Sendable>(
    _ section: ListSection<Heading, Row>,
    title: (Heading) -> String
  ) where Heading.ID: Sendable {
    self.init(id: section.header.id, title: title(section.header), rows: section.rows)
  }
}

/// A section header, as an entry of the table.
public struct SectionHeader: Hashable, Sendable, Identifiable {
  /// The identity of the section.
  public var id: SectionID
  /// The title.
  public var title: String
  /// The number of rows in the section, even if they are hidden.
  public var count: Int
  /// Whether the rows of the section are hidden.
  public var isCollapsed: Bool

  /// Creates a section header.
  public init(
    id: some Hashable & Sendable,
    title: String,
    count: Int,
    isCollapsed: Bool = false
  ) {
    self.init(id: SectionID(id), title: title, count: count, isCollapsed: isCollapsed)
  }

  package init(id: SectionID, title: String, count: Int, isCollapsed: Bool = false) {
    self.id = id
    self.title = title
    self.count = count
    self.isCollapsed = isCollapsed
  }
}
