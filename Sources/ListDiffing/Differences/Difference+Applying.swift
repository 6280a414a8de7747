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

extension Difference {
  /// The one difference that does what this one and then another do.
  ///
  /// A row that is inserted and then deleted does not appear at all; one that is moved back to where it can stay
  /// in line did not move. Rows that the first deletes and the second inserts remain both, since
  /// offsets do not tell that they are the same.
  ///
  /// - Parameter second: A difference whose old list is this one's new list.
  /// - Returns: A difference from this one's old list to the other one's new list. Its moves are
  ///   needed for the rows that stay, but need not be the fewest of all.
  /// - Complexity: O(*k* log *k*) for *k* changes in both.
  public func followed(by second: Difference) -> Difference {
    let first = OffsetMap(self)
    let then = OffsetMap(second)
    var result = Difference(
      deletions: deletions + second.deletions.compactMap(first.oldOffset),
      insertions: second.insertions + insertions.compactMap(then.newOffset)
    )
    let moved = Set(moves.map(\.source))
    for move in moves {
      guard let target = then.newOffset(ofOld: move.target) else { continue }
      result.moves.append(Move(from: move.source, to: target))
    }
    for move in second.moves {
      guard let source = first.oldOffset(ofNew: move.source), !moved.contains(source) else {
        continue
      }
      result.moves.append(Move(from: source, to: move.target))
    }
    var updated: Set<Int> = []
    for update in updates {
      guard let new = then.newOffset(ofOld: update.new), updated.insert(new).inserted else {
        continue
      }
      result.updates.append(Update(old: update.old, new: new))
    }
    for update in second.updates {
      guard let old = first.oldOffset(ofNew: update.old), updated.insert(update.new).inserted
      else { continue }
      result.updates.append(Update(old: old, new: update.new))
    }
    return result.sorted().withoutNeedlessMoves()
  }

  /// The same difference without moves of rows that are in line with those that stay.
  ///
  /// A moved row is in line with them if as many of them stand before it in the old list as in
  /// the new one; of such rows, a longest increasing subsequence can stay.
  ///
  /// - Complexity: O(*k* log *k*) for *k* changes.
  func withoutNeedlessMoves() -> Difference {
    guard !moves.isEmpty, moves.count < Int(Int32.max) else { return self }
    let leaving = (deletions + moves.map(\.source)).sorted()
    let arriving = (insertions + moves.map(\.target)).sorted()
    let sources = moves.map(\.source).sorted()
    let ranks = moves.map { move in
      let before =
        move.source - partitionPoint(of: leaving.indices) { leaving[$0] < move.source }
      let after =
        move.target - partitionPoint(of: arriving.indices) { arriving[$0] < move.target }
      guard before == after else { return -1 as Int32 }
      return Int32(partitionPoint(of: sources.indices) { sources[$0] < move.source })
    }
    var result = self
    result.moves = zip(moves, longestIncreasing(ranks)).compactMap { $1 ? nil : $0 }
    return result
  }
}

extension BatchUpdates {
  /// The one batch that does what this one and then another do.
  ///
  /// - Parameter second: A batch for the rows that this one leaves.
  /// - Returns: A batch from the rows before this one to those after the other.
  /// - Throws: `BatchUpdatesError.staleRows` if the other was made for another number of rows.
  /// - Complexity: O(*k* log *k*) for *k* changes in both.
  public func followed(by second: BatchUpdates) throws(BatchUpdatesError) -> BatchUpdates {
    guard second.oldCount == newCount else {
      throw .staleRows(count: newCount, expected: second.oldCount)
    }
    return BatchUpdates(
      unchecked: difference.followed(by: second.difference),
      from: oldCount,
      to: second.newCount
    )
  }
}
