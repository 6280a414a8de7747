extension SectionedDifference {
  /// The difference of two sectioned lists of rows that are their own identity, and so never change,
  /// and whose headers provide identity and content.
  ///
  /// - Parameters:
  ///   - old: The sections before the change.
  ///   - new: The sections after the change.
  ///   - limit: The limit of the search for it, for the sections and then for the rows.
  /// - Complexity: O(*n* log *n*) for *n* rows and sections.
  @inlinable
  public init<Header: Identifiable & Equatable, Row: Hashable>(
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
      rowIdentity: { $0 },
      isRowContentEqual: { _, _ in true }
    )
  }

  /// The difference of two sectioned lists of rows that are their own identity, and so never change,
  /// and whose headers are their own identity.
  ///
  /// - Parameters:
  ///   - old: The sections before the change.
  ///   - new: The sections after the change.
  ///   - limit: The limit of the search for it, for the sections and then for the rows.
  /// - Complexity: O(*n* log *n*) for *n* rows and sections.
  @inlinable
  public init<Header: Hashable, Row: Hashable>(
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
      rowIdentity: { $0 },
      isRowContentEqual: { _, _ in true }
    )
  }

  /// The difference of two sectioned lists of rows that are their own identity, and so never change,
  /// and whose headers name their identity, although they could also be their own.
  ///
  /// - Parameters:
  ///   - old: The sections before the change.
  ///   - new: The sections after the change.
  ///   - limit: The limit of the search for it, for the sections and then for the rows.
  /// - Complexity: O(*n* log *n*) for *n* rows and sections.
  @inlinable
  public init<Header: Identifiable & Hashable, Row: Hashable>(
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
      rowIdentity: { $0 },
      isRowContentEqual: { _, _ in true }
    )
  }

  /// The difference of two sectioned lists of rows that name their identity, although they could also be their own,
  /// and whose headers provide identity and content.
  ///
  /// - Parameters:
  ///   - old: The sections before the change.
  ///   - new: The sections after the change.
  ///   - limit: The limit of the search for it, for the sections and then for the rows.
  /// - Complexity: O(*n* log *n*) for *n* rows and sections.
  @inlinable
  public init<Header: Identifiable & Equatable, Row: Identifiable & Hashable>(
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

  /// The difference of two sectioned lists of rows that name their identity, although they could also be their own,
  /// and whose headers are their own identity.
  ///
  /// - Parameters:
  ///   - old: The sections before the change.
  ///   - new: The sections after the change.
  ///   - limit: The limit of the search for it, for the sections and then for the rows.
  /// - Complexity: O(*n* log *n*) for *n* rows and sections.
  @inlinable
  public init<Header: Hashable, Row: Identifiable & Hashable>(
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

  /// The difference of two sectioned lists of rows that name their identity, although they could also be their own,
  /// and whose headers name their identity, although they could also be their own.
  ///
  /// - Parameters:
  ///   - old: The sections before the change.
  ///   - new: The sections after the change.
  ///   - limit: The limit of the search for it, for the sections and then for the rows.
  /// - Complexity: O(*n* log *n*) for *n* rows and sections.
  @inlinable
  public init<Header: Identifiable & Hashable, Row: Identifiable & Hashable>(
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
}
