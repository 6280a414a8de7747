package import FeedStore
internal import FeedValues
internal import RowTree
package import TableModel

/// A new arrangement of all rows, computed in slices while the table shows the previous one, so that no key
/// has to wait until a million rows have been sorted.
package struct Rearrangement: Sendable {
  /// The new arrangement, without its order until that is complete.
  package private(set) var target: Arrangement
  private var builder: OrderBuilder
  /// Numbers the rows before, if their order is to be frozen.
  private var numbering: SlotNumbering?
  /// The slots that changed since the rearrangement started, each at least once; nil if any of them may have.
  private var changed: [Int32]? = []
  private var isNumbered = false
  /// Whether only a filter that depends on the time is applied again, which is not reported.
  package let isRefresh: Bool
  /// When the last slice was carried out.
  private var lastTurn: ContinuousClock.Instant

  /// Starts a rearrangement.
  ///
  /// - Parameters:
  ///   - arrangement: The current arrangement.
  ///   - wanted: A rearrangement's target that was still under way; nil if there is none.
  ///   - instant: The current time.
  ///   - slices: The amount of work done at a time.
  ///   - isRefresh: Whether the filter is only applied again.
  ///   - change: The change to make.
  package init(
    of arrangement: Arrangement,
    following wanted: Arrangement?,
    at instant: ContinuousClock.Instant,
    slices: OrderBuilder.Slices = .standard,
    isRefresh: Bool = false,
    _ change: (inout Arrangement) -> Void
  ) {
    var target = arrangement
    if let wanted { target.rule = wanted.rule }
    // Rows have come since the order was frozen.
    if target.rule.frozen?.isPending == false { target.rule.frozen = arrangement.rule.frozen }
    target.rule.pinned = Set(arrangement.pins.map(\.id))
    target.isDeferred = true
    change(&target)
    target.isDeferred = false
    target.isDisplayed = false
    if target.rule.frozen?.isPending == true {
      numbering = SlotNumbering(
        of: target.rows,
        by: target.rule,
        knowing: arrangement,
        slices: slices
      )
      builder = OrderBuilder(of: FeedRows(), by: OrderRule(), slices: slices)
    } else {
      builder = OrderBuilder(
        of: target.rows,
        by: target.rule,
        knowing: arrangement,
        slices: slices
      )
    }
    // The previous order stays with the arrangement that is shown.
    target.order = nil
    (lastTurn, self.isRefresh) = (instant, isRefresh)
    self.target = target
  }

  /// Whether the order is complete.
  package var isDone: Bool { numbering == nil && builder.isDone }

  /// When the next slice is due; nil if there is none.
  package var nextInstant: ContinuousClock.Instant? { isDone ? nil : lastTurn }

  /// Whether other rows are shown than before, disregarding changes meanwhile.
  package var showsOtherRows: Bool { builder.flips > 0 || builder.known == nil }
  /// Whether no rows have changed meanwhile.
  package var isUndisturbed: Bool { changed?.isEmpty ?? false }

  /// The share of the work that is done, from 0 to 1.
  package var progress: Double {
    guard let numbering else { return isNumbered ? (1 + builder.progress) / 2 : builder.progress }
    return numbering.progress / 2
  }

  /// Carries out the next slice.
  package mutating func advance(at instant: ContinuousClock.Instant) {
    lastTurn = instant
    guard numbering != nil else { return builder.advance() }
    numbering?.advance()
    guard let numbered = numbering, numbered.isDone else { return }
    (numbering, isNumbered) = (nil, true)
    var rule = target.rule
    rule.frozen = numbered.frozen
    builder = OrderBuilder(
      of: target.rows,
      by: rule,
      numbered: numbered.known(for: rule),
      slices: builder.slice
    )
  }

  /// The first rows in the new order, or those around a row; to be asked for before and after each slice.
  ///
  /// Rows that have left the list meanwhile are missing, and those that came.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - pivot: The slot of the row that keeps its line; nil for the first rows.
  ///   - selected: The slot of a row that is among them, wherever it stands: it stays selected, out of view; nil
  ///     for none.
  ///   - arrangement: The arrangement shown meanwhile.
  ///   - isCollapsed: Whether only the header of a section is shown.
  /// - Returns: The rows; nil if they are not known yet, or were known before the last slice already.
  package func firstRows(
    _ count: Int,
    around pivot: Int32? = nil,
    with selected: Int32? = nil,
    after arrangement: Arrangement,
    isCollapsed: (SectionID) -> Bool
  ) -> FirstRows? {
    // An order that numbers rows has no groups.
    guard let builder = numbering == nil ? builder : numbering?.builder, builder.isSelectable,
      !isRefresh, numbering == nil || target.grouping == nil
    else { return nil }
    let live = arrangement.rows
    func isPresent(_ slot: Int32) -> Bool {
      builder.rows.slot(slot).row.map { $0.id == live.slot(slot).row?.id } ?? false
    }
    guard pivot.map(isPresent) ?? true else { return nil }
    let offset = pivot.flatMap { arrangement.arrangedRows.offset(ofHandle: Int($0)) }
    guard var found = builder.firstEntries(count, around: pivot, at: offset) else { return nil }
    found.removeAll { !isPresent($0.slot) }
    if let grouping = builder.rule.grouping {
      guard selected.map({ slot in found.contains { $0.slot == slot } }) ?? true else { return nil }
      return FirstRows(found, of: live, grouping, builder.totals, isCollapsed: isCollapsed)
    }
    var slots = found.map(\.slot)
    if let selected, !slots.contains(selected) {
      // Behind a screenful of rows after the pivot; else there is one before it.
      let index = pivot.flatMap { slots.firstIndex(of: $0) } ?? 0
      slots.insert(selected, at: slots.count - index >= count ? slots.count : 0)
    }
    return FirstRows(slots, of: live)
  }

  /// Records changes of the rows.
  ///
  /// - Returns: Whether the changes can be applied once the order is complete; otherwise the work has to
  ///   start over.
  package mutating func note(_ changes: FeedUpdate.Changes) -> Bool {
    if case .otherList = changes { return false }
    if case .slots(let new) = changes, let count = changed?.count,
      count + new.count < target.rows.count
    {
      changed?.append(contentsOf: new.lazy.map(\.number))
    } else {
      changed = nil
    }
    return true
  }

  /// The content of the changed rows when the rearrangement started.
  ///
  /// The former content in an update may have other places: those of a numbering that came in between.
  private var changes: FeedUpdate.Changes {
    changed.map { slots in
      .slots(slots.map { FeedUpdate.ChangedSlot(number: $0, old: target.rows.slot($0)) })
    } ?? .anySlot
  }

  /// The new arrangement, including the changes of the rows since it was started.
  ///
  /// - Parameter live: The arrangement shown meanwhile.
  /// - Returns: The arrangement that replaces it.
  package func finished(after live: Arrangement) -> Arrangement {
    var result = target
    result.take(builder)
    (result.marks, result.pins) = (live.marks, live.pins)
    _ = result.update(
      FeedUpdate(rows: live.rows, changes: changes),
      isContentEqual: { _, _ in true }
    )
    // Changes made meanwhile were taken from the other one.
    result.changes = live.changes
    return result
  }
}
