package import Feeds

/// What is reported of a feed's changes besides the screen: a row that is waited for, and what
/// happened since the last report.
///
/// Both examine each change once, when the screen reaches it: for a recording when it is played,
/// and not while the screen is paused. Only rows that match `--filter` count.
package struct ChangeWatch: Sendable {
  /// The row that is waited for.
  let until: RowCondition?
  /// Which rows count; nil for all.
  let filter: Filter?
  /// Which changes count; nil for all.
  let transition: Transition?
  /// Whether changes are counted.
  private(set) var counts: Bool
  /// Whether they are also kept until they are reported.
  let keeps: Bool
  /// The number of items whose changes were examined.
  package internal(set) var position = 0
  /// The row that was waited for, once it is there.
  package internal(set) var match: Row?
  /// What was not reported yet.
  var digest = ChangeDigest()
  /// How many changes there were.
  package internal(set) var count = 0
  /// Writes changes as lines.
  package var log: ChangeLog

  package init(
    until: RowCondition?,
    filter: Filter?,
    transition: Transition? = nil,
    counts: Bool,
    keeps: Bool,
    log: ChangeLog
  ) {
    (self.until, self.filter, self.log, self.transition) = (until, filter, log, transition)
    (self.counts, self.keeps) = (counts, keeps)
  }

  /// Counts changes from an item on, or no more unless they are reported elsewhere too.
  package mutating func setCounts(_ counts: Bool, from position: Int) {
    if counts, !self.counts { self.position = position }
    self.counts = counts || keeps
  }

  /// Whether ``takeChanges()`` has something.
  package var hasChanges: Bool { digest.count > 0 }

  /// What changed since the last call; nil if nothing did.
  package mutating func takeChanges() -> ChangeDigest? {
    guard hasChanges else { return nil }
    defer { digest = ChangeDigest() }
    return digest
  }
}
