import Feeds
import ListViewApp
import ListViewParts

/// Rows as other programs take them.
struct RowsOutput {
  let format: ListViewCommand.OutputFormat
  /// The requested columns; nil for all.
  let fields: [FieldName]?

  /// The format for a file's name extension; nil if there is none.
  static func format(ofFile path: String) -> ListViewCommand.OutputFormat? {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    return switch path[path.index(after: dot)...].lowercased() {
    case "csv": .csv
    case "json": .json
    case "jsonl", "ndjson": .jsonl
    case "md", "markdown": .markdown
    case "txt", "text": .text
    default: nil
    }
  }

  /// The rows of an app that are shown.
  ///
  /// - Parameters:
  ///   - app: The app; of text it is the table that is written, as on the screen.
  ///   - width: The columns of the screen that a line may take; nil for as many as it needs.
  ///   - instant: When.
  ///   - body: Takes a line, without its end.
  func write(
    _ app: inout App,
    width: Int? = nil,
    at instant: ContinuousClock.Instant,
    _ body: (String) -> Void
  ) {
    if format == .text {
      app.printTable(width: width, at: instant, body)
    } else {
      write(app.rowsAsJSON, body)
    }
  }

  /// Some rows: as text, a name each.
  func write(_ rows: [Row], _ body: (String) -> Void) {
    if format == .text { rows.map(\.nameText).forEach(body) } else { write(rows.map(\.json), body) }
  }

  private func write(_ rows: some Sequence<String>, _ body: (String) -> Void) {
    switch format {
    case .text, .jsonl: rows.forEach(body)
    case .csv: DelimitedOutput(format: .csv, fields: fields).write(rows, body)
    case .markdown: DelimitedOutput(format: .markdown, fields: fields).write(rows, body)
    case .json:
      body("[")
      // Each line but the last one ends with a comma.
      var line: String?
      for row in rows {
        line.map { body($0 + ",") }
        line = row
      }
      line.map(body)
      body("]")
    }
  }
}
