internal import Feeds
internal import RowTree

/// Another arrangement of all rows, made in slices while the table shows the one before: no key waits for
/// a million rows to be sorted.
package struct Rearrangement: Sendable {
  /// The new arrangement; its order is not complete yet.
  package private(set) var target: Arrangement
  /// The order in which rows are examined: that of the feed if there is none.
  private let source: RankTree<OrderEntry>?
  private let isReversed: Bool
  private var stage = Stage.entering
  /// How many rows were examined.
  private var position = 0
  private var merge: RunMerge<OrderEntry>
  private var builder = RankTree<OrderEntry>.Builder()
  /// What became of the rows since the beginning.
  private var changes = FeedUpdate.Changes.slots([])
  /// When it went on last.
  private var lastTurn: ContinuousClock.Instant

  private enum Stage { case entering, merging, building, done }

  /// How many rows are examined in one go, entries merged, entries built: some milliseconds each.
  private static let slice = (entering: 2_048, merging: 32_768, building: 65_536)
  /// How much longer it takes to look at a row than to move an entry.
  private static let entryCost = 4.0

  /// Begins to make another arrangement of the rows.
  ///
  /// - Parameters:
  ///   - arrangement: How the rows are arranged.
  ///   - wanted: How they were to be arranged; nil if that is as they are.
  ///   - instant: When.
  ///   - change: Changes that.
  init(
    of arrangement: Arrangement,
    following wanted: Arrangement?,
    at instant: ContinuousClock.Instant,
    _ change: (inout Arrangement) -> Void
  ) {
    var target = arrangement
    if let wanted {
      target.rule = wanted.rule
      target.rule.pinned = arrangement.rule.pinned
    }
    target.isDeferred = true
    change(&target)
    target.isDeferred = false
    (source, target.order) = (arrangement.order, nil)
    target.isDisplayed = false
    target.totals = GroupTotals()
    target.rule.forgetGroups()
    isReversed =
      arrangement.sort?.column.paths == target.sort?.column.paths
      && arrangement.sort?.isDescending != target.sort?.isDescending
    merge = RunMerge(capacity: target.rule.isIdentity ? 0 : target.rows.count)
    if target.rule.isIdentity { stage = .done }
    lastTurn = instant
    self.target = target
  }

  /// Whether the order is there.
  package var isDone: Bool { stage == .done }

  /// When the next slice is due; nil if there is none.
  package var nextInstant: ContinuousClock.Instant? { isDone ? nil : lastTurn }

  /// Which part of the work is done, from 0 to 1.
  package var progress: Double {
    let count = Double(max(1, target.rows.count))
    let entering = Double(position) / count
    let building = Double(builder.count) / count
    // Most of the merging is known only when all rows were examined.
    return (entering * Self.entryCost + (stage == .entering ? 0 : merge.progress * 4) + building)
      / (Self.entryCost + 5)
  }

  /// Goes on by a slice.
  package mutating func advance(at instant: ContinuousClock.Instant) {
    lastTurn = instant
    switch stage {
    case .entering: enter()
    case .merging:
      let comparison = EntryComparison(target.rule, target.rows)
      merge.advance(by: Self.slice.merging) { comparison.precedes($0, $1) }
      if merge.isDone { stage = .building }
    case .building:
      let end = min(builder.count + Self.slice.building, merge.elements.count)
      for entry in merge.elements[builder.count..<end] { builder.append(entry) }
      guard end == merge.elements.count else { return }
      target.order = builder.finish()
      stage = .done
    case .done: break
    }
  }

  private mutating func enter() {
    let rows = target.rows
    let end = min(position + Self.slice.entering, rows.count)
    var slots: [Int32] = []
    slots.reserveCapacity(end - position)
    if let source {
      let ranks = isReversed ? rows.count - end..<rows.count - position : position..<end
      source.forEach(in: ranks) { slots.append($0.slot) }
      if isReversed { slots.reverse() }
    } else {
      rows.forEachSlot(in: position..<end) { slots.append($0) }
    }
    position = end
    let entries = slots.compactMap { target.enter($0) }
    target.rule.settleGroups()
    let comparison = EntryComparison(target.rule, rows)
    merge.append(entries) { comparison.precedes($0, $1) }
    if position == rows.count { stage = merge.isDone ? .building : .merging }
  }

  /// Records what became of the rows meanwhile.
  ///
  /// - Returns: Whether it can be taken in when the order is there; if it cannot, the work is to
  ///   begin again.
  mutating func note(_ changes: FeedUpdate.Changes) -> Bool {
    switch (self.changes, changes) {
    case (_, .otherList): return false
    case (.slots(let known), .slots(let new)) where known.count + new.count < target.rows.count:
      self.changes = .slots(known + new)
    default: self.changes = .anySlot
    }
    return true
  }

  /// The arrangement with what became of the rows meanwhile.
  ///
  /// - Parameter live: The arrangement that was shown meanwhile.
  /// - Returns: What takes its place.
  func finished(after live: Arrangement) -> Arrangement {
    var result = target
    (result.marks, result.pins) = (live.marks, live.pins)
    _ = result.update(
      FeedUpdate(rows: live.rows, changes: changes),
      isContentEqual: { _, _ in true }
    )
    return result
  }
}

extension Arrangement {
  /// Enters a row in the order that is made; nil if the slot is free.
  fileprivate mutating func enter(_ slot: Int32) -> OrderEntry? {
    let content = rows.slot(slot)
    guard let row = content.row else { return nil }
    let entered = rule.enter(row, slot: slot, place: content.place)
    if entered.entry.isShown, rule.grouping != nil {
      totals.add(entered.summand, to: entered.entry.group)
    }
    return entered.entry
  }
}
