internal import Searching
internal import Feeds
internal import RowTree

/// The order while rows come, go and change.
extension Arrangement {
  /// Puts what changed where it belongs.
  ///
  /// - Parameters:
  ///   - old: How the rows that changed were entered before.
  ///   - new: How they are entered now.
  ///   - oldRows: The rows before.
  ///   - batch: Takes the offsets of those that are shown, before and after.
  ///   - isRenumbered: Whether the places of the feed are other ones for all rows.
  mutating func reorder(
    _ old: [OrderRule.Entered?],
    _ new: [OrderRule.Entered?],
    of oldRows: FeedRows,
    _ batch: inout BatchBuilder,
    isRenumbered: Bool
  ) {
    let isGrouped = rule.grouping != nil
    var (leaving, arriving): ([Numbered], [Numbered]) = ([], [])
    for index in old.indices {
      let (before, after) = (old[index]?.entry, new[index]?.entry)
      if isGrouped {
        if let before, before.isShown {
          totals.add(old[index]?.summand, to: before.group, isRemoved: true)
        }
        if let after, after.isShown { totals.add(new[index]?.summand, to: after.group) }
      }
      if let before, let after, !isRenumbered, before.hasSamePosition(as: after) {
        if after.isShown { batch.staying[index] = after.slot }
        continue
      }
      batch.isForced[index] = before?.group != after?.group
      if let before { leaving.append(Numbered(entry: before, index: index)) }
      if let after { arriving.append(Numbered(entry: after, index: index)) }
    }
    // Groups may have come meanwhile, but none has another place.
    let comparison = EntryComparison(rule, oldRows, rows)
    leaving.sort { comparison.precedes($0.entry, isOld: true, $1.entry, isOtherOld: true) }
    arriving.sort { comparison.precedes($0.entry, isOld: false, $1.entry, isOtherOld: false) }
    let (oldOffsets, newOffsets) = Self.replace(
      leaving.map(\.entry),
      by: arriving.map(\.entry),
      in: &order,
      by: comparison,
      renumbering: isRenumbered ? { [rows] in $0.place = rows.slot($0.slot).place } : nil
    )
    for (position, each) in leaving.enumerated() where each.entry.isShown {
      batch.old[each.index] = oldOffsets[position]
    }
    for (position, each) in arriving.enumerated() where each.entry.isShown {
      batch.new[each.index] = newOffsets[position]
    }
    renewWhereOutgrown()
  }

  /// An entry, and which change it belongs to.
  private struct Numbered {
    var entry: OrderEntry
    var index: Int
  }

  /// Takes entries out of an order and puts others in, both in their order.
  ///
  /// - Returns: How many rows were shown before each of them.
  /// - Complexity: O(*k* log *n*) for *k* entries, or O(*n* + *k* log *n*) where less.
  static func replace(
    _ leaving: [OrderEntry],
    by arriving: [OrderEntry],
    in order: inout RankTree<OrderEntry>?,
    by comparison: EntryComparison,
    renumbering: ((inout OrderEntry) -> Void)?
  ) -> (old: [Int], new: [Int]) {
    guard var tree = order else { return ([], []) }
    order = nil  // so that it is not copied
    defer { order = tree }
    let count = leaving.count + arriving.count
    let logarithm = Int.bitWidth - tree.count.leadingZeroBitCount
    let offsets =
      count * logarithm > tree.count
      ? merge(leaving, arriving, &tree, comparison, renumbering)
      : insertAndRemove(leaving, arriving, &tree, comparison, renumbering)
    return offsets
  }

  /// In one sweep; where places have other numbers, deletions and insertions in one each.
  static func insertAndRemove(
    _ leaving: [OrderEntry],
    _ arriving: [OrderEntry],
    _ tree: inout RankTree<OrderEntry>,
    _ comparison: EntryComparison,
    _ renumbering: ((inout OrderEntry) -> Void)?
  ) -> (old: [Int], new: [Int]) {
    guard let renumbering else {
      let offsets = sweep(leaving, arriving, &tree, comparison)
      return (offsets.old.map(\.count), offsets.new.map(\.count))
    }
    let old = sweep(leaving, [], &tree, comparison.before).old
    tree.updateAll(renumbering)
    let new = sweep([], arriving, &tree, comparison.after).new
    return (old.map(\.count), new.map(\.count))
  }

  private static func sweep(
    _ leaving: [OrderEntry],
    _ arriving: [OrderEntry],
    _ tree: inout RankTree<OrderEntry>,
    _ comparison: EntryComparison
  ) -> (old: [OrderEntry.Shown], new: [OrderEntry.Shown]) {
    tree.replace(leaving, by: arriving) { comparison.placement($0, $1, isLeaving: $2) }
  }

  /// All in one go.
  static func merge(
    _ leaving: [OrderEntry],
    _ arriving: [OrderEntry],
    _ tree: inout RankTree<OrderEntry>,
    _ comparison: EntryComparison,
    _ renumbering: ((inout OrderEntry) -> Void)?
  ) -> (old: [Int], new: [Int]) {
    var (old, new): ([Int], [Int]) = ([], [])
    var stayed: ContiguousArray<OrderEntry> = []
    stayed.reserveCapacity(tree.count)
    var shown = 0
    tree.forEach(in: 0..<tree.count) { entry in
      if old.count < leaving.count, leaving[old.count].slot == entry.slot {
        old.append(shown)
      } else {
        stayed.append(entry)
      }
      if entry.isShown { shown += 1 }
    }
    precondition(old.count == leaving.count, "a row stands where its key says")
    if let renumbering { for index in stayed.indices { renumbering(&stayed[index]) } }
    var result: ContiguousArray<OrderEntry> = []
    result.reserveCapacity(stayed.count + arriving.count)
    var next = 0
    shown = 0
    func take(upTo end: Int) {
      for entry in stayed[next..<end] where entry.isShown { shown += 1 }
      result += stayed[next..<end]
      next = end
    }
    for entry in arriving {
      // Few come: each finds its place by halves, and what is before it comes along in one piece.
      take(upTo: stayed[next...].partitioningIndex { !comparison.precedes($0, entry) })
      new.append(shown)
      result.append(entry)
      if entry.isShown { shown += 1 }
    }
    take(upTo: stayed.count)
    tree = RankTree(result)
    return (old, new)
  }

  /// Makes the order again where most groups are empty, or too many keys have to be compared as a whole.
  private mutating func renewWhereOutgrown() {
    let groupCount = rule.grouping?.groups.count ?? 0
    guard groupCount > 2 * rows.count + 64 || rule.isOutgrown(by: rows.count) else { return }
    let wasDisplayed = isDisplayed
    arrangeAnew()
    // The rows keep their places.
    isDisplayed = wasDisplayed
  }
}
