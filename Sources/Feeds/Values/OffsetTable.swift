/// Finds offsets by the hashes of their values, with linear probing: for tables that live as long as a batch or a list.
///
/// A dictionary takes several times as long, because it hashes again, and counts references to its keys.
package struct OffsetTable {
  /// The upper half of each hash, above an offset and 1; 0 if there is none.
  private var entries: [UInt64]
  private static let offsetMask: UInt64 = 0xFFFF_FFFF

  /// Creates an empty table.
  ///
  /// - Parameter count: The maximum number of offsets, which are below `UInt32.max`.
  package init(count: Int) {
    var capacity = 16
    while capacity < 2 * count { capacity *= 2 }
    entries = Array(repeating: 0, count: capacity)
  }

  private func place(of hash: UInt64) -> Int { Int(hash >> 32) & (entries.count - 1) }

  /// Inserts an offset.
  ///
  /// - Precondition: There are fewer offsets in the table than was said when it was created.
  package mutating func insert(_ offset: Int, _ hash: UInt64) {
    var place = place(of: hash)
    while entries[place] != 0 { place = (place + 1) & (entries.count - 1) }
    entries[place] = hash & ~Self.offsetMask | UInt64(offset + 1)
  }

  /// Finds the first offset that was inserted with a hash and satisfies a condition.
  ///
  /// - Parameters:
  ///   - hash: The hash.
  ///   - isSame: Whether what is sought is at an offset; called if the hashes agree, and seldom elsewhere.
  /// - Returns: The offset; nil if there is none.
  package func first(_ hash: UInt64, where isSame: (Int) -> Bool) -> Int? {
    var place = place(of: hash)
    while entries[place] != 0 {
      let offset = Int(entries[place] & Self.offsetMask) - 1
      if (entries[place] ^ hash) & ~Self.offsetMask == 0, isSame(offset) { return offset }
      place = (place + 1) & (entries.count - 1)
    }
    return nil
  }
}

extension OffsetTable {
  /// Creates a table of the offsets of rows by their identities.
  package init(of rows: [Row]) {
    self.init(count: rows.count)
    for (offset, row) in rows.enumerated() { insert(offset, row.idHash) }
  }
}
