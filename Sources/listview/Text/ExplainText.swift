import Columns
import FeedFormats
import FeedValues
import ListViewParts

/// The texts of `listview explain`.
enum ExplainText {
  /// The titles of the lines, in order; each takes at most nine columns.
  enum Title {
    static let format = "format"
    static let log = "log"
    static let lines = "lines"
    static let values = "values"
    static let structure = "structure"
    static let key = "key"
    static let problems = "problems"
    static let columns = "columns"
    static let rows = "rows"
    static let items = "items"
    static let changes = "changes"
    static let clocks = "clocks"
    static let times = "times"
    static let malformed = "malformed"
    static let bytes = "bytes"
    static let seconds = "seconds"
  }

  /// Some lines of a kind.
  static func lines(_ count: Int, _ role: LineAccount.Role) -> String {
    switch role {
    case .row: plural(count, "row")
    case .continuation: plural(count, "continuation")
    case .header: plural(count, "header")
    case .caption: plural(count, "caption")
    case .ruler: plural(count, "ruler")
    case .legend: plural(count, "legend")
    case .document: "\(count) of documents"
    case .blank: "\(count) blank"
    case .malformed: "\(count) malformed"
    }
  }
  static func sum(_ total: Int, of parts: [String]) -> String {
    "\(total) = \(parts.joined(separator: " + "))"
  }
  /// A line that is not a row.
  static func line(_ number: Int, _ role: LineAccount.Role) -> String { "line \(number): \(role)" }

  static let unknownFormat = "unknown"
  static let unknownKey = "unknown: no row has arrived"
  static let columnsInOrder = "in order"
  /// The meaning of a column.
  static func kind(_ title: String, _ kind: ColumnKind) -> String { "\(title): \(kind)" }
  static func preset(_ name: String, sort: String?) -> String {
    "recognised as \(name)"
      + (sort.map { " · --sort=\($0) for a command, unless something else is asked for" } ?? "")
  }
  static func hidden(_ names: [String]) -> String { "hidden: \(names.joined(separator: ", "))" }
  static func rows(_ count: Int, most: Int) -> String { "\(count) at the end, \(most) at most" }
  static func items(snapshots: Int, rows: Int, deletions: Int) -> String {
    "\(plural(snapshots, "snapshot")), \(plural(rows, "single row")), \(plural(deletions, "deletion"))"
  }
  static func ignored(_ count: Int) -> String { "\(plural(count, "value")) ignored" }
  static func changes(inserted: Int, deleted: Int, updated: Int) -> String {
    "+\(inserted) −\(deleted) ~\(updated), not counting clocks"
  }
  static func span(_ seconds: Double) -> String { "\(seconds) s from first to last" }
  static func malformed(line: Int, _ reason: String) -> String { "line \(line): \(reason)" }
}
