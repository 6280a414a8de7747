internal import ListDiffing

/// What one item of a feed changed, so that it can be done and undone.
struct HistoryStep: Sendable {
  enum Change: Sendable {
    /// A snapshot: its difference, the rows that it took away or replaced, by their offsets before,
    /// and those that it brought, by their offsets after.
    indirect case batch(Difference, old: [Int: Row], new: [Int: Row])
    /// A row came in at the front.
    case arrival(Row)
    /// A row came in at the front, and the last one left because there were too many.
    indirect case rotation(Row, dropped: Row)
    /// A row took its own place.
    indirect case replacement(old: Row, new: Row)
    /// A row left; the one that stood behind it, nil for none.
    indirect case departure(Row, inFrontOf: RowID?)
    /// Nothing that shows.
    case nothing
  }

  // There are many: the fields stand so that they take 64 bytes.
  let change: Change
  private let size: UInt32
  private let gapNanoseconds: Int64
  /// When it happened; nil where nothing tells.
  let time: FeedTime?

  /// Whether the step holds a difference by offsets, which does not depend on identities.
  var isBatch: Bool {
    if case .batch = change { true } else { false }
  }

  /// The time from the item before to this one, at speed 1.
  var gap: Duration { .nanoseconds(gapNanoseconds) }

  /// About how many bytes the step holds.
  var byteCount: Int { Int(size) }

  /// The step from one list to another, whose rows are both identified once.
  init(from old: [Row], to new: [Row], gap: Duration, time: FeedTime?) {
    let difference = Difference(from: old, to: new)
    var (before, after): ([Int: Row], [Int: Row]) = ([:], [:])
    for offset in difference.deletions { before[offset] = old[offset] }
    for offset in difference.insertions { after[offset] = new[offset] }
    for update in difference.updates {
      before[update.old] = old[update.old]
      after[update.new] = new[update.new]
    }
    gapNanoseconds = Self.nanoseconds(of: gap)
    self.time = time
    size = UInt32(
      clamping: Self.overhead + difference.moves.count * 16
        + before.values.reduce(0) { $0 + $1.byteCount }
        + after.values.reduce(0) { $0 + $1.byteCount }
    )
    change = .batch(difference, old: before, new: after)
  }

  /// The step of a single row, by what it did to the list.
  init(_ row: Row?, _ effect: RowList.Change, gap: Duration, time: FeedTime?) {
    gapNanoseconds = Self.nanoseconds(of: gap)
    self.time = time
    let other: Row?
    switch (row, effect) {
    case (let row?, .arrival(nil)): (change, other) = (.arrival(row), nil)
    case (let row?, .arrival(let dropped?)):
      (change, other) = (.rotation(row, dropped: dropped), dropped)
    case (let row?, .replacement(let old)):
      (change, other) = (.replacement(old: old, new: row), old)
    case (_, .departure(let old, let next)):
      (change, other) = (.departure(old, inFrontOf: next), old)
    default: (change, other) = (.nothing, nil)
    }
    size = UInt32(clamping: Self.overhead + (row?.byteCount ?? 0) + (other?.byteCount ?? 0))
  }

  /// A gap is some seconds at most.
  private static func nanoseconds(of gap: Duration) -> Int64 {
    gap.components.seconds * 1_000_000_000 + gap.components.attoseconds / 1_000_000_000
  }

  private static let overhead = MemoryLayout<HistoryStep>.stride + 64

  /// Does the change.
  ///
  /// - Complexity: O(*n*) for a snapshot of *n* rows; O(1), amortised, for a single row.
  func apply(to list: inout RowList) {
    switch change {
    case .batch(let difference, _, let new): replace(&list, by: difference, new)
    case .arrival(let row), .replacement(_, let row): list.insertNewest(row)
    case .rotation(let row, let dropped):
      list.insertNewest(row)
      list.remove(dropped.id)
    case .departure(let row, _): list.remove(row.id)
    case .nothing: break
    }
  }

  /// Undoes the change.
  ///
  /// - Complexity: O(*n*) for a snapshot of *n* rows; O(1), amortised, for most single rows.
  func undo(in list: inout RowList) {
    switch change {
    case .batch(let difference, let old, _): replace(&list, by: difference.inverted(), old)
    case .arrival(let row): list.remove(row.id)
    case .rotation(let row, let dropped):
      list.remove(row.id)
      list.insert(dropped, inFrontOf: nil)
    case .replacement(let old, _): list.insertNewest(old)
    case .departure(let row, let next): list.insert(row, inFrontOf: next)
    case .nothing: break
    }
  }

  private func replace(
    _ list: inout RowList,
    by difference: Difference,
    _ news: [Int: Row]
  ) {
    let applied = try? difference.applying(to: list.rows) { offset in
      guard let row = news[offset] else {
        preconditionFailure("a step holds the rows of its difference")
      }
      return row
    }
    guard let applied else { preconditionFailure("a step was applied to another list") }
    list.setRows(applied)
  }
}

extension Row {
  /// About how many bytes the row holds, with its place in a table of rows and text of its own.
  var byteCount: Int { textCount + 2 * MemoryLayout<Row>.stride + 80 }
}

extension JSONValue {
  /// The value with text of its own.
  func compacted() -> JSONValue { JSONValue(ByteSlice(copying: text.withBytes { Array($0) })) }
}
