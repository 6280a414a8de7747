import FeedValues
internal import RowTree

/// Finds the slots of rows by their identities: a hash table of slots, which stores nothing of the rows
/// but some bits of their hashes.
///
/// Open addressing with linear probing (Knuth, The Art of Computer Programming 3, 6.4, algorithm L). The
/// entries after a removed one move up (algorithm R); the bits of their hashes tell where they belong:
/// nothing is left to be cleaned up, however many rows come and go. A row is examined only if the bits agree,
/// so that a lookup of a missing row costs little more than its hash.
///
/// Entries belong in the order of their hashes (Lemire, "Fast Random Integer Generation in an Interval", 2019: a
/// multiplication instead of a remainder), so that a table of any length grows by an eighth in one pass from
/// front to end: it takes 11 to 12 bytes a row, where one whose lengths are powers of two takes up to 22.
struct RowIndex: Sendable {
  /// The slots of rows, below bits of the hashes of their identities; `empty` if there is none.
  private(set) var entries: [UInt64] = []
  /// The number of rows.
  private(set) var count = 0

  private static let empty = UInt64.max
  private static let slotBits: UInt64 = 0xFFFF_FFFF

  /// The slot of the row with an identity; nil if there is none.
  func slot(of id: RowID, in rows: FeedRows) -> Int? {
    position(Self.tag(ofHash: id.textHash)) { rows.hasRow(in: Int32($0), with: id) }.map(slot(at:))
  }

  /// The slot of the row with the identity of another one; nil if there is none.
  func slot(of row: Row, in rows: FeedRows) -> Int? {
    position(Self.tag(of: row)) { rows.hasRow(in: Int32($0), like: row) }.map(slot(at:))
  }

  private func slot(at position: Int) -> Int { Int(entries[position] & Self.slotBits) }

  /// Inserts a row that is not in the table.
  mutating func insert(_ row: Row, in slot: Int) {
    if (count + 1) * 4 > entries.count * 3 { grow() }
    place(Self.tag(of: row) | UInt64(slot))
  }

  /// Removes the row in a slot.
  mutating func remove(_ row: Row, from slot: Int) {
    guard var gap = position(Self.tag(of: row), where: { $0 == slot }) else { return }
    var next = position(after: gap)
    while entries[next] != Self.empty {
      // An entry stays if the gap is not on the way from its home to it.
      if way(from: home(of: entries[next]), to: next) >= way(from: gap, to: next) {
        entries[gap] = entries[next]
        gap = next
      }
      next = position(after: next)
    }
    entries[gap] = Self.empty
    count -= 1
  }

  /// Replaces the contents by all rows; of two with the same identity, the one in the later slot is
  /// found.
  mutating func rebuild(from rows: FeedRows) {
    reserve(rows.count)
    for slot in 0..<rows.slotCount {
      guard let row = rows.slot(Int32(slot)).row else { continue }
      let tag = Self.tag(of: row)
      if let position = position(tag, where: { rows.hasRow(in: Int32($0), like: row) }) {
        entries[position] = tag | UInt64(slot)
      } else {
        place(tag | UInt64(slot))
      }
    }
  }

  /// The upper half of a hash, which also determines the position in the table.
  @inline(__always)
  static func tag(ofHash hash: UInt64) -> UInt64 { hash & ~slotBits }

  /// The same of the identity of a row.
  @inline(__always)
  static func tag(of row: Row) -> UInt64 { tag(ofHash: row.idHash) }

  /// The position at which the search for an entry starts.
  @inline(__always)
  private func home(of entry: UInt64) -> Int {
    Int(truncatingIfNeeded: ((entry >> 32) &* UInt64(truncatingIfNeeded: entries.count)) >> 32)
  }

  /// The position that is looked at next; after the last one, the first.
  @inline(__always)
  private func position(after position: Int) -> Int {
    position + 1 == entries.count ? 0 : position + 1
  }

  /// The number of positions that a search goes on from one to another.
  @inline(__always)
  private func way(from start: Int, to end: Int) -> Int {
    end < start ? end - start + entries.count : end - start
  }

  private mutating func grow() {
    let old = entries
    reserve(count + count / 8)
    for entry in old where entry != Self.empty { place(entry) }
  }

  /// Empties the table and makes room for some rows.
  private mutating func reserve(_ count: Int) {
    entries = Array(repeating: Self.empty, count: max(16, count * 4 / 3 + 1))
    self.count = 0
  }

  private mutating func place(_ entry: UInt64) {
    var position = home(of: entry)
    while entries[position] != Self.empty { position = self.position(after: position) }
    entries[position] = entry
    count += 1
  }

  /// The first position with a tag whose slot is the one that is sought.
  @inline(__always)
  private func position(_ tag: UInt64, where isSought: (_ slot: Int) -> Bool) -> Int? {
    guard !entries.isEmpty else { return nil }
    var position = home(of: tag)
    while entries[position] != Self.empty {
      if entries[position] & ~Self.slotBits == tag, isSought(slot(at: position)) { return position }
      position = self.position(after: position)
    }
    return nil
  }
}
