/// Changes to a list of rows that a view can perform in one batch: checked, in any order given.
///
/// Deletions, the sources of moves and the offsets of updates count the rows *before* the batch;
/// insertions and the targets of moves count the rows *after* it. That is the index convention of
/// `UITableView.performBatchUpdates(_:completion:)`. A value of this type is consistent: every
/// offset is in range and claimed once, the counts add up, and each update says where its row ends.
///
/// ```swift
/// // Three rows go at the start and three come at the end: insertions count what is left.
/// let right = try BatchUpdates(deletions: [0, 1, 2], insertions: [3, 4, 5], from: 6, to: 6)
/// let wrong = try BatchUpdates(deletions: [0, 1, 2], insertions: [6, 7, 8], from: 6, to: 6)
/// // throws: attempt to insert row 6, but there are only 6 rows after the update
/// ```
public struct BatchUpdates: Hashable, Sendable {
  /// The changes, each part in the order that `Difference` documents.
  public let difference: Difference
  /// The number of rows before the batch.
  public let oldCount: Int
  /// The number of rows after the batch.
  public let newCount: Int

  /// Offsets of the deleted rows, before the batch, ascending.
  public var deletions: [Int] { difference.deletions }
  /// Offsets of the inserted rows, after the batch, ascending.
  public var insertions: [Int] { difference.insertions }
  /// Moved rows, from an offset before the batch to one after it, ascending by the latter.
  public var moves: [Difference.Move] { difference.moves }
  /// Rows whose content changed, ascending by their offset after the batch.
  public var updates: [Difference.Update] { difference.updates }

  /// Checks a difference against the counts of rows on both sides of it.
  ///
  /// - Parameters:
  ///   - difference: The changes, whose parts may be in any order.
  ///   - oldCount: The number of rows before the batch.
  ///   - newCount: The number of rows after the batch.
  /// - Throws: `BatchUpdatesError` for the first inconsistency: a count, then offsets out of range,
  ///   then rows claimed twice, then counts that do not add up, then updates.
  /// - Complexity: O(*k* log *k*) for *k* changes, whatever the counts of rows are.
  public init(
    _ difference: Difference,
    from oldCount: Int,
    to newCount: Int
  ) throws(BatchUpdatesError) {
    self.difference = difference.sorted()
    self.oldCount = oldCount
    self.newCount = newCount
    try Self.check(self.difference, from: oldCount, to: newCount)
  }

  /// Creates a batch of the four kinds of changes, updates given by their offset before the batch.
  ///
  /// - Parameters:
  ///   - deletions: Offsets before the batch of the deleted rows, in any order.
  ///   - insertions: Offsets after the batch of the inserted rows, in any order.
  ///   - moves: Moved rows, from an offset before the batch to one after it, in any order.
  ///   - updates: Offsets before the batch of the rows whose content changed, in any order.
  ///   - oldCount: The number of rows before the batch.
  ///   - newCount: The number of rows after the batch.
  /// - Throws: `BatchUpdatesError` for the first inconsistency.
  /// - Complexity: O(*k* log *k*) for *k* changes, whatever the counts of rows are.
  public init(
    deletions: [Int] = [],
    insertions: [Int] = [],
    moves: [Difference.Move] = [],
    updates: [Int] = [],
    from oldCount: Int,
    to newCount: Int
  ) throws(BatchUpdatesError) {
    var difference = Difference(deletions: deletions, insertions: insertions, moves: moves)
    // Without the updates the batch is checked first: only then is it known where they end.
    try Self.check(difference.sorted(), from: oldCount, to: newCount)
    let map = OffsetMap(difference)
    for offset in updates {
      guard (0..<oldCount).contains(offset) else {
        throw .offsetOutOfRange(.update, offset: offset, count: oldCount)
      }
      guard let new = map.newOffset(ofOld: offset) else {
        throw .conflict(.deletion, .update, offset: offset)
      }
      difference.updates.append(.init(old: offset, new: new))
    }
    try self.init(difference, from: oldCount, to: newCount)
  }

  /// The batch that undoes this one.
  ///
  /// - Complexity: O(*k* log *k*) for *k* changes.
  public func inverted() -> BatchUpdates {
    BatchUpdates(unchecked: difference.inverted(), from: newCount, to: oldCount)
  }

  init(unchecked difference: Difference, from oldCount: Int, to newCount: Int) {
    self.difference = difference
    self.oldCount = oldCount
    self.newCount = newCount
  }
}

extension BatchUpdates: Codable {
  private enum CodingKeys: String, CodingKey {
    case difference
    case oldCount
    case newCount
  }

  /// Decodes a batch, and rejects an inconsistent one as corrupted data.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let difference = try container.decode(Difference.self, forKey: .difference)
    let oldCount = try container.decode(Int.self, forKey: .oldCount)
    let newCount = try container.decode(Int.self, forKey: .newCount)
    do {
      try self.init(difference, from: oldCount, to: newCount)
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
}
