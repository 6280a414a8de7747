internal import RowTree

/// Finds the slots of rows by their identities: a hash table of slots, which stores nothing of the rows
/// but some bits of their hashes.
///
/// Open addressing with linear probing (Knuth, The Art of Computer Programming 3, 6.4, algorithm
/// L); a removed row leaves a tombstone, and tombstones go when the table is rebuilt. A row is
/// examined only if the bits agree, so that a lookup of a missing row costs little more than its hash.
struct RowIndex: Sendable {
  /// Bits of the hash above the offset; `empty` if there was no row, `removed` if there was one.
  private var slots: [UInt64] = []
  private var usedSlots = 0
  /// The number of rows.
  private(set) var count = 0

  private static let empty = UInt64.max
  private static let removed = UInt64.max - 1
  private static let offsetBits: UInt64 = 0xFFFF_FFFF

  /// The slot of the row with an identity; nil if there is none.
  func slot(of id: RowID, in rows: FeedRows) -> Int? {
    entry(of: id, Self.tag(of: id), in: rows).map { Int(slots[$0] & Self.offsetBits) }
  }

  /// Inserts a row that is not in the table.
  mutating func insert(_ id: RowID, in slot: Int) {
    if (usedSlots + 1) * 4 > slots.count * 3 { grow() }
    place(Self.tag(of: id) | UInt64(slot))
    count += 1
  }

  /// Removes a row, which is still in its slot.
  mutating func remove(_ id: RowID, in rows: FeedRows) {
    guard let entry = entry(of: id, Self.tag(of: id), in: rows) else { return }
    slots[entry] = Self.removed
    count -= 1
  }

  /// Replaces the contents by all rows; of two with the same identity, the one in the later slot is
  /// found.
  mutating func rebuild(from rows: FeedRows) {
    reserve(rows.count)
    for slot in 0..<rows.slotCount {
      guard let id = rows.slot(Int32(slot)).row?.id else { continue }
      let tag = Self.tag(of: id)
      if let entry = entry(of: id, tag, in: rows) {
        slots[entry] = tag | UInt64(slot)
      } else {
        place(tag | UInt64(slot))
        count += 1
      }
    }
  }

  /// The upper half of a hash, which also determines the position in the table.
  @inline(__always)
  private static func tag(of id: RowID) -> UInt64 {
    UInt64(truncatingIfNeeded: id.hashValue) & ~offsetBits
  }

  private mutating func grow() {
    let old = slots
    // A full table grows to twice its size; one full of tombstones is rebuilt at the size it needs.
    reserve(2 * count)
    for slot in old where slot < Self.removed {
      place(slot)
      count += 1
    }
  }

  /// Empties the table and makes room for some rows.
  private mutating func reserve(_ count: Int) {
    var capacity = 16
    while capacity * 3 < count * 4 { capacity *= 2 }
    slots = Array(repeating: Self.empty, count: capacity)
    usedSlots = 0
    self.count = 0
  }

  private mutating func place(_ entry: UInt64) {
    let mask = slots.count - 1
    var slot = Int(entry >> 32) & mask
    while slots[slot] != Self.empty { slot = (slot + 1) & mask }
    slots[slot] = entry
    usedSlots += 1
  }

  private func entry(of id: RowID, _ tag: UInt64, in rows: FeedRows) -> Int? {
    guard !slots.isEmpty else { return nil }
    let mask = slots.count - 1
    var position = Int(tag >> 32) & mask
    while slots[position] != Self.empty {
      let entry = slots[position]
      if entry & ~Self.offsetBits == tag, entry != Self.removed,
        rows.slots[Int(entry & Self.offsetBits)].row?.id == id
      {
        return position
      }
      position = (position + 1) & mask
    }
    return nil
  }
}
