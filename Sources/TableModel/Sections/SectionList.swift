internal import RowTree

/// The names and the order of the sections of a list, by numbers that stay theirs while the list exists.
package protocol SectionOrder: Sendable {
  /// The identity and title of a section.
  func name(ofSection number: Int) -> SectionName
  /// The number of the section with an identifier; nil if there is none.
  func section(withID id: SectionID) -> Int?
  /// Whether one section precedes another.
  func precedes(_ number: Int, _ other: Int) -> Bool
}

/// The sections of a table in order.
///
/// They are in a tree that copies share, so that a change of a few of many thousands takes no pass over all of them.
package struct SectionList: Sendable {
  /// A section of the list.
  struct Item: SummarizedElement, Sendable {
    let number: Int32
    var isCollapsed = false
    /// The number of its rows.
    var count: Int

    var summary: Extent {
      Extent(
        sections: 1,
        collapsed: isCollapsed ? 1 : 0,
        rows: count,
        displayed: isCollapsed ? 0 : count
      )
    }
  }

  /// The contents of successive sections.
  struct Extent: TreeSummary {
    var sections = 0
    /// The number of sections that are collapsed.
    var collapsed = 0
    /// The number of rows.
    var rows = 0
    /// The number of rows that are not in collapsed sections.
    var displayed = 0
    /// The number of these rows and of the headers.
    var entries: Int { sections + displayed }

    static let zero = Extent()

    static func + (left: Extent, right: Extent) -> Extent { combine(left, right, +) }
    static func - (left: Extent, right: Extent) -> Extent { combine(left, right, -) }

    private static func combine(
      _ left: Extent,
      _ right: Extent,
      _ count: (Int, Int) -> Int
    ) -> Extent {
      Extent(
        sections: count(left.sections, right.sections),
        collapsed: count(left.collapsed, right.collapsed),
        rows: count(left.rows, right.rows),
        displayed: count(left.displayed, right.displayed)
      )
    }
  }

  /// A section among the others.
  struct Place {
    /// The contents of the sections before it.
    let start: Extent
    let item: Item

    /// The number of sections before it.
    var index: Int { start.sections }
    /// The offset of the header among the entries.
    var headerOffset: Int { start.entries }

    /// The offset among the entries of a row of the section; nil if that is collapsed.
    func entryOffset(ofRow offset: Int) -> Int? {
      item.isCollapsed ? nil : start.entries + 1 + offset - start.rows
    }
  }

  private var tree = RankTree<Item>()
  private var order: any SectionOrder

  /// Creates a list of sections.
  ///
  /// - Parameters:
  ///   - sections: The sections in order.
  ///   - order: Their order.
  package init(
    _ sections: [(number: Int, count: Int)],
    _ order: any SectionOrder
  ) {
    self.order = order
    tree = RankTree(sections.lazy.map { Item(number: Int32($0.number), count: $0.count) })
  }

  /// Creates the list of some headers.
  init(_ headers: [SectionHeader]) {
    order = ListedSections(
      names: headers.map { SectionName(id: $0.id, title: $0.title) }
    )
    tree = RankTree(
      headers.indices.lazy.map {
        Item(
          number: Int32($0),
          isCollapsed: headers[$0].isCollapsed,
          count: headers[$0].count
        )
      }
    )
  }

  /// The number of sections.
  package var count: Int { tree.count }
  /// The contents of all sections.
  var extent: Extent { tree.summary }
  /// Whether rows are hidden.
  var hidesRows: Bool { extent.displayed < extent.rows }

  /// The headers in order.
  package var headers: [SectionHeader] {
    var headers: [SectionHeader] = []
    headers.reserveCapacity(count)
    forEach { headers.append(header(of: $0)) }
    return headers
  }

  /// The identifiers of the sections in order.
  var ids: [SectionID] {
    var ids: [SectionID] = []
    ids.reserveCapacity(count)
    forEach { ids.append(order.name(ofSection: Int($0.number)).id) }
    return ids
  }

  /// The offsets of the headers among the entries.
  var headerOffsets: [Int] {
    var (offsets, offset): ([Int], Int) = ([], 0)
    offsets.reserveCapacity(count)
    forEach { item in
      offsets.append(offset)
      offset += item.summary.entries
    }
    return offsets
  }

  /// The sections in order.
  var items: ContiguousArray<Item> { tree.elements }

  func forEach(_ body: (Item) -> Void) { tree.forEach(in: 0..<tree.count, body) }

  /// The header of a section.
  func header(of item: Item) -> SectionHeader {
    let name = order.name(ofSection: Int(item.number))
    return SectionHeader(
      id: name.id,
      title: name.title,
      count: item.count,
      isCollapsed: item.isCollapsed
    )
  }

  // MARK: Search

  /// The section that contains what is at an offset along a dimension; nil beyond the end.
  private func section(at offset: Int, _ dimension: (Extent) -> Int) -> Place? {
    let (index, start) = tree.position(exceeding: offset, dimension)
    return index < tree.count ? Place(start: start, item: tree[index]) : nil
  }

  /// The section that contains an entry; nil beyond the end.
  func section(ofEntry offset: Int) -> Place? { section(at: offset) { $0.entries } }
  /// The section that contains a row, collapsed or not; nil beyond the end.
  func section(ofRow offset: Int) -> Place? { section(at: offset) { $0.rows } }
  /// The section that contains a row that is displayed; nil beyond the end.
  func section(ofDisplayedRow offset: Int) -> Place? { section(at: offset) { $0.displayed } }

  /// The section with an identifier; nil if there is none.
  ///
  /// - Complexity: O(log *s*) for *s* sections if their order finds them by their identifiers.
  func section(withID id: SectionID) -> Place? {
    guard let number = order.section(withID: id) else { return nil }
    let (index, start) = tree.position { $0.number != number && precedes($0, number) }
    guard index < tree.count, tree[index].number == number else { return nil }
    return Place(start: start, item: tree[index])
  }

  private func precedes(_ item: Item, _ number: Int) -> Bool {
    order.precedes(Int(item.number), number)
  }

  /// Finds the sections of many offsets, most of which are in the same section as the one before.
  struct Finder {
    private let list: SectionList?
    private var found: Place?

    init(_ list: SectionList?) { self.list = list }

    /// The offset among the entries of a row, collapsed or not; nil if it is in a collapsed section.
    mutating func entryOffset(ofRow offset: Int) -> Int? {
      if let found, found.start.rows <= offset, offset - found.start.rows < found.item.count {
        return found.entryOffset(ofRow: offset)
      }
      guard let section = list?.section(ofRow: offset) else { return offset }
      found = section
      return section.entryOffset(ofRow: offset)
    }

    /// Whether an entry is a header.
    mutating func isHeader(at offset: Int) -> Bool {
      if let found, found.headerOffset <= offset,
        offset - found.headerOffset <= found.item.summary.displayed
      {
        return offset == found.headerOffset
      }
      found = list?.section(ofEntry: offset)
      return found?.headerOffset == offset
    }
  }

  // MARK: Changes

  /// Collapses or expands a section of the list.
  mutating func setCollapsed(_ section: Place, _ isCollapsed: Bool) {
    var item = section.item
    item.isCollapsed = isCollapsed
    tree.replace(at: section.index, with: item)
  }

  /// A list with these sections collapsed and all others expanded.
  ///
  /// - Complexity: O(*s*) for *s* sections if any is or was collapsed.
  func collapsing(_ ids: Set<SectionID>) -> SectionList {
    guard !ids.isEmpty || extent.collapsed > 0 else { return self }
    var list = self
    let order = order
    list.tree.updateAll { item in
      item.isCollapsed =
        !ids.isEmpty && ids.contains(order.name(ofSection: Int(item.number)).id)
    }
    return list
  }

  /// The headers that a change removes and inserts, by their offsets among the entries before and after.
  typealias HeaderChanges = (deletions: [Int], insertions: [Int])

  /// Changes the numbers of rows of sections, some of which come while others go.
  ///
  /// - Parameters:
  ///   - changes: The changes in the order of the sections.
  ///   - collapsed: The sections of which only the header is shown.
  /// - Returns: The offsets of the headers that went and came.
  /// - Precondition: The list has the sections that change.
  /// - Complexity: O(*k* log *s*) for *k* changes of *s* sections.
  mutating func apply(
    _ changes: [SectionUpdate.Change],
    collapsed: Set<SectionID>
  ) -> HeaderChanges {
    let precedes = order.precedes
    var result: HeaderChanges = ([], [])
    guard !changes.isEmpty else { return result }
    let leaving = changes.compactMap { change in
      change.old.map { Item(number: Int32(change.section), count: $0) }
    }
    let arriving = changes.compactMap { change in
      change.new.map { count in
        Item(
          number: Int32(change.section),
          isCollapsed: !collapsed.isEmpty
            && collapsed.contains(order.name(ofSection: change.section).id),
          count: count
        )
      }
    }
    let change = tree.replace(leaving, by: arriving) { item, other, isLeaving in
      if item.number == other.number { return isLeaving ? .same : .after }
      return precedes(Int(item.number), Int(other.number)) ? .before : .after
    }
    var (old, new) = (0, 0)
    for each in changes {
      if each.old != nil, each.new == nil { result.deletions.append(change.old[old].entries) }
      if each.old == nil, each.new != nil { result.insertions.append(change.new[new].entries) }
      if each.old != nil { old += 1 }
      if each.new != nil { new += 1 }
    }
    return result
  }

  /// Replaces the order by one in which all sections of the list have the same numbers.
  mutating func replaceOrder(by order: any SectionOrder) { self.order = order }

  /// Gives up the order, so that it can be changed without being copied.
  mutating func releaseOrder() { order = ListedSections(names: []) }
}

/// Sections that are numbered by their offsets.
struct ListedSections: SectionOrder {
  let names: [SectionName]

  func name(ofSection number: Int) -> SectionName { names[number] }
  func section(withID id: SectionID) -> Int? { names.firstIndex { $0.id == id } }
  func precedes(_ number: Int, _ other: Int) -> Bool { number < other }
}
