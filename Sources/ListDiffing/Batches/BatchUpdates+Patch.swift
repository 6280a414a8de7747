extension BatchUpdates {
  /// The kind of step that an ordered patch begins with.
  public enum PatchOrder: Hashable, Sendable {
    /// Deletions, moves, insertions, updates.
    case deletionsFirst
    /// Insertions, moves, deletions, updates: no row goes before all new ones are there.
    case insertionsFirst
  }

  /// The batch as steps to perform one after the other, as on an array.
  ///
  /// A batch counts on two sides at once; a step counts what the steps before it left:
  ///
  /// ```swift
  /// // kitten → sitting: deletions 0 4, insertions 0 4 6
  /// let shrinking = batch.patch(.deletionsFirst)  // D0 D3 I0 I4 I6
  /// let growing = batch.patch(.insertionsFirst)  // I1 I6 I8 D0 D4
  /// ```
  ///
  /// A row inserted next to deleted rows is inserted after them.
  ///
  /// - Parameter order: The kind of step to begin with.
  /// - Returns: The steps, moves that turn out to change nothing left out.
  /// - Complexity: O(*k* log *k*) for *k* changes.
  public func patch(_ order: PatchOrder) -> [PatchStep] {
    let updates = updates.map { PatchStep.update(at: $0.new, new: $0.new) }
    switch order {
    case .deletionsFirst:
      let settled = stages().first { !$0.moves.isEmpty }
      return deletions.enumerated().map { .deletion(at: $1 - $0) }
        + (settled?.sequentialMoves() ?? [])
        + insertions.map { .insertion(at: $0, new: $0) }
        + updates
    case .insertionsFirst:
      return insertionsFirst() + updates
    }
  }

  private func insertionsFirst() -> [PatchStep] {
    // Between two rows that stay there are, in the old list, deleted rows and moved rows; in
    // the new one, inserted rows and moved rows. All together, with the deleted ones first, make
    // two lists that differ in their moves only; `before` and `after` count their rows.
    let targets = Dictionary(uniqueKeysWithValues: moves.map { ($0.source, $0.target) })
    let sources = Dictionary(uniqueKeysWithValues: moves.map { ($0.target, $0.source) })
    var before = 0
    var after = 0
    var places: [Int: Int] = [:]
    var travelling: [(row: Int, offset: Int)] = []
    var insertions: [PatchStep] = []
    var deletions: [PatchStep] = []
    for part in parts() {
      switch part {
      case .leaving(let row) where targets[row] != nil:
        places[row] = before
        before &+= 1
      case .leaving:
        deletions.append(.deletion(at: after - deletions.count))
        before &+= 1
        after &+= 1
      case .arriving(let row):
        if let source = sources[row] {
          travelling.append((source, after))
        } else {
          insertions.append(.insertion(at: before, new: row))
          before &+= 1
        }
        after &+= 1
      case .staying(_, _, let length):
        before &+= length
        after &+= length
      }
    }
    let moves = travelling.compactMap { row, offset in
      places[row].map { Difference.Move(from: $0, to: offset) }
    }
    let travels = BatchUpdates(unchecked: Difference(moves: moves), from: before, to: after)
    return insertions + travels.sequentialMoves() + deletions
  }

  /// The moves of a batch that holds nothing else, as steps, ascending by their source.
  ///
  /// Each row is put behind the row before it in the new list, of those that stay or have arrived.
  /// Then none of the rows still to move stands before the next one, and how many of them stand
  /// before its destination is known from the rows that stay.
  private func sequentialMoves() -> [PatchStep] {
    let leaving = moves.map(\.source).sorted()
    let bySource = moves.indices.sorted { moves[$0].source < moves[$1].source }
    // The number of staying rows before each moved one: in the old list, ascending by source,
    // and in the new list, ascending by target.
    let staysBefore = leaving.enumerated().map { $1 - $0 }
    let staysAfter = moves.enumerated().map { $1.target - $0 }
    // The moves, numbered by target, that have arrived.
    var arrived = PrefixCounts(count: moves.count)
    var steps: [PatchStep] = []
    for (turn, number) in bySource.enumerated() {
      let stays = staysBefore[turn]
      let reached = partitionPoint(of: staysAfter.indices) { staysAfter[$0] <= stays }
      let source = stays + arrived.count(below: reached)
      let ahead = staysAfter[number]
      let waiting = partitionPoint(of: staysBefore.indices) { staysBefore[$0] < ahead }
      let target = ahead + arrived.count(below: number) + max(0, waiting - (turn + 1))
      arrived.insert(number)
      if source != target { steps.append(.move(from: source, to: target)) }
    }
    return steps
  }
}
