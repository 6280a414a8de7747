/// Changes to a sectioned list that a view can perform in one batch: checked.
///
/// ```swift
/// let batch = try SectionedBatchUpdates(
///   SectionedDifference(from: old, to: new),
///   from: old.map(\.rows.count),
///   to: new.map(\.rows.count)
/// )
/// ```
public struct SectionedBatchUpdates: Hashable, Sendable {
  /// The changes, each part in the order that `SectionedDifference` documents.
  public let difference: SectionedDifference
  /// How many rows each section has before the batch.
  public let oldCounts: [Int]
  /// How many rows each section has after the batch.
  public let newCounts: [Int]

  /// Where sections go.
  let map: OffsetMap
  /// What happens to the rows of each section that is in both lists, by its number after the batch;
  /// rows that cross from one section to another count as deleted there and inserted here.
  let rows: [Int: BatchUpdates]
  /// Where the rows of those sections go.
  private let rowMaps: [Int: OffsetMap]
  /// For rows that move from one section to another, their paths before and after.
  let crossings: [RowIndexPath: RowIndexPath]
  private let origins: [RowIndexPath: RowIndexPath]

  /// Checks a difference against the counts of rows on both sides of it.
  ///
  /// - Parameters:
  ///   - difference: The changes, whose parts may be in any order.
  ///   - oldCounts: How many rows each section has before the batch.
  ///   - newCounts: How many rows each section has after the batch.
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
    do {
      _ = try BatchUpdates(difference.sections, from: oldCounts.count, to: newCounts.count)
    } catch {
      throw .sections(error)
    }
    map = OffsetMap(difference.sections)
    try Self.checkPaths(self.difference, oldCounts, newCounts, map)
    rows = try Self.rows(of: self.difference, oldCounts, newCounts, map)
    rowMaps = rows.mapValues { OffsetMap($0.difference) }
    var crossings: [RowIndexPath: RowIndexPath] = [:]
    var origins: [RowIndexPath: RowIndexPath] = [:]
    for move in self.difference.moves
    where map.newOffset(ofOld: move.source.section) != move.target.section {
      crossings[move.source] = move.target
      origins[move.target] = move.source
    }
    self.crossings = crossings
    self.origins = origins
    for update in self.difference.updates {
      let expected = self.newPath(ofOld: update.old)
      guard let expected, expected != update.new else { continue }
      throw .misplacedUpdate(old: update.old, new: update.new, expected: expected)
    }
  }

  /// A batch whose parts follow from those of consistent ones.
  init(derived difference: SectionedDifference, from oldCounts: [Int], to newCounts: [Int]) {
    do {
      try self.init(difference, from: oldCounts, to: newCounts)
    } catch {
      preconditionFailure("a consistent batch became inconsistent: \(error)")
    }
  }

  /// The path after the batch of the row at a path before it; nil where it is deleted.
  ///
  /// - Complexity: O(log *k*) for *k* changes.
  public func newPath(ofOld path: RowIndexPath) -> RowIndexPath? {
    if let target = crossings[path] { return target }
    guard let section = map.newOffset(ofOld: path.section) else { return nil }
    guard let rowMap = rowMaps[section] else {
      return RowIndexPath(section: section, row: path.row)
    }
    return rowMap.newOffset(ofOld: path.row).map { RowIndexPath(section: section, row: $0) }
  }

  /// The path before the batch of the row at a path after it; nil where it was inserted.
  ///
  /// - Complexity: O(log *k*) for *k* changes.
  public func oldPath(ofNew path: RowIndexPath) -> RowIndexPath? {
    if let source = origins[path] { return source }
    guard let section = map.oldOffset(ofNew: path.section) else { return nil }
    guard let rowMap = rowMaps[path.section] else {
      return RowIndexPath(section: section, row: path.row)
    }
    return rowMap.oldOffset(ofNew: path.row).map { RowIndexPath(section: section, row: $0) }
  }

  /// The rows before the batch as this batch changes them.
  ///
  /// - Parameters:
  ///   - old: The rows of each section before the batch.
  ///   - new: Gives the row at a path after the batch; it is asked for rows that come, those of
  ///     inserted sections included, and for rows that change.
  /// - Returns: The rows of each section after the batch.
  /// - Throws: `SectionedBatchUpdatesError.staleRows` where the rows are not as many as the batch
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
      let make = { (row: Int) -> Row in
        let path = RowIndexPath(section: section, row: row)
        // A row that crosses is there already.
        return origins[path].map { old[$0.section][$0.row] } ?? new(path)
      }
      guard let source = map.oldOffset(ofNew: section) else {
        return (0..<newCounts[section]).map(make)
      }
      // What no batch touches stays as it is.
      guard let batch = rows[section] else { return old[source] }
      return batch.applied(to: old[source], new: make)
    }
    for update in difference.updates {
      result[update.new.section][update.new.row] = new(update.new)
    }
    return result
  }
}
