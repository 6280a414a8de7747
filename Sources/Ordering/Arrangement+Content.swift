import Columns
import FeedStore
package import FeedValues
internal import RowTree
package import TableModel

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
