internal import Feeds

/// The group of each row by the values of one column, read before the user asks for the groups.
///
/// They take two bytes per row.
struct KeptGroups: Sendable {
  /// The groups, unless a row of another one is read.
  private(set) var grouping: Grouping
  /// The row counts and sums of the groups.
  private(set) var totals = GroupTotals()
  /// The group of each slot's row; `none` for free slots and those that have to be read again.
  private var groups: ContiguousArray<UInt16> = []

  private static let none = UInt16.max
  /// The maximum number of groups; a column with more values is rarely grouped by.
  private static let mostGroups = 1_024

  /// Creates empty storage for a grouping without groups.
  init(_ grouping: Grouping) { self.grouping = grouping }

  /// The group of a slot whose row was read.
  subscript(slot: Int32) -> Int32 { Int32(groups[Int(slot)]) }

  /// For each slot, its group and a lowest bit of 1, by which all rows are shown.
  var marks: ContiguousArray<UInt32> { ContiguousArray(groups.map { UInt32($0) << 1 | 1 }) }

  /// Takes in the row of a slot unless that was done before.
  ///
  /// - Returns: Whether there are not too many groups.
  mutating func insert(
    _ row: Row,
    slot: Int32,
    value: FoundValue?,
    summed: AmountReader.Amount?
  ) -> Bool {
    let slot = Int(slot)
    while groups.count <= slot { groups.append(Self.none) }
    guard groups[slot] == Self.none else { return true }
    let group = grouping.group(of: value, in: row)
    guard group < Self.mostGroups else { return false }
    groups[slot] = UInt16(group)
    totals.add(Self.summand(summed), to: group)
    return true
  }

  /// Forgets the previous row of a slot, if it was read.
  mutating func remove(slot: Int32, summed: AmountReader.Amount?) {
    let slot = Int(slot)
    guard slot < groups.count, groups[slot] != Self.none else { return }
    totals.add(Self.summand(summed), to: Int32(groups[slot]), isRemoved: true)
    groups[slot] = Self.none
  }

  private static func summand(_ amount: AmountReader.Amount?) -> ColumnSums.Summand? {
    amount.flatMap { ColumnSums.Summand($0.value, currency: $0.currency) }
  }
}
