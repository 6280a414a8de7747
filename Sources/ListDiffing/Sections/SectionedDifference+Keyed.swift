extension SectionedDifference {
  /// The difference of two sectioned lists whose headers and rows provide identity and content.
  ///
  /// - Parameters:
  ///   - old: The sections before the change.
  ///   - new: The sections after the change.
  ///   - limit: The limit of the search for it, for the sections and then for the rows.
  /// - Complexity: O(*n* log *n*) for *n* rows and sections.
  @inlinable
  public init<Header: Identifiable & Equatable, Row: Identifiable & Equatable>(
    from old: [ListSection<Header, Row>],
    to new: [ListSection<Header, Row>],
    limit: WorkLimit = .none
  ) {
    self.init(
      from: old,
      to: new,
      limit: limit,
      rows: { $0.rows },
      sectionIdentity: { $0.header.id },
      isSectionContentEqual: { $0.header == $1.header },
      rowIdentity: { $0.id },
      isRowContentEqual: { $0 == $1 }
    )
  }

  /// The difference of two sectioned lists whose headers are their own identity.
  ///
  /// - Parameters:
  ///   - old: The sections before the change.
  ///   - new: The sections after the change.
  ///   - limit: The limit of the search for it, for the sections and then for the rows.
  /// - Complexity: O(*n* log *n*) for *n* rows and sections.
  @inlinable
  public init<Header: Hashable, Row: Identifiable & Equatable>(
    from old: [ListSection<Header, Row>],
    to new: [ListSection<Header, Row>],
    limit: WorkLimit = .none
  ) {
    self.init(
      from: old,
      to: new,
      limit: limit,
      rows: { $0.rows },
      sectionIdentity: { $0.header },
      isSectionContentEqual: { _, _ in true },
      rowIdentity: { $0.id },
      isRowContentEqual: { $0 == $1 }
    )
  }

  /// The difference of two sectioned lists whose headers could also be their own identity: the identity
  /// they name counts.
  ///
  /// - Parameters:
  ///   - old: The sections before the change.
  ///   - new: The sections after the change.
  ///   - limit: The limit of the search for it, for the sections and then for the rows.
  /// - Complexity: O(*n* log *n*) for *n* rows and sections.
  @inlinable
  public init<Header: Identifiable & Hashable, Row: Identifiable & Equatable>(
    from old: [ListSection<Header, Row>],
    to new: [ListSection<Header, Row>],
    limit: WorkLimit = .none
  ) {
    self.init(
      from: old,
      to: new,
      limit: limit,
      rows: { $0.rows },
      sectionIdentity: { $0.header.id },
      isSectionContentEqual: { $0.header == $1.header },
      rowIdentity: { $0.id },
      isRowContentEqual: { $0 == $1 }
    )
  }

  /// The difference of two sectioned lists by rules for identity and content.
  ///
  /// Sections pair first, and the rows of each pair are compared; of the deleted and inserted rows
  /// then, those of one identity move across sections. For identities that do not repeat in a list
  /// that is the least number of operations on rows, given the pairs of sections.
  ///
  /// - Parameters:
  ///   - old: The sections before the change.
  ///   - new: The sections after the change.
  ///   - limit: The limit of the search for it, for the sections and then for the rows.
  ///   - rows: The rows of a section.
  ///   - sectionIdentity: The identity of a section.
  ///   - isSectionContentEqual: Whether two sections of one identity say the same, their rows aside.
  ///   - rowIdentity: The identity of a row.
  ///   - isRowContentEqual: Whether two rows of one identity say the same.
  /// - Complexity: O(*n* log *n*) for *n* rows and sections.
  @inlinable
  @inline(__always)
  public init<Section, SectionIdentity: Hashable, Row, RowIdentity: Hashable>(
    from old: [Section],
    to new: [Section],
    limit: WorkLimit = .none,
    rows: (Section) -> [Row],
    sectionIdentity: (Section) -> SectionIdentity,
    isSectionContentEqual: (Section, Section) -> Bool,
    rowIdentity: (Row) -> RowIdentity,
    isRowContentEqual: (Row, Row) -> Bool
  ) {
    self =
      Outcome(
        from: old,
        to: new,
        limit: limit,
        rows: rows,
        sectionIdentity: sectionIdentity,
        isSectionContentEqual: isSectionContentEqual,
        rowIdentity: rowIdentity,
        isRowContentEqual: isRowContentEqual
      ).difference
  }

  @usableFromInline
  mutating func add(_ difference: Difference, oldSection: Int, newSection: Int) {
    deletions += difference.deletions.map { RowIndexPath(section: oldSection, row: $0) }
    insertions += difference.insertions.map { RowIndexPath(section: newSection, row: $0) }
    moves += difference.moves.map { move in
      Move(
        from: RowIndexPath(section: oldSection, row: move.source),
        to: RowIndexPath(section: newSection, row: move.target)
      )
    }
    updates += difference.updates.map { update in
      Update(
        old: RowIndexPath(section: oldSection, row: update.old),
        new: RowIndexPath(section: newSection, row: update.new)
      )
    }
  }
}
