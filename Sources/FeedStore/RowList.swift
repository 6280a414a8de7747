package import FeedIdentity
package import FeedValues
internal import ListDiffing
internal import RowTree

/// The list that results from snapshots and changes.
///
/// Single rows are inserted at the front, so that the newest is first; those of a text at the end.
package struct RowList: Sendable {
  /// The rows, in the order of the list.
  package internal(set) var rows = FeedRows()
  var index = RowIndex()
  /// Slots without a row.
  var freeSlots: [Int32] = []
  /// The number of the last of them that were freed since ``takeChanges()``, so that their former content is known.
  private var knownFreeSlots = 0
  /// The changes since ``takeChanges()``.
  var changes = FeedUpdate.Changes.slots([])
  /// Whether every changed slot is noted until ``takeChanges()``, however many there are.
  private var keepsChangedSlots = false
  /// The maximum number of changed slots that are noted otherwise: examining all of them is hardly more work then,
  /// and takes no memory.
  private var maximumChanges = 4_096
  /// The places of the slots before all rows got new ones, if that happened since ``takeChanges()``.
  var formerPlaces: [Int64]?
  /// Approximately how many bytes are retained without need.
  private var wastedBytes = 0
  /// The rows in front of this place have yet to be repacked; nil if none have.
  var unpacked: Int64?
  private var packingTurn = 0

  /// The row limit; beyond it the oldest rows are evicted.
  package let limit: RowLimit

  /// The number of rows that were evicted.
  package private(set) var dropped = 0

  /// Creates an empty list.
  ///
  /// - Parameter limit: The row limit for single rows.
  package init(limit: RowLimit = .none) {
    self.limit = limit
  }

  /// The number of rows.
  package var count: Int { rows.count }

  /// The row with an identity.
  package subscript(id: RowID) -> Row? { slot(of: id).map(rows.row(in:)) }

  /// The slot of the row with an identity.
  package func slot(of id: RowID) -> Int32? { index.slot(of: id, in: rows).map { Int32($0) } }

  /// The row after another one; nil for the last one.
  ///
  /// - Complexity: O(log *n*).
  private func row(after slot: Int32) -> Row? {
    let offset = rows.offset(ofPlace: rows.slot(slot).place) + 1
    return offset < count ? rows[offset] : nil
  }

  /// The effect of an item on the list.
  package enum Change: Sendable {
    /// No visible change.
    case nothing
    /// The rows are those of a snapshot.
    case snapshot
    /// A row was inserted at one end, and these were evicted at the other.
    case arrival(atEnd: Bool, evicted: [Row])
    /// A row of a text was inserted in front of another one, and these were evicted at the front; it is at the offset
    /// since.
    case insertion(inFrontOf: RowID, evicted: [Row], offset: Int)
    /// A row replaced this one.
    case replacement(of: Row)
    /// This row was deleted: its place, and the identity of the row after it; nil for none.
    case departure(Row, place: Int64, inFrontOf: RowID?)
  }

  /// Applies an item to the list.
  ///
  /// - Returns: The change.
  /// - Complexity: O(log *n*), amortised, for a change; O(*n*) for a snapshot.
  @discardableResult
  package mutating func apply(_ item: FeedItem) -> Change {
    switch item {
    case .snapshot(let snapshot):
      setRows(snapshot.rows)
      return .snapshot
    case .upsert(let row, _): return insertNewest(row, atEnd: false)
    case .append(let row, _): return insertNewest(row, atEnd: true)
    case .insert(let row, let next, _): return insertNewest(row, inFrontOf: next)
    case .delete(let id, _):
      defer { reclaim() }
      guard let slot = slot(of: id) else { return .nothing }
      let (place, next) = (rows.slot(slot).place, row(after: slot)?.id)
      return remove(id).map { .departure($0, place: place, inFrontOf: next) } ?? .nothing
    }
  }

  /// Inserts a row at one end, or replaces the one with its identity.
  ///
  /// - Returns: The change.
  mutating func insertNewest(_ row: Row, atEnd: Bool) -> Change {
    defer { reclaim() }
    if let old = place(row, atEnd: atEnd) { return .replacement(of: old) }
    let evicted = makeRoom(for: row, atEnd: atEnd)
    dropped += evicted.count
    return .arrival(atEnd: atEnd, evicted: evicted)
  }

  /// Inserts a row of a text in front of another one, or replaces the one with its identity.
  mutating func insertNewest(_ row: Row, inFrontOf next: RowID) -> Change {
    guard slot(of: row.id) == nil, let follower = slot(of: next) else {
      return insertNewest(row, atEnd: true)
    }
    if rows.first?.id == next, count >= limit.rows {
      // It is older than all rows that are kept.
      dropped += 1
      return .nothing
    }
    defer { reclaim() }
    insert(row, inFrontOf: next)
    let evicted = makeRoom(for: row, atEnd: true)
    dropped += evicted.count
    let offset = rows.offset(ofPlace: rows.slot(follower).place) - 1
    return .insertion(inFrontOf: next, evicted: evicted, offset: offset)
  }

  /// Evicts the oldest rows if there are too many after an insertion: no more than were inserted, so
  /// that rows of a snapshot stay, and never the inserted row itself.
  private mutating func makeRoom(for row: Row, atEnd: Bool) -> [Row] {
    var evicted: [Row] = []
    var bytes = 0
    while count > 1,
      evicted.isEmpty && count > limit.rows
        || bytes < row.textCount + RowLimit.overhead
          && limit.isExceeded(rows: count, textBytes: rows.textBytes),
      !atEnd || !rows[0].hasSameID(as: row)
    {
      let oldest = atEnd ? rows.order.remove(at: 0) : rows.order.removeLast()
      let old = free(oldest.slot)
      bytes += old.textCount + RowLimit.overhead
      evicted.append(old)
    }
    return evicted
  }

  /// Repacks rows if more of the text that arrived with them has been deleted than remains: otherwise the
  /// last row of a chunk would keep all of it.
  ///
  /// A long list is repacked part by part, so that nothing waits for it.
  private mutating func reclaim() {
    if unpacked == nil {
      guard wastedBytes > Self.toleratedWaste + rows.textBytes / 2 else { return }
      (wastedBytes, unpacked, packingTurn) = (0, .max, 0)
    }
    defer { packingTurn += 1 }
    guard packingTurn.isMultiple(of: Self.packingInterval) else { return }
    repeat { repackNext() } while unpacked != nil && count <= Self.packedRows
  }

  /// Repacks the next rows.
  private mutating func repackNext() {
    guard let place = unpacked else { return }
    var offset = rows.offset(ofPlace: place)
    var slots: [Int32] = []
    rows.forEachSlot(in: max(0, offset - Self.packedRows)..<offset) { slots.append($0) }
    var packer = RowPacker()
    // The oldest first, in order of arrival.
    while let slot = slots.popLast(), !packer.isFull {
      offset -= 1
      let row = rows.row(in: slot)
      if row.sharesText { packer.add(row, Int(slot)) }
    }
    packer.finish { rows.slots[$0].row = $1 }
    unpacked = offset > 0 ? rows.order[offset].place : nil
  }

  /// The number of rows looked at together, and the number of items until the next ones are.
  private static let packedRows = 4_096
  private static let packingInterval = 256

  /// The number of bytes that may be retained without need in any case.
  static let toleratedWaste = 8 << 20

  /// The changes since the last call.
  mutating func takeChanges() -> FeedUpdate.Changes {
    defer {
      (changes, formerPlaces, keepsChangedSlots) = (.slots([]), nil, false)
      knownFreeSlots = 0
      maximumChanges = count / 4 + 4_096
    }
    return changes
  }

  /// Notes every slot that changes until ``takeChanges()``, however many there are.
  ///
  /// - Returns: Whether all since the last call of that are known.
  mutating func keepChangedSlots() -> Bool {
    guard case .slots = changes else { return false }
    keepsChangedSlots = true
    return true
  }
}

/// Changes made by steps back and forward; none of them applies the row limit.
extension RowList {
  /// Replaces all rows, the newest first.
  ///
  /// - Complexity: O(*n*).
  mutating func setRows(_ newRows: [Row]) {
    let numbering = rows.numbering
    rows = FeedRows()
    rows.numbering = numbering + 1
    for row in newRows.reversed() {
      rows.slots.append(FeedRows.Slot(row: row, place: 0))
    }
    changes = .otherList
    (freeSlots, knownFreeSlots) = ([], 0)
    rows.textBytes = newRows.reduce(0) { $0 + $1.textCount }
    (wastedBytes, unpacked) = (0, nil)
    setOrder((0..<Int32(newRows.count)).reversed())
    index.rebuild(from: rows)
  }

  /// Inserts a row at one end, or replaces the one with its identity, which it returns.
  @discardableResult
  mutating func place(_ row: Row, atEnd: Bool) -> Row? {
    if let slot = index.slot(of: row, in: rows) { return replace(Int32(slot), with: row) }
    insert(row, at: atEnd ? count : 0)
    return nil
  }

  /// Inserts a row before the one with an identity; at the end if that is nil.
  ///
  /// - Parameters:
  ///   - row: The row; if there is one with its identity, that one stays.
  ///   - place: Its former place, which it gets again if it is still free.
  ///   - next: The identity of the row after it.
  /// - Complexity: O(log *n*), amortised.
  mutating func insert(_ row: Row, place: Int64? = nil, inFrontOf next: RowID?) {
    guard slot(of: row.id) == nil else { return }
    let next = next.flatMap(slot(of:)).map { rows.offset(ofPlace: rows.slot($0).place) }
    insert(row, at: next ?? count, place: place)
  }

  /// Removes the row with an identity; returns it.
  @discardableResult
  mutating func remove(_ id: RowID) -> Row? {
    guard let slot = slot(of: id) else { return nil }
    rows.order.remove(at: rows.offset(ofPlace: rows.slot(slot).place))
    return free(slot)
  }

  /// Adopts another list of the same rows, but keeps its own row limit and count of evicted rows.
  mutating func adopt(_ other: RowList) {
    (rows, index, freeSlots, changes) = (other.rows, other.index, other.freeSlots, other.changes)
    (formerPlaces, maximumChanges) = (other.formerPlaces, other.maximumChanges)
    knownFreeSlots = other.knownFreeSlots
    wastedBytes = other.wastedBytes
    (unpacked, packingTurn) = (other.unpacked, other.packingTurn)
  }

  // MARK: Slots

  /// Assigns a slot to a row; the slot has no place yet.
  mutating func allocate(_ row: Row) -> Int32 {
    rows.textBytes += row.textCount
    let slot: Int32
    if let free = freeSlots.popLast() {
      slot = free
      if knownFreeSlots > 0 { knownFreeSlots -= 1 } else { note(slot) }
      rows.slots[Int(slot)].row = row
    } else {
      precondition(rows.slots.count < Int32.max, "too many rows")
      slot = Int32(rows.slots.count)
      note(slot)
      rows.slots.append(FeedRows.Slot(row: row, place: 0))
    }
    index.insert(row, in: Int(slot))
    return slot
  }

  /// Frees a slot that has no place any more; returns its row.
  @discardableResult
  mutating func free(_ slot: Int32) -> Row {
    note(slot)
    guard let row = rows.slots[Int(slot)].row.take() else {
      preconditionFailure("the slot is free")
    }
    index.remove(row, from: Int(slot))
    freeSlots.append(slot)
    knownFreeSlots += 1
    releaseText(of: row)
    return row
  }

  /// Replaces the row in a slot; returns the old one.
  @discardableResult
  mutating func replace(_ slot: Int32, with row: Row) -> Row {
    rows.textBytes += row.textCount
    note(slot)
    var old: Row? = row
    swap(&rows.slots[Int(slot)].row, &old)
    guard let old else { preconditionFailure("the slot is free") }
    releaseText(of: old)
    return old
  }

  /// Notes that a slot is about to change.
  mutating func note(_ slot: Int32) {
    guard case .slots(var slots) = changes else { return }
    changes = .anySlot  // so that the slots are not copied
    var old = rows.slot(slot)
    if let formerPlaces, Int(slot) < formerPlaces.count { old.place = formerPlaces[Int(slot)] }
    slots.append(FeedUpdate.ChangedSlot(number: slot, old: old))
    if keepsChangedSlots || slots.count <= maximumChanges { changes = .slots(slots) }
  }

  private mutating func releaseText(of row: Row) {
    rows.textBytes -= row.textCount
    if row.sharesText { wastedBytes += row.textCount }
  }
}

/// Rows that stay where they are, with other identities.
extension RowList {
  /// Identifies the rows by a different rule; they keep their positions.
  ///
  /// Rows to which the rule gives the same key are numbered.
  ///
  /// - Complexity: O(*n*) in the length of their text.
  ///
  /// - Returns: The former identities, and the new ones.
  @discardableResult
  package mutating func identify(by rule: IdentityRule) -> IdentityChange {
    let rows = Array(rows)
    let change = IdentityChange(of: rows, by: rule)
    setRows(change.renamed(rows))
    return change
  }

  /// Gives the rows other identities; they keep their positions.
  ///
  /// - Complexity: O(*n*).
  package mutating func identify(by change: IdentityChange) { setRows(change.renamed(Array(rows))) }
}

/// Copies rows into shared stores: a store for each row would cost as much again as a short row, and
/// fragment the heap.
struct RowPacker {
  private var bytes: [UInt8] = []
  private var entries: [(place: Int, row: Row, start: Int)] = []

  /// The size of a store in bytes, such that it fills whole pages with its header.
  private static let capacity = 1 << 18 - 64

  /// Whether the current store should be finished.
  var isFull: Bool { bytes.count > Self.capacity - Self.capacity / 16 }

  /// Adds a row, with its place in the owner's list.
  mutating func add(_ row: Row, _ place: Int) {
    if bytes.isEmpty { bytes.reserveCapacity(Self.capacity) }
    entries.append((place, row, bytes.count))
    row.append(to: &bytes)
  }

  /// Finishes a store, and passes each row in it to the closure with its place.
  mutating func finish(_ body: (_ place: Int, _ row: Row) -> Void) {
    guard !entries.isEmpty else { return }
    let looks = entries.flatMap { $0.row.looks(movedTo: $0.start) }
    let store = ByteStore(bytes, looks: looks)
    for entry in entries { body(entry.place, entry.row.moved(into: store, at: entry.start)) }
    bytes.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
  }
}
