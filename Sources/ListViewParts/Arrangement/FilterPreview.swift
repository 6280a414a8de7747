package import Feeds
internal import RowTree
package import TableModel
internal import Searching

/// The rows that a filter which is being typed would let through, looked for in slices: no key waits for
/// the last of a million rows.
package struct FilterPreview: Sendable {
  private let rows: FeedRows
  private let order: RankTree<OrderEntry>?
  private let rule: OrderRule
  /// The ranks of the rows that were found, ascending.
  private var ranks: [Int32] = []
  /// How many rows were examined.
  private var offset = 0
  /// Whether the rows of the feed are other ones meanwhile.
  package var isStale = false
  /// How many rows were found when they were shown last; nil for never.
  private var shownOffset: Int?
  /// When it began, and when it went on last.
  package let start: ContinuousClock.Instant
  private var lastTurn: ContinuousClock.Instant

  /// How many rows are examined in one go: some milliseconds.
  private static let slice = 1_024
  /// How many are examined before what was found is shown again.
  private static let stretch = 1 << 16

  fileprivate init(
    _ arrangement: Arrangement,
    _ isShown: (@Sendable (Row) -> Bool)?,
    at instant: ContinuousClock.Instant
  ) {
    (rows, order, rule) = (arrangement.rows, arrangement.order, arrangement.rule.showing(isShown))
    (start, lastTurn) = (instant, instant)
  }

  /// How many rows were found.
  package var count: Int { ranks.count }

  /// Whether what was found was shown once.
  package var wasShown: Bool { shownOffset != nil }

  /// Whether all rows were examined.
  package var isComplete: Bool { offset == rows.count }

  /// Looks at the next slice of the rows.
  ///
  /// - Parameters:
  ///   - height: How many rows fill the screen.
  ///   - instant: When.
  /// - Returns: Whether what was found is worth being shown: the first screen, then now and then, then
  ///   all of it.
  package mutating func advance(height: Int, at instant: ContinuousClock.Instant) -> Bool {
    lastTurn = instant
    let end = min(offset + Self.slice, rows.count)
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
    let isDue = shownOffset.map { offset - $0 >= Self.stretch } ?? (count >= height)
    guard isComplete || isDue else { return false }
    shownOffset = offset
    return true
  }

  /// When the next slice is due; nil if all rows were examined.
  package var nextInstant: ContinuousClock.Instant? { isComplete ? nil : lastTurn }

  /// What was found, as the table shows it.
  package var content: TableContent<Row> {
    TableContent(TableRows(PreviewRows(rows: rows, order: order, rule: rule, ranks: ranks)))
  }
}

extension Arrangement {
  /// Begins to look for the rows that a filter would let through; nil for one that lets all through.
  package func preview(
    _ isShown: (@Sendable (Row) -> Bool)?,
    at instant: ContinuousClock.Instant
  ) -> FilterPreview {
    FilterPreview(self, isShown, at: instant)
  }
}

extension OrderRule {
  /// The rule with another filter.
  fileprivate func showing(_ isShown: (@Sendable (Row) -> Bool)?) -> OrderRule {
    var rule = self
    rule.setFilter(isShown)
    return rule
  }
}

/// Rows by their ranks among all rows of the feed as they are arranged.
private struct PreviewRows: RowSource {
  let rows: FeedRows
  let order: RankTree<OrderEntry>?
  let rule: OrderRule
  let ranks: [Int32]

  var count: Int { ranks.count }

  subscript(offset: Int) -> Row {
    guard let row = rows.slot(slot(at: offset)).row else {
      preconditionFailure("the rows of the table are rows of the feed")
    }
    return row
  }

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
