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
    ///   - limit: How long to look for it, for the sections and then for the rows.
    ///   - rows: The rows of a section.
    ///   - sectionIdentity: Which section it is.
    ///   - isSectionContentEqual: Whether two sections of one identity say the same, their rows aside.
    ///   - rowIdentity: Which row it is.
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
      for target in newRows.indices {
        guard let source = pairing.map.oldOffset(ofNew: target) else { continue }
        oldRows[source].withUnsafeBufferPointer { before in
          newRows[target].withUnsafeBufferPointer { after in
            var engine = DiffEngine(before.count, after.count, strategy: .automatic, limit: .none)
            engine.meter = pairing.meter
            let rest = engine.goShortWay(
              isSame: { rowIdentity(before[$0]) == rowIdentity(after[$1]) },
              isContentEqual: { isRowContentEqual(before[$0], after[$1]) }
            )
            pairing.meter = engine.meter
            pairing.add(engine.parts, rest, from: source, to: target)
          }
        }
      }
      pairing.collectOpenRows()

      // Each row that did not find its place without a hash is hashed once, in whatever section it is.
      pairing.intern(
        SectionPairing.identities(pairing.oldRuns, oldRows, rowIdentity),
        SectionPairing.identities(pairing.newRuns, newRows, rowIdentity)
      )
      pairing.alignSections()
      pairing.compareContents(oldRows, newRows, isRowContentEqual)
      pairing.moveAcross()
      let updates = pairing.changedCrossings(oldRows, newRows, isRowContentEqual)
      self.init(
        difference: pairing.difference(crossingUpdates: updates),
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

extension SectionPairing {
  /// The identities of open rows, each asked for once.
  @inlinable
  @inline(__always)
  static func identities<Row, Identity>(
    _ runs: [Run],
    _ rows: [[Row]],
    _ identity: (Row) -> Identity
  ) -> ContiguousArray<Identity> {
    var result = ContiguousArray<Identity>()
    result.reserveCapacity(runs.reduce(0) { $0 + $1.rows.count })
    for run in runs {
      rows[run.section].withUnsafeBufferPointer { rows in
        for row in run.rows { result.append(identity(rows[row])) }
      }
    }
    return result
  }

  /// Looks at the content of all pairs within sections.
  @inlinable
  @inline(__always)
  mutating func compareContents<Row>(
    _ oldRows: [[Row]],
    _ newRows: [[Row]],
    _ isContentEqual: (Row, Row) -> Bool
  ) {
    for number in parts.indices {
      let part = parts[number]
      var updates: [Difference.Update] = []
      oldRows[part.oldSection].withUnsafeBufferPointer { before in
        newRows[part.newSection].withUnsafeBufferPointer { after in
          for pair in part.pairs where !isContentEqual(before[pair.old], after[pair.new]) {
            updates.append(pair)
          }
        }
      }
      add(updates, to: number)
    }
  }

  /// The rows that move across sections and whose content changed.
  @inlinable
  @inline(__always)
  func changedCrossings<Row>(
    _ oldRows: [[Row]],
    _ newRows: [[Row]],
    _ isContentEqual: (Row, Row) -> Bool
  ) -> [SectionedDifference.Update] {
    var updates: [SectionedDifference.Update] = []
    oldRows.withUnsafeBufferPointer { before in
      newRows.withUnsafeBufferPointer { after in
        for move in crossings {
          let isEqual = isContentEqual(
            before[move.source.section][move.source.row],
            after[move.target.section][move.target.row]
          )
          if !isEqual { updates.append(.init(old: move.source, new: move.target)) }
        }
      }
    }
    return updates
  }
}
