import Columns
internal import FeedStore
internal import FeedValues
internal import RowTree
internal import Values

/// Creates the entries of rows, and compares them.
struct OrderRule: Sendable {
  /// The user's choices.
  private(set) var plan = OrderPlan()
  private(set) var grouping: Grouping?
  /// The numbers of the slots in the frozen order; nil if it is not frozen.
  var frozen: FrozenOrder?
  /// The number of keys that do not start with the common prefix, beyond those when it was chosen.
  private var strayCount = 0

  /// The sort order; nil for feed order.
  var sort: Arrangement.Sort? { plan.choice.sort }
  /// The filter; nil to show all rows.
  var isShown: (@Sendable (Row) -> Bool)? { plan.choice.isShown }
  /// The pinned rows, which are not in the table.
  var pinned: Set<RowID> {
    get { plan.choice.pinned }
    set { choose { $0.pinned = newValue } }
  }

  /// Whether groups have sums.
  var hasSums: Bool { plan.hasSums }

  private mutating func choose(_ body: (inout OrderPlan.Choice) -> Void) {
    var choice = plan.choice
    body(&choice)
    plan = OrderPlan(choice, grouping)
  }

  /// Whether the table shows the feed unchanged.
  var isIdentity: Bool {
    sort == nil && grouping == nil && frozen == nil && showsAll
  }

  /// Whether no row is left out.
  var showsAll: Bool { isShown == nil && pinned.isEmpty }

  /// Whether values are in descending order.
  var isDescending: Bool { frozen == nil && plan.isDescending }

  /// Sets the sort order; nil restores feed order.
  mutating func setSort(_ sort: Arrangement.Sort?) {
    choose { ($0.sort, $0.stem) = (sort, []) }
    strayCount = 0
    directGroups()
  }

  /// Sets the grouping; nil removes it.
  mutating func setGrouping(_ grouping: Grouping?) {
    self.grouping = grouping
    directGroups()
  }

  /// Sets the filter; nil shows all rows.
  mutating func setFilter(_ isShown: (@Sendable (Row) -> Bool)?) {
    choose { ($0.isShown, $0.filter) = (isShown, OrderPlan.FilterMark()) }
  }

  /// Adopts the filter of another rule.
  mutating func setFilter(of other: OrderRule) {
    let other = other.plan.choice
    choose { ($0.isShown, $0.filter) = (other.isShown, other.filter) }
  }

  /// Whether another rule shows the same rows.
  func hasSameFilter(as other: OrderRule) -> Bool {
    plan.choice.filter === other.plan.choice.filter && pinned == other.pinned
  }

  /// Whether rows have the same keys as by another rule, whatever their direction.
  func hasSameKeys(as other: OrderRule) -> Bool {
    guard frozen == nil, other.frozen == nil, plan.severalKeys == other.plan.severalKeys,
      sort?.keys.count == other.sort?.keys.count
    else { return false }
    let (keys, others) = (sort?.keys ?? [], other.sort?.keys ?? [])
    return zip(keys, others).allSatisfy { key, other in
      key.order == other.order && key.column.paths == other.column.paths
        && key.column.format == other.column.format
    }
  }

  /// Whether rows are in the same groups as by another grouping, whatever their direction.
  func hasSameGroups(as other: Grouping?) -> Bool {
    grouping?.column.paths == other?.column.paths && grouping?.order == other?.order
      && grouping?.summed?.paths == other?.summed?.paths
      && grouping?.summed?.format == other?.summed?.format && grouping?.ranking == other?.ranking
  }

  /// Gives the groups the direction of the sort order if both use the same column.
  private mutating func directGroups() {
    let isDescending = sort.map { $0.isDescending && $0.column.paths == grouping?.column.paths }
    grouping?.setDescending(isDescending ?? false)
    plan = OrderPlan(plan.choice, grouping)
  }

  /// Adopts the groups of another grouping if they are the same.
  mutating func adoptGroups(of other: Grouping?) {
    guard hasSameGroups(as: other) else { return }
    grouping = other
    directGroups()
  }

  /// Removes all groups.
  mutating func forgetGroups() { grouping?.removeAll() }

  /// Orders the groups by their figures.
  mutating func rankGroups(by figures: [DecimalNumber?]) { grouping?.rank(by: figures) }

  /// Sorts new groups into the order.
  mutating func settleGroups() { grouping?.settle() }

  func shows(_ row: Row) -> Bool { plan.shows(row) }

  /// The entry of a row, and its contribution to the sum of its group.
  typealias Entered = OrderPlan.Entered

  /// Creates the entry of a row, adding its group if it is new.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - plan: The plan of the rule: who has many rows holds it once for all of them.
  ///   - slot: Its slot.
  ///   - place: Its place in the feed.
  /// - Returns: The entry.
  mutating func enter(_ row: Row, by plan: OrderPlan, slot: Int32, place: Int64) -> Entered {
    enter(row, by: plan, slot: slot, place: place) {
      $0?.group(of: $1, in: row) ?? 0
    } words: {
      $0.words(of: $1, $2)
    }
  }

  /// Creates the entry of a row, and stores the tail of its key.
  mutating func enter(
    _ row: Row,
    slot: Int32,
    place: Int64,
    _ tails: inout KeyTails
  ) -> Entered {
    enter(row, by: plan, slot: slot, place: place) {
      $0?.group(of: $1, in: row) ?? 0
    } words: {
      $0.words(of: $1, $2, slot, in: &tails)
    }
  }

  @inline(__always)
  private mutating func enter(
    _ row: Row,
    by plan: OrderPlan,
    slot: Int32,
    place: Int64,
    group: (inout Grouping?, FoundValue?) -> Int32,
    words: (OrderPlan, EntryReader.Reading, DecimalNumber?) -> KeyWords
  ) -> Entered {
    // The plan alone: the rule would be copied for each row.
    let number = frozen?[slot]
    let entered = plan.entered(row, number, slot: slot, place: place) {
      group(&grouping, $0)
    } words: {
      words($0, $1, $2)
    }
    if entered.entry.isStray { strayCount += 1 }
    return entered
  }

  /// Stores the tail of a slot's key.
  func store(_ row: Row, _ slot: Int32, in tails: inout KeyTails) {
    plan.reader.withReading(of: row) { _ = plan.words(of: $0, nil, slot, in: &tails) }
  }

  /// Storage for the tails of keys.
  func tails(of rows: FeedRows) -> KeyTails {
    KeyTails(after: plan.choice.stem, slotCount: rows.slotCount)
  }

  /// Creates the entry of a row whose group is known.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - slot: Its slot.
  ///   - place: Its place in the feed.
  ///   - isShown: Whether it is shown; nil to ask the filter.
  /// - Returns: The entry.
  func known(_ row: Row, slot: Int32, place: Int64, isShown: Bool? = nil) -> Entered {
    plan.entered(row, frozen?[slot], isShown: isShown, slot: slot, place: place) {
      grouping?.knownGroup(of: $0) ?? 0
    } words: {
      $0.words(of: $1, $2)
    }
  }

  /// Creates the entry of a row whose group is known, without its contribution.
  func knownEntry(of row: Row, slot: Int32, place: Int64) -> OrderEntry {
    known(row, slot: slot, place: place).entry
  }

  /// Returns the group of a value, adding it if it is new; 0 if rows are not grouped.
  mutating func group(of value: FoundValue?, in row: @autoclosure () -> Row) -> Int32 {
    grouping?.group(of: value, in: row()) ?? 0
  }

  // MARK: The common prefix of keys

  /// Determines the common prefix of most keys, if they are texts.
  mutating func chooseStem(for rows: FeedRows) {
    strayCount = 0
    choose { $0.stem = [] }
    guard frozen == nil, sort != nil else { return }
    let keys = ValueOrder.sample(of: rows).map { plan.key(of: $0) }
      .filter { !$0.isMissing }.sorted { $0.precedes($1) }
    // A few exceptions are tolerated: they are compared in full.
    let few = keys.count / 20
    guard keys.count >= Self.stemSample else { return }
    let (first, last) = (keys[few].bytes, keys[keys.count - 1 - few].bytes)
    guard first[0] == SortKeyWriter.textClass else { return }
    let stem = zip(first, last).prefix { $0 == $1 }.map(\.0)
    // The prefix must leave something to compare.
    if stem.count < min(first.count, last.count) { choose { $0.stem = stem } }
  }

  /// The minimum number of values from which a common prefix is derived.
  private static let stemSample = 16

  /// Takes over the common prefix of the keys in an order of the same keys.
  mutating func adoptStem(of other: OrderRule) {
    choose { $0.stem = other.plan.choice.stem }
    strayCount = other.strayCount
  }

  /// Resets the number of keys without the common prefix.
  mutating func forgetStrays() { strayCount = 0 }

  /// Stops counting removed entries whose keys lack the common prefix.
  mutating func removeStrays(_ entries: [OrderEntry?]) {
    for case let entry? in entries where entry.isStray { strayCount -= 1 }
  }

  /// Whether too many keys lack the common prefix, so that a new one should be chosen.
  func isOutgrown(by count: Int) -> Bool { strayCount > count / 8 + 512 }
}

/// Compares entries: by their words, and if those are equal and not the complete keys, by the rows.
extension OrderRule {
  /// Whether one entry precedes another, both of the same rows.
  func precedes(_ left: OrderEntry, _ right: OrderEntry, in rows: FeedRows) -> Bool {
    precedes(left, right) { entry, _ in rows.slot(entry.slot) }
  }

  /// Whether one entry precedes another whose place has the same numbering.
  ///
  /// - Parameters:
  ///   - left: The entry.
  ///   - right: The other one.
  ///   - content: Returns the content of the slot of an entry, given whether that is the other one.
  /// - Returns: Whether the entry comes first.
  @inline(__always)
  func precedes(
    _ left: OrderEntry,
    _ right: OrderEntry,
    content: (OrderEntry, _ isOther: Bool) -> FeedRows.Slot
  ) -> Bool {
    if left.group != right.group, let grouping { return grouping.precedes(left.group, right.group) }
    if let isLess = left.keyPrecedes(right) {
      // Missing values are last in either direction.
      return isDescending && !left.isMissing && !right.isMissing ? !isLess : isLess
    }
    if let isBefore = left.placePrecedes(right) { return isBefore }
    let (first, second) = (content(left, false), content(right, true))
    return tailPrecedes(left, first, right, second)
  }

  /// Compares entries that do not tell which one comes first.
  @inline(never)
  private func tailPrecedes(
    _ left: OrderEntry,
    _ content: FeedRows.Slot,
    _ right: OrderEntry,
    _ other: FeedRows.Slot
  ) -> Bool {
    // Of values that begin alike most are the same: their keys need not be written.
    if left.isWhole && right.isWhole { return content.place < other.place }
    guard let row = content.row, let otherRow = other.row,
      frozen != nil || !plan.haveSameText(row, otherRow)
    else { return content.place < other.place }
    let (first, second) = (key(of: row, slot: left.slot), key(of: otherRow, slot: right.slot))
    if first.equals(second) { return content.place < other.place }
    return isDescending ? second.precedes(first) : first.precedes(second)
  }

  /// Whether two entries have equal keys.
  func haveEqualKeys(
    _ left: OrderEntry,
    _ right: OrderEntry,
    in rows: FeedRows,
    knowing tails: KeyTails = KeyTails()
  ) -> Bool {
    if let areEqual = left.hasSameKey(as: right) { return areEqual }
    if let order = tails.comparison(left.slot, right.slot) { return order == 0 }
    guard let a = rows.slot(left.slot).row, let b = rows.slot(right.slot).row else { return true }
    return frozen == nil && plan.haveSameText(a, b)
      || key(of: a, slot: left.slot).equals(key(of: b, slot: right.slot))
  }

  /// The complete key of a row.
  private func key(of row: Row, slot: Int32) -> SortKey {
    if let frozen { return SortKey(number: frozen[slot]) }
    return plan.key(of: row)
  }
}

/// The reading of rows whose place or group is known, and of samples.
extension OrderRule {
  /// Determines the visibility and the group of a row whose key is known; a new group is added.
  mutating func mark(_ row: Row, _ reader: EntryReader) -> Mark {
    let plan = plan
    return reader.withReading(of: row) { reading in
      let isShown = plan.shows(row)
      return Mark(
        group: group(of: reading.grouped, in: row),
        isShown: isShown,
        summand: isShown ? plan.summand(of: reading) : nil
      )
    }
  }

  /// The group and the visibility of a row, and its contribution to the sum of the group.
  struct Mark: Sendable {
    var group: Int32
    var isShown: Bool
    var summand: ColumnSums.Summand?
  }

  /// The contribution of a row to the sum of its group.
  func summand(of row: Row) -> ColumnSums.Summand? {
    plan.hasSums ? plan.reader.withReading(of: row) { plan.summand(of: $0) } : nil
  }
}

/// Writes the key of several columns: the keys of their values one after another, each in its own direction.
///
/// A key begins with whether there is a value, as rows without one are last in either direction. It ends with two
/// zeros, and a zero in it is followed by 0xFF: so of two rows with different values the first column decides alone,
/// however long its keys are.
struct SeveralKeys: Hashable, Sendable {
  private struct Part: Hashable, Sendable {
    let order: ValueOrder
    /// Whether amounts are in the minor unit of their currency.
    let isMinor: Bool
    let isDescending: Bool
  }

  private let parts: [Part]

  private static let (present, missing): (UInt8, UInt8) = (0x01, 0xFE)

  /// Creates the writer for an order; nil if that is by one column.
  init?(_ sort: Arrangement.Sort) {
    guard sort.keys.count > 1 else { return nil }
    parts = sort.keys.map {
      Part(order: $0.order, isMinor: $0.column.format == .money, isDescending: $0.isDescending)
    }
  }

  /// Appends the key of what was read of a row.
  func append(_ reading: EntryReader.Reading, to writer: inout SortKeyWriter) {
    for (part, amount) in zip(parts, [reading.sorted] + reading.further) {
      let key = part.order.key(of: amount.value, currency: amount.currency, isMinor: part.isMinor)
      guard !key.isMissing else {
        writer.append(Self.missing)
        continue
      }
      writer.append(Self.present)
      writer.mask = part.isDescending ? 0xFF : 0
      let bytes = key.bytes
      for byte in bytes[...(bytes.lastIndex { $0 != 0 } ?? 0)] {
        writer.append(byte)
        if byte == 0 { writer.append(0xFF) }
      }
      for _ in 0..<2 { writer.append(0) }
      writer.mask = 0
    }
  }
}
