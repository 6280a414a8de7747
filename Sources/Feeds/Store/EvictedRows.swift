/// The rows that were evicted when another one was inserted, the oldest first.
///
/// There is one at most, unless a large row replaces small ones; a single row needs no memory of its own.
package struct EvictedRows: RandomAccessCollection, Sendable {
  private var oldest: Row?
  private var others: [Row] = []

  /// Creates no rows.
  init() {}

  /// The offset of the oldest row.
  package var startIndex: Int { 0 }
  /// The offset after the newest row.
  package var endIndex: Int { oldest == nil ? 0 : others.count + 1 }

  /// The row at an offset.
  ///
  /// - Precondition: There is a row at that offset.
  package subscript(offset: Int) -> Row {
    guard offset == 0 else { return others[offset - 1] }
    guard let oldest else { preconditionFailure("no row was evicted") }
    return oldest
  }

  /// The approximate size of the rows in bytes; see ``Row/byteCount``.
  var byteCount: Int { (oldest?.byteCount ?? 0) + others.reduce(0) { $0 + $1.byteCount } }

  /// Adds a row that was evicted after the others.
  mutating func append(_ row: Row) {
    if oldest == nil { oldest = row } else { others.append(row) }
  }
}
