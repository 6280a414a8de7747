extension Difference {
  /// The difference that undoes this one.
  ///
  /// - Complexity: O(*k* log *k*) for *k* changes.
  public func inverted() -> Difference {
    Difference(
      deletions: insertions,
      insertions: deletions,
      moves: moves.map { Move(from: $0.target, to: $0.source) },
      updates: updates.map { Update(old: $0.new, new: $0.old) }
    ).sorted()
  }

  /// The same changes, each part in the order that its property documents.
  func sorted() -> Difference {
    Difference(
      deletions: deletions.sorted(),
      insertions: insertions.sorted(),
      moves: moves.sorted { ($0.target, $0.source) < ($1.target, $1.source) },
      updates: updates.sorted { ($0.new, $0.old) < ($1.new, $1.old) }
    )
  }
}
