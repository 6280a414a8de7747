extension Difference {
  /// The old list as this difference changes it.
  ///
  /// - Parameters:
  ///   - old: The list before the change.
  ///   - new: Gives the row at an offset of the new list; it is asked for insertions and updates.
  /// - Returns: The list after the change, or nil where the difference does not fit `old`.
  /// - Complexity: O(*n* + *k* log *k*) for a list of *n* rows and *k* changes.
  public func applying<Row>(to old: [Row], new: (Int) -> Row) -> [Row]? {
    let count = old.count - deletions.count + insertions.count
    guard count >= 0 else { return nil }
    let batch = try? BatchUpdates(self, from: old.count, to: count)
    return batch?.applied(to: old, new: new)
  }
}

extension BatchUpdates {
  /// The rows before the batch as this batch changes them.
  ///
  /// - Parameters:
  ///   - old: The rows before the batch.
  ///   - new: Gives the row at an offset after the batch; it is asked for insertions and updates.
  /// - Returns: The rows after the batch.
  /// - Throws: `BatchUpdatesError.staleRows` where the rows are not as many as the batch counts.
  /// - Complexity: O(*n* + *k* log *k*) for *n* rows and *k* changes.
  public func applying<Row>(
    to old: [Row],
    new: (Int) -> Row
  ) throws(BatchUpdatesError) -> [Row] {
    guard old.count == oldCount else {
      throw .staleRows(count: old.count, expected: oldCount)
    }
    return applied(to: old, new: new)
  }

  /// Merges what arrives, ascending by its place, into the rows that stay.
  func applied<Row>(to old: [Row], new: (Int) -> Row) -> [Row] {
    let leaving = (deletions + moves.map(\.source)).sorted()
    var result: [Row] = []
    result.reserveCapacity(newCount)
    var nextLeaving = 0
    var nextInsertion = 0
    var nextMove = 0
    var next = 0
    for offset in 0..<newCount {
      if nextInsertion < insertions.count, insertions[nextInsertion] == offset {
        result.append(new(offset))
        nextInsertion += 1
      } else if nextMove < moves.count, moves[nextMove].target == offset {
        result.append(old[moves[nextMove].source])
        nextMove += 1
      } else {
        while nextLeaving < leaving.count, leaving[nextLeaving] == next {
          nextLeaving += 1
          next += 1
        }
        result.append(old[next])
        next += 1
      }
    }
    for update in updates { result[update.new] = new(update.new) }
    return result
  }
}
