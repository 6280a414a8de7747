import Columns
internal import FeedValues
internal import TerminalCore

/// Collects changes for a command, like ``ChangeWatch`` does for the screen.
extension ChangeLog {
  /// The changes to report.
  struct Report: Sendable {
    /// The transition that counts; nil for all changes.
    let transition: Transition?
    /// Whether rows that arrive count as changes, which the initial ones do not.
    var isNews = false
    var digest = ChangeDigest()
    var count = 0
  }

  /// Starts to collect changes.
  ///
  /// - Parameter transition: The transition that counts; nil for all changes.
  package mutating func keepChanges(making transition: Transition?) {
    report = Report(transition: transition?.resolved(in: ListReading(reader)))
  }

  /// Declares that the feed has delivered its initial rows.
  package mutating func beginNews() { report?.isNews = true }

  /// The number of changes.
  package var changeCount: Int { report?.count ?? 0 }

  /// Whether ``takeChanges()`` would return something.
  package var hasChanges: Bool { report.map { $0.digest.count > 0 } ?? false }

  /// Returns what changed since the last call; nil if nothing did.
  package mutating func takeChanges() -> ChangeDigest? {
    guard hasChanges else { return nil }
    defer { report?.digest = ChangeDigest() }
    return report?.digest
  }

  mutating func keep(_ changes: [RowChange]) {
    for change in changes where change.makes(report?.transition) {
      if case .move = change { continue }
      report?.count += 1
      let key = DisplayWidth.cut(change.row.id.description, to: Self.summaryWidth)
      let hasRoom = report?.digest.hasRoom ?? false
      let line = hasRoom ? segments(for: change).map(\.text).joined() : nil
      report?.digest.append(change, key: key, line: line)
    }
  }
}
