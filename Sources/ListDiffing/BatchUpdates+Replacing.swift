extension BatchUpdates {
  /// Which changes become a deletion and an insertion.
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
  /// - Parameter replacement: Which changes become a deletion and an insertion.
  /// - Returns: A batch with the same result, the fewest moves that what it keeps allows included.
  /// - Complexity: O(*k* log *k*) for *k* changes; O(*n* log *n*) for *n* rows where all updates
  ///   are replaced, since rows that moved past a replaced one may now stay.
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
      result.moves = fewestMoves(without: Set(updates.map(\.new)))
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

  /// The fewest moves that put the rows in line, some of them left aside.
  private func fewestMoves(without replaced: Set<Int>) -> [Difference.Move] {
    var sources = [Int32](repeating: -1, count: newCount)
    var isArriving = [Bool](repeating: false, count: newCount)
    var isLeaving = [Bool](repeating: false, count: oldCount)
    for offset in deletions { isLeaving[offset] = true }
    for offset in insertions { isArriving[offset] = true }
    for move in moves {
      isLeaving[move.source] = true
      isArriving[move.target] = true
      sources[move.target] = Int32(truncatingIfNeeded: move.source)
    }
    var old = 0
    for new in 0..<newCount where !isArriving[new] {
      while isLeaving[old] { old += 1 }
      sources[new] = Int32(truncatingIfNeeded: old)
      old += 1
    }
    for new in replaced { sources[new] = -1 }
    return sources.withUnsafeBufferPointer { sources in
      var meter = WorkMeter(.none)
      var chain = IncreasingChain(of: sources, meter: &meter)
      defer { chain.deallocate() }
      var moves: [Difference.Move] = []
      for new in sources.indices.reversed() {
        if new == chain.last {
          chain.removeLast()
        } else if sources[new] >= 0 {
          moves.append(.init(from: Int(sources[new]), to: new))
        }
      }
      return moves.reversed()
    }
  }
}
