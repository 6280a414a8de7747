import ListDiffing

extension TableView {
  /// Marks what a batch did to rows, and starts the flashes of the fields that it changed in view.
  mutating func updateMarks(
    _ difference: Difference,
    old: Outline<Row>,
    target: [TableNode?],
    at instant: ContinuousClock.Instant
  ) {
    if let limit = timing.mark {
      marks = marks.filter { instant - $0.value.since < limit }
    } else {
      marks = [:]
    }
    for update in difference.updates {
      marks[outline.identity(at: update.new)] = (.update, instant)
    }
    for move in difference.moves {
      marks[outline.identity(at: move.target)] = (.move, instant)
    }
    for offset in difference.insertions {
      marks[outline.identity(at: offset)] = (.insertion, instant)
    }
    for offset in difference.deletions { marks[old.identity(at: offset)] = nil }

    flashes = flashes.compactMapValues { fields in
      let alive = fields.filter { instant - $0.value < timing.flash }
      return alive.isEmpty ? nil : alive
    }
    guard motion != .none, timing.flash > .zero, !difference.updates.isEmpty else { return }
    for case let offset? in target.map({ $0?.entry }) {
      let position = difference.updates.partitionPoint { $0.new < offset }
      guard position < difference.updates.count, difference.updates[position].new == offset,
        case .row(let after) = outline[offset],
        case .row(let before) = old[difference.updates[position].old]
      else { continue }
      for field in fieldRule(before, after) {
        flashes[.row(after.id), default: [:]][field] = instant
      }
    }
  }

  /// Counts the rows that came out of sight, and forgets those that are in sight now.
  mutating func updateUnseen(_ difference: Difference, target: [TableNode?]) {
    guard !isFollowing else { return unseenRows.removeAll() }
    unseenRows = unseenRows.applying(difference)
    unseenRows.insert(difference.insertions.filter { outline.rowOffset(ofEntry: $0) != nil })
    see(target)
  }

  /// Forgets the unseen rows that are in view at rest.
  mutating func see(_ nodes: [TableNode?]? = nil) {
    guard !unseenRows.isEmpty else { return }
    guard !isFollowing else { return unseenRows.removeAll() }
    for case let offset? in (nodes ?? restingNodes()).map({ $0?.entry }) {
      unseenRows.remove(offset..<offset + 1)
    }
  }

  /// How many rows came out of sight and were not shown since, on each side of the viewport.
  ///
  /// Rows are counted by identity: one that came, and was updated a thousand times since, counts
  /// once. While the table follows the live edge it is 0.
  public var unseen: UnseenCount {
    guard !unseenRows.isEmpty else { return UnseenCount() }
    let first = restingNodes().lazy.compactMap { $0?.entry }.first
    let above = unseenRows.count(below: first ?? 0)
    return UnseenCount(above: above, below: unseenRows.count - above)
  }
}
