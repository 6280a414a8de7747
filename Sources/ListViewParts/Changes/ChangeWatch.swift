package import Feeds

/// What is told of a feed's changes beside the screen: a row that was waited for, and what happened
/// since somebody was told last.
///
/// Both look at each change once, when the screen comes to it: a recording is played to it, and while
/// the screen is held, so is this. Only rows that `--filter` lets through count.
package struct ChangeWatch: Sendable {
  /// The number of items whose changes were looked at.
  package var position = 0
  /// The row that was waited for.
  package var match: Row?
  /// What nobody was told of yet.
  package var digest = ChangeDigest()
  /// How many changes there were.
  package var count = 0
  /// Writes changes as lines.
  package var log: ChangeLog

  package init(log: ChangeLog) { self.log = log }
}
