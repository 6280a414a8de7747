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
    func mark(_ offset: Int, _ kind: WritableKeyPath<RowMark, ContinuousClock.Instant?>) {
      let identity = outline.identity(at: offset)
      marks[identity, default: RowMark()][keyPath: kind] = instant
      marks[identity]?.batch = batchSerial
    }
    for offset in difference.deletions { marks[old.identity(at: offset)] = nil }
    for update in difference.updates { mark(update.new, \.update) }
    for move in difference.moves { mark(move.target, \.move) }
    for offset in difference.insertions {
      let identity = outline.identity(at: offset)
      marks[identity] = RowMark(batch: batchSerial, insertion: instant)
    }
    limitMarks()

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

  /// Forgets what batches did: marks, tints, flashes and ``lastBatch``.
  ///
  /// It is for where a reader goes to another place in time, so that nothing has changed there.
  public mutating func forgetChanges() {
    marks = [:]
    flashes = [:]
    lastBatch = BatchCounts()
  }

  /// Whether a row counts as changed: its mark still shows, or the last batch set it.
  func isMarked(_ mark: RowMark, at instant: ContinuousClock.Instant) -> Bool {
    mark.batch == batchSerial || mark.latest.map { instant - $0 < timing.mark } ?? false
  }

  /// How many rows have marks at most, beside those of the last batch.
  static var markLimit: Int { 8_192 }

  /// Lets go of the older marks where a flood has left more than anybody can see.
  private mutating func limitMarks() {
    guard marks.count > Self.markLimit else { return }
    // Half of them, so that this comes seldom.
    let instants = marks.values.compactMap { $0.batch == batchSerial ? nil : $0.latest }
    guard instants.count > Self.markLimit / 2 else { return }
    let oldest = instants.sorted(by: >)[Self.markLimit / 2]
    marks = marks.filter { mark in
      mark.value.batch == batchSerial || mark.value.latest.map { $0 > oldest } ?? false
    }
  }

  /// Lets go of the marks and flashes that are over, so seldom that each is looked at twice at most.
  private mutating func sweepMarks(at instant: ContinuousClock.Instant) {
    if sweep.marks.map({ instant - $0 >= timing.mark }) ?? true {
      sweep.marks = instant
      marks = marks.filter { isMarked($0.value, at: instant) }
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
