/// Changes to a sectioned list that a view can perform in one batch: checked.
///
/// ```swift
/// let difference = SectionedDifference(from: old, to: new)
/// let batch = try SectionedBatchUpdates(difference, from: old, to: new)
/// ```
public struct SectionedBatchUpdates: Hashable, Sendable {
  /// The changes, each part in the order that `SectionedDifference` documents.
  public let difference: SectionedDifference
  /// The number of rows of each section before the batch.
  public let oldCounts: [Int]
  /// The number of rows of each section after the batch.
  public let newCounts: [Int]

  /// The places to which sections and rows go.
  let map: RowPathMap

  /// Checks a difference against the counts of rows on both sides of it.
  ///
  /// - Parameters:
  ///   - difference: The changes, whose parts may be in any order.
  ///   - oldCounts: The number of rows of each section before the batch.
  ///   - newCounts: The number of rows of each section after the batch.
  /// - Throws: `SectionedBatchUpdatesError` for the first inconsistency.
  /// - Complexity: O(*s* + *k* log *k*) for *s* sections and *k* changes.
  public init(
    _ difference: SectionedDifference,
    from oldCounts: [Int],
    to newCounts: [Int]
  ) throws(SectionedBatchUpdatesError) {
    self.difference = difference.sorted()
    self.oldCounts = oldCounts
    self.newCounts = newCounts
    try Self.checkSections(self.difference, oldCounts, newCounts)
    map = RowPathMap(self.difference, oldCounts.count, newCounts.count)
    try checkRows()
  }

  /// A batch whose parts follow from those of consistent ones.
  init(derived difference: SectionedDifference, from oldCounts: [Int], to newCounts: [Int]) {
    self.difference = difference.sorted()
    self.oldCounts = oldCounts
    self.newCounts = newCounts
    map = RowPathMap(self.difference, oldCounts.count, newCounts.count)
    assert(isConsistent, "a consistent batch became inconsistent")
  }

  /// The path after the batch of the row at a path before it; nil if it is deleted.
  ///
  /// - Complexity: O(log *k*) for *k* changes.
  public func newPath(ofOld path: RowIndexPath) -> RowIndexPath? {
    map.newPath(ofOld: path)
  }

  /// The path before the batch of the row at a path after it; nil if it was inserted.
  ///
  /// - Complexity: O(log *k*) for *k* changes.
  public func oldPath(ofNew path: RowIndexPath) -> RowIndexPath? {
    map.oldPath(ofNew: path)
  }

  /// The rows before the batch as this batch changes them.
  ///
  /// - Parameters:
  ///   - old: The rows of each section before the batch.
  ///   - new: Gives the row at a path after the batch; it is asked for inserted rows, those of
  ///     inserted sections included, and for rows that change.
  /// - Returns: The rows of each section after the batch.
  /// - Throws: `SectionedBatchUpdatesError.staleRows` if the rows are not as many as the batch
  ///   counts.
  /// - Complexity: O(*n* + *k* log *k*) for *n* rows and *k* changes.
  public func applying<Row>(
    to old: [[Row]],
    new: (RowIndexPath) -> Row
  ) throws(SectionedBatchUpdatesError) -> [[Row]] {
    guard old.map(\.count) == oldCounts else {
      throw .staleRows(counts: old.map(\.count), expected: oldCounts)
    }
    var result: [[Row]] = newCounts.indices.map { section in
      let arriving = map.arriving.slice(of: section)
      guard let source = map.oldSection(ofNew: section) else {
        return (0..<newCounts[section]).map { new(RowIndexPath(section: section, row: $0)) }
      }
      let leaving = map.leaving.slice(of: source)
      // A section without rows that come or go stays as it is.
      if arriving.isEmpty, leaving.isEmpty { return old[source] }
      var staying = 0
      var nextLeaving = leaving.lowerBound
      var nextArriving = arriving.lowerBound
      return (0..<newCounts[section]).map { row in
        if nextArriving < arriving.upperBound, map.arriving.rows[nextArriving] == row {
          defer { nextArriving += 1 }
          // A row that moves is there already.
          return map.arriving.others[nextArriving].map { old[$0.section][$0.row] }
            ?? new(RowIndexPath(section: section, row: row))
        }
        while nextLeaving < leaving.upperBound, map.leaving.rows[nextLeaving] == staying {
          nextLeaving += 1
          staying += 1
        }
        defer { staying += 1 }
        return old[source][staying]
      }
    }
    for update in difference.updates {
      result[update.new.section][update.new.row] = new(update.new)
    }
    return result
  }
}

extension SectionedBatchUpdates {
  /// Whether two batches are of the same changes and counts.
  public static func == (first: SectionedBatchUpdates, second: SectionedBatchUpdates) -> Bool {
    first.difference == second.difference && first.oldCounts == second.oldCounts
      && first.newCounts == second.newCounts
  }

  /// Hashes the changes and the counts.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(difference)
    hasher.combine(oldCounts)
    hasher.combine(newCounts)
  }
}

extension SectionedBatchUpdates: Codable {
  private enum CodingKeys: String, CodingKey {
    case difference
    case oldCounts
    case newCounts
  }

  /// Decodes a batch, and rejects an inconsistent one as corrupted data.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let difference = try container.decode(SectionedDifference.self, forKey: .difference)
    let oldCounts = try container.decode([Int].self, forKey: .oldCounts)
    let newCounts = try container.decode([Int].self, forKey: .newCounts)
    do {
      try self.init(difference, from: oldCounts, to: newCounts)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: container.codingPath,
          debugDescription: "\(error)",
          underlyingError: error
        )
      )
    }
  }

  /// Encodes the changes and the counts.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(difference, forKey: .difference)
    try container.encode(oldCounts, forKey: .oldCounts)
    try container.encode(newCounts, forKey: .newCounts)
  }
}

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

extension SectionedBatchUpdates {
  /// Checks a difference against the sections on both sides of it.
  ///
  /// - Parameters:
  ///   - difference: The changes, whose parts may be in any order.
  ///   - old: The sections before the batch.
  ///   - new: The sections after the batch.
  /// - Throws: `SectionedBatchUpdatesError` for the first inconsistency.
  /// - Complexity: O(*s* log *s* + *k* log *k*) for *s* sections and *k* changes.
  public init<Header, Row>(
    _ difference: SectionedDifference,
    from old: [ListSection<Header, Row>],
    to new: [ListSection<Header, Row>]
  ) throws(SectionedBatchUpdatesError) {
    try self.init(difference, from: old.map(\.rows.count), to: new.map(\.rows.count))
  }

  /// The sections before the batch as this batch changes them, with headers and rows of those after
  /// it.
  ///
  /// - Parameters:
  ///   - old: The sections before the batch.
  ///   - new: The sections after the batch, of which those are taken that are inserted or updated, and
  ///     such rows.
  /// - Returns: The sections after the batch.
  /// - Throws: `SectionedBatchUpdatesError.staleRows` if the rows are not as many as the batch
  ///   counts.
  /// - Complexity: O(*n* + *k* log *k*) for *n* rows and *k* changes.
  public func applying<Header, Row>(
    to old: [ListSection<Header, Row>],
    new: [ListSection<Header, Row>]
  ) throws(SectionedBatchUpdatesError) -> [ListSection<Header, Row>] {
    guard new.map(\.rows.count) == newCounts else {
      throw .staleRows(counts: new.map(\.rows.count), expected: newCounts)
    }
    let rows = try applying(to: old.map(\.rows)) { new[$0.section].rows[$0.row] }
    let updated = Set(difference.sections.updates.map(\.new))
    return rows.enumerated().map { section, rows in
      let source = updated.contains(section) ? nil : map.oldSection(ofNew: section)
      return ListSection(header: source.map { old[$0].header } ?? new[section].header, rows: rows)
    }
  }
}

extension SectionedDifference {
  /// The old sections as this difference changes them, with headers and rows of the new ones.
  ///
  /// - Parameters:
  ///   - old: The sections before the change.
  ///   - new: The sections after the change.
  /// - Returns: The sections after the change.
  /// - Throws: `SectionedBatchUpdatesError` if the difference does not lead from sections with as
  ///   many rows as those of `old` to such as those of `new`.
  /// - Complexity: O(*n* + *k* log *k*) for *n* rows and *k* changes.
  public func applying<Header, Row>(
    to old: [ListSection<Header, Row>],
    new: [ListSection<Header, Row>]
  ) throws(SectionedBatchUpdatesError) -> [ListSection<Header, Row>] {
    try SectionedBatchUpdates(self, from: old, to: new).applying(to: old, new: new)
  }
}
