internal import FeedStore
internal import FeedValues
internal import RowTree
internal import TableModel

/// The rows of the table by their offsets; each is identified by its slot in the feed.
package struct ArrangedRows: RowSource {
  let rows: FeedRows
  /// The order of the rows; nil for feed order.
  let order: RankTree<OrderEntry>?
  let rule: OrderRule

  var count: Int { order?.summary.count ?? rows.count }

  subscript(offset: Int) -> Row { rows.row(in: slot(at: offset)) }

  func forEach(in offsets: Range<Int>, _ body: (Row) -> Void) {
    guard !offsets.isEmpty else { return }
    guard let order else { return rows.forEachSlot(in: offsets) { body(rows.row(in: $0)) } }
    let last = order.rank(ofShown: offsets.upperBound - 1)
    order.forEach(in: order.rank(ofShown: offsets.lowerBound)..<last + 1) { entry in
      if entry.isShown { body(rows.row(in: entry.slot)) }
    }
  }

  func handle(at offset: Int) -> Int { Int(slot(at: offset)) }

  func offset(ofHandle handle: Int) -> Int? {
    guard let slot = Int32(exactly: handle) else { return nil }
    let content = rows.slot(slot)
    guard let row = content.row else { return nil }
    guard let order else { return rows.offset(ofPlace: content.place) }
    let entry = rule.knownEntry(of: row, slot: slot, place: content.place)
    return entry.isShown ? order.position { rule.precedes($0, entry, in: rows) }.summary.count : nil
  }

  package func slot(at offset: Int) -> Int32 {
    guard let order else { return rows.slotNumber(at: offset) }
    return order[order.rank(ofShown: offset)].slot
  }
}

extension RankTree<OrderEntry> {
  /// The rank of the row shown at an offset.
  func rank(ofShown offset: Int) -> Int {
    summary.count == count ? offset : rank(exceeding: offset) { $0.count }
  }
}
