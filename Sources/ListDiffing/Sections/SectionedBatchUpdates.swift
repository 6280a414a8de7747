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
