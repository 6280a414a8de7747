import Columns
import FeedValues
import ListViewApp
import ListViewParts
import TerminalCore

/// Writes rows in formats for other programs.
struct RowsOutput {
  let format: ListViewCommand.OutputFormat
  /// The choice of columns of CSV and Markdown; nil for none.
  let columns: ColumnSpec?
  /// The columns of the screen; nil if there is none.
  var screen: [Column]?
  /// Whether the lines are written to a terminal, which obeys control characters.
  ///
  /// Those of a feed are then written as they are drawn on the screen. Files and pipes get the exact characters.
  var isForTerminal = false

  /// The format for a file's name extension; nil if there is none.
  static func format(ofFile path: String) -> ListViewCommand.OutputFormat? {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    return switch path[path.index(after: dot)...].lowercased() {
    case "csv": .csv
    case "json": .json
    case "jsonl", "ndjson": .jsonl
    case "log": .lines
    case "md", "markdown": .markdown
    case "txt", "text": .text
    default: nil
    }
  }

  /// Writes the rows that an app shows.
  ///
  /// - Parameters:
  ///   - app: The app; as text, its table is written as on the screen.
  ///   - marked: The rows to write; none for all.
  ///   - width: The maximum width of a line in screen columns; nil for as many as the table needs.
  ///   - instant: The current time.
  ///   - body: Receives each line without its line end; if it throws, that ends the writing.
  func write(
    _ app: inout App,
    only marked: [Row] = [],
    width: Int? = nil,
    at instant: ContinuousClock.Instant,
    _ body: (String) throws -> Void
  ) rethrows {
    if format == .text {
      try app.printTable(marked.isEmpty ? nil : marked, width: width, at: instant, body)
      return
    }
    if format == .lines {
      return try write(marked.isEmpty ? Array(app.writtenRows) : marked, body)
    }
    var output = self
    output.screen = app.writtenColumns
    if marked.isEmpty {
      try output.write(app.writtenValues, body)
    } else {
      let values = marked.map { app.written($0) }
      try output.write(values, body)
    }
  }

  /// Writes some rows; as text, one name per row.
  func write(_ rows: [Row], _ body: (String) throws -> Void) rethrows {
    if format == .text {
      try rows.map(\.nameText).forEach(body)
    } else if format == .lines {
      for row in rows { try body(isForTerminal ? Self.harmless(row.lineText) : row.lineText) }
    } else {
      try write(rows.map(\.value), body)
    }
  }

  private func write(
    _ rows: some Sequence<JSONValue>,
    _ put: (String) throws -> Void
  ) rethrows {
    func body(_ line: String) throws { try put(isForTerminal ? Self.harmless(line) : line) }
    switch format {
    case .text, .lines, .jsonl: for row in rows { try body(row.json) }
    case .csv: try DelimitedOutput(format: .csv, spec: columns, screen: screen).write(rows, body)
    case .markdown:
      try DelimitedOutput(format: .markdown, spec: columns, screen: screen).write(rows, body)
    case .json:
      try body("[")
      // Each line except the last ends in a comma.
      var line: String?
      for row in rows {
        if let line { try body(line + ",") }
        line = row.json
      }
      if let line { try body(line) }
      try body("]")
    }
  }

  /// A text without control characters but line ends, which cells in quotation marks may contain: as the screen shows
  /// it.
  ///
  /// - Complexity: O(*n*) in the length of the text, in pieces, because the screen takes many bytes for each.
  static func harmless(_ text: String) -> String {
    if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 || $0 == 0x0A }) { return text }
    return text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map {
      line in
      var (rest, result) = (line, "")
      while !rest.isEmpty {
        result += DisplayWidth.cut(Substring(rest.prefix(pieceLength)), to: .max)
        rest = rest.dropFirst(pieceLength)
      }
      return result
    }.joined(separator: "\n")
  }

  private static let pieceLength = 4_096
}
