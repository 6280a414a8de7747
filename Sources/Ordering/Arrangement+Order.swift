import FeedStore
internal import Searching
internal import FeedValues
internal import RowTree

/// Keeps the order up to date as rows are inserted, deleted and updated.
extension Arrangement {
  /// Moves changed rows to their positions in the order.
  ///
  /// - Parameters:
  ///   - changes: The changes of rows.
  ///   - old: The previous entries of the changed rows, each with whatever visibility; afterwards with that which
  ///     it had.
  ///   - new: The new entries of the changed rows.
  ///   - comparison: Compares entries before and after the change.
  ///   - batch: Receives the previous and new offsets of the rows shown.
  ///   - isRenumbered: Whether all rows have new places in the feed.
  mutating func reorder(
    _ changes: [NetChange],
    _ old: inout [OrderEntry?],
    _ new: [OrderEntry?],
    by comparison: EntryComparison,
    _ batch: inout BatchBuilder,
    isRenumbered: Bool
  ) {
    var (leave, arrive): ([Int], [Int]) = ([], [])
    leave.reserveCapacity(old.count)
    arrive.reserveCapacity(old.count)
    for index in old.indices {
      let (before, after) = (old[index], new[index])
      if let before, let after, !isRenumbered, changes[index].keepsPlace,
        before.hasSamePosition(as: after)
      {
        old[index]?.isShown = changes[index].old.map { rule.shows($0.row) } ?? false
        if old[index]?.isShown == after.isShown {
          if after.isShown { batch.changes[index].staying = after.slot }
          continue
        }
      }
      batch.changes[index].isForced = before?.group != after?.group
      if before != nil { leave.append(index) }
      if after != nil { arrive.append(index) }
    }
    // New groups may have been added, but existing ones keep their relative order.
    leave.sort { first, second in
      guard let first = old[first], let second = old[second] else { return false }
      return comparison.precedes(first, isOld: true, second, isOtherOld: true)
    }
    arrive.sort { first, second in
      guard let first = new[first], let second = new[second] else { return false }
      return comparison.precedes(first, second)
    }
    let arriving = arrive.compactMap { new[$0] }
    let change = Self.replace(
      leave.compactMap { old[$0] },
      by: arriving,
      in: &order,
      by: comparison,
      renumbering: isRenumbered ? { [rows] in $0.setPlace(rows.place(of: $0.slot)) } : nil
    )
    for (position, index) in leave.enumerated() {
      old[index] = change.left[position]
      guard change.left[position].isShown else { continue }
      batch.setOld(change.old[position].count, of: index)
    }
    for (position, index) in arrive.enumerated() {
      guard arriving[position].isShown else { continue }
      batch.setNew(change.new[position].count, of: index)
    }
  }

  /// Entries that left, the numbers of rows that were shown before each, and of those that are shown before entries
  /// that arrived.
  typealias Replacement = (left: [OrderEntry], old: [OrderEntry.Shown], new: [OrderEntry.Shown])

  /// Removes and inserts entries, both given in order.
  ///
  /// If places are renumbered, entries that leave cannot be searched for: the former places of the others are not
  /// known any more.
  ///
  /// - Complexity: O(*k* log *n*) for *k* entries, or O(*n* + *k* log *n*) if that is less, or places are renumbered.
  static func replace(
    _ leaving: [OrderEntry],
    by arriving: [OrderEntry],
    in order: inout RankTree<OrderEntry>?,
    by comparison: EntryComparison,
    renumbering: ((inout OrderEntry) -> Void)?
  ) -> Replacement {
    guard var tree = order else { return ([], [], []) }
    order = nil  // avoids a copy
    defer { order = tree }
    let count = leaving.count + arriving.count
    let logarithm = Int.bitWidth - tree.count.leadingZeroBitCount
    if renumbering != nil || count * logarithm > tree.count {
      return merge(leaving, arriving, &tree, comparison, renumbering)
    }
    return tree.replace(leaving, by: arriving) { comparison.placement($0, $1, isLeaving: $2) }
  }

  /// Rebuilds the order by merging.
  static func merge(
    _ leaving: [OrderEntry],
    _ arriving: [OrderEntry],
    _ tree: inout RankTree<OrderEntry>,
    _ comparison: EntryComparison,
    _ renumbering: ((inout OrderEntry) -> Void)?
  ) -> Replacement {
    var (left, old, new): Replacement = ([], [], [])
    var stayed: ContiguousArray<OrderEntry> = []
    stayed.reserveCapacity(tree.count)
    var shown = OrderEntry.Shown.zero
    tree.forEach(in: 0..<tree.count) { entry in
      if old.count < leaving.count, leaving[old.count].slot == entry.slot {
        old.append(shown)
        left.append(entry)
      } else {
        stayed.append(entry)
      }
      shown = shown + entry.summary
    }
    precondition(old.count == leaving.count, "an entry to remove is not at the position of its key")
    if let renumbering { for index in stayed.indices { renumbering(&stayed[index]) } }
    var result: ContiguousArray<OrderEntry> = []
    result.reserveCapacity(stayed.count + arriving.count)
    var next = 0
    shown = .zero
    func take(upTo end: Int) {
      for entry in stayed[next..<end] { shown = shown + entry.summary }
      result += stayed[next..<end]
      next = end
    }
    for entry in arriving {
      // There are few arriving entries: a binary search for each is faster than a merge by comparison.
      take(upTo: stayed[next...].partitioningIndex { !comparison.precedes($0, entry) })
      new.append(shown)
      result.append(entry)
      shown = shown + entry.summary
    }
    take(upTo: stayed.count)
    tree = RankTree(result)
    return (left, old, new)
  }

  /// Rebuilds the order if most groups are empty, or too many keys have to be compared in full.
  ///
  /// - Returns: Whether it did, after which groups have other numbers.
  mutating func renewWhereOutgrown() -> Bool {
    // The figures of groups would have to be of now: these are renewed when they are ordered.
    guard rule.grouping.map({ $0.ranking == .value }) ?? true, isOutgrown else { return false }
    let wasDisplayed = isDisplayed
    arrangeAnew()
    // Rebuilding does not change the order of the rows.
    isDisplayed = wasDisplayed
    return true
  }

  /// Whether most groups are empty, or too many keys have to be compared in full.
  package var isOutgrown: Bool {
    let groupCount = rule.grouping?.groups.count ?? 0
    return groupCount > 2 * rows.count + 64 || rule.isOutgrown(by: rows.count)
  }
}
