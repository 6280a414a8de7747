/// The changes since the last report: counts of all of them, and a limited number of lines.
public struct ChangeDigest: Hashable, Sendable {
  /// How many rows came.
  public private(set) var insertions = 0
  /// How many rows went.
  public private(set) var deletions = 0
  /// How many times rows changed.
  public private(set) var updates = 0
  /// The key of the row that was the first of them, on one line without control characters.
  public private(set) var firstKey = ""
  /// The first of the changes as ``ChangeLog`` writes them, without newlines.
  public private(set) var lines: [String] = []

  /// The maximum number of lines that are kept until the next report.
  public static let maximumLines = 1_000

  /// Creates a digest of nothing.
  public init() {}

  /// How many changes there are.
  public var count: Int { insertions + deletions + updates }

  /// The lines, each with its newline; a last one says how many are not among them.
  public var text: String {
    let left = count - lines.count
    let more = left > 0 ? [Text.more(left)] : []
    return (lines + more).map { $0 + "\n" }.joined()
  }

  /// The counts and the first key, as the variables that a command finds in its environment.
  public var environment: [(name: String, value: String)] {
    [
      ("LISTVIEW_INSERTED", "\(insertions)"), ("LISTVIEW_DELETED", "\(deletions)"),
      ("LISTVIEW_CHANGED", "\(updates)"), ("LISTVIEW_KEY", firstKey),
    ]
  }

  /// Takes a change in.
  ///
  /// - Parameters:
  ///   - change: The change; a move counts as none.
  ///   - key: The key of its row, as it may be shown.
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

  /// Whether another line is kept.
  package var hasRoom: Bool { lines.count < Self.maximumLines }

  /// What the lines say besides the changes.
  package enum Text {
    package static func more(_ count: Int) -> String { "… and \(grouped(count)) more" }
  }
}
