package import FeedValues

/// New identities of rows that stay what they are.
///
/// Everything that refers to rows by their identities, such as marks and a selection, has to follow.
package struct IdentityChange: Sendable {
  /// The rules that gave the new identities, in order; none if former ones are restored.
  private let rules: [IdentityRule]
  private var ids: [RowID: RowID]

  /// Gives the rows of a list other identities.
  ///
  /// - Parameters:
  ///   - rows: The rows with their former identities, all different.
  ///   - rule: The rule.
  /// - Complexity: O(*n*) in the length of the rows' text.
  package init(of rows: [Row], by rule: IdentityRule) {
    rules = [rule]
    let pairs = zip(rows, rule.identified(rows)).map { ($0.id, $1.id) }
    ids = Dictionary(pairs) { first, _ in first }
  }

  private init(rules: [IdentityRule], ids: [RowID: RowID]) {
    (self.rules, self.ids) = (rules, ids)
  }

  /// The new identity of a row of the list; nil if it was not in the list.
  package subscript(id: RowID) -> RowID? { ids[id] }

  /// The former identity of a row of the list; nil if none had the new one.
  ///
  /// - Complexity: O(*n*).
  package func formerID(of id: RowID) -> RowID? { ids.first { $0.value == id }?.key }

  /// The same rows with their new identities, which are all different.
  ///
  /// Rows that were not in the list, because they have been deleted, are identified by the rules, as far as no other
  /// row has that identity.
  ///
  /// - Complexity: O(*n*) for *n* rows, and for those that were not in the list in the length of their text.
  package func renamed(_ rows: [Row]) -> [Row] {
    var used = Set(rows.compactMap { ids[$0.id] })
    return rows.map { row in
      if let id = ids[row.id] { return Row(id: id, value: row.value) }
      // A row that is gone has no position.
      var id = rules.reduce(row) { $1.rule == .position ? $0 : $1.identified([$0]).first ?? $0 }.id
      while !used.insert(id).inserted { id = RowID(key: id.key, occurrence: id.occurrence + 1) }
      return Row(id: id, value: row.value)
    }
  }

  /// The change that restores the former identities.
  package func inverted() -> IdentityChange {
    IdentityChange(rules: [], ids: Dictionary(ids.map { ($1, $0) }) { first, _ in first })
  }

  /// This change, and then another one; rows that are not there any more for the other one are identified by the rules.
  package func followed(by next: IdentityChange) -> IdentityChange {
    IdentityChange(rules: rules + next.rules, ids: ids.compactMapValues { next.ids[$0] })
  }

  /// The approximate size in bytes.
  package var byteCount: Int { ids.count * 2 * MemoryLayout<(RowID, RowID)>.stride }
}

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
