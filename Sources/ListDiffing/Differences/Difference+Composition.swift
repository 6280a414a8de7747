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
