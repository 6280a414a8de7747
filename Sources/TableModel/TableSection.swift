public import ListDiffing

/// A named group of rows under a header: the section of a sectioned list, whose header is a name.
public typealias TableSection<Row> = ListSection<SectionName, Row>

/// What names a section of a table.
public struct SectionName: Hashable, Sendable, Identifiable {
  /// Which section it is; equal identifiers are the same section.
  public var id: SectionID
  /// What its header shows.
  public var title: String

  /// Creates a name.
  ///
  /// - Parameters:
  ///   - id: Which section it is.
  ///   - title: What its header shows; its identifier if nil.
  public init(id: some Hashable & Sendable, title: String? = nil) {
    self.id = SectionID(id)
    self.title = title ?? "\(id)"
  }
}

extension ListSection where Header == SectionName {
  /// What the header shows.
  public var title: String {
    get { header.title }
    set { header.title = newValue }
  }

  /// Creates a section of rows.
  ///
  /// - Parameters:
  ///   - id: Which section it is.
  ///   - title: What its header shows; its identifier if nil.
  ///   - rows: The rows under the header.
  public init(id: some Hashable & Sendable, title: String? = nil, rows: [Row]) {
    self.init(header: SectionName(id: id, title: title), rows: rows)
  }

  /// Creates a section for a table of one with a header of another kind.
  ///
  /// ```swift
  /// table.sections = days.map { TableSection($0, title: \.name) }
  /// ```
  ///
  /// - Parameters:
  ///   - section: The section; the identity of its header is that of the new one.
  ///   - title: What the header shows.
  public init<Heading: Identifiable>(
    _ section: ListSection<Heading, Row>,
    title: (Heading) -> String
  ) where Heading.ID: Sendable {
    self.init(id: section.header.id, title: title(section.header), rows: section.rows)
  }

  /// Creates a section for a table of one whose header is its own identity.
  ///
  /// - Parameters:
  ///   - section: The section; its header is the identity of the new one.
  ///   - title: What the header shows.
  public init<Heading: Hashable & Sendable>(
    _ section: ListSection<Heading, Row>,
    title: (Heading) -> String
  ) {
    self.init(id: section.header, title: title(section.header), rows: section.rows)
  }

  /// Creates a section for a table of one whose header could also be its own identity: the identity it
  /// names counts.
  ///
  /// - Parameters:
  ///   - section: The section; the identity of its header is that of the new one.
  ///   - title: What the header shows.
  public init<Heading: Identifiable & Hashable & Sendable>(
    _ section: ListSection<Heading, Row>,
    title: (Heading) -> String
  ) where Heading.ID: Sendable {
    self.init(id: section.header.id, title: title(section.header), rows: section.rows)
  }
}

/// The header of a section, as a line of the table.
public struct SectionHeader: Hashable, Sendable, Identifiable {
  /// Which section it is.
  public var id: SectionID
  /// What it says.
  public var title: String
  /// How many rows the section has, shown or not.
  public var count: Int
  /// Whether the rows under it are hidden.
  public var isCollapsed: Bool

  /// Creates a header of its parts.
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
