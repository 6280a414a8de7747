/// The list as snapshots and changes make it.
///
/// Rows that arrive alone come in at the front: the newest stands first.
public struct RowList: Sendable {
  /// Rows in the order of their arrival, the newest last; nil where one has left.
  private(set) var arrivals: [Row?] = []
  private(set) var index = RowIndex()
  /// No row stands before this offset of `arrivals`.
  private var oldest = 0
  /// Free places in a row, for rows that come back one after the other, and the last that did.
  private var room = 0..<0
  private var lastReturn: RowID?
  /// How many bytes of text the rows have, and about how many are kept for nothing.
  private var heldBytes = 0
  private var wastedBytes = 0

  /// What is known of runs of places without a row.
  private var holes = HoleJumps()

  /// How many rows are held at most; beyond it the oldest are evicted.
  public let limit: RowLimit

  /// The number of rows that were evicted.
  public private(set) var dropped = 0

  /// Makes an empty list.
  ///
  /// - Parameter limit: How many rows that arrive alone are held at most.
  public init(limit: RowLimit = .none) {
    self.limit = limit
  }

  /// The number of rows.
  public var count: Int { index.count }

  /// The rows, the newest first.
  ///
  /// - Complexity: O(*n*).
  public var rows: [Row] { arrivals.reversed().compactMap(\.self) }

  /// The row of an identity.
  public subscript(id: RowID) -> Row? {
    index.offset(of: id, in: arrivals).flatMap { arrivals[$0] }
  }

  /// The row that stands behind the one of an identity; nil for the last one and for none.
  ///
  /// - Complexity: O(log *n*), amortised over all calls between two rows that come back.
  mutating func row(behind id: RowID) -> Row? {
    guard let offset = index.offset(of: id, in: arrivals), offset > oldest else { return nil }
    let place = holes.place(below: offset, downTo: oldest) { arrivals[$0] != nil }
    return arrivals[place]
  }

  /// What an item did to the list.
  public enum Change: Sendable {
    /// Nothing that shows.
    case nothing
    /// The rows are those of a snapshot.
    case snapshot
    /// A row came in at the front, and these were evicted, the oldest first.
    case arrival(evicted: [Row])
    /// A row took the place of this one.
    case replacement(of: Row)
    /// This row left; the one that stood behind it, nil for none.
    case departure(Row, inFrontOf: RowID?)
  }

  /// Makes the list what an item says.
  ///
  /// - Returns: What has changed.
  /// - Complexity: O(1), amortised, for a change; O(*n*) for a snapshot.
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
      let next = row(behind: id)?.id
      return remove(id).map { .departure($0, inFrontOf: next) } ?? .nothing
    }
  }

  /// Evicts the oldest rows where there are too many since a row has come: no more than have come, so
  /// that rows of a snapshot stay, and never that row.
  private mutating func makeRoom(for row: Row) -> [Row] {
    var evicted: [Row] = []
    var bytes = 0
    while count > 1,
      evicted.isEmpty && count > limit.rows
        || bytes < row.textCount + RowLimit.overhead
          && limit.isExceeded(rows: count, textBytes: heldBytes),
      let old = removeOldest()
    {
      bytes += old.textCount + RowLimit.overhead
      evicted.append(old)
    }
    return evicted
  }

  /// Packs rows anew where more of what they came in has left than stays: the last row of a chunk
  /// would keep all of it.
  private mutating func reclaim() {
    guard wastedBytes > Self.bearableWaste + heldBytes / 2 else { return }
    wastedBytes = 0
    var packer = RowPacker()
    for offset in arrivals.indices {
      guard let row = arrivals[offset], row.sharesText else { continue }
      packer.add(row, offset)
      if packer.isFull { packer.finish { arrivals[$0] = $1 } }
    }
    packer.finish { arrivals[$0] = $1 }
  }

  /// How many bytes are kept for nothing in any case.
  static let bearableWaste = 8 << 20
}

/// The list as steps back and on make it; none of these looks at the capacity.
extension RowList {
  /// Puts other rows in the place of all, the newest first.
  ///
  /// - Complexity: O(*n*).
  mutating func setRows(_ rows: [Row]) {
    arrivals = rows.reversed()
    holes.removeAll()
    room = 0..<0
    oldest = 0
    heldBytes = rows.reduce(0) { $0 + $1.textCount }
    wastedBytes = 0
    index.rebuild(from: arrivals)
  }

  /// Identifies the rows by another rule; they stay where they are.
  ///
  /// Where the rule gives rows one identity, they are the first, second, … of it.
  ///
  /// - Complexity: O(*n*) in the length of their text.
  public mutating func identify(by rule: KeyRule) {
    setRows(rule.identified(rows))
  }

  /// Puts a row in front of all, or in the place of the one of its identity, which it returns.
  @discardableResult
  mutating func insertNewest(_ row: Row) -> Row? {
    heldBytes += row.textCount
    guard let offset = index.insert(row.id, at: arrivals.count, in: arrivals) else {
      arrivals.append(row)
      return nil
    }
    let old = arrivals[offset]
    arrivals[offset] = row
    if let old { letGo(of: old) }
    return old
  }

  /// Puts a row in front of the one of an identity; behind all where that is nil.
  ///
  /// - Complexity: O(1) where a row has left there, else O(*n*), amortised over several.
  mutating func insert(_ row: Row, inFrontOf next: RowID?) {
    guard index.offset(of: row.id, in: arrivals) == nil else { return }
    let next = next.flatMap { self[$0]?.id }
    var offset = place(inFrontOf: next)
    if offset == arrivals.count {
      insertNewest(row)
      return
    }
    if offset < 0 || arrivals[offset] != nil {
      makeRoom(inFrontOf: next)
      offset = place(inFrontOf: next)
    }
    if offset == room.lowerBound, !room.isEmpty {
      // The next one to come back stands in front of this one, or of the same one as this.
      if next == lastReturn {
        room = offset + 1..<room.upperBound
      } else {
        offset = room.upperBound - 1
        room = room.lowerBound..<offset
      }
    }
    lastReturn = row.id
    heldBytes += row.textCount
    oldest = min(oldest, offset)
    holes.removeAll()
    _ = index.insert(row.id, at: offset, in: arrivals)
    arrivals[offset] = row
  }

  /// Takes the row of an identity out; returns it.
  @discardableResult
  mutating func remove(_ id: RowID) -> Row? {
    guard let offset = index.remove(id, in: arrivals), let row = arrivals[offset] else {
      return nil
    }
    arrivals[offset] = nil
    letGo(of: row)
    while oldest < arrivals.count, arrivals[oldest] == nil { oldest += 1 }
    if arrivals.count > 32, arrivals.count > 3 * count {
      arrivals.removeAll { $0 == nil }
      holes.removeAll()
      room = 0..<0
      oldest = 0
      index.rebuild(from: arrivals)
    }
    return row
  }

  private mutating func removeOldest() -> Row? {
    while oldest < arrivals.count {
      if let row = arrivals[oldest] { return remove(row.id) }
      oldest += 1
    }
    return nil
  }

  private mutating func letGo(of row: Row) {
    heldBytes -= row.textCount
    if row.sharesText { wastedBytes += row.textCount }
  }

  /// Where a row would stand in front of another one, or behind all.
  private func place(inFrontOf next: RowID?) -> Int {
    guard let next, let offset = index.offset(of: next, in: arrivals) else {
      let first = arrivals[oldest...].firstIndex { $0 != nil }
      return (first ?? arrivals.count) - 1
    }
    return offset + 1
  }

  /// Leaves a place free in front of each row, and many in front of one: rows that left together come
  /// back together.
  private mutating func makeRoom(inFrontOf next: RowID?) {
    let rows = arrivals
    let free = repeatElement(Row?.none, count: max(16, count / 2))
    room = 0..<0
    holes.removeAll()
    arrivals = []
    arrivals.reserveCapacity(2 * count + free.count)
    if next == nil { arrivals += free }
    for case let row? in rows {
      arrivals.append(row)
      arrivals.append(nil)
      guard row.id == next else { continue }
      room = arrivals.count - 1..<arrivals.count + free.count
      arrivals += free
    }
    oldest = 0
    index.rebuild(from: arrivals)
  }
}
