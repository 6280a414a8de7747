package import Feeds
internal import RowTree
package import TableModel

extension Arrangement {
  /// How many rows the table shows, those in collapsed groups too.
  package var shownCount: Int { order?.summary.count ?? rows.count }

  /// What the table shows, and all rows that the filter lets through: those above the table too.
  var arrangedRows: ArrangedRows { ArrangedRows(rows: rows, order: order, rule: rule) }

  /// What the table is to show now: it is taken to be shown.
  package mutating func display() -> TableContent<Row> {
    isDisplayed = true
    return content
  }

  /// What the table shows.
  package var content: TableContent<Row> {
    let rows = TableRows(arrangedRows)
    guard let grouping else { return TableContent(rows) }
    let sections = presentGroups.map { group in
      let each = grouping.groups[Int(group)]
      return SectionHeader(id: each.section, title: each.id, count: totals.count(of: group))
    }
    return TableContent(rows, sections: sections)
  }

  /// The groups that have rows, in their order.
  private var presentGroups: [Int32] {
    guard let grouping else { return [] }
    return grouping.sorted.filter { totals.count(of: $0) > 0 }
  }

  /// The values in a section header; nil if the group has no rows.
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
      sums: totals.sums(of: group, grouping)
    )
  }

  /// The identifier of the group in which a row of an identity is; nil if none is.
  package func groupID(of id: RowID) -> String? {
    guard let grouping, let slot = slot(of: id), let row = rows.slot(slot).row else { return nil }
    return grouping.knownGroup(of: row).map { grouping.groups[Int($0)].id }
  }

  /// The rows of the feed that the filter lets through, in any order.
  package var filteredRows: TableRows<Row> {
    guard rule.isShown != nil else {
      return TableRows(ArrangedRows(rows: rows, order: nil, rule: rule))
    }
    return TableRows(FilteredRows(table: arrangedRows, pins: pins.filter { !$0.isGone }.map(\.row)))
  }
}

/// The rows of the table, followed by the pinned ones above it.
private struct FilteredRows: RowSource {
  let table: ArrangedRows
  let pins: [Row]

  var count: Int { table.count + pins.count }
  subscript(offset: Int) -> Row {
    offset < table.count ? table[offset] : pins[offset - table.count]
  }
  func handle(at offset: Int) -> Int { offset }
  func offset(ofHandle handle: Int) -> Int? { handle }
}
