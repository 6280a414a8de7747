import Feeds
import ListViewParts

/// Writes rows as CSV (RFC 4180) or as a Markdown table; values other than strings, numbers and booleans as JSON.
struct DelimitedOutput {
  enum Format {
    case csv, markdown
  }

  let format: Format
  /// The choice of columns; nil for all fields.
  let spec: ColumnSpec?

  /// Writes the lines without line ends; cells of CSV may contain line breaks.
  ///
  /// - Parameters:
  ///   - rows: The rows as JSON.
  ///   - body: Receives each line.
  /// - Complexity: O(*n*) in the length of the rows, which are read twice.
  func write(
    _ rows: some Sequence<String>,
    _ body: (String) throws -> Void
  ) rethrows {
    let values = rows.map { JSONValue.parsed($0) }
    let columns = ExportColumns(spec, of: values)
    guard !columns.columns.isEmpty else { return }
    try body(line(columns.columns.map(\.title)))
    if format == .markdown { try body("|" + columns.columns.map { _ in " --- |" }.joined()) }
    for value in values { try body(line(columns.cells(of: value).map { $0.map(Self.text) ?? "" })) }
  }

  private static func text(of value: JSONValue) -> String {
    switch value.kind {
    case .null: ""
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
    guard cell.utf8.contains(where: { ",\"\n\r".utf8.contains($0) }) else { return cell }
    return "\"" + cell.replacing("\"", with: "\"\"") + "\""
  }

  /// A Markdown cell on one line, with vertical bars escaped.
  private static func escaped(_ cell: String) -> String {
    var result = ""
    for scalar in cell.unicodeScalars {
      switch scalar {
      case "|", "\\": result += "\\\(scalar)"
      case "\n": result += "<br>"
      case _ where scalar.value < 0x20 || 0x7F..<0xA0 ~= scalar.value: result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension JSONValue {
  /// Parses JSON text.
  ///
  /// - Precondition: The text is valid JSON.
  fileprivate static func parsed(_ text: String) -> JSONValue {
    var result: JSONValue?
    var reader = ValueReader()
    reader.append(Array(text.utf8)) { result = $0 }
    reader.finish { result = $0 }
    guard let result else { preconditionFailure("the text is not valid JSON") }
    return result
  }
}
