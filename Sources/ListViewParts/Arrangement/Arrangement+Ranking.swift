internal import RowTree

/// Orders groups by their figures.
extension Arrangement {
  /// Whether the groups are in another order than that of their figures, which have changed since.
  package var hasOvertakenGroups: Bool { grouping?.isOvertaken(by: totals) ?? false }

  /// Puts the groups in the order of their figures; rows stay where they are in their groups.
  ///
  /// - Complexity: O(*n*), without reading a row.
  mutating func rankGroups() {
    guard let known = rule.grouping, known.ranking != .value, let tree = order else { return }
    var (ranges, start): ([Int32: Range<Int>], Int) = ([:], 0)
    for group in known.sorted {
      let end = tree.position { $0.group == group || known.precedes($0.group, group) }.rank
      ranges[group] = start..<end
      start = end
    }
    rule.rankGroups(by: totals)
    var builder = RankTree<OrderEntry>.Builder()
    for group in rule.grouping?.sorted ?? [] {
      tree.forEach(in: ranges[group] ?? 0..<0) { builder.append($0) }
    }
    order = builder.finish()
    isDisplayed = false
  }
}
