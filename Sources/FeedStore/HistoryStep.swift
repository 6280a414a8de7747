import FeedIdentity
import FeedValues
internal import ListDiffing
internal import Values

/// The change made by one item of a feed, which can be applied and undone.
struct HistoryStep: Sendable {
  enum Change: Sendable {
    /// A snapshot: its difference, the rows that it deleted or replaced, by old offset, and those that it
    /// inserted, by new offset; and the new identities that the rows were given before.
    indirect case batch(Difference, old: [Int: Row], new: [Int: Row], IdentityChange?)
    /// A row was inserted at one end, and those at the other were evicted.
    case arrival(Row, evicted: [Row], atEnd: Bool)
    /// A row was inserted in front of another one, and those at the front were evicted.
    indirect case insertion(Row, inFrontOf: RowID, evicted: [Row])
    /// A row was replaced in place.
    case replacement(old: Row, new: Row)
    /// A row was deleted; with the identity of the row after it, nil for none.
    indirect case departure(Row, place: Int64, inFrontOf: RowID?)
    /// No visible change.
    case nothing
  }

  // There are many steps: this order of fields keeps them small.
  let change: Change
  private let size: UInt32
  private let storedChangeCount: UInt32
  let gapNanoseconds: Int64
  /// When it happened; nil if unknown.
  let time: FeedTime?

  /// Whether the step contains a difference by offsets, independent of identities.
  var isBatch: Bool {
    if case .batch = change { true } else { false }
  }

  /// The new identities that the rows were given; nil if they kept theirs.
  var identity: IdentityChange? {
    if case .batch(_, _, _, let identity) = change { identity } else { nil }
  }

  /// The time since the previous item, at speed 1.
  var gap: Duration { .nanoseconds(gapNanoseconds) }

  /// The number of rows inserted, deleted, updated or moved; kept, because the rows are far away.
  var changeCount: Int { Int(storedChangeCount) }

  /// The approximate size in bytes.
  var byteCount: Int { Int(size) }

  /// The step of a snapshot.
  ///
  /// - Parameters:
  ///   - difference: The difference between the rows before and those of the snapshot.
  ///   - old: The rows before.
  ///   - identity: The new identities that these rows were given; nil if they kept theirs.
  ///   - new: The rows of the snapshot.
  ///   - gap: The time since the previous item, at speed 1.
  ///   - time: When it happened; nil if unknown.
  init(
    _ difference: Difference,
    from old: FeedRows,
    _ identity: IdentityChange? = nil,
    to new: [Row],
    gap: Duration,
    time: FeedTime?
  ) {
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
      clamping: Self.overhead + difference.moves.count * 16 + (identity?.byteCount ?? 0)
        + before.values.reduce(0) { $0 + $1.byteCount }
        + after.values.reduce(0) { $0 + $1.byteCount }
    )
    storedChangeCount = UInt32(clamping: difference.changeCount)
    change = .batch(difference, old: before, new: after, identity)
  }

  /// The step of a single row, from its effect on the list.
  init(_ row: Row?, _ effect: consuming RowList.Change, gap: Duration, time: FeedTime?) {
    gapNanoseconds = Self.nanoseconds(of: gap)
    self.time = time
    var (bytes, changes) = (Self.overhead + (row?.byteCount ?? 0), 1)
    switch effect {
    case .arrival(let atEnd, let evicted):
      guard let row else { preconditionFailure("a row that arrived is missing") }
      bytes += evicted.reduce(0) { $0 + $1.byteCount }
      changes += evicted.count
      change = .arrival(row, evicted: evicted, atEnd: atEnd)
    case .insertion(let next, let evicted, _):
      guard let row else { preconditionFailure("a row that was inserted is missing") }
      bytes += evicted.reduce(0) { $0 + $1.byteCount }
      changes += evicted.count
      change = .insertion(row, inFrontOf: next, evicted: evicted)
    case .replacement(let old):
      guard let row else { preconditionFailure("a row that replaced another is missing") }
      bytes += old.byteCount
      change = .replacement(old: old, new: row)
    case .departure(let old, let place, let next):
      bytes += old.byteCount
      change = .departure(old, place: place, inFrontOf: next)
    case .nothing, .snapshot: (change, changes) = (.nothing, 0)
    }
    size = UInt32(clamping: bytes)
    storedChangeCount = UInt32(clamping: changes)
  }

  /// The step of no item.
  static let empty = HistoryStep(nil, .nothing, gap: .zero, time: nil)

  /// The gap in nanoseconds, clamped to `Int64`.
  private static func nanoseconds(of gap: Duration) -> Int64 {
    gap == .zero ? 0 : Int64(clamping: gap.attoseconds / 1_000_000_000)
  }

  private static let overhead = MemoryLayout<HistoryStep>.stride + 16

  /// Applies the change.
  ///
  /// - Complexity: O(*k* log *n*) for *k* changes, or O(*n*), whichever is less.
  func apply(to list: inout RowList) {
    switch change {
    case .batch(let difference, _, let new, let identity):
      if let identity { list.identify(by: identity) }
      list.apply(difference) { Self.row(at: $0, of: new) }
    case .replacement(_, let row): list.place(row, atEnd: false)
    case .arrival(let row, let evicted, let atEnd):
      list.place(row, atEnd: atEnd)
      for old in evicted { list.remove(old.id) }
    case .insertion(let row, let next, let evicted):
      list.insert(row, inFrontOf: next)
      for old in evicted { list.remove(old.id) }
    case .departure(let row, _, _): list.remove(row.id)
    case .nothing: break
    }
  }

  /// Undoes the change.
  ///
  /// - Complexity: That of ``apply(to:)``.
  func undo(in list: inout RowList) {
    switch change {
    case .batch(let difference, let old, _, let identity):
      list.apply(difference.inverted()) { Self.row(at: $0, of: old) }
      if let identity { list.identify(by: identity.inverted()) }
    case .arrival(let row, let evicted, let atEnd):
      list.remove(row.id)
      // The oldest was evicted first: it stood at the very end.
      for old in evicted.reversed() { list.place(old, atEnd: !atEnd) }
    case .insertion(let row, _, let evicted):
      list.remove(row.id)
      for old in evicted.reversed() { list.place(old, atEnd: false) }
    case .replacement(let old, _): list.place(old, atEnd: false)
    case .departure(let row, let place, let next):
      list.insert(row, place: place, inFrontOf: next)
    case .nothing: break
    }
  }

  private static func row(at offset: Int, of rows: [Int: Row]) -> Row {
    guard let row = rows[offset] else {
      preconditionFailure("the step lacks a row of its difference")
    }
    return row
  }
}

extension Row {
  /// The approximate size of the row in bytes, including its entry in a list and its own text.
  var byteCount: Int { textCount + 2 * MemoryLayout<Row>.stride + 80 }
}

/// The steps of a feed that are kept, by the number of items before each.
///
/// They are in pages, so that none are copied when there are more, and the oldest are discarded one at a time, so that
/// nothing ever waits until many are.
struct HistorySteps: RandomAccessCollection {
  /// The pages from that of the oldest step on; each begins with the step of a multiple of the size of a page.
  private var pages: [[HistoryStep]] = []
  private static let pageSize = 1_024
  /// The number of items whose steps are no longer kept.
  private(set) var startIndex = 0
  /// The number of items.
  private(set) var endIndex = 0

  /// Creates no steps, the first of which will be that after some items.
  init(from count: Int = 0) { (startIndex, endIndex) = (count, count) }

  /// The step before which there are some items.
  ///
  /// - Precondition: The step is kept.
  subscript(number: Int) -> HistoryStep {
    // A part of a step is read without touching its rows.
    _read {
      precondition(indices.contains(number), "the step is not kept")
      let (page, offset) = place(of: number)
      yield pages[page][offset]
    }
  }

  private func place(of number: Int) -> (page: Int, offset: Int) {
    (number / Self.pageSize - startIndex / Self.pageSize, number % Self.pageSize)
  }

  /// Adds the step of the next item.
  ///
  /// - Complexity: O(1), amortised.
  mutating func append(_ step: consuming HistoryStep) {
    let offset = endIndex % Self.pageSize
    if offset == 0 || pages.isEmpty {
      var page: [HistoryStep] = []
      page.reserveCapacity(Self.pageSize)
      page += repeatElement(.empty, count: offset)
      pages.append(page)
    }
    pages[pages.count - 1].append(step)
    endIndex += 1
  }

  /// Discards the oldest step; returns it.
  ///
  /// - Precondition: There is a step.
  mutating func removeFirst() -> HistoryStep {
    precondition(!isEmpty, "no step is kept")
    var step = HistoryStep.empty
    swap(&step, &pages[0][startIndex % Self.pageSize])
    startIndex += 1
    if startIndex.isMultiple(of: Self.pageSize) { pages.removeFirst() }
    return step
  }

  /// Discards all steps.
  mutating func removeAll() { (pages, startIndex) = ([], endIndex) }
}
