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
