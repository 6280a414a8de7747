/// The initial arrangement of the rows.
package struct ViewOptions: Hashable, Sendable {
  /// The column to sort by, given by its title, name or path; a leading `-` sorts in descending order.
  package var sort: String?
  /// The column to group by, given by its title, name or path.
  package var group: String?

  /// The expressions among them, which rows have to have as fields.
  package var derived: [DerivedField] {
    [sort?.drop { $0 == "-" }, group?[...]].compactMap { text in
      text.flatMap { try? Expression.unlessName($0) }.map { DerivedField($0) }
    }
  }

  /// Creates view options; by default rows are ungrouped and in feed order.
  package init(sort: String? = nil, group: String? = nil) {
    (self.sort, self.group) = (sort, group)
  }
}
