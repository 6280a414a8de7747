extension SectionedDifference {
  /// The difference of two sectioned lists whose headers and rows tell identity and content.
  ///
  /// - Parameters:
  ///   - old: The sections before the change.
  ///   - new: The sections after the change.
  ///   - limit: How long to look for it, for the sections and for each section's rows.
  /// - Complexity: O(*n* log *n*) for *n* rows and sections.
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
      sectionIdentity: { $0.id },
      isSectionContentEqual: { $0.header == $1.header },
      rowIdentity: { $0.id },
      isRowContentEqual: { $0 == $1 }
    )
  }

  /// The difference of two sectioned lists by rules for identity and content.
  ///
  /// Sections pair first, and the rows of each pair are compared; of the rows that go and come
  /// then, those of one identity move across sections. For identities that do not repeat in a list
  /// that is the least number of operations on rows, given the pairs of sections.
  ///
  /// - Parameters:
  ///   - old: The sections before the change.
  ///   - new: The sections after the change.
  ///   - limit: How long to look for it, for the sections and for each section's rows.
  ///   - rows: The rows of a section.
  ///   - sectionIdentity: Which section it is.
  ///   - isSectionContentEqual: Whether two sections of one identity say the same, their rows aside.
  ///   - rowIdentity: Which row it is.
  ///   - isRowContentEqual: Whether two rows of one identity say the same.
  /// - Complexity: O(*n* log *n*) for *n* rows and sections.
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
    self.init()
    sections = Difference(
      from: old,
      to: new,
      limit: limit,
      identity: sectionIdentity,
      isContentEqual: isSectionContentEqual
    )
    let map = OffsetMap(sections)
    let oldRows = old.map(rows)
    let newRows = new.map(rows)
    for target in new.indices {
      guard let source = map.oldOffset(ofNew: target) else { continue }
      let difference = Difference(
        from: oldRows[source],
        to: newRows[target],
        limit: limit,
        identity: rowIdentity,
        isContentEqual: isRowContentEqual
      )
      add(difference, oldSection: source, newSection: target)
    }
    deletions.sort()

    var leaving: [RowIdentity: [RowIndexPath]] = [:]
    for path in deletions.reversed() {
      leaving[rowIdentity(oldRows[path.section][path.row]), default: []].append(path)
    }
    var travelled: Set<RowIndexPath> = []
    insertions.removeAll { target in
      let row = newRows[target.section][target.row]
      guard let source = leaving[rowIdentity(row)]?.popLast() else { return false }
      travelled.insert(source)
      moves.append(Move(from: source, to: target))
      if !isRowContentEqual(oldRows[source.section][source.row], row) {
        updates.append(Update(old: source, new: target))
      }
      return true
    }
    deletions.removeAll { travelled.contains($0) }
    self = sorted()
  }

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
