internal import ListDiffing
internal import RowTree

/// The list as snapshots and changes make it.
///
/// Single rows are inserted at the front: the newest is first.
public struct RowList: Sendable {
  /// The rows, the newest first.
  public internal(set) var rows = FeedRows()
  var index = RowIndex()
  /// The slots that no row is in.
  var freeSlots: [Int32] = []
  /// What became of the rows since ``takeChanges()``.
  var changes = FeedUpdate.Changes.slots([])
  /// How many bytes of text the rows have, and about how many are kept for nothing.
  private var heldBytes = 0
  private var wastedBytes = 0

  /// How many rows are held at most; beyond it the oldest are evicted.
  public let limit: RowLimit

  /// The number of rows that were evicted.
  public private(set) var dropped = 0

  /// Creates an empty list.
  ///
  /// - Parameter limit: How many rows that arrive alone are held at most.
  public init(limit: RowLimit = .none) {
    self.limit = limit
  }

  /// The number of rows.
  public var count: Int { rows.count }

  /// The row of an identity.
  public subscript(id: RowID) -> Row? { slot(of: id).map(rows.row(in:)) }

  /// The slot of the row of an identity.
  func slot(of id: RowID) -> Int32? { index.slot(of: id, in: rows).map { Int32($0) } }

  /// The row after another one; nil for the last one.
  ///
  /// - Complexity: O(log *n*).
  private func row(behind slot: Int32) -> Row? {
    let offset = rows.offset(ofPlace: rows.slot(slot).place) + 1
    return offset < count ? rows[offset] : nil
  }

  /// What an item did to the list.
  public enum Change: Sendable {
    /// Nothing that shows.
    case nothing
    /// The rows are those of a snapshot.
    case snapshot
    /// A row was inserted at the front, and these were evicted, the oldest first.
    case arrival(evicted: [Row])
    /// A row took the place of this one.
    case replacement(of: Row)
    /// This row left its place; the one that stood after it, nil for none.
    case departure(Row, place: Int64, inFrontOf: RowID?)
  }

  /// Applies an item to the list.
  ///
  /// - Returns: What has changed.
  /// - Complexity: O(log *n*), amortised, for a change; O(*n*) for a snapshot.
  @discardableResult
  public mutating func apply(_ item: FeedItem) -> Change {
    switch item {
    case .snapshot(let snapshot):
      setRows(snapshot.rows)
      return .snapshot
    case .upsert(let row, _):
      defer { reclaim() }
      if let old = insertNewest(row) { return .replacement(of: old) }
      let evicted = makeRoom(for: row)
      dropped += evicted.count
      return .arrival(evicted: evicted)
    case .delete(let id, _):
      defer { reclaim() }
      guard let slot = slot(of: id) else { return .nothing }
      let (place, next) = (rows.slot(slot).place, row(behind: slot)?.id)
      return remove(id).map { .departure($0, place: place, inFrontOf: next) } ?? .nothing
    }
  }

  /// Evicts the oldest rows if there are too many since a row has come: no more than have come, so
  /// that rows of a snapshot stay, and never that row.
  private mutating func makeRoom(for row: Row) -> [Row] {
    var evicted: [Row] = []
    var bytes = 0
    while count > 1,
      evicted.isEmpty && count > limit.rows
        || bytes < row.textCount + RowLimit.overhead
          && limit.isExceeded(rows: count, textBytes: heldBytes),
      let old = remove(rows[count - 1].id)
    {
      bytes += old.textCount + RowLimit.overhead
      evicted.append(old)
    }
    return evicted
  }

  /// Packs rows again where more of what they came in has left than stays: the last row of a chunk
  /// would keep all of it.
  private mutating func reclaim() {
    guard wastedBytes > Self.bearableWaste + heldBytes / 2 else { return }
    wastedBytes = 0
    var packer = RowPacker()
    // The oldest first, in order of arrival.
    for place in rows.order.elements.reversed() {
      let row = rows.row(in: place.slot)
      guard row.sharesText else { continue }
      packer.add(row, Int(place.slot))
      if packer.isFull { packer.finish { rows.slots[$0].row = $1 } }
    }
    packer.finish { rows.slots[$0].row = $1 }
  }

  /// How many bytes are kept for nothing in any case.
  static let bearableWaste = 8 << 20

  /// What became of the rows since the last call.
  mutating func takeChanges() -> FeedUpdate.Changes {
    defer { changes = .slots([]) }
    return changes
  }
}

/// The list as steps back and on make it; none of these looks at the capacity.
extension RowList {
  /// Puts other rows in place of all, the newest first.
  ///
  /// - Complexity: O(*n*).
  mutating func setRows(_ newRows: [Row]) {
    let numbering = rows.numbering
    rows = FeedRows()
    rows.numbering = numbering + 1
    for row in newRows.reversed() {
      rows.slots.append(FeedRows.Slot(row: row, place: 0))
    }
    freeSlots = []
    heldBytes = newRows.reduce(0) { $0 + $1.textCount }
    wastedBytes = 0
    setOrder((0..<Int32(newRows.count)).reversed())
    index.rebuild(from: rows)
    changes = .otherList
  }

  /// Identifies the rows by another rule; they stay where they are.
  ///
  /// Where the rule gives rows one identity, they are the first, second, … of it.
  ///
  /// - Complexity: O(*n*) in the length of their text.
  public mutating func identify(by rule: KeyRule) {
    setRows(rule.identified(Array(rows)))
  }

  /// Puts a row in front of all, or in place of the one of its identity, which it returns.
  @discardableResult
  mutating func insertNewest(_ row: Row) -> Row? {
    if let slot = slot(of: row.id) { return replace(slot, with: row) }
    insert(row, at: 0)
    return nil
  }

  /// Inserts a row before the one with an identity; at the end if that is nil.
  ///
  /// - Parameters:
  ///   - row: The row; one of its identity that is there already stays.
  ///   - place: Where it stood before; it gets the same place where that is still free.
  ///   - next: The row after it.
  /// - Complexity: O(log *n*), amortised.
  mutating func insert(_ row: Row, place: Int64? = nil, inFrontOf next: RowID?) {
    guard slot(of: row.id) == nil else { return }
    let next = next.flatMap(slot(of:)).map { rows.offset(ofPlace: rows.slot($0).place) }
    insert(row, at: next ?? count, place: place)
  }

  /// Takes the row of an identity out; returns it.
  @discardableResult
  mutating func remove(_ id: RowID) -> Row? {
    guard let slot = slot(of: id) else { return nil }
    rows.order.remove(at: rows.offset(ofPlace: rows.slot(slot).place))
    return free(slot)
  }

  /// Becomes another list of the same rows, except for what is dropped and when.
  mutating func adopt(_ other: RowList) {
    (rows, index, freeSlots, changes) = (other.rows, other.index, other.freeSlots, other.changes)
    (heldBytes, wastedBytes) = (other.heldBytes, other.wastedBytes)
  }

  // MARK: Slots

  /// Gives a row a slot that has no place yet.
  mutating func allocate(_ row: Row) -> Int32 {
    heldBytes += row.textCount
    let slot: Int32
    if let free = freeSlots.popLast() {
      slot = free
      rows.slots[Int(slot)].row = row
    } else {
      precondition(rows.slots.count < Int32.max, "more rows than a list can hold")
      slot = Int32(rows.slots.count)
      rows.slots.append(FeedRows.Slot(row: row, place: 0))
    }
    index.insert(row.id, in: Int(slot))
    note(slot)
    return slot
  }

  /// Empties a slot whose place is gone; returns its row.
  @discardableResult
  mutating func free(_ slot: Int32) -> Row {
    let row = rows.row(in: slot)
    index.remove(row.id, in: rows)
    rows.slots[Int(slot)].row = nil
    freeSlots.append(slot)
    note(slot)
    letGo(of: row)
    return row
  }

  /// Puts a row in place of the one in a slot, which it returns.
  @discardableResult
  mutating func replace(_ slot: Int32, with row: Row) -> Row {
    let old = rows.row(in: slot)
    heldBytes += row.textCount
    rows.slots[Int(slot)].row = row
    note(slot)
    letGo(of: old)
    return old
  }

  mutating func note(_ slot: Int32) {
    guard case .slots(var slots) = changes else { return }
    changes = .anySlot  // so that the slots are not copied
    slots.append(slot)
    // To look at all slots is no more work than to look at as many.
    if slots.count <= 2 * count + 4_096 { changes = .slots(slots) }
  }

  private mutating func letGo(of row: Row) {
    heldBytes -= row.textCount
    if row.sharesText { wastedBytes += row.textCount }
  }
}
