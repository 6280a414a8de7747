internal import Feeds
internal import TerminalCore

/// Changes that are also reported to a command, as on the screen (``ChangeWatch``).
extension ChangeLog {
  /// What is kept of them.
  struct Report: Sendable {
    /// Which changes count; nil for all.
    let transition: Transition?
    /// Whether what comes now is news: what was there at first is no change.
    var isNews = false
    var digest = ChangeDigest()
    var count = 0
  }

  /// Keeps changes from now on.
  ///
  /// - Parameter transition: Which of them count; nil for all.
  public mutating func keepChanges(making transition: Transition?) {
    report = Report(transition: transition?.resolved(in: reader))
  }

  /// Says that the feed has given what it had at first.
  public mutating func beginNews() { report?.isNews = true }

  /// How many changes there were.
  public var changeCount: Int { report?.count ?? 0 }

  /// Whether ``takeChanges()`` has something.
  public var hasChanges: Bool { report.map { $0.digest.count > 0 } ?? false }

  /// What changed since the last call; nil if nothing did.
  public mutating func takeChanges() -> ChangeDigest? {
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
