public import ListDiffing

/// Manages sections.
extension TableView {
  /// The sections of the table; setting them animates the difference.
  ///
  /// Headers are inserted, deleted and moved like rows. The header of the first section in view sticks to the
  /// first line while its rows scroll below it. Setting `rows` removes the sections.
  ///
  /// - Complexity: Setting *n* rows takes O(*n* log *n*), most of it for the comparison.
  public var sections: [TableSection<Row>] {
    get {
      var start = 0
      return sectionHeaders.map { header in
        defer { start += header.count }
        let rows = Array(outline.content.rows[start..<start + header.count])
        return TableSection(id: header.id, title: header.title, rows: rows)
      }
    }
    set { setSections(newValue) }
  }

  /// The headers of the sections in order.
  ///
  /// - Complexity: O(*s*) for *s* sections.
  public var sectionHeaders: [SectionHeader] { outline.sections?.headers ?? [] }

  /// The identifier of the first section; nil if there are no sections.
  package var firstSection: SectionID? {
    outline.sections.flatMap { list in list.section(ofEntry: 0).map { list.header(of: $0.item).id }
    }
  }

  /// Replaces the sections, and animates the difference.
  ///
  /// A table can be switched between rows and sections, back with `setRows(_:byUser:countsUnseen:at:)`: rows
  /// keep their identities, so that those in view move to their new positions.
  ///
  /// The counts and titles of headers are updated, but these updates are not counted or marked as changes.
  ///
  /// - Parameters:
  ///   - sections: All sections in order; if several have the same identifier, only the first one keeps its
  ///     state.
  ///   - byUser: Whether the user grouped or sorted the rows, rather than the feed; see
  ///     `setRows(_:byUser:countsUnseen:at:)`. If the section of the selected row is collapsed, it is
  ///     expanded.
  ///   - countsUnseen: Whether inserted rows are news; see `setRows(_:byUser:countsUnseen:at:)`.
  ///   - instant: The current time; nil for now.
  public mutating func setSections(
    _ sections: [TableSection<Row>],
    byUser: Bool = false,
    countsUnseen: Bool = true,
    at instant: ContinuousClock.Instant? = nil
  ) {
    show(TableContent(sections), byUser: byUser, countsUnseen: countsUnseen, at: instant)
  }

  /// Replaces the sections without animation and marks.
  ///
  /// - Parameters:
  ///   - sections: All sections in order.
  ///   - instant: The current time; nil for now.
  public mutating func reloadSections(
    _ sections: [TableSection<Row>],
    at instant: ContinuousClock.Instant? = nil
  ) {
    reload(TableContent(sections), at: instant)
  }

  /// Hides the rows of a section, which leave like deleted rows, but are not marked.
  ///
  /// If one of them is selected, the header is selected instead.
  ///
  /// - Parameters:
  ///   - id: The identifier of the section.
  ///   - instant: The current time; nil for now.
  public mutating func collapse(
    section id: some Hashable & Sendable,
    at instant: ContinuousClock.Instant? = nil
  ) {
    setCollapsed(SectionID(id), true, at: instant ?? now())
  }

  /// Shows the rows of a section, which appear like inserted rows, but are not marked.
  ///
  /// - Parameters:
  ///   - id: The identifier of the section.
  ///   - instant: The current time; nil for now.
  public mutating func expand(
    section id: some Hashable & Sendable,
    at instant: ContinuousClock.Instant? = nil
  ) {
    setCollapsed(SectionID(id), false, at: instant ?? now())
  }

  /// Hides the rows of a section, or shows them if they are hidden.
  ///
  /// - Parameters:
  ///   - id: The identifier of the section.
  ///   - instant: The current time; nil for now.
  public mutating func toggle(
    section id: some Hashable & Sendable,
    at instant: ContinuousClock.Instant? = nil
  ) {
    let id = SectionID(id)
    setCollapsed(id, !collapsedSections.contains(id), at: instant ?? now())
  }

  /// The identifier of the collapsed section that contains a row; nil if there is none.
  func collapsedSection(of id: Row.ID, in content: TableContent<Row>) -> SectionID? {
    guard !collapsedSections.isEmpty else { return nil }
    let sections = collapsedSections.compactMap { content.list?.section(withID: $0) }
    for section in sections.sorted(by: { $0.index < $1.index }) {
      let start = section.start.rows
      if content.rows[start..<start + section.item.count].contains(where: { $0.id == id }) {
        return content.list?.header(of: section.item).id
      }
    }
    return nil
  }

  /// The offset of a row among the displayed rows, expanding its section if necessary.
  mutating func expandedOffset(of id: Row.ID, at instant: ContinuousClock.Instant) -> Int? {
    if let offset = outline.rows.firstIndex(where: { $0.id == id }) { return offset }
    guard let section = collapsedSection(of: id, in: outline.content) else { return nil }
    expand(section: section, at: instant)
    return outline.rows.firstIndex { $0.id == id }
  }

  /// Collapses these sections and expands all others, in one step.
  ///
  /// - Parameters:
  ///   - ids: The identifiers of the sections to collapse.
  ///   - instant: The current time; nil for now.
  public mutating func setCollapsedSections(
    _ ids: Set<SectionID>,
    at instant: ContinuousClock.Instant? = nil
  ) {
    setCollapsed(ids, at: instant ?? now())
  }

  /// Collapses all sections of the table, or expands them if all are collapsed.
  ///
  /// - Parameter instant: The current time; nil for now.
  /// - Complexity: O(*s* + *n*) for *s* sections with *n* rows.
  public mutating func toggleAllSections(at instant: ContinuousClock.Instant? = nil) {
    guard let sections = outline.sections else { return }
    var ids = collapsedSections
    let areCollapsed = sections.extent.collapsed == sections.count
    if areCollapsed, ids.count == sections.count {
      ids = []
    } else {
      ids.reserveCapacity(sections.count)
      for id in sections.ids { if areCollapsed { ids.remove(id) } else { ids.insert(id) } }
    }
    setCollapsed(ids, at: instant ?? now())
  }

  /// Collapses or expands one section.
  ///
  /// - Complexity: O(*m* + log *s*) for *m* rows of one of *s* sections.
  private mutating func setCollapsed(
    _ id: SectionID,
    _ isCollapsed: Bool,
    at instant: ContinuousClock.Instant
  ) {
    guard collapsedSections.contains(id) != isCollapsed else { return }
    if isCollapsed { collapsedSections.insert(id) } else { collapsedSections.remove(id) }
    guard let section = outline.sections?.section(withID: id) else { return }
    let first = section.headerOffset + 1
    let rows = first..<first + section.item.count
    if isCollapsed, let offset = selected?.offset, rows.contains(offset) {
      select(entry: section.headerOffset, at: instant)
    }
    var difference = Difference()
    if isCollapsed {
      difference.deletions = Array(rows)
    } else {
      difference.insertions = Array(rows)
    }
    let new = outline.collapsing(section, isCollapsed)
    perform(difference, to: new, isByUser: true, at: instant)
  }

  private mutating func setCollapsed(_ ids: Set<SectionID>, at instant: ContinuousClock.Instant) {
    let former = collapsedSections
    collapsedSections = ids
    guard let old = outline.sections else { return }
    if let offset = selected?.offset, let (header, headerOffset) = outline.header(above: offset),
      ids.contains(header.id), !former.contains(header.id), headerOffset != offset
    {
      select(entry: headerOffset, at: instant)
    }
    let new = Outline(outline.content, collapsed: ids)
    var difference = Difference()
    var (offset, newOffset) = (0, 0)
    for (item, newItem) in zip(old.items, new.sections?.items ?? []) {
      let (rows, newRows) = (item.summary.displayed, newItem.summary.displayed)
      if rows < newRows {
        difference.insertions += newOffset + 1..<newOffset + 1 + newRows
      } else if rows > newRows {
        difference.deletions += offset + 1..<offset + 1 + rows
      }
      (offset, newOffset) = (offset + 1 + rows, newOffset + 1 + newRows)
    }
    perform(difference, to: new, isByUser: true, at: instant)
  }
}

extension TableView {
  /// Replaces the sections by means of a batch of changes, without comparing them.
  ///
  /// ```swift
  /// let batch = snapshot.batchUpdates(from: shown)
  /// try table.performBatchUpdates(batch, to: sections)
  /// ```
  ///
  /// - Parameters:
  ///   - updates: The changes from the sections of the table, collapsed or not, to `sections`.
  ///   - sections: All sections after the batch, in order.
  ///   - instant: The current time; nil for now.
  /// - Throws: `SectionedBatchUpdatesError` if the batch does not apply to the sections of the table, or does
  ///   not result in those given; the table is then unchanged.
  /// - Complexity: O(*n* + *k* log *k*) for *n* rows and *k* changes.
  public mutating func performBatchUpdates(
    _ updates: SectionedBatchUpdates,
    to sections: [TableSection<Row>],
    at instant: ContinuousClock.Instant? = nil
  ) throws(SectionedBatchUpdatesError) {
    let counts =
      outline.sections.map { $0.items.map(\.count) } ?? [outline.rows.count]
    let isEmpty = outline.count == 0
    guard counts == updates.oldCounts || isEmpty && updates.oldCounts.isEmpty else {
      throw .staleRows(counts: counts, expected: updates.oldCounts)
    }
    guard sections.map(\.rows.count) == updates.newCounts else {
      throw .staleRows(counts: sections.map(\.rows.count), expected: updates.newCounts)
    }
    let new = Outline(TableContent(sections), collapsed: collapsedSections)
    hasRows = true
    let rows = updates.flattened
    perform(
      difference(of: rows, outline.headerChanges(to: new), to: new),
      to: new,
      counts: BatchCounts(rows),
      at: instant ?? now()
    )
  }
}

extension SectionedBatchUpdates {
  /// The changes of the rows of all sections, as offsets into their concatenation.
  fileprivate var flattened: Difference {
    func starts(_ counts: [Int]) -> [Int] {
      var sum = 0
      return counts.map { count in
        defer { sum += count }
        return sum
      }
    }
    let (oldStarts, newStarts) = (starts(oldCounts), starts(newCounts))
    func old(_ path: RowIndexPath) -> Int { oldStarts[path.section] + path.row }
    func new(_ path: RowIndexPath) -> Int { newStarts[path.section] + path.row }
    var moves = difference.moves.map { Difference.Move(from: old($0.source), to: new($0.target)) }
    // The rows of a section that moves, move along with it.
    let told = Set(difference.moves.map(\.source))
    for move in difference.sections.moves {
      for row in 0..<oldCounts[move.source] {
        let path = RowIndexPath(section: move.source, row: row)
        guard !told.contains(path), let target = newPath(ofOld: path) else { continue }
        moves.append(Difference.Move(from: old(path), to: new(target)))
      }
    }
    let gone = difference.sections.deletions.flatMap { section in
      (0..<oldCounts[section]).map { oldStarts[section] + $0 }
    }
    let come = difference.sections.insertions.flatMap { section in
      (0..<newCounts[section]).map { newStarts[section] + $0 }
    }
    return Difference(
      deletions: difference.deletions.map(old) + gone,
      insertions: difference.insertions.map(new) + come,
      moves: moves,
      updates: difference.updates.map { Difference.Update(old: old($0.old), new: new($0.new)) }
    )
  }
}
