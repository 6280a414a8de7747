import ArgumentParser
import Columns
import EventLoop
import FeedSources
import FeedStore
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

/// Prints the changes of the groups of a feed as lines.
struct CountOutput: FeedSink {
  private var app: App
  private var log: ChangeLog
  private let output = StandardOutput()
  private var isOver = false

  init(_ configuration: App.Configuration, _ log: ChangeLog, _ theme: Theme) {
    app = App(configuration, size: TerminalSize(columns: 80, lines: 24), theme: theme)
    self.log = log
  }

  var interests: [EventLoop.Interest] { [LineOutput.reader] }

  func deadline(_ run: FeedRun) -> ContinuousClock.Instant? { isOver ? .now : app.nextInstant }

  mutating func receive(_ items: [FeedItem], _ run: FeedRun) {
    app.receive(items, from: run.intake, at: .now)
  }

  mutating func rest() { app.reachEnd() }

  mutating func end(_ failure: FeedError?, _ run: FeedRun) throws {
    isOver = true
    app.reachEnd()
    try print(run)
    if let problem = app.arrangementProblem { note(problem) }
    run.noteMalformedInput()
    if let failure { throw failure }
    if app.arrangementProblem != nil { throw ExitCode.unknownField }
  }

  mutating func turn(_ run: FeedRun) throws -> FeedTurn<Void> {
    if isOver { return .end(()) }
    if !run.intake.isReady { try print(run) }
    return .goOn
  }

  private mutating func print(_ run: FeedRun) throws {
    let now = ContinuousClock.now
    app.advance(to: now)
    if isOver { app.settle(at: now) }
    guard let (items, key) = app.takeCountItems(), !items.isEmpty else { return }
    log.present = .now
    let lines = log.lines(for: items, key: key, at: .now)
    guard !lines.isEmpty else { return }
    try output.write(Array((lines.joined(separator: "\n") + "\n").utf8), run)
  }
}
