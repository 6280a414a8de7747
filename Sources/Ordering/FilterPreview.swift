import FeedStore
package import FeedValues
internal import RowTree
internal import Searching
package import TableModel

/// The rows that match a filter while it is being typed, found in slices, so that no key has to wait until a
/// million rows have been examined.
package struct FilterPreview: Sendable {
  private let rows: FeedRows
  private let order: RankTree<OrderEntry>?
  private let rule: OrderRule
  /// The ranks of the matching rows, in ascending order.
  private var ranks: [Int32] = []
  /// The number of rows examined.
  private var offset = 0
  /// Whether the rows of the feed have changed since the preview started.
  package var isStale = false
  /// The number of rows examined when the result was last shown; nil if it never was.
  private var shownOffset: Int?
  /// When the preview started.
  package let start: ContinuousClock.Instant
  private var lastTurn: ContinuousClock.Instant

  /// The number of rows examined at a time, which takes a few milliseconds.
  private static let slice = 1_024
  /// The number of rows examined before the result is shown again.
  var stretch = 1 << 16

  fileprivate init(
    _ arrangement: Arrangement,
    _ isShown: (@Sendable (Row) -> Bool)?,
    at instant: ContinuousClock.Instant
  ) {
    (rows, order, rule) = (arrangement.rows, arrangement.order, arrangement.rule.showing(isShown))
    (start, lastTurn) = (instant, instant)
  }

  /// The number of matching rows found.
  package var count: Int { ranks.count }

  /// Whether all rows have been examined.
  package var isComplete: Bool { offset == rows.count }

  /// Examines the next slice of rows.
  ///
  /// - Parameters:
  ///   - height: The number of rows that fill the screen.
  ///   - instant: The current time.
  /// - Returns: Whether the result should be shown: once the first screen is full, at intervals as soon as there is
  ///   a row, and when it is complete.
  package mutating func advance(height: Int, at instant: ContinuousClock.Instant) -> Bool {
    lastTurn = instant
    let end = min(offset + rows.slice(Self.slice), rows.count)
    var rank = Int32(clamping: offset)
    func look(at slot: Int32) {
      if let row = rows.slot(slot).row, rule.shows(row) { ranks.append(rank) }
      rank += 1
    }
    if let order {
      order.forEach(in: offset..<end) { look(at: $0.slot) }
    } else {
      rows.forEachSlot(in: offset..<end, look)
    }
    offset = end
    let isDue =
      shownOffset == nil && count >= height
      || count > 0 && offset - (shownOffset ?? 0) >= stretch
    guard isComplete || isDue else { return false }
    shownOffset = offset
    return true
  }

  /// When the next slice is due; nil if all rows have been examined.
  package var nextInstant: ContinuousClock.Instant? { isComplete ? nil : lastTurn }

  /// The matching rows as table content.
  package var content: TableContent<Row> {
    TableContent(TableRows(PreviewRows(rows: rows, order: order, rule: rule, ranks: ranks)))
  }
}

extension Arrangement {
  /// Starts a preview of a filter; nil matches all rows.
  package func preview(
    _ isShown: (@Sendable (Row) -> Bool)?,
    at instant: ContinuousClock.Instant
  ) -> FilterPreview {
    FilterPreview(self, isShown, at: instant)
  }
}

extension OrderRule {
  /// The rule with a different filter.
  fileprivate func showing(_ isShown: (@Sendable (Row) -> Bool)?) -> OrderRule {
    var rule = self
    rule.setFilter(isShown)
    return rule
  }
}

/// Rows given by their ranks in the arranged order of the feed.
private struct PreviewRows: RowSource {
  let rows: FeedRows
  let order: RankTree<OrderEntry>?
  let rule: OrderRule
  let ranks: [Int32]

  var count: Int { ranks.count }

  subscript(offset: Int) -> Row { rows.row(in: slot(at: offset)) }

  func handle(at offset: Int) -> Int { Int(slot(at: offset)) }

  func offset(ofHandle handle: Int) -> Int? {
    guard let slot = Int32(exactly: handle), let row = rows.slot(slot).row else { return nil }
    let place = rows.slot(slot).place
    let rank: Int
    if let order {
      let entry = rule.knownEntry(of: row, slot: slot, place: place)
      rank = order.position { rule.precedes($0, entry, in: rows) }.rank
    } else {
      rank = rows.offset(ofPlace: place)
    }
    let offset = ranks.partitioningIndex { Int($0) >= rank }
    return offset < ranks.count && Int(ranks[offset]) == rank ? offset : nil
  }

  private func slot(at offset: Int) -> Int32 {
    let rank = Int(ranks[offset])
    return order.map { $0[rank].slot } ?? rows.slotNumber(at: rank)
  }
}

/// The change of a row that matches the filter, before or after.
package struct FilteredChange: Sendable {
  /// The row before; nil if it was inserted or did not match.
  package var old: Row?
  /// The row after; nil if it was deleted or does not match.
  package var new: Row?
}

extension Arrangement {
  /// The maximum number of changes kept for ``takeChanges()``.
  package static let keptChanges = 20_000

  /// Returns the changes since the last call of rows that match the filter; nil if they are unknown or too many.
  package mutating func takeChanges() -> [FilteredChange]? {
    defer { changes = [] }
    return changes
  }

  /// Keeps changes for ``takeChanges()``.
  ///
  /// - Parameters:
  ///   - net: The changes; nil if unknown.
  ///   - isShown: Returns whether the table shows the row at an index, before or after the change.
  mutating func keep(_ net: [NetChange]?, _ isShown: (Int, _ isOld: Bool) -> Bool) {
    guard keepsChanges, let net, let kept = changes?.count,
      kept + net.count <= Self.keptChanges
    else {
      changes = nil
      return
    }
    changes?.reserveCapacity(kept + net.count)
    for index in net.indices {
      // Pinned rows match, but are not in the table.
      func counts(_ row: Row, isOld: Bool) -> Bool {
        isShown(index, isOld) || !pins.isEmpty && isPinned(row.id)
      }
      let old = net[index].old.flatMap { counts($0.row, isOld: true) ? $0.row : nil }
      let new = net[index].new.flatMap { counts($0.row, isOld: false) ? $0.row : nil }
      if old != nil || new != nil { changes?.append(FilteredChange(old: old, new: new)) }
    }
  }
}
