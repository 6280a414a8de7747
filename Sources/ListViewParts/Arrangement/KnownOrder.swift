internal import Feeds
internal import RowTree

/// An order that is there already, as far as it helps to make another one of the same rows.
struct KnownOrder: Sendable {
  /// Some of its entries, one after the other.
  struct Stretch: Sendable {
    var ranks: Range<Int>
    /// Whether the last one is to come first.
    var isReversed = false
  }

  let order: RankTree<OrderEntry>
  /// All entries, in the order in which they are to be examined.
  let stretches: [Stretch]
  /// Whether the stretches have the order wanted.
  let isInOrder: Bool
  /// Whether groups and filter are other ones, so that rows have to be read.
  let needsMarks: Bool
  /// Whether the groups are other ones.
  let hasOtherGroups: Bool

  /// More groups than this are not looked for.
  private static let mostGroups = 4_096

  /// Compares an arrangement with what is wanted; nil where rows have other keys than in its order.
  init?(of known: Arrangement, for wanted: OrderRule) {
    guard let order = known.order, wanted.hasSameKeys(as: known.rule) else { return nil }
    self.order = order
    let hasOtherGroups = !wanted.hasSameGroups(as: known.rule)
    self.hasOtherGroups = hasOtherGroups
    needsMarks =
      !wanted.hasSameFilter(as: known.rule) || hasOtherGroups && wanted.grouping != nil
    let all = Stretch(ranks: 0..<order.count)
    let groups = known.rule.grouping?.sorted ?? [0]
    let isFlipped = wanted.isDescending != known.rule.isDescending
    let isUngrouped = hasOtherGroups && known.rule.grouping != nil
    guard isFlipped || isUngrouped, groups.count <= Self.mostGroups else {
      (stretches, isInOrder) = ([all], !isFlipped && !hasOtherGroups)
      return
    }
    let parts = Self.parts(of: order, known.rule, groups)
    if isUngrouped {
      (stretches, isInOrder) = (parts.flatMap { $0 }.filter { !$0.ranks.isEmpty }, false)
      return
    }
    // In each group the last one comes first, and those without a value stay where they are.
    let rank = groups.map { group in
      hasOtherGroups ? 0 : wanted.grouping.map { Int($0.ranks[Int(group)]) } ?? 0
    }
    let arranged = zip(rank, parts).sorted { $0.0 < $1.0 }.flatMap { _, parts in
      [Stretch(ranks: parts[0].ranks, isReversed: true), parts[1]]
    }
    (stretches, isInOrder) = (arranged.filter { !$0.ranks.isEmpty }, !hasOtherGroups)
  }

  /// The entries of each group with a value, and those without one.
  private static func parts(
    of order: RankTree<OrderEntry>,
    _ rule: OrderRule,
    _ groups: [Int32]
  ) -> [[Stretch]] {
    var start = 0
    return groups.map { group in
      func end(_ holds: (OrderEntry) -> Bool) -> Int {
        order.position { entry in
          guard entry.group != group, let grouping = rule.grouping else { return holds(entry) }
          return grouping.precedes(entry.group, group)
        }.rank
      }
      let middle = end { !$0.isMissing }
      let end = end { _ in true }
      defer { start = end }
      return [Stretch(ranks: start..<middle), Stretch(ranks: middle..<end)]
    }
  }
}
