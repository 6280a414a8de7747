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
