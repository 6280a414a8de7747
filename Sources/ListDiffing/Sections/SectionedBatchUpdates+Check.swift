extension SectionedBatchUpdates {
  /// Throws for changes of sections that are not consistent, and for a path that is not there.
  static func checkSections(
    _ difference: SectionedDifference,
    _ oldCounts: [Int],
    _ newCounts: [Int]
  ) throws(SectionedBatchUpdatesError) {
    do {
      _ = try BatchUpdates(difference.sections, from: oldCounts.count, to: newCounts.count)
    } catch {
      throw .sections(error)
    }
    for counts in [oldCounts, newCounts] {
      for (section, count) in counts.enumerated() where count < 0 {
        throw .negativeCount(section: section, count: count)
      }
    }
    // The sections that take their rows along are few, and are looked up in sets.
    let deleted = Set(difference.sections.deletions)
    let inserted = Set(difference.sections.insertions)
    func check(
      _ paths: some Sequence<RowIndexPath>,
      _ role: BatchUpdatesError.Role,
      _ counts: [Int],
      _ lone: Set<Int>
    ) throws(SectionedBatchUpdatesError) {
      for path in paths {
        guard counts.indices.contains(path.section) else {
          throw .pathOutOfRange(role, path, count: counts.count)
        }
        guard path.row >= 0, path.row < counts[path.section] else {
          throw .pathOutOfRange(role, path, count: counts[path.section])
        }
        guard lone.isEmpty || !lone.contains(path.section) else {
          throw .goesWithSection(role, path)
        }
      }
    }
    try check(difference.deletions, .deletion, oldCounts, deleted)
    try check(difference.moves.lazy.map(\.source), .moveSource, oldCounts, deleted)
    try check(difference.updates.lazy.map(\.old), .update, oldCounts, deleted)
    try check(difference.insertions, .insertion, newCounts, inserted)
    try check(difference.moves.lazy.map(\.target), .moveTarget, newCounts, inserted)
    try check(difference.updates.lazy.map(\.new), .updateTarget, newCounts, inserted)
  }

  /// Whether each row is claimed once, the counts add up, and each update says where its row ends.
  var isConsistent: Bool {
    guard map.leaving.isUnique, map.arriving.isUnique else { return false }
    for section in newCounts.indices {
      guard let source = map.oldSection(ofNew: section) else { continue }
      let staying = oldCounts[source] - map.leaving.slice(of: source).count
      let (count, overflow) = staying.addingReportingOverflow(
        map.arriving.slice(of: section).count
      )
      guard !overflow, count == newCounts[section] else { return false }
    }
    let updates = difference.updates
    return updates.indices.allSatisfy { number in
      (number == 0 || updates[number - 1].new != updates[number].new)
        && map.newPath(ofOld: updates[number].old) == updates[number].new
    }
  }

  /// Throws for changes of rows that are not consistent.
  ///
  /// The fault is found section by section, if there is one.
  func checkRows() throws(SectionedBatchUpdatesError) {
    guard !isConsistent else { return }
    let parts = rowParts()
    for section in newCounts.indices {
      guard let source = map.oldSection(ofNew: section) else { continue }
      let part = parts.differences[section] ?? Difference()
      do {
        _ = try BatchUpdates(part, from: oldCounts[source], to: newCounts[section])
      } catch {
        let crossing = parts.crossings[section] ?? (0, 0)
        throw Self.error(error, part, source, section, crossing)
      }
    }
    var updated: Set<RowIndexPath> = []
    for update in difference.updates {
      guard let expected = newPath(ofOld: update.old) else {
        throw .conflict(.deletion, .update, update.old)
      }
      guard expected == update.new else {
        throw .misplacedUpdate(old: update.old, new: update.new, expected: expected)
      }
      guard updated.insert(update.old).inserted else {
        throw .conflict(.update, .update, update.old)
      }
    }
    assertionFailure("an inconsistent batch without an error")
  }

  /// The changes of each section that is in both lists, by its number after the batch, and how many
  /// rows cross into it and out of it.
  ///
  /// A row that crosses is deleted in one section and inserted in the other, and an update is left
  /// to where its row ends.
  func rowParts() -> (differences: [Int: Difference], crossings: [Int: (in: Int, out: Int)]) {
    var parts: [Int: Difference] = [:]
    var crossings: [Int: (in: Int, out: Int)] = [:]
    var crossed: Set<RowIndexPath> = []
    for path in difference.deletions {
      guard let section = map.newSection(ofOld: path.section) else { continue }
      parts[section, default: Difference()].deletions.append(path.row)
    }
    for path in difference.insertions {
      parts[path.section, default: Difference()].insertions.append(path.row)
    }
    for move in difference.moves {
      guard let section = map.newSection(ofOld: move.source.section) else { continue }
      if section == move.target.section {
        parts[section, default: Difference()].moves
          .append(.init(from: move.source.row, to: move.target.row))
      } else {
        parts[section, default: Difference()].deletions.append(move.source.row)
        parts[move.target.section, default: Difference()].insertions.append(move.target.row)
        crossings[section, default: (0, 0)].out += 1
        crossings[move.target.section, default: (0, 0)].in += 1
        crossed.insert(move.source)
      }
    }
    for update in difference.updates where !crossed.contains(update.old) {
      guard map.newSection(ofOld: update.old.section) == update.new.section else { continue }
      parts[update.new.section, default: Difference()].updates
        .append(.init(old: update.old.row, new: update.new.row))
    }
    return (parts.mapValues { $0.sorted() }, crossings)
  }

  /// An error of one section's rows, told by index paths.
  private static func error(
    _ error: BatchUpdatesError,
    _ part: Difference,
    _ oldSection: Int,
    _ newSection: Int,
    _ crossing: (in: Int, out: Int)
  ) -> SectionedBatchUpdatesError {
    func path(_ row: Int, _ role: BatchUpdatesError.Role) -> RowIndexPath {
      RowIndexPath(section: role.isBefore ? oldSection : newSection, row: row)
    }
    return switch error {
    case .negativeCount(let count):
      .negativeCount(section: newSection, count: count)
    case .offsetOutOfRange(let role, let offset, let count):
      .pathOutOfRange(role, path(offset, role), count: count)
    case .conflict(let first, let second, let offset):
      .conflict(first, second, path(offset, first))
    case .invalidCount(let before, let after, let inserted, let deleted):
      .invalidCount(
        section: newSection,
        before: before,
        after: after,
        inserted: inserted - crossing.in,
        deleted: deleted - crossing.out,
        movedIn: crossing.in,
        movedOut: crossing.out
      )
    case .misplacedUpdate(let old, let new, let expected):
      .misplacedUpdate(
        old: path(old, .update),
        new: path(new, .updateTarget),
        expected: path(expected, .updateTarget)
      )
    case .staleRows(let count, let expected):
      .staleRows(counts: [count], expected: [expected])
    case .changedIdentity, .needsSections:
      .sections(error)
    }
  }
}
