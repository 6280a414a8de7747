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

/// The changes of the sections in a batch.
package struct SectionUpdate: Sendable {
  /// The number of rows of a section before and after; nil if it does not exist.
  package struct Change: Sendable {
    package let section: Int
    package let old: Int?
    package let new: Int?

    package init(section: Int, old: Int?, new: Int?) {
      (self.section, self.old, self.new) = (section, old, new)
    }
  }

  /// The order of the sections before and after.
  let order: any SectionOrder
  /// The changes, in the order of the sections.
  let changes: [Change]
  /// All sections after the batch, if they got other numbers.
  let list: SectionList?

  /// Creates an update.
  ///
  /// - Parameters:
  ///   - changes: The changes, in the order of the sections.
  ///   - order: The order of the sections, including those that were added.
  package init(_ changes: [Change], _ order: any SectionOrder) {
    (self.changes, self.order, list) = (changes, order, nil)
  }

  /// Creates an update that gives sections other numbers.
  ///
  /// - Parameters:
  ///   - list: All sections after the batch.
  ///   - former: The order of the sections before.
  package init(renumbering list: SectionList, after former: any SectionOrder) {
    (self.list, order, changes) = (list, former, [])
  }
}

/// The identity of a section, which can be any hashable value.
///
/// ```swift
/// table.collapse(section: day)
/// if table.selectedSection?.value(as: Int.self) == today { open(today) }
/// ```
///
/// Values are equal if they are as `AnyHashable`.
public struct SectionID: Hashable, Sendable {
  private let storage: Storage

  /// The value: in an object, because identifiers are copied and compared with themselves in every batch.
  private final class Storage: Sendable {
    let content: Content
    /// The hash of the value, which is asked for whenever a set of sections is made or changed.
    let hash: Int

    init(_ content: Content) {
      self.content = content
      switch content {
      case .text(let text): hash = text.hashValue
      case .other(let value):
        let value: any Hashable = value
        hash = AnyHashable(value).hashValue
      }
    }
  }

  /// Texts, which are equal to nothing else, are compared without a look at their type.
  private enum Content: Sendable {
    case text(String)
    case other(any Hashable & Sendable)
  }

  /// Creates an identifier from a value; a section identifier is returned unchanged.
  public init(_ value: some Hashable & Sendable) {
    storage =
      switch value {
      case let id as SectionID: id.storage
      case let text as String: Storage(.text(text))
      default: Storage(.other(value))
      }
  }

  private var value: any Hashable & Sendable {
    switch storage.content {
    case .text(let text): text
    case .other(let value): value
    }
  }

  /// The value, if it has the given type.
  public func value<Value>(as type: Value.Type = Value.self) -> Value? {
    value as? Value
  }

  /// Returns whether two identifiers denote the same section.
  public static func == (first: SectionID, second: SectionID) -> Bool {
    if first.storage === second.storage { return true }
    guard first.storage.hash == second.storage.hash else { return false }
    switch (first.storage.content, second.storage.content) {
    case (.text(let first), .text(let second)): return first == second
    default: return first.erased == second.erased
    }
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(storage.hash)
  }

  private var erased: AnyHashable {
    let value: any Hashable = value
    return AnyHashable(value)
  }
}

extension SectionID: ExpressibleByStringLiteral {
  /// Creates an identifier from a string.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

extension SectionID: ExpressibleByIntegerLiteral {
  /// Creates an identifier from an integer.
  public init(integerLiteral value: Int) {
    self.init(value)
  }
}

extension SectionID: CustomStringConvertible {
  /// The textual representation of the value.
  public var description: String { "\(value)" }
}
