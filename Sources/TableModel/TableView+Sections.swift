import ListDiffing

/// Rows that are grouped under headers.
extension TableView {
  /// The sections of the table; setting them compares, applies and animates.
  ///
  /// Headers come, go and move like rows. The header of the first section in view sticks to the first
  /// line while its rows scroll under it. A table that is given `rows` has no sections.
  ///
  /// - Complexity: O(*n* log *n*) for *n* rows to set them, most of which is the comparison.
  public var sections: [TableSection<Row>] {
    get {
      var start = 0
      return outline.headers.map { header in
        defer { start += header.count }
        let rows = Array(outline.content.rows[start..<start + header.count])
        return TableSection(id: header.id, title: header.title, rows: rows)
      }
    }
    set { setSections(newValue) }
  }

  /// The headers of the sections, in order.
  public var sectionHeaders: [SectionHeader] { outline.headers }

  /// Shows other sections: compares their headers and rows with those that are there, and animates
  /// the difference.
  ///
  /// A table of rows becomes one of sections, and one of sections becomes one of rows by
  /// `setRows(_:byUser:countsUnseen:at:)`: rows keep their identity, so that those in view travel to their places.
  ///
  /// What a header says is told by the rows under it: a title that changes shows, but is no change to
  /// be counted or marked.
  ///
  /// - Parameters:
  ///   - sections: All sections, in order; of equal identifiers only the first keeps its state.
  ///   - byUser: Whether the user grouped or sorted the rows, and not the feed; see
  ///     `setRows(_:byUser:countsUnseen:at:)`. If the section of the selected row is collapsed, it is expanded.
  ///   - countsUnseen: Whether rows that come are news; see `setRows(_:byUser:countsUnseen:at:)`.
  ///   - instant: When; nil for now.
  public mutating func setSections(
    _ sections: [TableSection<Row>],
    byUser: Bool = false,
    countsUnseen: Bool = true,
    at instant: ContinuousClock.Instant? = nil
  ) {
    show(TableContent(sections), byUser: byUser, countsUnseen: countsUnseen, at: instant)
  }

  /// Shows other sections at once, without motion and without marks.
  ///
  /// - Parameters:
  ///   - sections: All sections, in order.
  ///   - instant: When; nil for now.
  public mutating func reloadSections(
    _ sections: [TableSection<Row>],
    at instant: ContinuousClock.Instant? = nil
  ) {
    reload(TableContent(sections), at: instant)
  }

  /// Hides the rows of a section; they leave like deleted rows, and are not marked.
  ///
  /// A selected row among them hands the selection to the header.
  ///
  /// - Parameters:
  ///   - id: The identifier of the section.
  ///   - instant: When; nil for now.
  public mutating func collapse(
    section id: some Hashable & Sendable,
    at instant: ContinuousClock.Instant? = nil
  ) {
    setCollapsed(collapsedSections.union([SectionID(id)]), at: instant ?? now())
  }

  /// Shows the rows of a section again; they come like inserted rows, and are not marked.
  ///
  /// - Parameters:
  ///   - id: The identifier of the section.
  ///   - instant: When; nil for now.
  public mutating func expand(
    section id: some Hashable & Sendable,
    at instant: ContinuousClock.Instant? = nil
  ) {
    setCollapsed(collapsedSections.subtracting([SectionID(id)]), at: instant ?? now())
  }

  /// Hides the rows of a section, or shows them if they are hidden.
  ///
  /// - Parameters:
  ///   - id: The identifier of the section.
  ///   - instant: When; nil for now.
  public mutating func toggle(
    section id: some Hashable & Sendable,
    at instant: ContinuousClock.Instant? = nil
  ) {
    setCollapsed(collapsedSections.symmetricDifference([SectionID(id)]), at: instant ?? now())
  }

  /// The identifier of the collapsed section of a content that holds a row; nil if none does.
  func collapsedSection(of id: Row.ID, in content: TableContent<Row>) -> SectionID? {
    guard !collapsedSections.isEmpty else { return nil }
    var start = 0
    for section in content.sections ?? [] {
      let end = start + section.count
      if collapsedSections.contains(section.id),
        content.rows[start..<end].contains(where: { $0.id == id })
      {
        return section.id
      }
      start = end
    }
    return nil
  }

  /// The offset among the rows shown of a row, whose section is expanded for it.
  mutating func expandedOffset(of id: Row.ID, at instant: ContinuousClock.Instant) -> Int? {
    if let offset = outline.rows.firstIndex(where: { $0.id == id }) { return offset }
    guard let section = collapsedSection(of: id, in: outline.content) else { return nil }
    expand(section: section, at: instant)
    return outline.rows.firstIndex { $0.id == id }
  }

  private mutating func setCollapsed(_ ids: Set<SectionID>, at instant: ContinuousClock.Instant) {
    let closing = ids.subtracting(collapsedSections)
    collapsedSections = ids
    guard outline.content.sections != nil else { return }
    if let offset = selected?.offset, let (header, headerOffset) = outline.header(above: offset),
      closing.contains(header.id), headerOffset != offset
    {
      select(entry: headerOffset, at: instant)
    }
    let new = Outline(outline.content, collapsed: ids)
    var difference = Difference()
    for (index, header) in outline.headers.enumerated()
    where header.isCollapsed != new.headers[index].isCollapsed {
      let (old, new) = (outline.headerOffsets[index] + 1, new.headerOffsets[index] + 1)
      if header.isCollapsed {
        difference.insertions += new..<new + header.count
      } else {
        difference.deletions += old..<old + header.count
      }
    }
    perform(difference, to: new, isByUser: true, at: instant)
  }
}
