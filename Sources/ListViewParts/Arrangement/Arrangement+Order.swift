internal import Searching
internal import Feeds
internal import RowTree

/// The order while rows come, go and change.
extension Arrangement {
  /// Puts what changed where it belongs.
  ///
  /// - Parameters:
  ///   - changes: The rows that changed.
  ///   - oldEntries: How they were entered before.
  ///   - oldRows: The rows before.
  ///   - batch: Takes the offsets of those that are shown, before and after.
  ///   - isRenumbered: Whether the places of the feed are other ones for all rows.
  mutating func reorder(
    _ changes: [NetChange],
    _ oldEntries: [OrderEntry?],
    of oldRows: FeedRows,
    _ batch: inout BatchBuilder,
    isRenumbered: Bool
  ) {
    var (leaving, arriving): ([Int], [Int]) = ([], [])
    var newEntries: [OrderEntry?] = []
    newEntries.reserveCapacity(changes.count)
    for (index, change) in changes.enumerated() {
      let old = oldEntries[index]
      let new = change.new.map { self.rule.entry(of: $0.row, slot: $0.slot, place: $0.place) }
      newEntries.append(new)
      if let grouping = rule.grouping {
        if let old, old.isShown, let row = change.old?.row {
          totals.add(row, to: old.group, grouping, isRemoved: true)
        }
        if let new, new.isShown, let row = change.new?.row {
          totals.add(row, to: new.group, grouping)
        }
      }
      if let old, let new, !isRenumbered, old.stands(as: new) {
        if new.isShown { batch.staying[index] = new.slot }
        continue
      }
      batch.isForced[index] = old?.group != new?.group
      if old != nil { leaving.append(index) }
      if new != nil { arriving.append(index) }
    }
    let rule = self.rule
    // Groups may have come meanwhile, but none has another place.
    func sort(_ indices: inout [Int], _ entries: [OrderEntry?], of rows: FeedRows) {
      indices.sort { left, right in
        guard let a = entries[left], let b = entries[right] else { return false }
        return rule.precedes(a, b, in: rows)
      }
    }
    sort(&leaving, oldEntries, of: oldRows)
    sort(&arriving, newEntries, of: rows)
    let leavingEntries = leaving.compactMap { oldEntries[$0] }
    let arrivingEntries = arriving.compactMap { newEntries[$0] }
    let (oldOffsets, newOffsets) = Self.replace(
      leavingEntries,
      by: arrivingEntries,
      in: &order,
      rule,
      (oldRows, rows),
      renumbering: isRenumbered ? { [rows] in $0.place = rows.slot($0.slot).place } : nil
    )
    for (position, index) in leaving.enumerated() where leavingEntries[position].isShown {
      batch.old[index] = oldOffsets[position]
    }
    for (position, index) in arriving.enumerated() where arrivingEntries[position].isShown {
      batch.new[index] = newOffsets[position]
    }
    forgetEmptyGroups()
  }

  /// Takes entries out of an order and puts others in, both in their order.
  ///
  /// - Returns: How many rows were shown before each of them.
  /// - Complexity: O(*k* log *n*) for *k* entries, or O(*n* + *k* log *n*) where less.
  static func replace(
    _ leaving: [OrderEntry],
    by arriving: [OrderEntry],
    in order: inout RankTree<OrderEntry>?,
    _ rule: OrderRule,
    _ rows: (old: FeedRows, new: FeedRows),
    renumbering: ((inout OrderEntry) -> Void)?
  ) -> (old: [Int], new: [Int]) {
    guard var tree = order else { return ([], []) }
    order = nil  // so that it is not copied
    defer { order = tree }
    let count = leaving.count + arriving.count
    let logarithm = Int.bitWidth - tree.count.leadingZeroBitCount
    let offsets =
      count * logarithm > tree.count
      ? merge(leaving, arriving, &tree, rule, rows.new, renumbering)
      : insertAndRemove(leaving, arriving, &tree, rule, rows, renumbering)
    return offsets
  }

  /// One by one: deletions from the last to the first, so that each is counted as before the change, and
  /// insertions from the first to the last, so that each is counted as after it.
  static func insertAndRemove(
    _ leaving: [OrderEntry],
    _ arriving: [OrderEntry],
    _ tree: inout RankTree<OrderEntry>,
    _ rule: OrderRule,
    _ rows: (old: FeedRows, new: FeedRows),
    _ renumbering: ((inout OrderEntry) -> Void)?
  ) -> (old: [Int], new: [Int]) {
    var old = [Int](repeating: 0, count: leaving.count)
    for (index, entry) in leaving.enumerated().reversed() {
      let position = tree.position { rule.precedes($0, entry, in: rows.old) }
      let removed = tree.remove(at: position.rank)
      precondition(removed.slot == entry.slot, "a row stands where its key says")
      old[index] = position.summary.count
    }
    if let renumbering { tree.updateAll(renumbering) }
    let new = arriving.map { entry in
      let position = tree.position { rule.precedes($0, entry, in: rows.new) }
      tree.insert(entry, at: position.rank)
      return position.summary.count
    }
    return (old, new)
  }

  /// All in one go.
  static func merge(
    _ leaving: [OrderEntry],
    _ arriving: [OrderEntry],
    _ tree: inout RankTree<OrderEntry>,
    _ rule: OrderRule,
    _ rows: FeedRows,
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
      take(upTo: stayed[next...].partitioningIndex { !rule.precedes($0, entry, in: rows) })
      new.append(shown)
      result.append(entry)
      if entry.isShown { shown += 1 }
    }
    take(upTo: stayed.count)
    tree = RankTree(result)
    return (old, new)
  }

  /// Names the groups again where most of them are empty.
  private mutating func forgetEmptyGroups() {
    guard let grouping = rule.grouping, grouping.groups.count > 2 * rows.count + 64 else { return }
    let wasDisplayed = isDisplayed
    arrangeAnew()
    // The rows keep their places.
    isDisplayed = wasDisplayed
  }
}
