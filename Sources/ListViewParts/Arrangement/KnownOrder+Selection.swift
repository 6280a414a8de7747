internal import Feeds
internal import RowTree

/// The rows that the first screen of the order wanted shows, selected from the known order.
struct KnownSelection {
  let known: KnownOrder
  let rule: OrderRule
  let rows: FeedRows

  /// A row in the order wanted, and its offset in the known one.
  struct Pivot {
    let entry: OrderEntry
    let offset: Int
  }

  /// The maximum number of rows that are looked at.
  private static let maximumRead = 65_536

  private var order: RankTree<OrderEntry> { known.order }

  /// The slots of some successive rows in the order wanted.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - pivot: The row around which they are, as many before as after; nil for the first ones.
  /// - Returns: The slots in order; nil if rows would have to be read to determine them.
  /// - Complexity: O(*k* log *n*) for *k* rows of each range.
  func slots(_ count: Int, around pivot: Pivot?) -> [Int32]? {
    guard !known.needsMarks, rule.grouping == nil,
      known.isInOrder || known.isSorted || known.isSplit && !known.isFlipped,
      known.stretches.count * count <= Self.maximumRead
    else { return nil }
    let entries = known.isInOrder ? chained(count, around: pivot) : merged(count, around: pivot)
    guard let pivot else { return entries.prefix(count).map(\.slot) }
    guard let index = entries.firstIndex(where: { $0.slot == pivot.entry.slot }) else { return nil }
    return entries[max(0, index - count)..<min(entries.count, index + count + 1)].map(\.slot)
  }

  /// The first rows of each of the first groups, which are those of the known order.
  ///
  /// - Parameters:
  ///   - count: The number of lines, including those of section headers.
  ///   - isCollapsed: Whether only the header of a group is shown.
  /// - Returns: The groups in order, each with the slots of at least one row; nil if the known order has other
  ///   groups.
  func firstGroups(
    _ count: Int,
    isCollapsed: (Grouping.Group) -> Bool
  ) -> [(group: Int32, slots: [Int32])]? {
    guard known.isInOrder, known.isSplit, !known.needsMarks, let grouping = rule.grouping else {
      return nil
    }
    var result: [(group: Int32, slots: [Int32])] = []
    var lines = 0
    for stretch in known.stretches {
      let offsets = shown(stretch)
      guard let first = offsets.first else { continue }
      let group = entry(first).group
      let isNew = group != result.last?.group
      if isNew {
        guard lines < count else { break }
        result.append((group, []))
        lines += 1
      }
      let isClosed = isCollapsed(grouping.groups[Int(group)])
      let most = isClosed || lines >= count ? (isNew ? 1 : 0) : count - lines
      let slots = following(most, in: stretch, after: nil).map { entry($0).slot }
      result[result.count - 1].slots += slots
      if !isClosed { lines += slots.count }
    }
    return result
  }

  // MARK: Ranges one after the other

  private func chained(_ count: Int, around pivot: Pivot?) -> [OrderEntry] {
    let stretches = known.stretches
    var (first, offset): (Int, Int?) = (0, nil)
    if let pivot {
      let index = stretches.firstIndex { shown($0).contains(pivot.offset) }
      guard let index else { return [] }
      (first, offset) = (index, pivot.offset)
    }
    var before: [Int] = []
    if let offset {
      before = preceding(count, in: stretches[first], before: offset)
      for stretch in stretches[..<first].reversed() where before.count < count {
        before += preceding(count - before.count, in: stretch, before: nil)
      }
    }
    var after: [Int] = []
    for (index, stretch) in stretches.enumerated().dropFirst(first) where after.count < count {
      let start = index == first ? offset : nil
      after += following(count - after.count, in: stretch, after: start)
    }
    return (before.reversed() + (offset.map { [$0] } ?? []) + after).map(entry)
  }

  /// The offsets of the rows shown in a range of the known order.
  private func shown(_ stretch: KnownOrder.Stretch) -> Range<Int> {
    order.summary(before: stretch.ranks.lowerBound)
      .count..<order.summary(before: stretch.ranks.upperBound).count
  }

  private func entry(_ offset: Int) -> OrderEntry { order[order.rank(ofShown: offset)] }

  /// The offsets that follow one in a range as it is read; from its beginning without one.
  private func following(
    _ count: Int,
    in stretch: KnownOrder.Stretch,
    after offset: Int?
  ) -> [Int] {
    let all = shown(stretch)
    guard stretch.isReversed else {
      let start = offset.map { $0 + 1 } ?? all.lowerBound
      return Array((start..<all.upperBound).prefix(count))
    }
    var result: [Int] = []
    var end = all.upperBound
    if let offset {
      let run = run(of: offset, in: all)
      result += (offset + 1..<run.upperBound).prefix(count)
      end = run.lowerBound
    }
    while result.count < count, end > all.lowerBound {
      let run = run(of: end - 1, in: all)
      result += run.prefix(count - result.count)
      end = run.lowerBound
    }
    return result
  }

  /// The offsets that precede one in a range as it is read, the nearest first; from its end without one.
  private func preceding(
    _ count: Int,
    in stretch: KnownOrder.Stretch,
    before offset: Int?
  ) -> [Int] {
    let all = shown(stretch)
    guard stretch.isReversed else {
      return Array((all.lowerBound..<(offset ?? all.upperBound)).reversed().prefix(count))
    }
    var result: [Int] = []
    var start = all.lowerBound
    if let offset {
      let run = run(of: offset, in: all)
      result += (run.lowerBound..<offset).reversed().prefix(count)
      start = run.upperBound
    }
    while result.count < count, start < all.upperBound {
      let run = run(of: start, in: all)
      result += run.reversed().prefix(count - result.count)
      start = run.upperBound
    }
    return result
  }

  /// The offsets of the rows with the same key as one, which keep their order in either direction.
  private func run(of offset: Int, in all: Range<Int>) -> Range<Int> {
    let pivot = entry(offset)
    let start = (all.lowerBound..<offset).first(near: offset) { other in
      rule.haveEqualKeys(entry(other), pivot, in: rows)
    }
    let end = (offset + 1..<all.upperBound).end(near: offset + 1) { other in
      rule.haveEqualKeys(pivot, entry(other), in: rows)
    }
    return start..<end
  }

  // MARK: Ranges merged

  /// The rows nearest to the pivot of each range, in order.
  private func merged(_ count: Int, around pivot: Pivot?) -> [OrderEntry] {
    var result: [OrderEntry] = []
    for stretch in known.stretches {
      let all = shown(stretch)
      let middle = pivot.map { pivot in
        all.end { rule.precedes(ungrouped($0), pivot.entry, in: rows) }
      }
      let start = max(all.lowerBound, (middle ?? all.lowerBound) - count)
      let end = min(all.upperBound, (middle ?? all.lowerBound) + count + 1)
      result += (start..<end).map(ungrouped)
    }
    return result.sorted { rule.precedes($0, $1, in: rows) }
  }

  private func ungrouped(_ offset: Int) -> OrderEntry {
    var entry = entry(offset)
    entry.group = 0
    return entry
  }
}

extension Range<Int> {
  /// The end of the elements at the beginning that satisfy a predicate, which others do not.
  fileprivate func end(where holds: (Int) -> Bool) -> Int {
    var (start, end) = (lowerBound, upperBound)
    while start < end {
      let middle = start + (end - start) / 2
      if holds(middle) { start = middle + 1 } else { end = middle }
    }
    return start
  }

  /// The same, for an end that is expected near the beginning.
  fileprivate func end(near start: Int, where holds: (Int) -> Bool) -> Int {
    var (first, step) = (start, 1)
    while first + step - 1 < upperBound, holds(first + step - 1) {
      first += step
      step *= 2
    }
    return (first..<Swift.min(upperBound, first + step)).end(where: holds)
  }

  /// The first of the elements at the end that satisfy a predicate, which others do not.
  fileprivate func first(near end: Int, where holds: (Int) -> Bool) -> Int {
    end - (0..<count).end(near: 0) { holds(end - 1 - $0) }
  }
}
