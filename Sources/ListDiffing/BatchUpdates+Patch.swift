extension BatchUpdates {
  /// Which kind of step an ordered patch begins with.
  public enum PatchOrder: Hashable, Sendable {
    /// Deletions, moves, insertions, updates.
    case deletionsFirst
    /// Insertions, moves, deletions, updates: no row goes before all that come are there.
    case insertionsFirst
  }

  /// The batch as steps to perform one after the other, as on an array.
  ///
  /// A batch counts on two sides at once; a step counts what the steps before it left:
  ///
  /// ```swift
  /// // kitten → sitting: deletions 0 4, insertions 0 4 6
  /// batch.patch(.deletionsFirst)  // D0 D3 I0 I4 I6
  /// batch.patch(.insertionsFirst)  // I1 I6 I8 D0 D4
  /// ```
  ///
  /// A row that comes beside rows that go is inserted behind them.
  ///
  /// - Parameter order: Which kind of step to begin with.
  /// - Returns: The steps, moves that turn out to change nothing left out.
  /// - Complexity: O(*k* log *k*) for *k* changes with the deletions first, O(*n* + *k* log *k*) for
  ///   *n* rows with the insertions first.
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

  /// A row of the list in which rows that go and rows that come stand side by side.
  private enum Place: Hashable {
    case old(Int)
    case new(Int)
  }

  private func insertionsFirst() -> [PatchStep] {
    // Between two rows that stay there are, in the old list, rows that go and rows that travel; in
    // the new one, rows that come and rows that travelled. All together make two lists that differ
    // in their moves only.
    let going = Set(deletions)
    let coming = Set(insertions)
    let sources = Dictionary(uniqueKeysWithValues: moves.map { ($0.source, $0.target) })
    let targets = Dictionary(uniqueKeysWithValues: moves.map { ($0.target, $0.source) })
    var before: [Place] = []
    var after: [Place] = []
    var steps: [PatchStep] = []
    var old = 0
    var new = 0
    while old < oldCount || new < newCount {
      while old < oldCount, going.contains(old) || sources[old] != nil {
        before.append(.old(old))
        if sources[old] == nil { after.append(.old(old)) }
        old += 1
      }
      while new < newCount, coming.contains(new) || targets[new] != nil {
        if let source = targets[new] {
          after.append(.old(source))
        } else {
          steps.append(.insertion(at: before.count, new: new))
          before.append(.new(new))
          after.append(.new(new))
        }
        new += 1
      }
      guard old < oldCount, new < newCount else { continue }
      before.append(.old(old))
      after.append(.old(old))
      old += 1
      new += 1
    }
    var places: [Int: Int] = [:]
    for (offset, place) in before.enumerated() {
      if case .old(let row) = place, sources[row] != nil { places[row] = offset }
    }
    var travelling = Difference()
    var deletions: [PatchStep] = []
    for (offset, place) in after.enumerated() {
      guard case .old(let row) = place else { continue }
      if let source = places[row] {
        travelling.moves.append(.init(from: source, to: offset))
      } else if going.contains(row) {
        deletions.append(.deletion(at: offset - deletions.count))
      }
    }
    let moves = BatchUpdates(unchecked: travelling, from: before.count, to: after.count)
    return steps + moves.sequentialMoves() + deletions
  }

  /// The moves of a batch that holds nothing else, as steps, ascending by their source.
  ///
  /// Each row is put behind the row before it in the new list, of those that stay or have arrived.
  /// Then none of the rows still to move stands before the next one, and how many of them stand
  /// before its destination is known from the rows that stay.
  private func sequentialMoves() -> [PatchStep] {
    let leaving = moves.map(\.source).sorted()
    let bySource = moves.indices.sorted { moves[$0].source < moves[$1].source }
    // How many rows that stay stand before each moved one: in the old list, ascending by source,
    // and in the new list, ascending by target.
    let staysBefore = leaving.enumerated().map { $1 - $0 }
    let staysAfter = moves.enumerated().map { $1.target - $0 }
    // Which moves, numbered by target, have arrived.
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
