/// A named group of rows under a head.
public struct TableSection<Row> {
  /// Which section it is; equal identifiers are the same section.
  public var id: String
  /// What its head says.
  public var title: String
  /// The rows under the head.
  public var rows: [Row]

  /// Makes a section of rows.
  ///
  /// - Parameters:
  ///   - id: Which section it is.
  ///   - title: What its head says; its identifier if nil.
  ///   - rows: The rows under the head.
  public init(id: String, title: String? = nil, rows: [Row]) {
    self.id = id
    self.title = title ?? id
    self.rows = rows
  }
}

extension TableSection: Equatable where Row: Equatable {}
extension TableSection: Hashable where Row: Hashable {}
extension TableSection: Sendable where Row: Sendable {}

/// The head of a section, as a line of the table.
public struct SectionHead: Hashable, Sendable, Identifiable {
  /// Which section it is.
  public var id: String
  /// What it says.
  public var title: String
  /// How many rows the section has, shown or not.
  public var count: Int
  /// Whether the rows under it are hidden.
  public var isCollapsed: Bool

  /// Makes a head of its parts.
  public init(id: String, title: String, count: Int, isCollapsed: Bool = false) {
    self.id = id
    self.title = title
    self.count = count
    self.isCollapsed = isCollapsed
  }
}
