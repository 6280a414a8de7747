package import Feeds
internal import RowTree
package import TableModel

/// How the rows of the feed become those of the table: filtered, without the pinned ones, sorted or
/// in a frozen order, and grouped.
///
/// It holds the user's view options, whatever arrives. Changes of the feed go in, and changes of
/// the table come out. Only the place of a row in the order is kept: its earlier sort key and group
/// are derived again from its earlier content.
package struct Arrangement: Sendable {
  /// What the rows are sorted by.
  package struct Sort: Hashable, Sendable {
    package var column: Column
    var order: ValueOrder
    package var isDescending: Bool

    package init(column: Column, order: ValueOrder, isDescending: Bool) {
      (self.column, self.order, self.isDescending) = (column, order, isDescending)
    }
  }

  /// The rows of the feed, in its order.
  package internal(set) var rows = FeedRows()
  var rule = OrderRule()
  /// The rows in order; nil if that is the order of the feed, and all are shown.
  var order: RankTree<OrderEntry>?
  var totals = GroupTotals()
  /// The rows pinned above the table, in the order of their pinning.
  package internal(set) var pins: [PinnedRow] = []
  /// The rows that are marked, and their slots; nil for those that the feed does not have.
  var marks: [RowID: Int32?] = [:]
  /// What became of the rows that the filter lets through; nil where nobody knows.
  var changes: [FilteredChange]? = []
  /// By which handles the rows are known that the last update changed; nil where nobody knows.
  package internal(set) var handles: BatchHandles?
  /// Whether the table shows the rows as they are arranged but for what has come since.
  package internal(set) var isDisplayed = false
  /// Whether somebody else puts the rows in order.
  var isDeferred = false

  package init() {}

  /// What the rows are sorted by; nil for the order of the feed.
  package var sort: Sort? { rule.sort }
  /// How the rows are grouped; nil for no groups.
  package var grouping: Grouping? { rule.grouping }
  /// Whether the order is frozen.
  package var isFrozen: Bool { rule.frozen != nil }

  // MARK: What the user chooses

  /// Sorts by a column, or by none.
  ///
  /// A frozen order becomes the new one, and stays frozen.
  package mutating func setSort(_ sort: Sort?) {
    rule.setSort(sort)
    if isFrozen { freeze(false) }
    arrangeAnew()
  }

  /// Turns the order around; without one, nothing happens.
  package mutating func invert() {
    guard var sort else { return }
    sort.isDescending.toggle()
    setSort(sort)
  }

  /// Groups by a column, or not at all.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - order: How its values are ordered.
  ///   - summed: The column that is summed in the section headers.
  package mutating func setGrouping(
    by column: Column?,
    order: ValueOrder,
    summing summed: Column?
  ) {
    rule.setGrouping(column.map { Grouping(by: $0, order: order, summing: summed) })
    arrangeAnew()
  }

  /// Keeps the rows where they are, whatever they contain from now on, or moves them to where they belong.
  ///
  /// Rows that come come after all others, and rows that go leave their places.
  package mutating func setFrozen(_ isFrozen: Bool) {
    guard isFrozen != self.isFrozen else { return }
    if isFrozen { freeze(true) } else { rule.frozen = nil }
    arrangeAnew()
  }

  private mutating func freeze(_ isSorted: Bool) {
    var slots: [Int32] = []
    slots.reserveCapacity(rows.count)
    if isSorted, let order, grouping == nil {
      order.forEach(in: 0..<order.count) { slots.append($0.slot) }
    } else if sort == nil {
      rows.forEachSlot(in: 0..<rows.count) { slots.append($0) }
    } else {
      var rule = OrderRule()
      rule.setSort(sort)
      var builder = OrderBuilder(of: rows, by: rule)
      builder.finishAtOnce()
      builder.order?.forEach(in: 0..<rows.count) { slots.append($0.slot) }
    }
    rule.frozen = FrozenOrder(slots)
  }

  /// Shows only the rows for which a rule holds, or all.
  ///
  /// - Returns: Whether other rows are shown than before.
  @discardableResult
  package mutating func setFilter(_ isShown: (@Sendable (Row) -> Bool)?) -> Bool {
    rule.setFilter(isShown)
    if order != nil, !rule.isIdentity, !isDeferred { return updateFlags() }
    // On one side of the change all rows are shown.
    let count = shownCount
    arrangeAnew()
    return shownCount != count
  }

  /// Arranges the rows as another arrangement of other rows does.
  mutating func follow(_ other: Arrangement) {
    rule.setSort(other.rule.sort)
    rule.setGrouping(other.rule.grouping)
    rule.setFilter(of: other.rule)
    if isFrozen != other.isFrozen {
      if isFrozen { rule.frozen = nil } else { freeze(false) }
    }
    arrangeAnew()
  }

  /// Whether a row is pinned above the table.
  package func isPinned(_ id: RowID) -> Bool { rule.pinned.contains(id) }

  /// Puts a row above the table, or back where it belongs; a row that is gone leaves.
  package mutating func togglePin(_ row: Row) {
    if let index = pins.firstIndex(where: { $0.id == row.id }) {
      pins.remove(at: index)
      rule.pinned.remove(row.id)
    } else {
      let slot = slot(of: row.id)
      // A row that ceased to fit the filter says something else by now than its tombstone.
      pins.append(PinnedRow(row: slot.flatMap { rows.slot($0).row } ?? row, slot: slot))
      rule.pinned.insert(row.id)
    }
    if order == nil || rule.isIdentity { arrangeAnew() } else { updateFlags() }
  }

  func slot(of id: RowID) -> Int32? {
    (0..<Int32(rows.slotCount)).first { rows.slot($0).row?.id == id }
  }

  // MARK: Marked rows

  /// How many rows of the feed are marked.
  package var markedCount: Int { marks.values.count { $0 != nil } }

  /// Whether a row is marked.
  package func isMarked(_ id: RowID) -> Bool { marks[id] != nil }

  /// Marks a row, or clears its mark.
  package mutating func toggleMark(_ id: RowID) {
    if marks.removeValue(forKey: id) == nil { marks[id] = .some(slot(of: id)) }
  }

  /// Clears all marks.
  package mutating func clearMarks() { marks = [:] }

  /// The rows that are marked, in their order on the screen, those that a filter hides too.
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

  /// The slots of the marked rows that the table may show.
  package var markedSlots: [Int] { marks.values.compactMap { $0.map(Int.init) } }
}
