import FeedValues

/// The rule that identifies the rows of a list, or those of one of several sources in it.
package struct IdentityRule: Hashable, Sendable {
  /// The rule that reads the identity of a row from its value in its own source.
  package let rule: KeyRule
  /// The source whose rows are identified; nil for all.
  private let part: Part?
  /// The names of members that the feed does not say, which identify nothing.
  private var added: [String] = []

  /// The rows of one source in a merged list.
  private struct Part: Hashable, Sendable {
    let source: MergedSource
    /// The member that names the source.
    let field: String
  }

  /// Creates the rule for all rows of a list.
  package init(_ rule: KeyRule) { (self.rule, part) = (rule, nil) }

  /// Creates the rule for the rows of one source, which a member of them names.
  package init(_ rule: KeyRule, of source: MergedSource, named field: String) {
    (self.rule, part) = (rule, Part(source: source, field: field))
  }

  /// The same rule, for rows to which members were added.
  package func ignoring(_ names: [String]) -> IdentityRule {
    var rule = self
    rule.added = names
    return rule
  }

  /// The same rows with the identities that the rule gives them, in the same order; rows with equal keys
  /// are numbered in that order.
  ///
  /// - Complexity: O(*n*) in the length of the rows' text.
  func identified(_ rows: [Row]) -> [Row] {
    guard !added.isEmpty else { return identifiedAsGiven(rows) }
    let given = rows.map { Row(id: $0.id, value: added.reduce($0.value) { $0.removing($1) }) }
    return zip(identifiedAsGiven(given), rows).map { Row(id: $0.id, value: $1.value) }
  }

  private func identifiedAsGiven(_ rows: [Row]) -> [Row] {
    guard let part else { return rule.identified(rows) }
    // Rows that are told apart by their arrival keep the numbers that they have.
    guard rule != .arrival else { return rows }
    var rows = rows
    let head = part.source.head(part.field)
    let own = rows.indices.filter { rows[$0].hasText(startingWith: head) }
    let values = own.map { part.source.value(of: rows[$0], field: part.field) }
    let ids = part.source.ids(of: KeyRule.rows(of: values, by: rule).rows)
    for (offset, id) in zip(own, ids) { rows[offset] = Row(id: id, value: rows[offset].value) }
    return rows
  }
}
