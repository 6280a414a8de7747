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
