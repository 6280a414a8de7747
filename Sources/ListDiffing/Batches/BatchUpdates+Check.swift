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
