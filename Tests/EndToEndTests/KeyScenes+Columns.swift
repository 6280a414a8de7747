import Columns
import ListViewParts
import Foundation

/// Scrolling sideways, picking a column, and the list of columns.
let columnScenes: [KeyScene] = [columns, picking, columnList, computing] + numbers

private let computing = KeyScene(
  name: "computing a column",
  feed: """
    [{"id":"ant","used":30,"size":80},{"id":"bee","used":7,"size":9}]
    [{"id":"ant","used":35,"size":80},{"id":"bee","used":7,"size":9}]\n
    """,
  arguments: ["--from", "live", "--no-memory"],
  begins: .headers("ID", "USED", "SIZE"),
  steps: [
    key(.table, "compute-column", "=", .prompt("=", at: 1)),
    // The column is there while it is typed, and so is its past.
    typing("grown=delta(used)", .headers("ID", "grown", "USED", "SIZE") && .line(2, "+5")),
    typing("\u{1B}", .headers("ID", "USED", "SIZE")),
    typing(
      "=share=used / size * 100\r",
      .headers("ID", "share", "USED", "SIZE") && .line(2, "43.75")
    ),
    typing("[", .line(2, "37.5")),
    typing("=avg(used)\r", .line(-2, "avg(used, 1m)")),
    typing("\u{1B}", .hides("avg(used, 1m)")),
    typing(".", .line(2, "43.75")),
    // A number as its change, that per second, a graph, and in its formats.
    typing("cused\t", .headers("ID", "share", "USED", "Δ", "SIZE") && .line(2, "+5")),
    typing("\t", .headers("ID", "share", "USED/s", "SIZE")),
    typing("\t", .headers("ID", "share", "USED", "↗", "SIZE") && .line(2, "▁")),
    typing("\t", .headers("ID", "share", "USED", "SIZE")),
  ]
)

private let columns = KeyScene(
  name: "sideways",
  columns: 60,
  feed: """
    [{"id":"a",\((0..<20).map { #""field\#($0)":"value-\#($0)-0""# }.joined(separator: ","))},{"id":"b"}]
    """,
  begins: .line(1, "FIELD0"),
  steps: [
    key(.table, "scroll-right", "l", .line(1, "‹") && .hides("FIELD0 ") && .line(1, "FIELD1 ")),
    key(.table, "scroll-right", "right", .hides("FIELD1 ") && .line(1, "FIELD2 ")),
    key(.table, "scroll-left", "h", .line(1, "FIELD1 ")),
    key(.table, "scroll-left", "left", .line(1, "FIELD0 ")),
    key(.table, "pick-columns", "c", .shows("[x] FIELD0")),
  ]
)

private let four = """
  [{"id":"ant","alpha":"x1","beta":"y1","gamma":"z1"},\
  {"id":"bee","alpha":"x2","beta":"y2","gamma":"z2"}]\n
  """

private let picking = KeyScene(
  name: "picking a column",
  feed: four,
  begins: .headers("ID", "ALPHA", "BETA", "GAMMA"),
  steps: [
    typing("s", .picked("ID")),
    key(.picking, ActionText.Choosing.next, "right", .picked("ALPHA")),
    key(.picking, ActionText.Choosing.next, "tab", .picked("BETA")),
    key(.picking, ActionText.Choosing.next, "down", .picked("GAMMA")),
    key(.picking, ActionText.Choosing.previous, "up", .picked("BETA")),
    key(.picking, ActionText.Choosing.previous, "left", .picked("ALPHA")),
    key(.picking, ActionText.Choosing.previous, "shift-tab", .picked("ID")),
    key(.picking, ActionText.Choosing.next, "ctrl-n", .picked("ALPHA")),
    key(.picking, ActionText.Choosing.previous, "ctrl-p", .picked("ID")),
    typing("be", .picked("BETA")),
    key(.picking, ActionText.Choosing.take, "enter", .headers("ID", "ALPHA", "BETA▲", "GAMMA")),
    typing("s", .picked("BETA")),
    typing("0", .headers("ID", "ALPHA", "BETA", "GAMMA")),
    typing("sgm", .picked("GAMMA")),
    key(.picking, ActionText.Choosing.erase, "backspace", .shows("  g▏")),
    key(.picking, ActionText.Choosing.clear, "ctrl-u", .hides("▏")),
    key(.picking, ActionText.Choosing.cancel, "esc", .hides(ColumnPick.Text.sort)),
    typing("b\u{1B}[B\r", .line(2, "▾")), typing("b0", .hides("▾")),
    typing("#\u{1B}[B\r", .line(0, CountText.chip("ALPHA"))),
  ]
)

private let numbers: [KeyScene] = {
  let headers = ["ID"] + (1...8).map { "C\($0)" }
  let fields = { (row: Int) in
    (1...8).map { #""c\#($0)":"text \#(row) of \#($0)""# }.joined(separator: ",")
  }
  let steps = headers.enumerated().flatMap { offset, header in
    [
      typing("s", .line(1, "\(offset + 1) \(header)")),
      key(.picking, ActionText.Choosing.number, "\(offset + 1)", .line(1, "\(header)▲")),
    ]
  }
  return [
    KeyScene(
      name: "picking a column by its number",
      columns: 160,
      feed: #"[{"id":"a",\#(fields(1))},{"id":"b",\#(fields(2))}]"#,
      begins: .line(1, "C8"),
      steps: steps
    )
  ]
}()

private let columnList = KeyScene(
  name: "the list of columns",
  feed: four,
  arguments: ["--no-memory"],
  begins: .headers("ID", "ALPHA", "BETA", "GAMMA"),
  steps: [
    typing("c", .column("ID")),
    typing("\u{1B}[B", .column("ALPHA")),
    key(.columns, ActionText.ColumnList.toggle, "space", .column("ALPHA", isShown: false)),
    typing(" ", .column("ALPHA")),
    key(.columns, moveDown, "]", .headers("ID", "BETA", "ALPHA", "GAMMA")),
    key(.columns, moveDown, "shift-down", .headers("ID", "BETA", "GAMMA", "ALPHA")),
    key(.columns, moveUp, "[", .headers("ID", "BETA", "ALPHA", "GAMMA")),
    key(.columns, moveUp, "shift-up", .headers("ID", "ALPHA", "BETA", "GAMMA")),
    key(.columns, ActionText.ColumnList.wider, ">", .begins(1, "   ID    ALPHA   BETA  GAMMA")),
    key(
      .columns,
      ActionText.ColumnList.wider,
      "right",
      .begins(1, "   ID    ALPHA    BETA  GAMMA")
    ),
    key(.columns, ActionText.ColumnList.narrower, "<", .begins(1, "   ID    ALPHA   BETA  GAMMA")),
    key(
      .columns,
      ActionText.ColumnList.narrower,
      "left",
      .begins(1, "   ID    ALPHA  BETA  GAMMA")
    ),
    key(.columns, ActionText.ColumnList.format, "tab", .shows("[x] ALPHA  status")),
    key(.columns, ActionText.ColumnList.reset, "delete", .shows("[x] ALPHA  text")),
    typing("be", .hides("ALPHA  text")),
    typing("\r", .hides("[x]")),
  ]
)

private let moveDown = ActionText.ColumnList.moveDown

private let moveUp = ActionText.ColumnList.moveUp
