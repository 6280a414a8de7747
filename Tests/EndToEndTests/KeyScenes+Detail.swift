import ListViewParts
import Foundation

/// The keys for a row, and for the detail of it.
let detailScenes: [KeyScene] = [rows, detail, detailSearch, detailErrors]

private let rows = KeyScene(
  name: "rows",
  lines: 40,
  feed: #"[{"id":"a","v":{"n":1,"t":"two"}},{"id":"b","v":{"n":2,"t":"three"}}]"#,
  begins: .line(0, rowCount(2)),
  steps: [
    typing("j", .selected("a", 2)),
    key(.table, "copy-key", "y", .copied("a")),
    key(.table, "copy-json", "Y", .copied(#"{"id":"a","v":{"n":1,"t":"two"}}"#)),
    // Of marked rows all are copied, in the order of the table, whichever was marked first.
    typing("jv", .begins(3, "▌ *b") && .line(0, ListState.Text.marked(1))),
    typing("kv", .line(0, ListState.Text.marked(2))),
    typing("y", .copied("a\nb") && .line(-1, RowCopy.Text.copied(RowCopy.Text.keys(of: 2), 3))),
    typing(
      "Y",
      .copied(
        #"{"id":"a","v":{"n":1,"t":"two"}}"# + "\n" + #"{"id":"b","v":{"n":2,"t":"three"}}"#
      )
    ),
    typing("Vg", .hides(markedWord) && .selected("a", 2)),
    key(.table, "open", "enter", .shows(#"t  "two""#) && .line(-1, hint("⏎", HintText.fold))),
    key(.detail, "copy-key", "y", .copied("a")),
    key(.detail, "copy-json", "Y", .copied(#"{"id":"a","v":{"n":1,"t":"two"}}"#)),
    key(.detail, "actions", "a", .shows(ActText.copyJSON)),
    typing("\u{1B}", .hides(ActText.copyJSON)),
    key(.detail, "detail-next-row", "J", .shows(#"t  "three""#) && .selected("b", 3)),
    key(.detail, "detail-previous-row", "K", .shows(#"t  "two""#) && .selected("a", 2)),
    typing("j", .cursor(on: "v")),
    key(.detail, "open", "enter", .shows("▸ v") && .hides(#"t  "two""#)),
    key(.detail, "detail-unfold", "l", .shows("▾ v")),
    key(.detail, "detail-fold", "h", .shows("▸ v")),
    key(.detail, "detail-unfold", "right", .shows("▾ v")),
    key(.detail, "detail-fold", "left", .shows("▸ v")),
    key(.detail, "switch-focus", "tab", .line(-1, hint("Tab", HintText.detail))),
    key(.table, "switch-focus", "tab", .line(-1, hint("⏎", HintText.fold))),
    key(.detail, "track", "t", .line(0, TitleBar.Text.tracking)),
    key(.detail, "help", "?", .shows(Action.Topic.detail.title)),
    typing("?", .hides(Action.Topic.detail.title)),
    key(.detail, "help", "f1", .shows(Action.Topic.detail.title)),
    typing("?", .hides(Action.Topic.detail.title)),
    key(.detail, "close", "esc", .hides("▸ v") && .line(-1, helpHint)),
    typing("\r", .shows("▾ v") && .line(-1, hint("⏎", HintText.fold))),
    key(.detail, "quit", "q", .hides("▾ v") && .line(-1, helpHint)),
  ]
)

private let wide = (0..<60).map { #""f\#($0)":\#($0)"# }.joined(separator: ",")

private let detail = KeyScene(
  name: "the detail",
  columns: 80,
  feed: #"{"at":1700000000,"rows":[{"id":"r",\#(wide)},{"id":"s"}]}"# + "\n",
  begins: .line(0, rowCount(2)),
  steps: [
    typing("j\r", .cursor(on: "id")),
    key(.detail, "next-row", "j", .cursor(on: "f0")),
    key(.detail, "next-row", "down", .cursor(on: "f1")),
    key(.detail, "previous-row", "k", .cursor(on: "f0")),
    key(.detail, "previous-row", "up", .cursor(on: "id")),
    // Twelve lines are in view: a page is eleven of them, half a page six.
    key(.detail, "page-down", "pgdn", .cursor(on: "f10")),
    key(.detail, "page-down", "ctrl-f", .cursor(on: "f21")),
    key(.detail, "page-up", "pgup", .cursor(on: "f10")),
    key(.detail, "page-up", "ctrl-b", .cursor(on: "id")),
    key(.detail, "half-page-down", "ctrl-d", .cursor(on: "f5")),
    key(.detail, "half-page-up", "ctrl-u", .cursor(on: "id")),
    // The last line is one of the history.
    key(.detail, "last-row", "G", .shows("#1  \(RowChange.Text.inserted)")),
    key(.detail, "first-row", "g", .cursor(on: "id")),
    key(.detail, "last-row", "end", .shows("#1  \(RowChange.Text.inserted)")),
    key(.detail, "first-row", "home", .cursor(on: "id")),
    typing("jjj", .cursor(on: "f2")),
    key(.detail, "scroll-down", "ctrl-e", .hides(#"id   "r""#) && .cursor(on: "f2")),
    key(.detail, "scroll-up", "ctrl-y", .shows(#"id   "r""#) && .cursor(on: "f2")),
    feed(
      #"{"at":1700000001,"rows":[{"id":"r",\#(wide.replacing("5\":5", with: "5\":99"))},{"id":"s"}]}"#
        + "\n",
      .shows("5 → 99")
    ),
    key(.detail, "next-change", "u", .cursor(on: "f5")),
    typing("jj", .cursor(on: "f7")),
    key(.detail, "previous-change", "U", .cursor(on: "f5")),
  ]
)

private let detailSearch = KeyScene(
  name: "a search in the detail",
  columns: 80,
  lines: 40,
  feed: #"[{"id":"a","m":{"deep":{"er":{"est":{"x":"needle"}}}},"n":"no","needle":1}]"#,
  begins: .line(0, rowCount(1)),
  steps: [
    typing("j\r", .cursor(on: "id")),
    key(.detail, "search", "/", .begins(39, "/")),
    typing("needle", .line(-1, "1/2") && .cursor(on: "x")),
    typing("\r", .begins(39, " /needle 1/2")),
    key(.detail, "next-match", "n", .begins(39, " /needle 2/2") && .cursor(on: "needle")),
    key(.detail, "previous-match", "N", .begins(39, " /needle 1/2") && .cursor(on: "x")),
    key(.detail, "close", "esc", .hides("/needle") && .cursor(on: "x")),
  ]
)

private let detailErrors = KeyScene(
  name: "errors in the detail",
  columns: 80,
  lines: 40,
  feed: #"[{"id":"a","status":"done"},{"id":"b","status":"failed"},{"id":"c","status":"failed"}]"#,
  begins: .line(0, rowCount(3)),
  steps: [
    typing("j\r", .cursor(on: "id")),
    key(
      .detail,
      "next-error",
      "e",
      .selected("b", 3) && .line(-1, ErrorIndex.Text.number(1, of: 2))
    ),
    typing("e", .selected("c", 4)),
    key(.detail, "previous-error", "E", .selected("b", 3)),
  ]
)
