internal import FeedStore
internal import FeedValues

/// Keeps the frozen order, pins and marks up to date as rows change, and follows rows in feed order.
extension Arrangement {
  /// Appends inserted rows to a frozen order, in feed order.
  mutating func followFrozen(_ changes: [NetChange]) {
    guard let before = rule.frozen else { return }
    for case let (old?, new?) in changes.map({ ($0.old, $0.new) }) where old.slot != new.slot {
      rule.frozen?[new.slot] = before[old.slot]
    }
    let come = changes.filter { $0.old == nil }.compactMap(\.new).sorted { $0.place < $1.place }
    for side in come { rule.frozen?.append(side.slot) }
  }

  mutating func followPins(_ changes: [NetChange]) {
    guard !pins.isEmpty else { return }
    // Some may still be in the table, so that the rule does not know them.
    let pinned = pins.count == rule.pinned.count ? rule.pinned : Set(pins.map(\.id))
    for change in changes {
      guard let id = (change.new ?? change.old)?.row.id, pinned.contains(id),
        let index = pins.firstIndex(where: { $0.id == id })
      else { continue }
      pins[index].slot = change.new?.slot
      if let row = change.new?.row { pins[index].row = row }
    }
  }

  mutating func followMark(_ change: NetChange) {
    guard !marks.isEmpty, let id = (change.new ?? change.old)?.row.id, marks[id] != nil else {
      return
    }
    marks[id] = .some(change.new?.slot)
  }

  /// Determines the places of the changed rows, all of which are shown in feed order.
  func followFeed(
    _ changes: [NetChange],
    from oldRows: FeedRows,
    _ batch: inout BatchBuilder
  ) {
    var (old, new): ([UInt64], [UInt64]) = ([], [])
    func offset(_ place: Int64, in rows: FeedRows, of index: Int) -> UInt64 {
      UInt64(rows.offset(ofPlace: place)) << 32 | UInt64(index)
    }
    for index in changes.indices {
      if let place = changes[index].old?.place { old.append(offset(place, in: oldRows, of: index)) }
      if let place = changes[index].new?.place { new.append(offset(place, in: rows, of: index)) }
    }
    for place in old.sorted() { batch.setOld(Int(place >> 32), of: Int(place & 0xFFFF_FFFF)) }
    for place in new.sorted() { batch.setNew(Int(place >> 32), of: Int(place & 0xFFFF_FFFF)) }
  }
}
