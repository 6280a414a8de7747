extension SectionedBatchUpdates {
  /// The batch that undoes this one.
  ///
  /// - Complexity: O(*s* + *k* log *k*) for *s* sections and *k* changes.
  public func inverted() -> SectionedBatchUpdates {
    SectionedBatchUpdates(derived: difference.inverted(), from: newCounts, to: oldCounts)
  }

  /// A form for views that cannot take a row that moves and changes, or no row that changes.
  ///
  /// Sections and their headers stay as they are.
  ///
  /// - Parameter replacement: The changes of rows that become a deletion and an insertion.
  /// - Returns: A batch with the same result.
  /// - Complexity: O(*s* + *k* log *k*) for *s* sections and *k* changes, those of the result
  ///   included.
  public func replacing(_ replacement: BatchUpdates.Replacement) -> SectionedBatchUpdates {
    var result = SectionedDifference(sections: difference.sections)
    // A row that crosses is a deletion in one section and an insertion in another; those that may
    // still cross are put together again.
    let updated = Set(difference.updates.map(\.old))
    var remaining: [RowIndexPath: RowIndexPath] = [:]
    for move in difference.moves where map.isCrossing(move) {
      switch replacement {
      case .moves, .movesAndUpdates: break
      case .updates, .movedUpdates:
        if !updated.contains(move.source) { remaining[move.source] = move.target }
      }
    }
    let targets = Set(remaining.values)
    for (section, part) in rowParts().differences {
      guard let source = map.oldSection(ofNew: section) else { continue }
      let batch = BatchUpdates(unchecked: part, from: oldCounts[source], to: newCounts[section])
      result.add(batch.replacing(replacement).difference, oldSection: source, newSection: section)
    }
    result.deletions.removeAll { remaining[$0] != nil }
    result.insertions.removeAll { targets.contains($0) }
    result.moves += remaining.map { SectionedDifference.Move(from: $0, to: $1) }
    return SectionedBatchUpdates(derived: result, from: oldCounts, to: newCounts)
  }

  /// The batch in steps that each do one kind of thing: deletions, moves, insertions, updates, of
  /// sections and of rows.
  ///
  /// Performed one after the other they have the same result, and the sections can be shown in
  /// between: each stage is a batch from what the one before it left. Paths of insertions and of
  /// updates are those of the whole batch, so that new rows are found at them. Steps with nothing to
  /// do are left out.
  ///
  /// - Returns: Up to four batches.
  /// - Complexity: O(*s* + *k* log *k*) for *s* sections and *k* changes.
  public func stages() -> [SectionedBatchUpdates] {
    let sections = difference.sections
    let before = SettledPaths(sections: sections.deletions, rows: difference.deletions)
    let after = SettledPaths(sections: sections.insertions, rows: difference.insertions)
    let left = before.counts(of: oldCounts)
    let arranged = after.counts(of: newCounts)
    let movedSections = sections.moves.map {
      Difference.Move(from: before.section($0.source), to: after.section($0.target))
    }
    let movedRows = difference.moves.map {
      SectionedDifference.Move(from: before.path($0.source), to: after.path($0.target))
    }
    let deletions = SectionedDifference(
      sections: Difference(deletions: sections.deletions),
      deletions: difference.deletions
    )
    let moves = SectionedDifference(sections: Difference(moves: movedSections), moves: movedRows)
    let insertions = SectionedDifference(
      sections: Difference(insertions: sections.insertions),
      insertions: difference.insertions
    )
    let updates = SectionedDifference(
      sections: Difference(updates: sections.updates.map { .init(old: $0.new, new: $0.new) }),
      updates: difference.updates.map { .init(old: $0.new, new: $0.new) }
    )
    return [
      (deletions, oldCounts, left), (moves, left, arranged), (insertions, arranged, newCounts),
      (updates, newCounts, newCounts),
    ]
    .filter { !$0.0.isEmpty }
    .map { SectionedBatchUpdates(derived: $0, from: $1, to: $2) }
  }

  /// The one batch that does what this one and then another do.
  ///
  /// A row that moves into a section that is inserted, or out of one that is deleted, comes or goes
  /// with it, and is inserted or deleted where it was or will be.
  ///
  /// - Parameter second: A batch for the sections that this one leaves.
  /// - Returns: A batch from the sections before this one to those after the other. Its moves are
  ///   needed for the rows that stay, but need not be the fewest of all.
  /// - Throws: `SectionedBatchUpdatesError.staleRows` if the other was made for other numbers of
  ///   rows.
  /// - Complexity: O(*s* + *k* log *k*) for *s* sections and *k* changes in both.
  public func followed(
    by second: SectionedBatchUpdates
  ) throws(SectionedBatchUpdatesError) -> SectionedBatchUpdates {
    guard second.oldCounts == newCounts else {
      throw .staleRows(counts: newCounts, expected: second.oldCounts)
    }
    let sections = difference.sections.followed(by: second.difference.sections)
    let map = OffsetMap(sections)
    var result = SectionedDifference(sections: sections)
    func add(_ old: RowIndexPath?, _ new: RowIndexPath?) {
      // Rows of a section in one list alone go or come with it.
      let source = old.flatMap { map.newOffset(ofOld: $0.section) == nil ? nil : $0 }
      let target = new.flatMap { map.oldOffset(ofNew: $0.section) == nil ? nil : $0 }
      switch (source, target) {
      case (let source?, let target?): result.moves.append(.init(from: source, to: target))
      case (let source?, nil): result.deletions.append(source)
      case (nil, let target?): result.insertions.append(target)
      case (nil, nil): break
      }
    }
    for path in difference.deletions { add(path, nil) }
    for move in difference.moves { add(move.source, second.newPath(ofOld: move.target)) }
    for path in difference.insertions { add(nil, second.newPath(ofOld: path)) }
    let moved = Set(difference.moves.map(\.target))
    let inserted = Set(difference.insertions)
    for path in second.difference.deletions where !moved.contains(path) {
      if let source = oldPath(ofNew: path) { add(source, nil) }
    }
    for move in second.difference.moves
    where !moved.contains(move.source) && !inserted.contains(move.source) {
      add(oldPath(ofNew: move.source), move.target)
    }
    for path in second.difference.insertions { add(nil, path) }

    var updated: Set<RowIndexPath> = []
    func update(_ old: RowIndexPath?, _ new: RowIndexPath?) {
      guard let old, let new, map.newOffset(ofOld: old.section) != nil,
        map.oldOffset(ofNew: new.section) != nil, updated.insert(new).inserted
      else { return }
      result.updates.append(.init(old: old, new: new))
    }
    for change in difference.updates { update(change.old, second.newPath(ofOld: change.new)) }
    for change in second.difference.updates { update(oldPath(ofNew: change.old), change.new) }
    return SectionedBatchUpdates(
      derived: result.sorted().withoutNeedlessMoves(map),
      from: oldCounts,
      to: second.newCounts
    )
  }
}

extension SectionedDifference {
  /// The same difference without moves of rows that are in line with those of their section that
  /// stay.
  ///
  /// - Parameter map: The places to which sections go.
  /// - Returns: A difference with the same result.
  fileprivate func withoutNeedlessMoves(_ map: OffsetMap) -> SectionedDifference {
    var parts: [Int: Difference] = [:]
    var crossing: [Move] = []
    for path in deletions {
      guard let section = map.newOffset(ofOld: path.section) else { continue }
      parts[section, default: Difference()].deletions.append(path.row)
    }
    for path in insertions {
      parts[path.section, default: Difference()].insertions.append(path.row)
    }
    for move in moves {
      guard let section = map.newOffset(ofOld: move.source.section) else { continue }
      if section == move.target.section {
        parts[section, default: Difference()].moves
          .append(.init(from: move.source.row, to: move.target.row))
      } else {
        crossing.append(move)
        parts[section, default: Difference()].deletions.append(move.source.row)
        parts[move.target.section, default: Difference()].insertions.append(move.target.row)
      }
    }
    var result = self
    result.moves = crossing
    for (section, part) in parts {
      guard let source = map.oldOffset(ofNew: section) else { continue }
      for move in part.sorted().withoutNeedlessMoves().moves {
        result.moves.append(
          Move(
            from: RowIndexPath(section: source, row: move.source),
            to: RowIndexPath(section: section, row: move.target)
          )
        )
      }
    }
    return result.sorted()
  }
}

/// The paths of rows when the sections and rows in one list alone are left out.
private struct SettledPaths {
  let sections: [Int]
  /// The rows that are left out of each section, ascending.
  private var rows: [Int: [Int]] = [:]

  /// Leaves out sections, and rows of other sections, both ascending.
  init(sections: [Int], rows paths: [RowIndexPath]) {
    self.sections = sections
    for path in paths { rows[path.section, default: []].append(path.row) }
  }

  func section(_ section: Int) -> Int {
    section - partitionPoint(of: sections.indices) { sections[$0] < section }
  }

  func path(_ path: RowIndexPath) -> RowIndexPath {
    let left = rows[path.section] ?? []
    let before = partitionPoint(of: left.indices) { left[$0] < path.row }
    return RowIndexPath(section: section(path.section), row: path.row - before)
  }

  func counts(of counts: [Int]) -> [Int] {
    var result: [Int] = []
    var next = 0
    for (section, count) in counts.enumerated() {
      if next < sections.count, sections[next] == section {
        next += 1
      } else {
        result.append(count - (rows[section]?.count ?? 0))
      }
    }
    return result
  }
}
