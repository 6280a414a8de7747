package import FeedIdentity

/// Rows that stay what they are, but are identified by a different rule.
extension Player {
  /// Identifies the rows by a different rule from now on.
  ///
  /// All rows stay. The player returns to the live edge; earlier lists, which had other identities, cannot be
  /// shown again.
  ///
  /// - Parameters:
  ///   - rule: The rule.
  ///   - names: The names of members that were added to the rows, which identify nothing.
  /// - Complexity: O(*n*) in the length of the rows' text.
  package mutating func identifyRows(by rule: KeyRule, ignoring names: [String] = []) {
    (isPaused, goal, hasNews) = (false, nil, true)
    goToLiveEdge()
    note(edge.identify(by: IdentityRule(rule).ignoring(names)))
    forgetSteps()
  }

  /// The new identities of the rows shown since the last call; nil if they kept theirs.
  ///
  /// The rows themselves are the same.
  package mutating func takeIdentityChange() -> IdentityChange? {
    defer { identityChange = nil }
    return identityChange
  }

  /// Notes that the rows shown have new identities.
  mutating func note(_ change: IdentityChange) {
    identityChange = identityChange?.followed(by: change) ?? change
  }

  /// Identifies the rows at the live edge by the rule of a snapshot, whose step says so.
  mutating func identifyEdge(by rule: IdentityRule) -> IdentityChange {
    let change = edge.identify(by: rule)
    if shown == nil { note(change) } else { hasOtherIdentities = true }
    // Single rows are found by their identities, which cannot be followed back.
    if shown == nil, steps.contains(where: { !$0.isBatch }) { forgetSteps() }
    return change
  }

  private mutating func forgetSteps() {
    if let last = steps.last { forgottenTime = last.time }
    steps.removeAll()
    bytesBefore = 0
  }
}
