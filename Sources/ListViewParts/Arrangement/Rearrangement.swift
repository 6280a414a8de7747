internal import Feeds
internal import RowTree
internal import TableModel

/// Another arrangement of all rows, made in slices while the table shows the one before: no key waits for
/// a million rows to be sorted.
package struct Rearrangement: Sendable {
  /// The new arrangement; its order is not complete yet.
  package private(set) var target: Arrangement
  private var builder: OrderBuilder
  /// What became of the rows since the beginning.
  private var changes = FeedUpdate.Changes.slots([])
  /// When it went on last.
  private var lastTurn: ContinuousClock.Instant

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
    target.isDisplayed = false
    builder = OrderBuilder(of: target.rows, by: target.rule, knowing: arrangement)
    // The order before is left to those who show it.
    target.order = nil
    lastTurn = instant
    self.target = target
    // The first slice has the first rows then.
    if builder.takesOrderOver { builder.advance() }
  }

  /// Whether the order is there.
  package var isDone: Bool { builder.isDone }

  /// When the next slice is due; nil if there is none.
  package var nextInstant: ContinuousClock.Instant? { isDone ? nil : lastTurn }

  /// Which part of the work is done, from 0 to 1.
  package var progress: Double { builder.progress }

  /// Goes on by a slice.
  package mutating func advance(at instant: ContinuousClock.Instant) {
    lastTurn = instant
    builder.advance()
  }

  /// The first rows in the new order, where they are known before the others.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - keys: What is kept of the rows' keys.
  ///   - arrangement: The arrangement that is shown meanwhile.
  /// - Returns: The rows; nil where it takes a while to know them.
  func firstRows(
    _ count: Int,
    knowing keys: KeptKeys?,
    after arrangement: Arrangement
  ) -> TableContent<Row>? {
    guard target.grouping == nil else { return nil }
    var slots = builder.firstSlots(count)
    if slots == nil, !builder.takesOrderOver {
      slots = keys?.firstSlots(count, by: target.rule, after: arrangement)
    }
    return slots.map { TableContent(TableRows(FirstRows(rows: arrangement.rows, slots: $0))) }
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
    result.take(builder)
    (result.marks, result.pins) = (live.marks, live.pins)
    _ = result.update(
      FeedUpdate(rows: live.rows, changes: changes),
      isContentEqual: { _, _ in true }
    )
    return result
  }
}

/// The first rows of an order, whose others are not known yet.
private struct FirstRows: RowSource {
  let rows: FeedRows
  let slots: [Int32]

  var count: Int { slots.count }

  subscript(offset: Int) -> Row {
    guard let row = rows.slot(slots[offset]).row else {
      preconditionFailure("the rows of the table are rows of the feed")
    }
    return row
  }

  func handle(at offset: Int) -> Int { Int(slots[offset]) }

  func offset(ofHandle handle: Int) -> Int? { slots.firstIndex { Int($0) == handle } }
}
