/// The changes since the last report: counts of all of them, and a limited number of lines.
package struct ChangeDigest: Hashable, Sendable {
  /// The number of inserted rows.
  package private(set) var insertions = 0
  /// The number of deleted rows.
  package private(set) var deletions = 0
  /// The number of updates.
  package private(set) var updates = 0
  /// The key of the first changed row, on one line without control characters.
  package private(set) var firstKey = ""
  /// The first changes as lines of a ``ChangeLog``, without newlines.
  package private(set) var lines: [String] = []

  /// The maximum number of lines kept until the next report.
  package static let maximumLines = 1_000

  /// Creates an empty digest.
  package init() {}

  /// The number of changes.
  package var count: Int { insertions + deletions + updates }

  /// The lines, each with a newline; the last one counts the changes that are not listed.
  package var text: String {
    let left = count - lines.count
    let more = left > 0 ? [Text.more(left)] : []
    return (lines + more).map { $0 + "\n" }.joined()
  }

  /// The counts and the first key, as environment variables for a command.
  package var environment: [(name: String, value: String)] {
    [
      ("LISTVIEW_INSERTED", "\(insertions)"), ("LISTVIEW_DELETED", "\(deletions)"),
      ("LISTVIEW_CHANGED", "\(updates)"), ("LISTVIEW_KEY", firstKey),
    ]
  }

  /// Adds a change.
  ///
  /// - Parameters:
  ///   - change: The change; moves are not counted.
  ///   - key: The key of its row, without control characters.
  ///   - line: Its line; nil if there is no room for one.
  package mutating func append(_ change: RowChange, key: String, line: String?) {
    switch change {
    case .insertion: insertions += 1
    case .deletion: deletions += 1
    case .update: updates += 1
    case .move: return
    }
    if count == 1 { firstKey = key }
    if let line { lines.append(line) }
  }

  /// Whether there is room for another line.
  package var hasRoom: Bool { lines.count < Self.maximumLines }

  /// The texts besides the changes.
  package enum Text {
    package static func more(_ count: Int) -> String { "… and \(grouped(count)) more" }
  }
}
