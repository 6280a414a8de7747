import ListDiffing
internal import Searching

extension TableView {
  /// Updates the marks after a batch, and starts the flashes of fields that it changed in view.
  mutating func updateMarks(
    _ difference: Difference,
    _ handles: BatchHandles?,
    old: Outline<Row>,
    target: [TableNode?],
    at instant: ContinuousClock.Instant
  ) {
    batchSerial &+= 1
    sweepMarks(at: instant)
    let count = difference.insertions.count + difference.moves.count + difference.updates.count
    marks.makeRoom(for: count, of: Self.markLimit / 2)
    if let handles {
      markByHandles(difference, handles, old: old, at: instant)
    } else {
      for offset in difference.deletions { marks.remove(old.identity(at: offset)) }
      for update in difference.updates {
        let mark = RowMark(batch: batchSerial, update: instant)
        marks.note(mark, of: outline.identity(at: update.new))
      }
      for move in difference.moves {
        let mark = RowMark(batch: batchSerial, move: instant)
        marks.note(mark, of: outline.identity(at: move.target))
      }
      for offset in difference.insertions {
        let mark = RowMark(batch: batchSerial, insertion: instant)
        marks.set(mark, of: outline.identity(at: offset))
      }
    }

    guard motion != .none, timing.flash > .zero, !difference.updates.isEmpty, !target.isEmpty else {
      return
    }
    flash(difference, old: old, target: target, at: instant)
  }

  /// Starts the flashes of the fields that a batch changed in view.
  private mutating func flash(
    _ difference: Difference,
    old: Outline<Row>,
    target: [TableNode?],
    at instant: ContinuousClock.Instant
  ) {
    for case let offset? in target.map({ $0?.entry }) {
      let position = difference.updates.partitioningIndex { $0.new >= offset }
      guard position < difference.updates.count, difference.updates[position].new == offset,
        case .row(let after) = outline[offset],
        case .row(let before) = old[difference.updates[position].old]
      else { continue }
      for field in fieldRule(before, after) {
        flashes[.row(after.id), default: [:]][field] = instant
      }
    }
  }

  /// Marks rows by their handles, and section headers by their identities.
  private mutating func markByHandles(
    _ difference: Difference,
    _ handles: BatchHandles,
    old: Outline<Row>,
    at instant: ContinuousClock.Instant
  ) {
    let arrival = RowMark(batch: batchSerial, insertion: instant)
    if outline.sections != nil {
      var (before, after) = (
        SectionList.Finder(old.sections), SectionList.Finder(outline.sections)
      )
      for offset in difference.deletions where before.isHeader(at: offset) {
        marks.remove(old.identity(at: offset))
      }
      for offset in difference.insertions where after.isHeader(at: offset) {
        marks.set(arrival, of: outline.identity(at: offset))
      }
    }
    guard collapsedSections.isEmpty else {
      // Changes in a collapsed section are not marked, and rows that leave one count as inserted.
      for update in difference.updates {
        guard let handle = outline.handle(at: update.new) else { continue }
        marks.note(RowMark(batch: batchSerial, update: instant), ofHandle: handle)
      }
      for move in difference.moves {
        guard let handle = outline.handle(at: move.target) else { continue }
        marks.note(RowMark(batch: batchSerial, move: instant), ofHandle: handle)
      }
      for offset in difference.insertions {
        if let handle = outline.handle(at: offset) { marks.set(arrival, ofHandle: handle) }
      }
      return
    }
    marks.take(handles, batch: batchSerial, at: instant)
  }

  /// Removes the marks of rows that were deleted while something else was shown.
  package mutating func removeMarks(_ handles: BatchHandles) { marks.remove(handles) }

  /// Switches marks from handles to identities, because the handles will be reused for other rows.
  package mutating func releaseHandles() {
    let rows = outline.content.rows
    marks.releaseHandles { handle in
      rows.offset(ofHandle: handle).map { .row(rows[$0].id) }
    }
  }

  /// The marks of an entry.
  func mark(at offset: Int) -> RowMark? {
    marks.isEmpty
      ? nil : marks.mark(handle: outline.handle(at: offset), identity: outline.identity(at: offset))
  }

  /// Forgets all recent changes: marks, tints, flashes and ``lastBatch``.
  ///
  /// Call it when the user goes to another point in time, where nothing has changed.
  public mutating func forgetChanges() {
    marks = EntryMarks()
    flashes = [:]
    lastBatch = BatchCounts()
  }

  /// Whether a row counts as changed: its mark is still shown, or was set by the last batch.
  func isMarked(_ mark: RowMark, at instant: ContinuousClock.Instant) -> Bool {
    mark.isSeen(at: instant, after: batchSerial, for: timing.mark)
  }

  /// The maximum number of marked rows, in addition to those of the last batch.
  static var markLimit: Int { 8_192 }

  /// Removes expired marks and flashes, rarely enough that each one is examined at most twice.
  private mutating func sweepMarks(at instant: ContinuousClock.Instant) {
    func isDue(_ last: ContinuousClock.Instant?, every life: Duration) -> Bool {
      guard let last else { return true }
      return instant - last >= life
    }
    if isDue(sweep.marks, every: timing.mark) { removeExpiredMarks(at: instant) }
    if isDue(sweep.flashes, every: timing.flash) { removeExpiredFlashes(at: instant) }
  }

  private mutating func removeExpiredMarks(at instant: ContinuousClock.Instant) {
    sweep.marks = instant
    let (serial, life) = (batchSerial, timing.mark)
    marks.filter { $0.isSeen(at: instant, after: serial, for: life) }
  }

  private mutating func removeExpiredFlashes(at instant: ContinuousClock.Instant) {
    sweep.flashes = instant
    flashes = flashes.compactMapValues { fields in
      let alive = fields.filter { instant - $0.value < timing.flash }
      return alive.isEmpty ? nil : alive
    }
  }

  /// Counts rows inserted out of view, and removes those now in view from the count.
  mutating func updateUnseen(
    _ difference: Difference,
    countsInsertions: Bool,
    target: [TableNode?]
  ) {
    guard !isFollowing else { return unseenRows.removeAll() }
    unseenRows.apply(difference)
    if countsInsertions {
      unseenRows.insert(difference.insertions.filter { outline.rowOffset(ofEntry: $0) != nil })
    }
    see(target)
  }

  /// Removes the rows in view at rest from the unseen ones.
  mutating func see(_ nodes: [TableNode?]? = nil) {
    guard !unseenRows.isEmpty else { return }
    guard !isFollowing else { return unseenRows.removeAll() }
    unseenRows.remove((nodes ?? restingNodes()).compactMap { $0?.entry })
  }

  /// The number of rows that were inserted out of view and have not been shown since, on each side of the
  /// viewport.
  ///
  /// Rows are counted by identity: a row that was inserted and then updated many times counts once. While the
  /// table follows the live edge the count is 0.
  public var unseen: UnseenCount {
    guard !unseenRows.isEmpty else { return UnseenCount() }
    let first = restingNodes().lazy.compactMap { $0?.entry }.first
    let above = unseenRows.count(below: first ?? 0)
    return UnseenCount(above: above, below: unseenRows.count - above)
  }
}
