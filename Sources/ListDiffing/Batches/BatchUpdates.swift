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

extension BatchUpdates {
  /// Throws for the first inconsistency of a difference whose parts are in order.
  ///
  /// Only the changes are looked at, never as many places as a count claims: a count may come from
  /// anywhere, and must not decide how much memory is taken.
  static func check(
    _ difference: Difference,
    from oldCount: Int,
    to newCount: Int
  ) throws(BatchUpdatesError) {
    if let count = [oldCount, newCount].first(where: { $0 < 0 }) { throw .negativeCount(count) }
    let sources = difference.moves.map(\.source).sorted()
    let targets = difference.moves.map(\.target)
    let before = difference.updates.map(\.old).sorted()
    let after = difference.updates.map(\.new)
    try checkRange(difference.deletions, .deletion, count: oldCount)
    try checkRange(sources, .moveSource, count: oldCount)
    try checkRange(before, .update, count: oldCount)
    try checkRange(difference.insertions, .insertion, count: newCount)
    try checkRange(targets, .moveTarget, count: newCount)
    try checkRange(after, .updateTarget, count: newCount)

    try checkConflicts(difference.deletions, .deletion, sources, .moveSource)
    try checkConflicts(difference.insertions, .insertion, targets, .moveTarget)
    try checkConflicts(difference.deletions, .deletion, before, .update)
    try checkConflicts(difference.insertions, .insertion, after, .updateTarget)

    // Every deletion is one of `oldCount` distinct rows, so that only the sum could overflow.
    let remaining = oldCount - difference.deletions.count
    let (count, overflow) = remaining.addingReportingOverflow(difference.insertions.count)
    guard !overflow, count == newCount else {
      throw .invalidCount(
        before: oldCount,
        after: newCount,
        inserted: difference.insertions.count,
        deleted: difference.deletions.count
      )
    }

    guard !arePlaced(difference, sources) else { return }
    let map = OffsetMap(difference)
    for update in difference.updates {
      let expected = map.newOffset(ofOld: update.old)
      guard let expected, expected != update.new else { continue }
      throw .misplacedUpdate(old: update.old, new: update.new, expected: expected)
    }
  }

  /// Whether each update says where its row ends: a moved row where its move does, and the others in line, where as
  /// many rows that stay are before them as were.
  ///
  /// Rows that stay keep their order, so that all is known after one pass over the changes.
  private static func arePlaced(_ difference: Difference, _ sources: [Int]) -> Bool {
    let (deletions, insertions, moves) =
      (difference.deletions, difference.insertions, difference.moves)
    var (deleted, inserted, departed, arrived, last) = (0, 0, 0, 0, -1)
    for update in difference.updates {
      while arrived < moves.count, moves[arrived].target < update.new { arrived += 1 }
      if arrived < moves.count, moves[arrived].target == update.new {
        guard moves[arrived].source == update.old else { return false }
        continue
      }
      guard update.old > last else { return false }
      last = update.old
      while deleted < deletions.count, deletions[deleted] < update.old { deleted += 1 }
      while departed < sources.count, sources[departed] < update.old { departed += 1 }
      while inserted < insertions.count, insertions[inserted] < update.new { inserted += 1 }
      guard departed == sources.count || sources[departed] != update.old,
        update.old - deleted - departed == update.new - inserted - arrived
      else { return false }
    }
    return true
  }

  /// Throws for an offset outside `0..<count`; of ascending offsets only the ends need a look.
  private static func checkRange(
    _ offsets: [Int],
    _ role: BatchUpdatesError.Role,
    count: Int
  ) throws(BatchUpdatesError) {
    guard let first = offsets.first, let last = offsets.last else { return }
    let bounds = 0..<count
    let offset = bounds.contains(first) ? last : first
    guard bounds.contains(offset) else {
      throw .offsetOutOfRange(role, offset: offset, count: count)
    }
  }

  /// Throws for an offset that occurs twice in an ascending list of offsets.
  private static func checkRepetition(
    _ offsets: [Int],
    _ role: BatchUpdatesError.Role
  ) throws(BatchUpdatesError) {
    for position in offsets.indices.dropFirst() where offsets[position - 1] == offsets[position] {
      throw .conflict(role, role, offset: offsets[position])
    }
  }

  /// Throws for an offset that occurs twice in two ascending lists of offsets.
  private static func checkConflicts(
    _ first: [Int],
    _ firstRole: BatchUpdatesError.Role,
    _ second: [Int],
    _ secondRole: BatchUpdatesError.Role
  ) throws(BatchUpdatesError) {
    try checkRepetition(first, firstRole)
    try checkRepetition(second, secondRole)
    var position = 0
    for offset in first {
      while position < second.count, second[position] < offset { position += 1 }
      guard position < second.count else { return }
      if second[position] == offset { throw .conflict(firstRole, secondRole, offset: offset) }
    }
  }
}

extension BatchUpdates {
  /// A part of both lists, read side by side from their starts.
  enum Part {
    /// A deleted or moved row, by its offset before the batch.
    case leaving(Int)
    /// An inserted or moved row, by its offset after the batch.
    case arriving(Int)
    /// Rows that stay in line beside each other, by their first offsets.
    case staying(old: Int, new: Int, length: Int)
  }

  /// The parts in order: between two runs of rows that stay, first the deleted and moved ones.
  ///
  /// - Complexity: O(*k* log *k*) for *k* changes, whatever the counts of rows are.
  func parts() -> [Part] {
    let leaving = (deletions + moves.map(\.source)).sorted()
    let arriving = (insertions + moves.map(\.target)).sorted()
    var parts: [Part] = []
    var nextLeaving = 0
    var nextArriving = 0
    var old = 0
    var new = 0
    while true {
      while nextLeaving < leaving.count, leaving[nextLeaving] == old {
        parts.append(.leaving(old))
        nextLeaving += 1
        old += 1
      }
      while nextArriving < arriving.count, arriving[nextArriving] == new {
        parts.append(.arriving(new))
        nextArriving += 1
        new += 1
      }
      let length = min(
        (nextLeaving < leaving.count ? leaving[nextLeaving] : oldCount) - old,
        (nextArriving < arriving.count ? arriving[nextArriving] : newCount) - new
      )
      guard length > 0 else { return parts }
      parts.append(.staying(old: old, new: new, length: length))
      old += length
      new += length
    }
  }
}

extension BatchUpdates {
  /// The batch in steps that each do one kind of thing: deletions, moves, insertions, updates.
  ///
  /// Performed one after the other they have the same result, and the rows can be shown in between:
  /// each stage is a batch from what the one before it left. Offsets of insertions and of updates
  /// are those of the whole batch, so that new rows are found at them. Steps with nothing to do are
  /// left out.
  ///
  /// - Returns: Up to four batches.
  /// - Complexity: O(*k* log *k*) for *k* changes.
  public func stages() -> [BatchUpdates] {
    let remaining = oldCount - deletions.count
    let settled = moves.map { move in
      Difference.Move(
        from: move.source
          - partitionPoint(of: deletions.indices) { deletions[$0] < move.source },
        to: move.target
          - partitionPoint(of: insertions.indices) { insertions[$0] < move.target }
      )
    }
    let changed = updates.map { Difference.Update(old: $0.new, new: $0.new) }
    return [
      BatchUpdates(unchecked: .init(deletions: deletions), from: oldCount, to: remaining),
      BatchUpdates(unchecked: .init(moves: settled), from: remaining, to: remaining),
      BatchUpdates(unchecked: .init(insertions: insertions), from: remaining, to: newCount),
      BatchUpdates(unchecked: .init(updates: changed), from: newCount, to: newCount),
    ].filter { !$0.difference.isEmpty }
  }
}
