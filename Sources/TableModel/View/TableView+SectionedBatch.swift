public import ListDiffing

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
