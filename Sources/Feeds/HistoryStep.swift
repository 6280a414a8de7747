internal import ListDiffing

/// What one item of a feed changed, so that it can be done and undone.
struct HistoryStep: Sendable {
  private enum Change: Sendable {
    /// A snapshot: its difference, the rows that it took away or replaced, by their offsets before,
    /// and those that it brought, by their offsets after.
    case batch(Difference, old: [Int: Row], new: [Int: Row])
    /// A row came in at the front.
    case arrival(Row)
    /// A row took its own place.
    case replacement(old: Row, new: Row)
    /// A row left; the one that stood behind it, nil for none.
    case departure(Row, before: RowID?)
    /// Nothing that shows.
    case nothing
  }

  private let change: Change
  /// The time from the item before to this one, at speed 1.
  let gap: Duration
  /// About how many bytes the step holds.
  let byteCount: Int

  /// The step from one list to another, whose rows are both identified once.
  init(from old: [Row], to new: [Row], gap: Duration) {
    let difference = Difference(from: old, to: new)
    var (before, after): ([Int: Row], [Int: Row]) = ([:], [:])
    for offset in difference.deletions { before[offset] = old[offset] }
    for offset in difference.insertions { after[offset] = new[offset] }
    for update in difference.updates {
      before[update.old] = old[update.old]
      after[update.new] = new[update.new]
    }
    self.gap = gap
    byteCount =
      Self.overhead + difference.moves.count * 16
      + before.values.reduce(0) { $0 + $1.byteCount } + after.values.reduce(0) { $0 + $1.byteCount }
    change = .batch(difference, old: before, new: after)
  }

  /// The step of a row that arrives alone, or takes the place of the row before.
  init(row: Row, replacing old: Row?, gap: Duration) {
    self.gap = gap
    byteCount = Self.overhead + row.byteCount + (old?.byteCount ?? 0)
    change = old.map { .replacement(old: $0, new: row) } ?? .arrival(row)
  }

  /// The step of a row that leaves; nil where there was none.
  init(departure row: Row?, before next: RowID?, gap: Duration) {
    self.gap = gap
    byteCount = Self.overhead + (row?.byteCount ?? 0)
    change = row.map { .departure($0, before: next) } ?? .nothing
  }

  private static let overhead = MemoryLayout<HistoryStep>.stride + 64

  /// Does the change.
  ///
  /// - Complexity: O(*n*) for *n* rows.
  func apply(to rows: inout [Row]) {
    switch change {
    case .batch(let difference, _, let new): replace(&rows, by: difference, new)
    case .arrival(let row): rows.insert(row, at: 0)
    case .replacement(_, let new): replace(&rows, by: new)
    case .departure(let row, _): rows.removeAll { $0.id == row.id }
    case .nothing: break
    }
  }

  /// Undoes the change.
  ///
  /// - Complexity: O(*n*) for *n* rows.
  func undo(in rows: inout [Row]) {
    switch change {
    case .batch(let difference, let old, _): replace(&rows, by: difference.inverted(), old)
    case .arrival(let row): rows.removeAll { $0.id == row.id }
    case .replacement(let old, _): replace(&rows, by: old)
    case .departure(let row, let next):
      rows.insert(row, at: rows.firstIndex { $0.id == next } ?? rows.count)
    case .nothing: break
    }
  }

  private func replace(_ rows: inout [Row], by difference: Difference, _ news: [Int: Row]) {
    let applied = difference.applying(to: rows) { offset in
      guard let row = news[offset] else {
        preconditionFailure("a step holds the rows of its difference")
      }
      return row
    }
    guard let applied else { preconditionFailure("a step was applied to another list") }
    rows = applied
  }

  private func replace(_ rows: inout [Row], by row: Row) {
    guard let offset = rows.firstIndex(where: { $0.id == row.id }) else { return }
    rows[offset] = row
  }
}

extension Row {
  /// About how many bytes the row holds.
  var byteCount: Int { value.text.count + MemoryLayout<Row>.stride }

  /// The row with text of its own, so that it does not keep all that arrived with it.
  func compacted() -> Row {
    guard value.text.count < value.text.store.bytes.count else { return self }
    let text = ByteSlice(copying: value.text.withBytes { Array($0) })
    let key = id.key
    guard key.isInside(value.text) else { return Row(id: id, value: JSONValue(text)) }
    let start = Int(key.start - value.text.start)
    let own = text.sibling(start..<start + key.count)
    return Row(id: RowID(key: own, occurrence: id.occurrence), value: JSONValue(text))
  }
}

extension ByteSlice {
  /// Whether the bytes are part of the other ones, in the same place.
  fileprivate func isInside(_ other: ByteSlice) -> Bool {
    store === other.store && start >= other.start && end <= other.end
  }
}
