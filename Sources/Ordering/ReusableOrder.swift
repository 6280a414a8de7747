internal import FeedValues
internal import RowTree

/// An existing order, insofar as it speeds up computing another order of the same rows.
struct ReusableOrder: Sendable {
  /// A range of its entries.
  struct Stretch: Sendable {
    var ranks: Range<Int>
    /// Whether the range is to be read backwards.
    var isReversed = false
  }

  let order: RankTree<OrderEntry>
  /// Ranges that cover all entries, in the sequence in which they are to be read.
  let stretches: [Stretch]
  /// Whether reading the ranges yields the order wanted.
  let isInOrder: Bool
  /// Whether its entries are in the order wanted, disregarding groups.
  let isSorted: Bool
  /// Whether keys are in the opposite direction.
  let isFlipped: Bool
  /// Whether each range consists of rows of one group.
  let isSplit: Bool
  /// Whether the groups or the filter differ, so that rows have to be read.
  let needsMarks: Bool
  /// Whether the groups differ.
  let hasOtherGroups: Bool

  /// Whether all rows are to be read, in the order of the feed, for the tails of their keys: otherwise so many would
  /// be read in another order, by pairs, that it would take longer.
  ///
  /// - Parameters:
  ///   - rule: The order wanted.
  ///   - isMerged: Whether entries are compared in each pass of a merge.
  /// - Returns: Whether that costs less, as far as a sample tells.
  func needsTails(by rule: OrderRule, isMerged: Bool) -> Bool {
    let last = order.count - 1
    guard last > 0, isMerged || isFlipped else { return false }
    let sample = stride(from: 0, to: last, by: max(1, last / Self.sampleCount))
    let ties = sample.filter { order[$0].hasSameKey(as: order[$0 + 1]) == nil }
    return ties.count > (isMerged ? Self.sampleCount / 32 : Self.sampleCount / 4)
  }

  /// About the number of pairs of entries that are examined.
  private static let sampleCount = 256
  /// The maximum number of groups that are split into ranges.
  private static let maximumGroups = 4_096

  /// Compares the order of an arrangement with the one wanted; nil if their sort keys differ.
  init?(of known: Arrangement, for wanted: OrderRule) {
    guard let order = known.order, wanted.hasSameKeys(as: known.rule) else { return nil }
    self.order = order
    let hasOtherGroups = !wanted.hasSameGroups(as: known.rule.grouping)
    self.hasOtherGroups = hasOtherGroups
    needsMarks =
      !wanted.hasSameFilter(as: known.rule) || hasOtherGroups && wanted.grouping != nil
    let all = Stretch(ranks: 0..<order.count)
    let groups = known.rule.grouping?.sorted ?? [0]
    let isFlipped = wanted.isDescending != known.rule.isDescending
    isSorted = known.rule.grouping == nil && !isFlipped
    let isUngrouped = hasOtherGroups && known.rule.grouping != nil
    self.isFlipped = isFlipped
    isSplit = (isFlipped || isUngrouped) && groups.count <= Self.maximumGroups
    guard isSplit else {
      (stretches, isInOrder) = ([all], !isFlipped && !hasOtherGroups)
      return
    }
    let parts = Self.parts(of: order, known.rule, groups)
    if isUngrouped {
      (stretches, isInOrder) = (parts.flatMap { $0 }.filter { !$0.ranks.isEmpty }, false)
      return
    }
    // Each group is reversed, except that rows without a value stay at its end.
    let rank = groups.map { group in
      hasOtherGroups ? 0 : wanted.grouping.map { $0.labels[Int(group)] } ?? 0
    }
    let arranged = zip(rank, parts).sorted { $0.0 < $1.0 }.flatMap { _, parts in
      [Stretch(ranks: parts[0].ranks, isReversed: true), parts[1]]
    }
    (stretches, isInOrder) = (arranged.filter { !$0.ranks.isEmpty }, !hasOtherGroups)
  }

  /// Takes rows in the order by which they have been numbered, to be frozen in it.
  ///
  /// - Parameters:
  ///   - numbered: The order, without groups.
  ///   - isFiltered: Whether its entries say which rows are shown.
  ///   - wanted: The frozen order, perhaps with groups.
  init(_ numbered: RankTree<OrderEntry>, isFiltered: Bool, for wanted: OrderRule) {
    order = numbered
    stretches = [Stretch(ranks: 0..<numbered.count)]
    hasOtherGroups = wanted.grouping != nil
    (isInOrder, needsMarks) = (!hasOtherGroups, hasOtherGroups || !isFiltered)
    (isSorted, isFlipped, isSplit) = (true, false, false)
  }

  /// For each group, the range of entries with a value, and the range of those without.
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
