package import Columns

/// The initial arrangement of the rows.
package struct ViewOptions: Hashable, Sendable {
  /// The columns to sort by; see ``SortSpec``.
  package var sort: String?
  /// The column to group by; see ``GroupSpec``.
  package var group: String?

  /// The expressions among them, which rows have to have as fields.
  package var derived: [DerivedField] {
    let names =
      (sort.flatMap { SortSpec($0) }?.keys.map(\.name) ?? [])
      + (group.map { [GroupSpec($0).name] } ?? [])
    return names.compactMap { try? Expression.unlessName($0) }.map { DerivedField($0) }
  }

  /// Creates view options; by default rows are ungrouped and in feed order.
  package init(sort: String? = nil, group: String? = nil) {
    (self.sort, self.group) = (sort, group)
  }
}
