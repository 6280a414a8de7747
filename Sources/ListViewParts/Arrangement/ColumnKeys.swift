internal import Feeds

/// What is known of the sort keys of one column, and of the groups by it.
struct ColumnKeys: Sendable {
  let column: Column
  let coder: KeyCoder
  /// The code of each slot's row; empty as long as its group says it.
  private var codes: ContiguousArray<UInt8> = []
  /// The codes of the values of groups.
  private var groupCodes: [UInt8] = []
  /// The codes of some values, if they recur.
  private var met = ValueNumbers()
  /// The groups by the column; nil if there are too many.
  private(set) var groups: KeptGroups?
  /// Whether there could be more groups if memory were not spared.
  private let isSparing: Bool
  /// Whether codes and groups were taken over.
  var isTakenOver = false

  private static let maximumMet = 1_024

  /// Creates empty storage.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - coder: Its codes.
  ///   - isSparing: Whether memory is spared.
  ///   - limit: The maximum number of groups.
  ///   - grouping: How rows are grouped by the column.
  init(
    _ column: Column,
    _ coder: KeyCoder,
    isSparing: Bool,
    maximumGroups limit: Int,
    _ grouping: Grouping
  ) {
    (self.column, self.coder, self.isSparing) = (column, coder, isSparing)
    if coder.hasFewValues { groups = KeptGroups(grouping, limit: limit) }
  }

  /// Whether nothing more would be known if memory were not spared.
  var isAllThatIsToKnow: Bool { groups != nil || !coder.hasFewValues || !isSparing }

  /// The number of bytes per row.
  var size: Int { (groups?.size ?? 0) + (groups == nil || !codes.isEmpty ? 1 : 0) }

  /// The code of each slot's row.
  var allCodes: ContiguousArray<UInt8> {
    codes.isEmpty ? groups?.map(groupCodes, orFree: KeyCoder.free) ?? [] : codes
  }

  /// Forgets the row of a slot.
  mutating func remove(_ slot: Int32) { if slot < codes.count { codes[Int(slot)] = KeyCoder.free } }

  /// Whether the group of a slot's row is known.
  func hasGroup(of slot: Int32) -> Bool { groups?.isKnown(slot) ?? false }

  /// Removes the previous version of a row from its group.
  mutating func removeFromGroup(_ slot: Int32, _ summand: ColumnSums.Summand?) {
    groups?.remove(slot: slot, summand)
  }

  /// Takes in the row of a slot, among a number of slots.
  mutating func insert(
    _ row: Row,
    slot: Int32,
    of slotCount: Int,
    _ amount: AmountReader.Amount,
    _ summand: ColumnSums.Summand?
  ) {
    let group = groups?.insert(row, slot: slot, value: amount.value, summand)
    if let group, group == groupCodes.count { groupCodes.append(coder.code(of: amount)) }
    // Rows of a group have equal keys, unless their currencies differ.
    if group != nil, codes.isEmpty, amount.currency == nil { return }
    if codes.isEmpty { codes = allCodes }
    if group == nil { groups = nil }
    if codes.count < slotCount {
      codes += repeatElement(KeyCoder.free, count: slotCount - codes.count)
    }
    codes[Int(slot)] = code(of: amount)
  }

  private mutating func code(of amount: AmountReader.Amount) -> UInt8 {
    guard coder.hasFewValues, amount.currency == nil, let value = amount.value else {
      return coder.code(of: amount)
    }
    if let code = met[value] { return UInt8(code) }
    let code = coder.code(of: amount)
    if met.count < Self.maximumMet { met[value] = Int32(code) }
    return code
  }
}

/// Reads the values of some columns whose keys are kept, and the amounts that are summed in their groups; a class,
/// so that it is not copied for each row.
final class ColumnKeysReader: Sendable {
  /// The indices of the columns, each with that of the amount that is summed; nil for none.
  private let parts: [(index: Int, summed: Int?)]
  private let reader: AmountReader
  private let readsKeys: Bool

  /// Creates a reader of those columns that satisfy a predicate.
  ///
  /// - Parameters:
  ///   - columns: The columns.
  ///   - readsKeys: Whether their values are read, and not only what is summed in their groups.
  ///   - isRead: The predicate.
  init(of columns: [ColumnKeys], readsKeys: Bool = true, where isRead: (ColumnKeys) -> Bool) {
    self.readsKeys = readsKeys
    let indices = columns.indices.filter { isRead(columns[$0]) }
    var read = readsKeys ? indices.map { columns[$0].column } : []
    parts = indices.map { index in
      guard let column = columns[index].groups?.grouping.summed else { return (index, nil) }
      if !read.contains(column) { read.append(column) }
      return (index, read.firstIndex(of: column))
    }
    reader = AmountReader(read)
  }

  /// Calls a closure with the index of each column, the row's amount in it, and what the row contributes to the sum
  /// of its group.
  func forEach(
    _ row: Row,
    _ body: (_ index: Int, AmountReader.Amount, ColumnSums.Summand?) -> Void
  ) {
    reader.withValues(of: row) { values in
      // Most often the same column is summed in all groups.
      var (summed, summand) = (nil as Int?, nil as ColumnSums.Summand?)
      for (number, part) in parts.enumerated() {
        if part.summed != summed {
          let amount = part.summed.map { reader.amount($0, values) }
          summand = amount.flatMap { ColumnSums.Summand($0.value, currency: $0.currency) }
          summed = part.summed
        }
        let amount = readsKeys ? reader.amount(number, values) : AmountReader.Amount()
        body(part.index, amount, summand)
      }
    }
  }
}
