extension SectionedBatchUpdates {
  /// Throws for a path that is not there, or whose section takes its rows along.
  static func checkPaths(
    _ difference: SectionedDifference,
    _ oldCounts: [Int],
    _ newCounts: [Int],
    _ map: OffsetMap
  ) throws(SectionedBatchUpdatesError) {
    for counts in [oldCounts, newCounts] {
      for (section, count) in counts.enumerated() where count < 0 {
        throw .negativeCount(section: section, count: count)
      }
    }
    func check(
      _ paths: [RowIndexPath],
      _ role: BatchUpdatesError.Role,
      _ counts: [Int],
      isInBoth: (Int) -> Bool
    ) throws(SectionedBatchUpdatesError) {
      for path in paths {
        guard counts.indices.contains(path.section) else {
          throw .pathOutOfRange(role, path, count: counts.count)
        }
        guard (0..<counts[path.section]).contains(path.row) else {
          throw .pathOutOfRange(role, path, count: counts[path.section])
        }
        guard isInBoth(path.section) else { throw .goesWithSection(role, path) }
      }
    }
    let staysBefore = { (section: Int) in map.newOffset(ofOld: section) != nil }
    let staysAfter = { (section: Int) in map.oldOffset(ofNew: section) != nil }
    try check(difference.deletions, .deletion, oldCounts, isInBoth: staysBefore)
    try check(difference.moves.map(\.source), .moveSource, oldCounts, isInBoth: staysBefore)
    try check(difference.updates.map(\.old), .update, oldCounts, isInBoth: staysBefore)
    try check(difference.insertions, .insertion, newCounts, isInBoth: staysAfter)
    try check(difference.moves.map(\.target), .moveTarget, newCounts, isInBoth: staysAfter)
    try check(difference.updates.map(\.new), .updateTarget, newCounts, isInBoth: staysAfter)
  }

  /// The changes of each section that is in both lists, as a batch of its own.
  ///
  /// A row that crosses is deleted in one section and inserted in the other, and an update is left
  /// to where its row ends.
  static func rows(
    of difference: SectionedDifference,
    _ oldCounts: [Int],
    _ newCounts: [Int],
    _ map: OffsetMap
  ) throws(SectionedBatchUpdatesError) -> [Int: BatchUpdates] {
    var parts: [Int: Difference] = [:]
    var crossings: [Int: (in: Int, out: Int)] = [:]
    for path in difference.deletions {
      guard let section = map.newOffset(ofOld: path.section) else { continue }
      parts[section, default: Difference()].deletions.append(path.row)
    }
    for path in difference.insertions {
      parts[path.section, default: Difference()].insertions.append(path.row)
    }
    for move in difference.moves {
      guard let section = map.newOffset(ofOld: move.source.section) else { continue }
      if section == move.target.section {
        parts[section, default: Difference()].moves
          .append(.init(from: move.source.row, to: move.target.row))
      } else {
        parts[section, default: Difference()].deletions.append(move.source.row)
        parts[move.target.section, default: Difference()].insertions.append(move.target.row)
        crossings[section, default: (0, 0)].out += 1
        crossings[move.target.section, default: (0, 0)].in += 1
      }
    }
    let crossed = Set(
      difference.moves
        .filter { map.newOffset(ofOld: $0.source.section) != $0.target.section }
        .map(\.source)
    )
    for update in difference.updates where !crossed.contains(update.old) {
      guard let section = map.newOffset(ofOld: update.old.section) else { continue }
      guard section == update.new.section else {
        let expected = RowIndexPath(section: section, row: update.new.row)
        throw .misplacedUpdate(old: update.old, new: update.new, expected: expected)
      }
      parts[section, default: Difference()].updates
        .append(.init(old: update.old.row, new: update.new.row))
    }

    var batches: [Int: BatchUpdates] = [:]
    for section in newCounts.indices {
      guard let source = map.oldOffset(ofNew: section) else { continue }
      guard let part = parts[section] ?? (oldCounts[source] == newCounts[section] ? nil : .init())
      else { continue }
      do {
        batches[section] = try BatchUpdates(
          part,
          from: oldCounts[source],
          to: newCounts[section]
        )
      } catch {
        throw Self.error(error, part, source, section, crossings[section] ?? (0, 0))
      }
    }
    return batches
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
