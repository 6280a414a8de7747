package import FeedIdentity

/// Rows that stay where they are, with other identities.
extension RowList {
  /// Identifies the rows by a different rule; they keep their positions.
  ///
  /// Rows to which the rule gives the same key are numbered.
  ///
  /// - Complexity: O(*n*) in the length of their text.
  ///
  /// - Returns: The former identities, and the new ones.
  @discardableResult
  package mutating func identify(by rule: IdentityRule) -> IdentityChange {
    let rows = Array(rows)
    let change = IdentityChange(of: rows, by: rule)
    setRows(change.renamed(rows))
    return change
  }

  /// Gives the rows other identities; they keep their positions.
  ///
  /// - Complexity: O(*n*).
  package mutating func identify(by change: IdentityChange) { setRows(change.renamed(Array(rows))) }
}
