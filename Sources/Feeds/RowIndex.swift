/// Finds rows by their identity in an array that its owner keeps: a hash table of offsets, with
/// nothing of the rows in it but some bits of their hashes.
///
/// Open addressing with linear probing (Knuth, The Art of Computer Programming 3, 6.4, algorithm L);
/// a removed row leaves a mark in its slot, and marks go when the table is built anew. A row is looked
/// at only where the bits agree, so that one that is not in costs no more than its hash.
struct RowIndex: Sendable {
  /// Bits of the hash above the offset; `empty` where no row was, `removed` where one was.
  private var slots: [UInt64] = []
  private var usedSlots = 0
  /// The number of rows.
  private(set) var count = 0

  private static let empty = UInt64.max
  private static let removed = UInt64.max - 1
  private static let offsetBits: UInt64 = 0xFFFF_FFFF

  /// The offset of the row of an identity; nil where there is none.
  func offset(of id: RowID, in rows: [Row?]) -> Int? {
    slot(of: id, Self.tag(of: id), in: rows).map { Int(slots[$0] & Self.offsetBits) }
  }

  /// Takes the row at an offset in; where one of its identity is in already, nothing is changed.
  ///
  /// - Returns: The offset of the row that is in already; nil for none.
  mutating func insert(_ id: RowID, at offset: Int, in rows: [Row?]) -> Int? {
    precondition(offset < Int(Self.offsetBits) - 1, "more rows than the index can hold")
    if (usedSlots + 1) * 4 > slots.count * 3 { grow() }
    let tag = Self.tag(of: id)
    if let slot = slot(of: id, tag, in: rows) { return Int(slots[slot] & Self.offsetBits) }
    place(tag | UInt64(offset))
    count += 1
    return nil
  }

  /// Removes a row; returns its offset.
  mutating func remove(_ id: RowID, in rows: [Row?]) -> Int? {
    guard let slot = slot(of: id, Self.tag(of: id), in: rows) else { return nil }
    let offset = Int(slots[slot] & Self.offsetBits)
    slots[slot] = Self.removed
    count -= 1
    return offset
  }

  /// Takes in all rows, whatever was in before; of two with one identity the later one is found.
  mutating func rebuild(from rows: [Row?]) {
    reserve(rows.count)
    for (offset, row) in rows.enumerated() {
      guard let row else { continue }
      let id = row.id
      let tag = Self.tag(of: id)
      if let slot = slot(of: id, tag, in: rows) {
        slots[slot] = tag | UInt64(offset)
      } else {
        place(tag | UInt64(offset))
        count += 1
      }
    }
  }

  /// The upper half of a hash, which also says where its row is looked for.
  @inline(__always)
  private static func tag(of id: RowID) -> UInt64 {
    UInt64(truncatingIfNeeded: id.hashValue) & ~offsetBits
  }

  private mutating func grow() {
    let old = slots
    // A full table becomes twice as large; one full of marks becomes as large as it has to be.
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

  private func slot(of id: RowID, _ tag: UInt64, in rows: [Row?]) -> Int? {
    guard !slots.isEmpty else { return nil }
    let mask = slots.count - 1
    var slot = Int(tag >> 32) & mask
    while slots[slot] != Self.empty {
      let entry = slots[slot]
      if entry & ~Self.offsetBits == tag, entry != Self.removed,
        rows[Int(entry & Self.offsetBits)]?.id == id
      {
        return slot
      }
      slot = (slot + 1) & mask
    }
    return nil
  }
}
