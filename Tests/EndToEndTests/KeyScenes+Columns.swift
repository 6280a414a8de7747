import ListViewParts
import Foundation

/// Scrolling sideways, picking a column, and the list of columns.
let columnScenes: [KeyScene] = [columns, picking, columnList, computing] + numbers

private let computing = KeyScene(
  name: "computing a column",
  feed: """
    [{"id":"ant","used":30,"size":80}]
    [{"id":"ant","used":35,"size":80}]\n
    """,
  arguments: ["--from", "end", "--no-memory"],
  begins: .headers("ID", "USED", "SIZE"),
  steps: [
    key(.table, "compute-column", "=", .prompt("=", at: 1)),
    // The column is there while it is typed, and so is its past.
    typing("grown=delta(used)", .headers("ID", "grown", "USED", "SIZE") && .line(2, " 5 ")),
    typing("\u{1B}", .headers("ID", "USED", "SIZE")),
    typing(
      "=share=used / size * 100\r",
      .headers("ID", "share", "USED", "SIZE") && .line(2, "43.75")
    ),
    typing("[", .line(2, "37.5")),
    typing("=avg(used)\r", .line(-2, "avg(used, 1m)")),
    typing("\u{1B}", .headers("ID", "share", "USED", "SIZE")),
    // A number as its change, that per second, a graph, and in its formats.
    typing("cjjf", .headers("ID", "share", "DELTA(USED)", "SIZE") && .line(2, "+5")),
    typing("f", .headers("ID", "share", "RATE(USED)", "SIZE")),
    typing("f", .headers("ID", "share", "SPARK(USED)", "SIZE") && .line(2, "▁")),
    typing("f", .headers("ID", "share", "USED", "SIZE")),
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
    key(.picking, nextHeader, "right", .picked("ALPHA")),
    key(.picking, nextHeader, "tab", .picked("BETA")),
    key(.picking, nextHeader, "l", .picked("GAMMA")),
    key(.picking, nextHeader, "s", .picked("ID")),
    key(.picking, nextHeader, "down", .picked("ALPHA")),
    key(.picking, nextHeader, "j", .picked("BETA")),
    key(.picking, ActionText.Picking.previous, "up", .picked("ALPHA")),
    key(.picking, ActionText.Picking.previous, "k", .picked("ID")),
    key(.picking, ActionText.Picking.previous, "left", .picked("GAMMA")),
    key(.picking, ActionText.Picking.previous, "h", .picked("BETA")),
    key(.picking, ActionText.Picking.take, "enter", .headers("ID", "ALPHA", "BETA▲", "GAMMA")),
    typing("s", .picked("BETA")),
    key(.picking, ActionText.Picking.invert, "I", .headers("ID", "ALPHA", "BETA▼", "GAMMA")),
  ]
    + ["0", "backspace", "delete"].flatMap { name in
      [
        typing("s", .picked("BETA")),
        key(.picking, takeNone, name, .headers("ID", "ALPHA", "BETA", "GAMMA")),
        typing("s3", .headers("ID", "ALPHA", "BETA▲", "GAMMA")),
      ]
    } + [
      typing("b", .picked("ID")), key(.picking, nextHeader, "b", .picked("ALPHA")),
      typing("\r", .line(2, "▾")), typing("b0", .hides("▾")),
      typing("#", .picked("ID")), key(.picking, nextHeader, "#", .picked("ALPHA")),
      typing("\r", .line(0, CountText.chip("ALPHA"))),
    ]
)

private let nextHeader = ActionText.Picking.next

private let takeNone = ActionText.Picking.takeNone

private let numbers: [KeyScene] = {
  let headers = ["ID"] + (1...8).map { "C\($0)" }
  let fields = { (row: Int) in
    (1...8).map { #""c\#($0)":"text \#(row) of \#($0)""# }.joined(separator: ",")
  }
  let steps = headers.enumerated().flatMap { offset, header in
    [
      typing("s", .line(1, "\(offset + 1)\(header)")),
      key(.picking, ActionText.Picking.number, "\(offset + 1)", .line(1, "\(header)▲")),
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
    key(.columns, ActionText.ColumnList.next, "j", .column("ALPHA")),
    key(.columns, ActionText.ColumnList.next, "down", .column("BETA")),
    key(.columns, ActionText.ColumnList.previous, "k", .column("ALPHA")),
    key(.columns, ActionText.ColumnList.previous, "up", .column("ID")),
    key(.columns, ActionText.ColumnList.last, "G", .column("GAMMA")),
    key(.columns, ActionText.ColumnList.first, "g", .column("ID")),
    key(.columns, ActionText.ColumnList.last, "end", .column("GAMMA")),
    key(.columns, ActionText.ColumnList.first, "home", .column("ID")),
    typing("j", .column("ALPHA")),
    key(.columns, ActionText.ColumnList.toggle, "space", .column("ALPHA", isShown: false)),
    key(.columns, ActionText.ColumnList.toggle, "x", .column("ALPHA")),
    key(.columns, moveDown, "J", .headers("ID", "BETA", "ALPHA", "GAMMA")),
    key(.columns, moveDown, "shift-down", .headers("ID", "BETA", "GAMMA", "ALPHA")),
    key(.columns, moveUp, "K", .headers("ID", "BETA", "ALPHA", "GAMMA")),
    key(.columns, moveUp, "shift-up", .headers("ID", "ALPHA", "BETA", "GAMMA")),
    key(.columns, ActionText.ColumnList.wider, ">", .begins(1, "   ID    ALPHA   BETA  GAMMA")),
    key(.columns, ActionText.ColumnList.wider, "l", .begins(1, "   ID    ALPHA    BETA  GAMMA")),
    key(
      .columns,
      ActionText.ColumnList.wider,
      "right",
      .begins(1, "   ID    ALPHA     BETA  GAMMA")
    ),
    key(.columns, ActionText.ColumnList.narrower, "<", .begins(1, "   ID    ALPHA    BETA  GAMMA")),
    key(.columns, ActionText.ColumnList.narrower, "h", .begins(1, "   ID    ALPHA   BETA  GAMMA")),
    key(
      .columns,
      ActionText.ColumnList.narrower,
      "left",
      .begins(1, "   ID    ALPHA  BETA  GAMMA")
    ),
    key(.columns, ActionText.ColumnList.format, "f", .shows("[x] ALPHA status")),
    key(.columns, ActionText.ColumnList.reset, "r", .shows("[x] ALPHA text")),
  ]
    + ["enter", "esc", "c", "q"].flatMap { name in
      [
        key(.columns, ActionText.ColumnList.close, name, .hides("[x]")),
        typing("c", .shows("[x]")),
      ]
    }
)

private let moveDown = ActionText.ColumnList.moveDown

private let moveUp = ActionText.ColumnList.moveUp
