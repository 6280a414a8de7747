/// Finds rows by their identity in an array that its owner keeps: a hash table of offsets, with
/// nothing of the rows in it, so that a row costs eight bytes on the average.
///
/// Open addressing with linear probing (Knuth, The Art of Computer Programming 3, 6.4, algorithm L);
/// a removed row leaves a mark in its slot, and marks go when the table is built anew.
struct RowIndex: Sendable {
  /// Offsets; `empty` where no row was, `removed` where one was.
  private var slots: [UInt32] = []
  private var usedSlots = 0
  /// The number of rows.
  private(set) var count = 0

  private static let empty = UInt32.max
  private static let removed = UInt32.max - 1

  /// The offset of the row of an identity; nil where there is none.
  func offset(of id: RowID, in rows: [Row?]) -> Int? {
    slot(of: id, in: rows).map { Int(slots[$0]) }
  }

  /// Takes the row at an offset in, whose identity is not in yet.
  mutating func insert(_ offset: Int, in rows: [Row?]) {
    precondition(offset < Self.removed, "more rows than the index can hold")
    if (usedSlots + 1) * 4 > slots.count * 3 {
      grow(in: rows)
    }
    guard let row = rows[offset] else { return }
    place(offset, row.id)
    count += 1
  }

  /// Removes a row; returns its offset.
  mutating func remove(_ id: RowID, in rows: [Row?]) -> Int? {
    guard let slot = slot(of: id, in: rows) else { return nil }
    let offset = Int(slots[slot])
    slots[slot] = Self.removed
    count -= 1
    return offset
  }

  /// Takes in all rows, whatever was in before; of two with one identity the later one is found.
  mutating func rebuild(from rows: [Row?]) {
    reserve(rows.count)
    for (offset, row) in rows.enumerated() {
      guard let row else { continue }
      if let slot = slot(of: row.id, in: rows) {
        slots[slot] = UInt32(offset)
      } else {
        place(offset, row.id)
        count += 1
      }
    }
  }

  private mutating func grow(in rows: [Row?]) {
    let old = slots
    reserve(2 * (count + 1))
    for slot in old where slot < Self.removed {
      guard let row = rows[Int(slot)] else { continue }
      place(Int(slot), row.id)
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

  private mutating func place(_ offset: Int, _ id: RowID) {
    let mask = slots.count - 1
    var slot = id.hashValue & mask
    while slots[slot] != Self.empty { slot = (slot + 1) & mask }
    slots[slot] = UInt32(offset)
    usedSlots += 1
  }

  private func slot(of id: RowID, in rows: [Row?]) -> Int? {
    guard !slots.isEmpty else { return nil }
    let mask = slots.count - 1
    var slot = id.hashValue & mask
    while slots[slot] != Self.empty {
      if slots[slot] != Self.removed, rows[Int(slots[slot])]?.id == id { return slot }
      slot = (slot + 1) & mask
    }
    return nil
  }
}
