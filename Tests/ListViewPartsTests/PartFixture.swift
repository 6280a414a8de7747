@testable import Columns
import FeedSources
import FeedStore
import FeedValues
import TerminalCore
import Values

@testable import ListViewParts

let start = ContinuousClock().now

/// The context of a part on a screen, without an app.
func context(
  columns: Int = 80,
  lines: Int = 24,
  showing shown: [Column] = [],
  after time: Duration = .zero
) -> Context {
  Context(
    size: TerminalSize(columns: columns, lines: lines),
    theme: Theme(depth: .indexed256),
    columns: shown,
    at: start + time
  )
}

/// Rows of a document of JSON.
func rows(_ json: String) -> [Row] {
  var decoder = FeedDecoder()
  var list = RowList()
  for item in decoder.append(Array(json.utf8)) + decoder.finish() { list.apply(item) }
  return Array(list.rows)
}

/// An update to a list of rows.
func update(_ rows: [Row]) -> FeedUpdate {
  var list = RowList()
  list.apply(.snapshot(Snapshot(rows: rows)))
  return FeedUpdate(rows: list.rows, changes: .otherList)
}

/// The columns that are made of rows.
func columns(of rows: [Row]) -> [Column] {
  ColumnChoice.columns(of: rows, key: nil, calendar: .utc)
}

/// The text that a part draws, line by line.
func text<Result>(
  columns: Int = 80,
  lines: Int = 24,
  _ draw: (inout CellBuffer) -> Result
) -> [String] {
  var buffer = CellBuffer(TerminalSize(columns: columns, lines: lines))
  _ = draw(&buffer)
  return (0..<lines).map { buffer.text(line: $0) }
}

extension Outcome {
  /// The requests to the app; nil if the event was ignored.
  var requests: [Request]? {
    if case .consumed(let requests) = self { requests } else { nil }
  }

  var isClosing: Bool {
    requests?.contains { if case .close = $0 { true } else { false } } ?? false
  }
}

/// A column of the values of a field.
func column(_ name: String = "v", format: Column.Format = .text) -> Column {
  Column(
    title: name.uppercased(),
    paths: [FieldPath(name)],
    format: format,
    naturalWidth: 8,
    weight: 50,
    isQuiet: false
  )
}
