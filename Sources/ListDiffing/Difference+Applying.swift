extension Difference {
  /// The old list as this difference changes it.
  ///
  /// - Parameters:
  ///   - old: The list before the change.
  ///   - new: Gives the row at an offset of the new list; it is asked for insertions and updates.
  /// - Returns: The list after the change, or nil where the difference does not fit `old`.
  /// - Complexity: O(*n*) for a list of *n* rows.
  public func applying<Row>(to old: [Row], new: (Int) -> Row) -> [Row]? {
    let count = old.count - deletions.count + insertions.count
    guard count >= 0 else { return nil }
    var leaves = [Bool](repeating: false, count: old.count)
    for offset in deletions + moves.map(\.source) {
      guard old.indices.contains(offset), !leaves[offset] else { return nil }
      leaves[offset] = true
    }
    var result = [Row?](repeating: nil, count: count)
    for offset in insertions {
      guard result.indices.contains(offset), result[offset] == nil else { return nil }
      result[offset] = new(offset)
    }
    for move in moves {
      guard result.indices.contains(move.target), result[move.target] == nil else { return nil }
      result[move.target] = old[move.source]
    }
    var target = 0
    for offset in old.indices where !leaves[offset] {
      while target < count, result[target] != nil { target += 1 }
      guard target < count else { return nil }
      result[target] = old[offset]
    }
    for update in updates {
      guard result.indices.contains(update.new) else { return nil }
      result[update.new] = new(update.new)
    }
    let rows = result.compactMap(\.self)
    return rows.count == count ? rows : nil
  }
}
