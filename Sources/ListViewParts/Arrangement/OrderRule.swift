internal import Feeds
internal import RowTree

/// What makes an entry of a row, and which of two entries comes first.
struct OrderRule: Sendable {
  /// What the rows are sorted by; nil for the order of the feed.
  private(set) var sort: Arrangement.Sort?
  private(set) var grouping: Grouping?
  /// Numbers of the slots in the order that the user froze; nil if it is not frozen.
  var frozen: FrozenOrder?
  var isShown: (@Sendable (Row) -> Bool)?
  /// The rows pinned above the table, which are not in it.
  var pinned: Set<RowID> = []
  /// Whether amounts that rows are sorted by are in the minor unit of their currency.
  private var isMinor = false
  /// Reads what rows are sorted and grouped by.
  private var reader: EntryReader?

  /// Whether the table shows just what the feed has.
  var isIdentity: Bool {
    sort == nil && grouping == nil && frozen == nil && isShown == nil && pinned.isEmpty
  }

  /// Whether the last value comes first.
  var isDescending: Bool { frozen == nil && sort?.isDescending ?? false }

  /// Sorts by a column, or by none.
  mutating func setSort(_ sort: Arrangement.Sort?) {
    self.sort = sort
    isMinor = sort?.column.format == .money
    directGroups()
  }

  /// Groups rows, or does not.
  mutating func setGrouping(_ grouping: Grouping?) {
    self.grouping = grouping
    directGroups()
  }

  /// Groups by the column that the rows are sorted by run the same way.
  private mutating func directGroups() {
    let isDescending = sort.map { $0.isDescending && $0.column.paths == grouping?.column.paths }
    grouping?.setDescending(isDescending ?? false)
    reader = EntryReader(sort: sort, grouping: grouping)
  }

  /// Forgets which groups there are.
  mutating func forgetGroups() { grouping?.removeAll() }

  /// Puts groups in order that are new.
  mutating func settleGroups() { grouping?.settle() }

  func shows(_ row: Row) -> Bool {
    (isShown?(row) ?? true) && (pinned.isEmpty || !pinned.contains(row.id))
  }

  /// A row in the order, and what it adds to the sum of its group.
  struct Entered {
    var entry: OrderEntry
    var summand: ColumnSums.Summand?
  }

  /// Enters a row, and makes its group if that is new.
  mutating func enter(_ row: Row, slot: Int32, place: Int64) -> Entered {
    let reading = reader?.reading(of: row)
    let group = grouping == nil ? 0 : grouping?.group(of: reading?.grouped, in: row) ?? 0
    return entered(row, reading, slot: slot, place: place, group: group)
  }

  /// How a row is entered whose group is known.
  func known(_ row: Row, slot: Int32, place: Int64) -> Entered {
    let reading = reader?.reading(of: row)
    let group = grouping?.knownGroup(of: reading?.grouped) ?? 0
    return entered(row, reading, slot: slot, place: place, group: group)
  }

  /// The entry of a row.
  mutating func entry(of row: Row, slot: Int32, place: Int64) -> OrderEntry {
    enter(row, slot: slot, place: place).entry
  }

  /// The entry of a row whose group is known.
  func knownEntry(of row: Row, slot: Int32, place: Int64) -> OrderEntry {
    known(row, slot: slot, place: place).entry
  }

  private func entered(
    _ row: Row,
    _ reading: EntryReader.Reading?,
    slot: Int32,
    place: Int64,
    group: Int32
  ) -> Entered {
    let isShown = shows(row)
    let entry = OrderEntry(
      key: key(of: reading, slot: slot),
      place: place,
      slot: slot,
      group: group,
      isShown: isShown
    )
    guard isShown, grouping?.summed != nil, let summed = reading?.summed else {
      return Entered(entry: entry)
    }
    return Entered(
      entry: entry,
      summand: ColumnSums.Summand(summed.value, currency: summed.currency)
    )
  }

  /// What a row adds to the sum of its group.
  func summand(of row: Row) -> ColumnSums.Summand? {
    guard grouping?.summed != nil, let summed = reader?.reading(of: row).summed else { return nil }
    return ColumnSums.Summand(summed.value, currency: summed.currency)
  }

  private func key(of reading: EntryReader.Reading?, slot: Int32) -> SortKey {
    if let frozen { return SortKey(number: frozen[slot]) }
    guard let reading, sort != nil else { return SortKey(number: 0) }
    let amount = reading.sorted
    return sort?.order.key(of: amount.value, currency: amount.currency, isMinor: isMinor)
      ?? SortKey(number: 0)
  }

  private func key(of row: Row, slot: Int32) -> SortKey {
    key(of: frozen == nil ? reader?.reading(of: row) : nil, slot: slot)
  }

  /// Whether an entry comes before another one; both are entries of some rows.
  func precedes(_ left: OrderEntry, _ right: OrderEntry, in rows: FeedRows) -> Bool {
    precedes(left, in: rows, right, inOther: rows)
  }

  /// Whether an entry of some rows comes before an entry of other ones, whose places are of one numbering.
  func precedes(
    _ left: OrderEntry,
    in leftRows: FeedRows,
    _ right: OrderEntry,
    inOther rightRows: FeedRows
  ) -> Bool {
    if left.group != right.group, let grouping { return grouping.precedes(left.group, right.group) }
    let isDescending = isDescending
    if left.head == right.head, left.next == right.next {
      if left.isWhole, right.isWhole { return left.place < right.place }
      return tailPrecedes(left, in: leftRows, right, inOther: rightRows, isDescending: isDescending)
    }
    let isLess = left.head == right.head ? left.next < right.next : left.head < right.head
    // Nothing has a place only at the end, wherever that is.
    return isDescending && !left.isMissing && !right.isMissing ? !isLess : isLess
  }

  /// The same of entries whose rows have to be read, as their keys begin alike.
  @inline(never)
  private func tailPrecedes(
    _ left: OrderEntry,
    in leftRows: FeedRows,
    _ right: OrderEntry,
    inOther rightRows: FeedRows,
    isDescending: Bool
  ) -> Bool {
    guard let a = leftRows.slot(left.slot).row, let b = rightRows.slot(right.slot).row else {
      return left.place < right.place
    }
    let (first, second) = (key(of: a, slot: left.slot), key(of: b, slot: right.slot))
    if first.equals(second) { return left.place < right.place }
    return isDescending ? second.precedes(first) : first.precedes(second)
  }
}
