internal import Feeds

/// Keeps the frozen order, pins and marks up to date as rows change.
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
}
