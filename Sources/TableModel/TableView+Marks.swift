import ListDiffing

extension TableView {
  /// Marks what a batch did to rows, and starts the flashes of the fields that it changed in view.
  mutating func updateMarks(
    _ difference: Difference,
    old: Outline<Row>,
    target: [TableNode?],
    at instant: ContinuousClock.Instant
  ) {
    batchSerial &+= 1
    sweepMarks(at: instant)
    func mark(_ offset: Int, _ mark: Mark, isUpdated: Bool = false) {
      marks[outline.identity(at: offset)] = RowMark(
        since: instant,
        batch: batchSerial,
        mark: mark,
        isUpdated: isUpdated
      )
    }
    for update in difference.updates { mark(update.new, .update, isUpdated: true) }
    for move in difference.moves {
      let known = marks[outline.identity(at: move.target)]
      mark(move.target, .move, isUpdated: known?.batch == batchSerial && known?.isUpdated == true)
    }
    for offset in difference.insertions { mark(offset, .insertion) }
    for offset in difference.deletions { marks[old.identity(at: offset)] = nil }

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

  /// When a mark ends; nil for with the next batch.
  ///
  /// In a stream that is faster than the eye, a mark outlives its batch for as long as a motion takes.
  func end(of mark: RowMark) -> ContinuousClock.Instant? {
    if let life = timing.mark { return mark.since + life }
    return mark.batch == batchSerial ? nil : mark.since + timing.batch
  }

  /// Lets go of the marks and flashes that are over, so seldom that each is looked at twice at most.
  private mutating func sweepMarks(at instant: ContinuousClock.Instant) {
    if sweep.marks.map({ instant - $0 >= timing.mark ?? timing.batch }) ?? true {
      sweep.marks = instant
      marks = marks.filter { end(of: $0.value).map { instant < $0 } ?? true }
    }
    if sweep.flashes.map({ instant - $0 >= timing.flash }) ?? true {
      sweep.flashes = instant
      flashes = flashes.compactMapValues { fields in
        let alive = fields.filter { instant - $0.value < timing.flash }
        return alive.isEmpty ? nil : alive
      }
    }
  }

  /// Counts the rows that came out of sight, and forgets those that are in sight now.
  mutating func updateUnseen(
    _ difference: Difference,
    countsInsertions: Bool,
    target: [TableNode?]
  ) {
    guard !isFollowing else { return unseenRows.removeAll() }
    unseenRows = unseenRows.applying(difference)
    if countsInsertions {
      unseenRows.insert(difference.insertions.filter { outline.rowOffset(ofEntry: $0) != nil })
    }
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
