internal import RowTree

/// Orders groups by their figures.
extension Arrangement {
  /// Puts the groups in the order of their figures; rows stay where they are in their groups.
  ///
  /// - Returns: Whether they were in another order.
  /// - Complexity: O(*s*) for *s* groups that are in order, otherwise O(*n*), without reading a row.
  @discardableResult
  package mutating func rankGroups() -> Bool {
    guard let known = rule.grouping, known.ranking != .value, let tree = order else { return false }
    let figures = known.groups.indices.map { totals.figure(of: Int32($0), known.ranking) }
    guard known.isUnranked || known.isOvertaken(figures, totals) else { return false }
    var (ranges, start): ([Int32: Range<Int>], Int) = ([:], 0)
    for group in known.sorted {
      let end = tree.position { $0.group == group || known.precedes($0.group, group) }.rank
      ranges[group] = start..<end
      start = end
    }
    rule.rankGroups(by: figures)
    var builder = RankTree<OrderEntry>.Builder()
    for group in rule.grouping?.sorted ?? [] {
      tree.forEach(in: ranges[group] ?? 0..<0) { builder.append($0) }
    }
    order = builder.finish()
    isDisplayed = false
    return true
  }
}
