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
