extension Difference {
  /// The changes of the standard library's difference, its associated pairs as moves.
  ///
  /// - Parameter other: A difference; after `inferringMoves()` its moves are kept, as far as they
  ///   are needed for the rows that stay.
  /// - Complexity: O(*k* log *k*) for *k* changes.
  public init(_ other: CollectionDifference<some Any>) {
    self.init()
    for change in other.removals {
      guard case .remove(let source, _, let target) = change else { continue }
      if let target {
        moves.append(Move(from: source, to: target))
      } else {
        deletions.append(source)
      }
    }
    for change in other.insertions {
      if case .insert(let target, _, nil) = change { insertions.append(target) }
    }
    self = sorted().withoutNeedlessMoves()
  }
}

extension CollectionDifference {
  /// The changes of a difference in the form of the standard library: a move is a removal and an
  /// insertion that are associated, and so is an update.
  ///
  /// - Parameters:
  ///   - difference: A difference of both lists.
  ///   - old: The list before the change.
  ///   - new: The list after the change.
  /// - Throws: `BatchUpdatesError` if the difference does not fit the lists.
  /// - Complexity: O(*k* log *k*) for *k* changes.
  public init(
    _ difference: Difference,
    from old: [ChangeElement],
    to new: [ChangeElement]
  ) throws(BatchUpdatesError) {
    let batch = try BatchUpdates(difference, from: old.count, to: new.count)
    let moved = Set(batch.moves.map(\.source))
    let pairs =
      batch.moves.map { ($0.source, $0.target) }
      + batch.updates.filter { !moved.contains($0.old) }.map { ($0.old, $0.new) }
    var changes: [Change] = []
    for offset in batch.deletions {
      changes.append(.remove(offset: offset, element: old[offset], associatedWith: nil))
    }
    for offset in batch.insertions {
      changes.append(.insert(offset: offset, element: new[offset], associatedWith: nil))
    }
    for (source, target) in pairs {
      changes.append(.remove(offset: source, element: old[source], associatedWith: target))
      changes.append(.insert(offset: target, element: new[target], associatedWith: source))
    }
    guard let result = CollectionDifference(changes) else {
      preconditionFailure("the batch contains an offset twice")
    }
    self = result
  }
}
