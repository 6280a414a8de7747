package import Columns
package import FeedValues

/// Watches the changes of a feed for purposes other than the screen: for a row that is awaited, and for
/// reports of what changed.
///
/// Each change is examined once, when playback reaches it, and not while the screen is paused. Only rows that
/// match `--filter` count.
package struct ChangeWatch: Sendable {
  /// The awaited row or transition.
  let until: RowCondition?
  /// The rows that count; nil for all.
  let filter: Filter?
  /// The transition that counts; nil for all changes.
  let transition: Transition?
  /// Whether changes are counted.
  private(set) var counts: Bool
  /// Whether changes are kept until they are reported.
  let keeps: Bool
  /// The number of items whose changes were examined.
  package internal(set) var position = 0
  /// The awaited row, once it has appeared.
  package internal(set) var match: Row?
  /// The changes not reported yet.
  var digest = ChangeDigest()
  /// The number of changes.
  package internal(set) var count = 0
  /// Formats changes as lines.
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

  /// Starts counting changes from an item on, or stops, unless they are also kept for reports.
  package mutating func setCounts(_ counts: Bool, from position: Int) {
    if counts, !self.counts { self.position = position }
    self.counts = counts || keeps
  }

  /// Whether ``takeChanges()`` would return something.
  package var hasChanges: Bool { digest.count > 0 }

  /// Returns what changed since the last call; nil if nothing did.
  package mutating func takeChanges() -> ChangeDigest? {
    guard hasChanges else { return nil }
    defer { digest = ChangeDigest() }
    return digest
  }
}
