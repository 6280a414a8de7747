/// The list as snapshots and changes make it.
///
/// Rows that arrive alone come in at the front: the newest stands first.
public struct RowList: Sendable {
  /// Rows in the order of their arrival, the newest last; nil where one has left.
  private var arrivals: [Row?] = []
  private var index = RowIndex()
  /// No row stands before this offset of `arrivals`.
  private var oldest = 0

  /// The most rows that are held; beyond it the oldest leave.
  public let capacity: Int

  /// The number of rows that left because there were too many.
  public private(set) var dropped = 0

  /// Makes an empty list.
  ///
  /// - Parameter capacity: The most rows that arrive alone and are held.
  public init(capacity: Int = .max) {
    precondition(capacity > 0, "a list holds one row at least")
    self.capacity = capacity
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
  /// - Complexity: O(1), where no more than a few rows have left beside it.
  public func row(behind id: RowID) -> Row? {
    guard var offset = index.offset(of: id, in: arrivals) else { return nil }
    while offset > 0 {
      offset -= 1
      if let row = arrivals[offset] { return row }
    }
    return nil
  }

  /// Makes the list what an item says.
  ///
  /// - Returns: The row that a single row took the place of, or that left; nil for none, and for a
  ///   snapshot.
  /// - Complexity: O(1), amortised, for a change; O(*n*) for a snapshot.
  @discardableResult
  public mutating func apply(_ item: FeedItem) -> Row? {
    switch item {
    case .snapshot(let snapshot):
      arrivals = snapshot.rows.reversed()
      oldest = 0
      index.rebuild(from: arrivals)
    case .upsert(let row, _):
      if let offset = index.insert(row.id, at: arrivals.count, in: arrivals) {
        defer { arrivals[offset] = row }
        return arrivals[offset]
      }
      arrivals.append(row)
      if count > capacity { dropOldest() }
    case .delete(let id, _):
      return remove(id)
    }
    return nil
  }

  private mutating func dropOldest() {
    while oldest < arrivals.count {
      if let row = arrivals[oldest] {
        remove(row.id)
        dropped += 1
        return
      }
      oldest += 1
    }
  }

  @discardableResult
  private mutating func remove(_ id: RowID) -> Row? {
    guard let offset = index.remove(id, in: arrivals) else { return nil }
    let row = arrivals[offset]
    arrivals[offset] = nil
    guard arrivals.count > 32, arrivals.count > 2 * count else { return row }
    arrivals.removeAll { $0 == nil }
    oldest = 0
    index.rebuild(from: arrivals)
    return row
  }
}
