internal import Feeds
internal import TableModel

/// Rows in groups of one value each, kept while rows come, go and change.
package struct Grouping: Sendable {
  /// The column whose values are shared.
  package let column: Column
  /// How the groups are ordered among each other.
  let order: ValueOrder
  /// Whether the last group comes first.
  var isDescending = false
  /// The column that is added up; nil for none.
  let summed: Column?

  /// The group of each row, by the offset of the row in the feed.
  private var groupOfRow: [Int32] = []
  private var summands: [ColumnSums.Summand?] = []
  private var groups: [Group] = []
  private var known: [String: Int32] = [:]

  private struct Group: Sendable {
    /// The identifier of the section.
    var id: String
    var value: String?
    var key: SortKey
  }

  /// Makes groups of no rows.
  init(by column: Column, order: ValueOrder, summing summed: Column?) {
    (self.column, self.order, self.summed) = (column, order, summed)
  }

  /// Takes other rows: those that stayed stay in their groups.
  ///
  /// - Complexity: O(*n*) for *n* rows.
  mutating func update(by matching: RowMatching?, rows: [Row]) {
    let oldGroups = groupOfRow
    let oldSummands = summands
    if matching == nil || groups.count > 2 * rows.count + 64 {
      (groups, known) = ([], [:])
      groupOfRow = rows.map { group(of: $0) }
      summands = rows.map(summand)
      return
    }
    guard let matching else { return }
    groupOfRow = matching.oldOffsets.map { $0 < 0 ? -1 : oldGroups[Int($0)] }
    summands = matching.oldOffsets.map { $0 < 0 ? nil : oldSummands[Int($0)] }
    for offset in matching.fresh {
      groupOfRow[Int(offset)] = group(of: rows[Int(offset)])
      summands[Int(offset)] = summand(of: rows[Int(offset)])
    }
  }

  private func summand(of row: Row) -> ColumnSums.Summand? {
    summed.flatMap { ColumnSums.Summand(row, in: $0) }
  }

  private mutating func group(of row: Row) -> Int32 {
    let value = column.value(of: row)?.string
    let path = column.paths.first?.description ?? ""
    let id = value.map { "\(path)=\($0)" } ?? path
    if let group = known[id] { return group }
    let group = Int32(groups.count)
    groups.append(Group(id: id, value: value, key: order.key(of: row, in: column)))
    known[id] = group
    return group
  }

  /// The groups of some rows, in the order of their values, those without a value last.
  ///
  /// - Parameters:
  ///   - offsets: Offsets of the rows in the feed, in the order in which they stand in their groups.
  ///   - rows: The rows of the feed.
  /// - Returns: Sections, and what their heads say by their identifiers.
  func sections(
    of offsets: [Int32],
    rows: [Row]
  ) -> (sections: [TableSection<Row>], summaries: [String: GroupSummary]) {
    var members: [[Row]] = Array(repeating: [], count: groups.count)
    var sums: [ColumnSums] = Array(repeating: ColumnSums(), count: groups.count)
    for offset in offsets {
      let group = Int(groupOfRow[Int(offset)])
      members[group].append(rows[Int(offset)])
      if let summand = summands[Int(offset)] { sums[group].add(summand) }
    }
    let present = groups.indices.filter { !members[$0].isEmpty }.sorted(by: precedes)
    var sections: [TableSection<Row>] = []
    var summaries: [String: GroupSummary] = [:]
    for group in present {
      sections.append(TableSection(id: groups[group].id, rows: members[group]))
      summaries[groups[group].id] = GroupSummary(
        value: groups[group].value,
        sample: members[group][0],
        count: members[group].count,
        sums: sums[group].texts(isMinor: summed?.format == .money)
      )
    }
    return (sections, summaries)
  }

  private func precedes(_ left: Int, _ right: Int) -> Bool {
    let (a, b) = (groups[left], groups[right])
    if a.key.equals(b.key) { return a.id < b.id }
    if isDescending, !a.key.isMissing, !b.key.isMissing { return b.key.precedes(a.key) }
    return a.key.precedes(b.key)
  }
}
