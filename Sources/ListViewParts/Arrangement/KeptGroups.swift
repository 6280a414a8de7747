internal import Feeds

/// The group of each row by the values of one column, read before the user asks for the groups.
///
/// They take a byte per row, or two if there are more than 255.
struct KeptGroups: Sendable {
  /// The groups, unless a row of another one is read.
  private(set) var grouping: Grouping
  /// The row counts and sums of the groups.
  private(set) var totals = GroupTotals()
  /// The maximum number of groups.
  let limit: Int
  /// The lower and higher bytes of the group of each slot's row; the latter are empty as long as all are zero.
  private var low: ContiguousArray<UInt8> = []
  private var high: ContiguousArray<UInt8> = []

  /// All bits of the group of a free slot, and of one that has to be read again.
  private static let none = UInt8.max

  /// Creates empty storage for a grouping without groups.
  init(_ grouping: Grouping, limit: Int) {
    (self.grouping, self.limit) = (grouping, min(limit, Int(UInt16.max)))
  }

  /// The number of bytes per row.
  var size: Int { high.isEmpty ? 1 : 2 }

  /// The group of a slot whose row was read.
  @inline(__always)
  subscript(slot: Int32) -> Int32 {
    Int32(low[Int(slot)]) | (high.isEmpty ? 0 : Int32(high[Int(slot)]) << 8)
  }

  /// The slots of the rows of a group.
  func slots(of group: Int32) -> some Sequence<Int32> {
    low.indices.lazy.map { Int32($0) }.filter { self[$0] == group }
  }

  /// For each slot, its group and a lowest bit of 1, by which all rows are shown.
  var marks: ContiguousArray<UInt32> {
    ContiguousArray(low.indices.map { UInt32(self[Int32($0)]) << 1 | 1 })
  }

  /// Replaces the group of each slot by a byte.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the groups.
  ///   - free: That of slots that are free or have to be read again.
  /// - Returns: A byte for each slot.
  func map(_ bytes: [UInt8], orFree free: UInt8) -> ContiguousArray<UInt8> {
    ContiguousArray(low.indices.map { isRead($0) ? bytes[Int(self[Int32($0)])] : free })
  }

  private func isRead(_ slot: Int) -> Bool {
    low[slot] != Self.none || !high.isEmpty && high[slot] != Self.none
  }

  /// Whether the group of a slot's row is known.
  func isKnown(_ slot: Int32) -> Bool { slot < low.count && isRead(Int(slot)) }

  /// Takes in the row of a slot unless that was done before.
  ///
  /// - Returns: The group; nil if there are too many.
  mutating func insert(
    _ row: Row,
    slot: Int32,
    value: FoundValue?,
    _ summand: ColumnSums.Summand?
  ) -> Int32? {
    let slot = Int(slot)
    if low.count <= slot {
      let missing = repeatElement(Self.none, count: slot + 1 - low.count)
      low += missing
      if !high.isEmpty { high += missing }
    }
    guard !isRead(slot) else { return self[Int32(slot)] }
    let group = grouping.group(of: value, in: row)
    guard group < limit else { return nil }
    if group >= Self.none, high.isEmpty {
      high = ContiguousArray(low.map { $0 == Self.none ? Self.none : 0 })
    }
    low[slot] = UInt8(truncatingIfNeeded: group)
    if !high.isEmpty { high[slot] = UInt8(truncatingIfNeeded: group >> 8) }
    totals.add(summand, to: group)
    return group
  }

  /// Forgets the previous row of a slot, if it was read.
  mutating func remove(slot: Int32, _ summand: ColumnSums.Summand?) {
    guard isKnown(slot) else { return }
    let slot = Int(slot)
    totals.add(summand, to: self[Int32(slot)], isRemoved: true)
    low[slot] = Self.none
    if !high.isEmpty { high[slot] = Self.none }
  }
}
