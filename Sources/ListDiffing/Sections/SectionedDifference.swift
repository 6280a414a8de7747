/// The changes that turn one sectioned list into another: deletions, insertions, moves and updates of
/// sections and rows.
///
/// Deletions, the sources of moves and the old side of updates carry index paths of the list
/// *before* the change, with its section numbers; insertions, the targets of moves and the new side
/// of updates carry those of the list *after* it.
///
/// A change is reported once: the rows of a deleted section go with it, the rows of an inserted section
/// come with it, and neither is reported separately. A row moves between sections that are in both
/// lists, or within one. A row that stays in its section while the section moves does not move.
public struct SectionedDifference: Hashable, Sendable {
  /// A row that kept its identity and changed its place.
  public struct Move: Hashable, Sendable, Codable {
    /// The index path before the change.
    public let source: RowIndexPath
    /// The index path after the change.
    public let target: RowIndexPath

    /// Creates a move from a path before the change to one after it.
    public init(from source: RowIndexPath, to target: RowIndexPath) {
      self.source = source
      self.target = target
    }
  }

  /// A row that kept its identity and changed its content.
  public struct Update: Hashable, Sendable, Codable {
    /// The index path before the change.
    public let old: RowIndexPath
    /// The index path after the change.
    public let new: RowIndexPath

    /// Creates an update of the row at one path before and at another after the change.
    public init(old: RowIndexPath, new: RowIndexPath) {
      self.old = old
      self.new = new
    }
  }

  /// The changes of the sections; an update is one of the header.
  public package(set) var sections: Difference
  /// Paths of the deleted rows, before the change, ascending.
  public package(set) var deletions: [RowIndexPath]
  /// Paths of the inserted rows, after the change, ascending.
  public package(set) var insertions: [RowIndexPath]
  /// Moved rows, ascending by their path after the change.
  public package(set) var moves: [Move]
  /// Rows whose content changed, ascending by their path after the change.
  public package(set) var updates: [Update]

  /// Creates a difference of its parts, in any order.
  ///
  /// The parts that concern rows are not checked: that is done by ``SectionedBatchUpdates``.
  ///
  /// - Complexity: O(*k*) for *k* changes in order, O(*k* log *k*) else.
  public init(
    sections: Difference = Difference(),
    deletions: [RowIndexPath] = [],
    insertions: [RowIndexPath] = [],
    moves: [Move] = [],
    updates: [Update] = []
  ) {
    self.sections = sections
    self.deletions = deletions
    self.insertions = insertions
    self.moves = moves
    self.updates = updates
    sort()
  }

  /// The number of changes, to sections and to rows.
  public var changeCount: Int {
    sections.changeCount + deletions.count + insertions.count + moves.count + updates.count
  }

  /// Whether nothing changed.
  public var isEmpty: Bool {
    sections.isEmpty && deletions.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty
  }

  /// The difference that undoes this one.
  ///
  /// - Complexity: O(*k* log *k*) for *k* changes.
  public func inverted() -> SectionedDifference {
    SectionedDifference(
      sections: sections.inverted(),
      deletions: insertions,
      insertions: deletions,
      moves: moves.map { Move(from: $0.target, to: $0.source) },
      updates: updates.map { Update(old: $0.new, new: $0.old) }
    )
  }
}

extension SectionedDifference {
  /// Puts each part in the order that its property documents.
  mutating func sort() {
    sections.sort()
    deletions.sortUnlessAscending(by: <)
    insertions.sortUnlessAscending(by: <)
    moves.sortUnlessAscending { ($0.target, $0.source) < ($1.target, $1.source) }
    updates.sortUnlessAscending { ($0.new, $0.old) < ($1.new, $1.old) }
  }

  /// The same changes, each part in the order that its property documents.
  func sorted() -> SectionedDifference {
    var result = self
    result.sort()
    return result
  }
}

extension SectionedDifference: Codable {
  private enum CodingKeys: String, CodingKey {
    case sections
    case deletions
    case insertions
    case moves
    case updates
  }

  /// Decodes the parts of a difference, in any order.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      sections: try container.decode(Difference.self, forKey: .sections),
      deletions: try container.decode([RowIndexPath].self, forKey: .deletions),
      insertions: try container.decode([RowIndexPath].self, forKey: .insertions),
      moves: try container.decode([Move].self, forKey: .moves),
      updates: try container.decode([Update].self, forKey: .updates)
    )
  }
}

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

extension SectionedDifference {
  /// A difference, and why the diff ended: for a caller that must know whether a limit cut it short.
  public struct Outcome: Hashable, Sendable {
    /// The difference; correct whatever `completion` says.
    public let difference: SectionedDifference
    /// Why the diff ended; `.complete` is the least number of operations on rows, given the pairs of
    /// sections.
    public let completion: Difference.Completion

    /// Diffs two sectioned lists by rules for identity and content.
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
      let sections = Difference.Outcome(
        from: old,
        to: new,
        limit: limit,
        identity: sectionIdentity,
        isContentEqual: isSectionContentEqual
      )
      let oldRows = old.map(rows)
      let newRows = new.map(rows)
      var pairing = SectionPairing(sections.difference, limit: limit)
      pairing.takeFastPath(oldRows, newRows) { engine, rows in
        engine.takeFastPath(
          isSame: { rows.lend(old: $0, new: $1) { rowIdentity($0) == rowIdentity($1) } },
          isContentEqual: { rows.lend(old: $0, new: $1, isRowContentEqual) }
        )
      }
      pairing.collectOpenRows()
      // Each row that did not find its place without a hash is hashed once, in whatever section it
      // is.
      pairing.intern(oldRows, newRows) { engine, pairing, rows in
        engine.intern(
          &pairing,
          oldHash: { rows.lendOld($0) { rowIdentity($0).hashValue } },
          newHash: { rows.lendNew($0) { rowIdentity($0).hashValue } },
          isRepeated: { rows.lendOld($0, $1) { rowIdentity($0) == rowIdentity($1) } },
          isSame: { rows.lend(old: $0, new: $1) { rowIdentity($0) == rowIdentity($1) } },
          isContentEqual: { rows.lend(old: $0, new: $1, isRowContentEqual) }
        )
      }
      pairing.alignSections()
      pairing.moveAcross()
      pairing.compareContents(oldRows, newRows, isRowContentEqual)
      self.init(
        difference: pairing.difference,
        completion: sections.completion == .complete
          ? pairing.meter.completion : sections.completion
      )
    }

    @usableFromInline
    init(difference: SectionedDifference, completion: Difference.Completion) {
      self.difference = difference
      self.completion = completion
    }
  }
}
