package import Columns
package import FeedIdentity
package import FeedStore
package import FeedValues
internal import RowTree
package import TableModel

/// Maps the rows of the feed to those of the table: filtered, without the pinned ones, in sorted or frozen
/// order, and grouped.
///
/// An arrangement holds the user's view options. Changes of the feed go in, and changes of the table come
/// out. Only the position of each row in the order is stored; its previous sort key and group are derived
/// from its previous content.
package struct Arrangement: Sendable {
  /// A sort order.
  package struct Sort: Hashable, Sendable {
    /// A column, and the direction of its values.
    package struct Key: Hashable, Sendable {
      package let column: Column
      let order: ValueOrder
      package var isDescending: Bool

      /// Creates a key.
      package init(column: Column, order: ValueOrder, isDescending: Bool) {
        (self.column, self.order, self.isDescending) = (column, order, isDescending)
      }
    }

    /// The column to sort by, and those that decide between rows with equal values.
    package private(set) var keys: [Key]

    package init(column: Column, order: ValueOrder, isDescending: Bool) {
      keys = [Key(column: column, order: order, isDescending: isDescending)]
    }

    /// Creates an order by several columns; nil without any.
    package init?(_ keys: [Key]) {
      guard !keys.isEmpty else { return nil }
      self.keys = keys
    }

    package var column: Column { keys[0].column }
    var order: ValueOrder { keys[0].order }
    package var isDescending: Bool { keys[0].isDescending }

    /// The titles with the directions: `STATUS ▲ AMOUNT ▼`.
    package var label: String {
      keys.map { "\($0.column.title) \($0.isDescending ? "▼" : "▲")" }.joined(separator: " ")
    }

    /// Whether the rows are sorted by this column, and by no other.
    package func isBy(_ column: Column) -> Bool {
      keys.count == 1 && self.column.paths == column.paths
    }

    /// Inverts the order.
    package mutating func invert() {
      for offset in keys.indices { keys[offset].isDescending.toggle() }
    }

    /// Adds a key, or inverts the direction of the one with the same column.
    package mutating func toggle(_ key: Key) {
      if let offset = keys.firstIndex(where: { $0.column.paths == key.column.paths }) {
        keys[offset].isDescending.toggle()
      } else {
        keys.append(key)
      }
    }
  }

  /// The rows of the feed, in feed order.
  package internal(set) var rows = FeedRows()
  var rule = OrderRule()
  /// The order of the rows; nil if the table shows all rows in feed order.
  var order: RankTree<OrderEntry>?
  var totals = GroupTotals()
  /// The rows pinned above the table, in the order in which they were pinned.
  package internal(set) var pins: [PinnedRow] = []
  /// The identities that the rows of the next update have in place of those of ``rows``; nil for the same.
  var newIdentities: IdentityChange?
  /// The marked rows and their slots; nil for rows that are no longer in the feed.
  var marks: [RowID: Int32?] = [:]
  /// The recent changes of rows that match the filter; nil if unknown.
  var changes: [FilteredChange]? = []
  /// Whether changes are kept for ``takeChanges()``; otherwise they are unknown.
  package var keepsChanges = true
  /// The handles of the rows changed by the last update; nil if unknown.
  package internal(set) var handles: BatchHandles?
  /// Whether the table shows this arrangement, except for changes that arrived since.
  package var isDisplayed = false
  /// Whether the order is being built elsewhere.
  var isDeferred = false

  package init() {}

  /// The sort order; nil for feed order.
  package var sort: Sort? { rule.sort }
  /// The grouping; nil if ungrouped.
  package var grouping: Grouping? { rule.grouping }
  /// Whether the order is frozen.
  package var isFrozen: Bool { rule.frozen != nil }

  // MARK: View options

  /// Sorts the rows; nil restores feed order.
  ///
  /// A frozen order is replaced by the new one, and stays frozen.
  package mutating func setSort(_ sort: Sort?) {
    rule.setSort(sort)
    if isFrozen { freeze() }
    arrangeAnew()
  }

  /// Inverts the order; without a sort order nothing happens.
  package mutating func invert() {
    guard var sort else { return }
    sort.invert()
    setSort(sort)
  }

  /// Groups as a grouping does; nil removes the grouping.
  package mutating func setGrouping(_ grouping: Grouping?) {
    rule.setGrouping(grouping)
    arrangeAnew()
  }

  /// Freezes the order, so that rows stay in place whatever they contain, or unfreezes it.
  ///
  /// While frozen, inserted rows are appended, and deleted ones leave the positions of the others unchanged.
  package mutating func setFrozen(_ isFrozen: Bool) {
    guard isFrozen != self.isFrozen else { return }
    if isFrozen { freeze(knowing: self) } else { rule.frozen = nil }
    arrangeAnew()
  }

  /// Freezes the order; `known` has the rows in an order if it is that of the same rows.
  private mutating func freeze(knowing known: Arrangement? = nil) {
    guard !isDeferred else { return rule.frozen = .pending }
    var numbering = SlotNumbering(of: rows, by: rule, knowing: known)
    numbering.finishAtOnce()
    rule.frozen = numbering.frozen
  }

  /// Shows only the rows that satisfy a predicate; nil shows all.
  ///
  /// - Returns: Whether other rows are shown than before.
  @discardableResult
  package mutating func setFilter(_ isShown: (@Sendable (Row) -> Bool)?) -> Bool {
    rule.setFilter(isShown)
    if order != nil, !rule.isIdentity, !isDeferred { return updateFlags() }
    // Either before or after the change all rows are shown, so comparing the counts is enough.
    let count = shownCount
    arrangeAnew()
    return shownCount != count
  }

  /// Adopts the view options of another arrangement of different rows.
  package mutating func follow(_ other: Arrangement) {
    rule.setSort(other.rule.sort)
    rule.setGrouping(other.rule.grouping)
    rule.setFilter(of: other.rule)
    rule.pinned = Set(pins.map(\.id))
    if isFrozen != other.isFrozen {
      if isFrozen { rule.frozen = nil } else { freeze() }
    }
    arrangeAnew()
  }

  /// Gives the rows other identities, which those of the next update have.
  package mutating func identifyRows(by change: IdentityChange) {
    newIdentities = newIdentities?.followed(by: change) ?? change
    let pinned = pins.map { rule.pinned.contains($0.id) }
    for (index, row) in change.renamed(pins.map(\.row)).enumerated() { pins[index].row = row }
    rule.pinned = Set(zip(pins, pinned).compactMap { $1 ? $0.id : nil })
    marks = Dictionary(marks.map { (change[$0] ?? $0, $1) }) { first, _ in first }
  }

  /// Whether the table shows a row of these values.
  package func shows(_ row: Row) -> Bool { rule.shows(row) }

  /// Whether a row is pinned.
  package func isPinned(_ id: RowID) -> Bool { rule.pinned.contains(id) }

  /// Pins a row above the table, or unpins it; unpinning a deleted row removes it.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - slot: Its slot if that is known.
  /// - Complexity: O(log *n*); O(*n*) for the first pin of rows in feed order, and for the tombstone of a row that
  ///   has left the feed.
  package mutating func togglePin(_ row: Row, in slot: Int32? = nil) {
    let slot = self.slot(ofPin: row.id, expected: slot)
    togglePin(row, found: slot)
    adoptPins(changing: slot)
  }

  /// Pins a row, which is in the table as well until all rows are arranged anew, or unpins it.
  package mutating func togglePendingPin(_ row: Row, in slot: Int32?) {
    togglePin(row, found: self.slot(ofPin: row.id, expected: slot))
  }

  /// The slot of a row that is pinned, which knows it, or is going to be.
  private func slot(ofPin id: RowID, expected: Int32?) -> Int32? {
    if let pin = pins.first(where: { $0.id == id }) { return pin.slot }
    return slot(of: id, expected: expected)
  }

  private mutating func togglePin(_ row: Row, found slot: Int32?) {
    if let index = pins.firstIndex(where: { $0.id == row.id }) {
      pins.remove(at: index)
      return
    }
    // The tombstone of a row that no longer matches the filter may be out of date.
    pins.append(PinnedRow(row: slot.flatMap { rows.slot($0).row } ?? row, slot: slot))
  }

  /// Removes the pinned rows from the table, and brings back those that are no longer pinned.
  ///
  /// - Parameter slot: The only slot for which that makes a difference; nil if there is none.
  private mutating func adoptPins(changing slot: Int32?) {
    let (hadOrder, pinned) = (order != nil, Set(pins.map(\.id)))
    rule.pinned = pinned
    if !hadOrder || rule.isIdentity { arrangeAnew() } else if let slot { updateFlag(of: slot) }
  }

  /// The number of pinned rows in the feed that are not in the table.
  package var pinnedCount: Int { pinnedRows.count }

  /// The pinned rows that are in the feed, and not in the table any more.
  package var pinnedRows: [Row] {
    pins.filter { !$0.isAbsent && rule.pinned.contains($0.id) }.map(\.row)
  }

  /// Unpins the rows that are still in the table.
  package mutating func removePendingPins() { pins.removeAll { !rule.pinned.contains($0.id) } }

  /// Whether pinning a row takes O(*n*).
  package var arrangesToPin: Bool { order == nil }

  /// The slot of a row.
  ///
  /// A key acts on a selected row, whose slot is known unless it is a tombstone: only then is the row looked for
  /// among all rows, because it may have come back.
  ///
  /// - Parameters:
  ///   - id: The identity of the row.
  ///   - expected: The slot that it had; nil if unknown.
  /// - Returns: The slot; nil if the row is not in the feed.
  /// - Complexity: O(1); O(*n*) if the row is not in the slot that it had.
  func slot(of id: RowID, expected: Int32?) -> Int32? {
    if let expected, rows.slot(expected).row?.id == id { return expected }
    return (0..<Int32(rows.slotCount)).first { rows.slot($0).row?.id == id }
  }

  // MARK: Marked rows

  /// The number of marked rows in the feed.
  package var markedCount: Int { marks.values.count { $0 != nil } }

  /// Whether a row is marked.
  package func isMarked(_ id: RowID) -> Bool { marks[id] != nil }

  /// Marks a row, whose slot may be known, or clears its mark.
  package mutating func toggleMark(_ id: RowID, in slot: Int32? = nil) {
    if marks.removeValue(forKey: id) == nil { marks[id] = .some(self.slot(of: id, expected: slot)) }
  }

  /// Clears all marks.
  package mutating func clearMarks() { marks = [:] }

  /// The filter; nil to show all rows.
  package var predicate: (@Sendable (Row) -> Bool)? { rule.isShown }

  /// The marked rows in screen order, including those that the filter hides.
  ///
  /// - Complexity: O(*m* log *m*) for *m* marked rows.
  package var markedRows: [Row] {
    var slots = Set(marks.values.compactMap(\.self))
    var result: [Row] = []
    for pin in pins {
      if let slot = pin.slot, slots.remove(slot) != nil { result.append(pin.row) }
    }
    let entries = slots.compactMap { slot in
      rows.slot(slot).row.map {
        rule.knownEntry(of: $0, slot: slot, place: rows.slot(slot).place)
      }
    }
    return result
      + entries.sorted { rule.precedes($0, $1, in: rows) }.compactMap { rows.slot($0.slot).row }
  }

  /// The slots of the marked rows that are in the feed.
  package var markedSlots: [Int] { marks.values.compactMap { $0.map(Int.init) } }
}

/// Orders groups by their figures.
extension Arrangement {
  /// Puts the groups in the order of their figures; rows stay where they are in their groups.
  ///
  /// - Returns: Whether they were in another order.
  /// - Complexity: O(*s*) for *s* groups that are in order, otherwise O(*n*), without reading a row.
  @discardableResult
  package mutating func rankGroups() -> Bool {
    guard let known = rule.grouping, known.ranking != .value, let tree = order else { return false }
    let figures = known.groups.indices.map { totals.figure(of: Int32($0), known.ranking) }
    guard known.isUnranked || known.isOvertaken(figures, totals) else { return false }
    var (ranges, start): ([Int32: Range<Int>], Int) = ([:], 0)
    for group in known.sorted {
      let end = tree.position { $0.group == group || known.precedes($0.group, group) }.rank
      ranges[group] = start..<end
      start = end
    }
    rule.rankGroups(by: figures)
    var builder = RankTree<OrderEntry>.Builder()
    for group in rule.grouping?.sorted ?? [] {
      tree.forEach(in: ranges[group] ?? 0..<0) { builder.append($0) }
    }
    order = builder.finish()
    isDisplayed = false
    return true
  }
}

extension Arrangement {
  /// The number of rows in the table, including those in collapsed groups.
  package var shownCount: Int { order?.summary.count ?? rows.count }

  /// All rows of the table in order.
  package var arrangedRows: ArrangedRows { ArrangedRows(rows: rows, order: order, rule: rule) }

  /// The same as rows of the table.
  package var tableRows: TableRows<Row> { TableRows(arrangedRows) }

  /// The content of the table, which the caller promises to show.
  package mutating func display() -> TableContent<Row> {
    isDisplayed = true
    return content
  }

  /// The content of the table.
  ///
  /// - Complexity: O(*s*) for *s* groups.
  package var content: TableContent<Row> {
    let rows = tableRows
    guard let sections = rule.grouping?.sections(totals) else { return TableContent(rows) }
    return TableContent(rows, sections: sections)
  }

  /// The contents of a section header; nil if the group has no rows.
  ///
  /// - Complexity: O(log *n*).
  package func summary(ofGroup id: SectionID) -> GroupSummary? {
    guard let grouping, let order, let id = id.value(as: String.self),
      let group = grouping.group(ofID: id),
      totals.count(of: group) > 0
    else { return nil }
    let first = order.position { entry in
      entry.group != group && grouping.precedes(entry.group, group)
    }.summary.count
    return GroupSummary(
      value: grouping.groups[Int(group)].value,
      sample: arrangedRows[first],
      count: totals.count(of: group),
      sums: totals.sums(of: group, grouping),
      summed: grouping.summed?.title
    )
  }

  /// The identifier of the group that contains the row in a slot; nil if there is none.
  package func groupID(of slot: Int32) -> String? {
    guard let grouping, let row = rows.slot(slot).row else { return nil }
    return grouping.knownGroup(of: row).map { grouping.groups[Int($0)].id }
  }

  /// The rows that match the filter, including pinned ones, in no particular order.
  package var filteredRows: TableRows<Row> {
    guard rule.isShown != nil else {
      return TableRows(ArrangedRows(rows: rows, order: nil, rule: rule))
    }
    return TableRows(
      FilteredRows(table: arrangedRows, pins: pins.filter { !$0.isAbsent }.map(\.row))
    )
  }
}

/// The rows of the table, followed by the pinned ones.
private struct FilteredRows: RowSource {
  let table: ArrangedRows
  let pins: [Row]

  var count: Int { table.count + pins.count }
  subscript(offset: Int) -> Row {
    offset < table.count ? table[offset] : pins[offset - table.count]
  }
  func forEach(in offsets: Range<Int>, _ body: (Row) -> Void) {
    table.forEach(in: offsets.clamped(to: 0..<table.count), body)
    let pinned = offsets.clamped(to: table.count..<count)
    for offset in pinned { body(pins[offset - table.count]) }
  }
  func handle(at offset: Int) -> Int { offset }
  func offset(ofHandle handle: Int) -> Int? { handle }
}
