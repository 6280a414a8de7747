internal import Feeds
internal import RowTree

/// What makes an entry of a row, and which of two entries comes first.
struct OrderRule: Sendable {
  /// What the rows are sorted by; nil for the order of the feed.
  private(set) var sort: Arrangement.Sort?
  private(set) var grouping: Grouping?
  /// Numbers of the slots in the order that the user froze; nil if it is not frozen.
  var frozen: FrozenOrder?
  /// Which rows are shown; nil for all.
  private(set) var isShown: (@Sendable (Row) -> Bool)?
  /// Tells one filter from another.
  private var filter = FilterMark()
  /// The rows pinned above the table, which are not in it.
  var pinned: Set<RowID> = []
  /// Whether amounts that rows are sorted by are in the minor unit of their currency.
  private var isMinor = false
  /// Reads what rows are sorted and grouped by.
  private var reader: EntryReader?
  /// What most keys begin with, as far as it is known.
  private var stem: [UInt8] = []
  /// How many entries were made of keys that begin otherwise.
  private var strayCount = 0

  private final class FilterMark: Sendable {}

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
    (stem, strayCount) = ([], 0)
    directGroups()
  }

  /// Groups rows, or does not.
  mutating func setGrouping(_ grouping: Grouping?) {
    self.grouping = grouping
    directGroups()
  }

  /// Shows only the rows for which a rule holds, or all.
  mutating func setFilter(_ isShown: (@Sendable (Row) -> Bool)?) {
    (self.isShown, filter) = (isShown, FilterMark())
  }

  /// Shows the rows that another rule shows, as far as they are not pinned.
  mutating func setFilter(of other: OrderRule) {
    (isShown, filter) = (other.isShown, other.filter)
  }

  /// Whether the same rows are shown as by another rule.
  func hasSameFilter(as other: OrderRule) -> Bool {
    filter === other.filter && pinned == other.pinned
  }

  /// Whether rows have the same keys as in the order of another rule, whichever of them come first.
  func hasSameKeys(as other: OrderRule) -> Bool {
    frozen == nil && other.frozen == nil && sort?.order == other.sort?.order
      && sort?.column.paths == other.sort?.column.paths
      && sort?.column.format == other.sort?.column.format
  }

  /// Whether values compare as in the order of another rule, but for the present that it counts from.
  func comparesLike(_ other: OrderRule) -> Bool {
    guard let sort, let wanted = other.sort, sort.column.paths == wanted.column.paths,
      sort.column.format == wanted.column.format
    else { return false }
    if case (.time, .time) = (sort.order, wanted.order) { return true }
    return sort.order == wanted.order
  }

  /// Whether rows are in the same groups as by another rule, whichever of these come first.
  func hasSameGroups(as other: OrderRule) -> Bool {
    grouping?.column.paths == other.grouping?.column.paths
      && grouping?.order == other.grouping?.order
      && grouping?.summed?.paths == other.grouping?.summed?.paths
      && grouping?.summed?.format == other.grouping?.summed?.format
  }

  /// Groups by the column that the rows are sorted by run the same way.
  private mutating func directGroups() {
    let isDescending = sort.map { $0.isDescending && $0.column.paths == grouping?.column.paths }
    grouping?.setDescending(isDescending ?? false)
    reader = EntryReader(sort: sort, grouping: grouping)
  }

  /// Names groups like another rule that has the same ones.
  mutating func adoptGroups(of other: OrderRule) {
    guard hasSameGroups(as: other) else { return }
    grouping = other.grouping
    directGroups()
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
    let entered = entered(row, reading, slot: slot, place: place, group: group)
    if entered.entry.isStray { strayCount += 1 }
    return entered
  }

  /// How a row is entered whose group is known.
  func known(_ row: Row, slot: Int32, place: Int64) -> Entered {
    let reading = reader?.reading(of: row)
    let group = grouping?.knownGroup(of: reading?.grouped) ?? 0
    return entered(row, reading, slot: slot, place: place, group: group)
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
      words: words(of: reading, slot: slot),
      place: place,
      slot: slot,
      group: group,
      isShown: isShown
    )
    return Entered(entry: entry, summand: isShown ? summand(of: reading) : nil)
  }

  private func summand(of reading: EntryReader.Reading?) -> ColumnSums.Summand? {
    guard grouping?.summed != nil, let summed = reading?.summed else { return nil }
    return ColumnSums.Summand(summed.value, currency: summed.currency)
  }

  /// What becomes of a row whose key is known: its group, which is made if it is new, and whether it is shown.
  mutating func mark(_ row: Row, _ reader: EntryReader?) -> Mark {
    let reading = reader?.reading(of: row)
    let isShown = shows(row)
    return Mark(
      group: grouping?.group(of: reading?.grouped, in: row) ?? 0,
      isShown: isShown,
      summand: isShown ? summand(of: reading) : nil
    )
  }

  /// A row in its group.
  struct Mark {
    var group: Int32
    var isShown: Bool
    var summand: ColumnSums.Summand?
  }

  /// What a row adds to the sum of its group.
  func summand(of row: Row) -> ColumnSums.Summand? {
    grouping?.summed == nil ? nil : summand(of: reader?.reading(of: row))
  }

  private func words(of reading: EntryReader.Reading?, slot: Int32) -> KeyWords {
    if let frozen { return KeyWords(number: frozen[slot]) }
    return reading.map { words(of: $0.sorted) } ?? KeyWords(number: 0)
  }

  /// The words of the key of a row by what it is sorted by.
  func words(of amount: AmountReader.Amount) -> KeyWords {
    guard let order = sort?.order else { return KeyWords(number: 0) }
    return order.words(
      of: amount.value,
      currency: amount.currency,
      isMinor: isMinor,
      after: stem
    )
  }

  /// The whole key of a row.
  private func key(of row: Row, slot: Int32) -> SortKey {
    if let frozen { return SortKey(number: frozen[slot]) }
    guard let order = sort?.order, let amount = reader?.reading(of: row).sorted else {
      return SortKey(number: 0)
    }
    return order.key(of: amount.value, currency: amount.currency, isMinor: isMinor)
  }

  // MARK: What keys begin with

  /// Finds out what most texts begin with that the rows are sorted by.
  mutating func chooseStem(for rows: FeedRows) {
    (stem, strayCount) = ([], 0)
    guard frozen == nil, sort != nil else { return }
    let keys = ValueOrder.sample(of: rows).map { key(of: $0, slot: 0) }
      .filter { !$0.isMissing }.sorted { $0.precedes($1) }
    // The few that are something else are compared as a whole.
    let few = keys.count / 20
    guard keys.count >= Self.stemSample else { return }
    let (first, last) = (keys[few].bytes, keys[keys.count - 1 - few].bytes)
    guard first[0] == SortKeyWriter.textClass else { return }
    stem = zip(first, last).prefix { $0 == $1 }.map(\.0)
    // Of equal texts something is to be left that can differ.
    if stem.count >= min(first.count, last.count) { stem = [] }
  }

  /// Fewer values than this do not say what most begin with.
  private static let stemSample = 16

  /// Forgets how many keys begin otherwise.
  mutating func forgetStrays() { strayCount = 0 }

  /// Whether so many keys begin otherwise that something else is to be left out of them.
  func isOutgrown(by count: Int) -> Bool { strayCount > count / 8 + 512 }

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

  /// Whether the rows of two entries have equal keys.
  func haveEqualKeys(_ left: OrderEntry, _ right: OrderEntry, in rows: FeedRows) -> Bool {
    guard left.head == right.head, left.next == right.next else { return false }
    if left.isWhole, right.isWhole { return true }
    guard let a = rows.slot(left.slot).row, let b = rows.slot(right.slot).row else { return true }
    return key(of: a, slot: left.slot).equals(key(of: b, slot: right.slot))
  }
}
