import Columns
import FeedValues
import ListViewParts

/// Writes rows as CSV (RFC 4180) or as a Markdown table; values other than strings, numbers and booleans as JSON.
struct DelimitedOutput {
  enum Format {
    case csv, markdown
  }

  let format: Format
  /// The choice of columns; nil for none.
  let spec: ColumnSpec?
  /// The columns of the screen; nil if there is none.
  var screen: [Column]?

  /// Writes the lines without line ends; cells of CSV may contain line breaks.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - body: Receives each line.
  /// - Complexity: O(*n*) in the length of the rows, which are read twice.
  func write(
    _ rows: some Sequence<JSONValue>,
    _ body: (String) throws -> Void
  ) rethrows {
    let values = Array(rows)
    let columns = ExportColumns(spec, of: values, screen: screen)
    guard !columns.columns.isEmpty else { return }
    try body(line(columns.columns.map(\.title)))
    if format == .markdown { try body("|" + columns.columns.map { _ in " --- |" }.joined()) }
    for value in values { try body(line(columns.cells(of: value).map { $0.map(Self.text) ?? "" })) }
  }

  private static func text(of value: JSONValue) -> String {
    switch value.kind {
    case .null: ""
    case .object, .array: value.json
    default: value.string
    }
  }

  private func line(_ cells: [String]) -> String {
    switch format {
    case .csv: cells.map(Self.quoted).joined(separator: ",")
    case .markdown: "|" + cells.map { " \(Self.escaped($0)) |" }.joined()
    }
  }

  /// A CSV cell, in quotation marks if necessary.
  private static func quoted(_ cell: String) -> String {
    let needsQuotes = cell.utf8.contains { byte in
      switch byte {
      case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
      default: false
      }
    }
    guard needsQuotes else { return cell }
    return "\"" + cell.replacing("\"", with: "\"\"") + "\""
  }

  /// A Markdown cell on one line, with vertical bars escaped, and without characters that the screen would not show.
  private static func escaped(_ cell: String) -> String {
    var result = ""
    for scalar in RowsOutput.harmless(cell).unicodeScalars {
      switch scalar {
      case "|", "\\": result += "\\\(scalar)"
      case "\n": result += "<br>"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
