extension Difference {
  /// The same changes in a longer list, before whose part of it there are `count` more rows.
  func shifted(by count: Int) -> Difference {
    guard count != 0 else { return self }
    return Difference(
      deletions: deletions.map { $0 + count },
      insertions: insertions.map { $0 + count },
      moves: moves.map { Move(from: $0.source + count, to: $0.target + count) },
      updates: updates.map { Update(old: $0.old + count, new: $0.new + count) }
    )
  }

  /// The same changes of the lists read from their ends.
  func mirrored(from oldCount: Int, to newCount: Int) -> Difference {
    Difference(
      deletions: deletions.map { oldCount - 1 - $0 },
      insertions: insertions.map { newCount - 1 - $0 },
      moves: moves.map { Move(from: oldCount - 1 - $0.source, to: newCount - 1 - $0.target) },
      updates: updates.map { Update(old: oldCount - 1 - $0.old, new: newCount - 1 - $0.new) }
    ).sorted()
  }
}
