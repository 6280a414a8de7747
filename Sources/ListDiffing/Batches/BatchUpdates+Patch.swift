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

/// One step of an ordered patch: its offsets count the rows as the steps before it left them.
public enum PatchStep: Hashable, Sendable, Codable {
  /// Takes the row at an offset away.
  case deletion(at: Int)
  /// Puts a row at an offset: the one at `new` in the new list.
  case insertion(at: Int, new: Int)
  /// Takes the row at an offset away, and puts it at another one of the rows without it.
  case move(from: Int, to: Int)
  /// Changes the row at an offset into the one at `new` in the new list.
  case update(at: Int, new: Int)
}

extension Array {
  /// Performs the steps of an ordered patch, one after the other.
  ///
  /// - Parameters:
  ///   - patch: The steps, whose offsets this list has when their turn comes.
  ///   - new: Gives the row at an offset of the new list.
  /// - Complexity: O(*nk*) for *n* rows and *k* steps.
  public mutating func perform(_ patch: [PatchStep], new: (Int) -> Element) {
    for step in patch {
      switch step {
      case .deletion(let offset): remove(at: offset)
      case .insertion(let offset, let row): insert(new(row), at: offset)
      case .move(let source, let target): insert(remove(at: source), at: target)
      case .update(let offset, let row): self[offset] = new(row)
      }
    }
  }
}

extension BatchUpdates {
  /// The changes that become a deletion and an insertion.
  public enum Replacement: Hashable, Sendable, CaseIterable {
    /// Those of rows that also move, which one batch of `UITableView` cannot take.
    case movedUpdates
    /// All updates, for a view that knows none.
    case updates
    /// All moves, for a view that knows none; a row that also changed comes as it is now.
    case moves
    /// All moves and updates, for a view that knows deletions and insertions only.
    case movesAndUpdates
  }

  /// A form for views that cannot take a row that moves and changes, or no row that changes.
  ///
  /// - Parameter replacement: The changes that become a deletion and an insertion.
  /// - Returns: A batch with the same result, the fewest moves that what it keeps allows included.
  /// - Complexity: O(*k* log *k*) for *k* changes, those of the result included.
  public func replacing(_ replacement: Replacement) -> BatchUpdates {
    var result = difference
    switch replacement {
    case .movedUpdates:
      let moved = Set(moves.map(\.target))
      let both = updates.filter { moved.contains($0.new) }
      let replaced = Set(both.map(\.new))
      result.deletions += both.map(\.old)
      result.insertions += both.map(\.new)
      result.moves.removeAll { replaced.contains($0.target) }
      result.updates.removeAll { replaced.contains($0.new) }
    case .updates:
      guard !updates.isEmpty else { return self }
      result.deletions += updates.map(\.old)
      result.insertions += updates.map(\.new)
      result.updates = []
      let replaced = Set(updates.map(\.new))
      result.moves.removeAll { replaced.contains($0.target) }
      // Rows that moved past a replaced one may now stay.
      return BatchUpdates(unchecked: result.sorted(), from: oldCount, to: newCount)
        .withFewestMoves()
    case .moves:
      let moved = Set(moves.map(\.target))
      result.deletions += moves.map(\.source)
      result.insertions += moves.map(\.target)
      result.moves = []
      result.updates.removeAll { moved.contains($0.new) }
    case .movesAndUpdates:
      return replacing(.updates).replacing(.moves)
    }
    return BatchUpdates(unchecked: result.sorted(), from: oldCount, to: newCount)
  }

  /// The same batch with the fewest moves that put its rows in line.
  ///
  /// The rows in line are a heaviest increasing subsequence, in which a run of rows that stay beside
  /// each other counts as one value of their number.
  private func withFewestMoves() -> BatchUpdates {
    let sources = Dictionary(uniqueKeysWithValues: moves.map { ($0.target, $0.source) })
    let runs = parts().compactMap { part -> Snake? in
      switch part {
      case .leaving: nil
      case .arriving(let new): sources[new].map { Snake(old: $0, new: new, length: 1) }
      case .staying(let old, let new, let length): Snake(old: old, new: new, length: length)
      }
    }
    let isInLine = heaviestChain(of: runs)
    var result = difference
    result.moves = []
    for (run, isInLine) in zip(runs, isInLine) where !isInLine {
      for step in 0..<run.length {
        result.moves.append(.init(from: run.old + step, to: run.new + step))
      }
    }
    return BatchUpdates(unchecked: result, from: oldCount, to: newCount)
  }
}

/// Whether each of the runs, ascending in the new list, is part of one choice of the most rows that
/// also ascend in the old list.
///
/// - Complexity: O(*k* log *k*) for *k* runs. Guy Jacobson, Kiem-Phong Vo, Heaviest
///   Increasing/Common Subsequence Problems, CPM (1992).
private func heaviestChain(of runs: [Snake]) -> [Bool] {
  let order = runs.indices.sorted { runs[$0].old < runs[$1].old }
  var ranks = [Int](repeating: 0, count: runs.count)
  for (rank, number) in order.enumerated() { ranks[number] = rank }
  var weights = [Int](repeating: 0, count: runs.count)
  var previous = [Int?](repeating: nil, count: runs.count)
  // A binary indexed tree of the heaviest chain that ends at each rank.
  var heaviest = [Int?](repeating: nil, count: runs.count + 1)
  func heavier(_ first: Int?, _ second: Int?) -> Int? {
    guard let first, let second else { return first ?? second }
    return weights[first] >= weights[second] ? first : second
  }
  for number in runs.indices {
    var index = ranks[number]
    var best: Int?
    while index > 0 {
      best = heavier(best, heaviest[index])
      index -= index & -index
    }
    previous[number] = best
    weights[number] = runs[number].length + (best.map { weights[$0] } ?? 0)
    index = ranks[number] + 1
    while index < heaviest.count {
      heaviest[index] = heavier(heaviest[index], number)
      index += index & -index
    }
  }
  var isInLine = [Bool](repeating: false, count: runs.count)
  var next = runs.indices.reduce(nil as Int?) { heavier($0, $1) }
  while let number = next {
    isInLine[number] = true
    next = previous[number]
  }
  return isInLine
}
