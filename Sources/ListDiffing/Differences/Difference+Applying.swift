extension Difference {
  /// The old list as this difference changes it.
  ///
  /// - Parameters:
  ///   - old: The list before the change.
  ///   - new: Gives the row at an offset of the new list; it is asked for insertions and updates.
  /// - Returns: The list after the change.
  /// - Throws: `BatchUpdatesError` if the difference does not fit `old`.
  /// - Complexity: O(*n* + *k* log *k*) for a list of *n* rows and *k* changes.
  public func applying<Element>(
    to old: [Element],
    new: (Int) -> Element
  ) throws(BatchUpdatesError) -> [Element] {
    let count = old.count - deletions.count + insertions.count
    return try BatchUpdates(self, from: old.count, to: count).applied(to: old, new: new)
  }

  /// The old list as this difference changes it, with rows of the new one.
  ///
  /// Only inserted and updated rows are taken from the new list. This suits a view whose rows carry
  /// more than those of the list, such as a state of their own.
  ///
  /// - Parameters:
  ///   - old: The list before the change.
  ///   - new: The list after the change.
  /// - Returns: The list after the change.
  /// - Throws: `BatchUpdatesError` if the difference does not lead from as many rows as `old` has
  ///   to as many as `new` has.
  /// - Complexity: O(*n* + *k* log *k*) for a list of *n* rows and *k* changes.
  public func applying<Element>(
    to old: [Element],
    new: [Element]
  ) throws(BatchUpdatesError) -> [Element] {
    try BatchUpdates(self, from: old.count, to: new.count).applied(to: old) { new[$0] }
  }
}

extension BatchUpdates {
  /// The rows before the batch as this batch changes them.
  ///
  /// - Parameters:
  ///   - old: The rows before the batch.
  ///   - new: Gives the row at an offset after the batch; it is asked for insertions and updates.
  /// - Returns: The rows after the batch.
  /// - Throws: `BatchUpdatesError.staleRows` if the rows are not as many as the batch counts.
  /// - Complexity: O(*n* + *k* log *k*) for *n* rows and *k* changes.
  public func applying<Element>(
    to old: [Element],
    new: (Int) -> Element
  ) throws(BatchUpdatesError) -> [Element] {
    guard old.count == oldCount else {
      throw .staleRows(count: old.count, expected: oldCount)
    }
    return applied(to: old, new: new)
  }

  /// The rows before the batch as this batch changes them, with rows of those after it.
  ///
  /// - Parameters:
  ///   - old: The rows before the batch.
  ///   - new: The rows after the batch, of which those that are inserted or updated are taken.
  /// - Returns: The rows after the batch.
  /// - Throws: `BatchUpdatesError.staleRows` if the rows are not as many as the batch counts.
  /// - Complexity: O(*n* + *k* log *k*) for *n* rows and *k* changes.
  public func applying<Element>(
    to old: [Element],
    new: [Element]
  ) throws(BatchUpdatesError) -> [Element] {
    guard new.count == newCount else { throw .staleRows(count: new.count, expected: newCount) }
    return try applying(to: old) { new[$0] }
  }

  /// Merges inserted and moved rows, ascending by their offsets, into the rows that stay.
  func applied<Element>(to old: [Element], new: (Int) -> Element) -> [Element] {
    let leaving = (deletions + moves.map(\.source)).sorted()
    var result: [Element] = []
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
