import ListViewParts

import Foundation

/// Moving, changes, finding, order and groups, time, and the program itself.
let tableScenes: [KeyScene] =
  [moving, tracking, changes, finding, shaping, time, program] + endings

private let moving = KeyScene(
  name: "moving",
  feed: snapshot(0..<60),
  begins: .line(0, live(60)) && .begins(2, "   row0 "),
  // The table has 21 lines, from the third on: a page is 20 rows, half a page 10.
  steps: [
    key(.table, "next-row", "j", .selected("row0", 2)),
    key(.table, "next-row", "down", .selected("row1", 3)),
    key(.table, "previous-row", "k", .selected("row0", 2)),
    typing("j", .selected("row1", 3)),
    key(.table, "previous-row", "up", .selected("row0", 2)),
    key(.table, "page-down", "pgdn", .selected("row20", 22)),
    key(.table, "page-down", "ctrl-f", .selected("row40", 22)),
    key(.table, "page-up", "pgup", .selected("row20", 2)),
    key(.table, "page-up", "ctrl-b", .selected("row0", 2)),
    key(.table, "half-page-down", "ctrl-d", .selected("row10", 12)),
    key(.table, "half-page-up", "ctrl-u", .selected("row0", 2)),
    key(.table, "last-row", "G", .selected("row59", 22)),
    key(.table, "first-row", "g", .selected("row0", 2)),
    key(.table, "last-row", "end", .selected("row59", 22)),
    key(.table, "first-row", "home", .selected("row0", 2)),
    typing("jjjjj", .selected("row5", 7)),
    key(.table, "scroll-down", "ctrl-e", .selected("row5", 6) && .begins(2, "   row1 ")),
    key(.table, "scroll-up", "ctrl-y", .selected("row5", 7) && .begins(2, "   row0 ")),
    // Rows that come now wait out of sight, until the live edge is followed again.
    typing("\u{05}", .begins(2, "   row1 ")),
    feed(
      snapshot([90] + Array(0..<60), at: 1),
      .shows(unseen("↑", 1)) && .line(0, FeedState.Text.notFollowing)
    ),
    key(.table, "follow", "F", .begins(2, " + row90") && .hides(FeedState.Text.notFollowing)),
  ]
)

private let tracking = KeyScene(
  name: TitleBar.Text.tracking,
  feed: snapshot(0..<60),
  begins: .line(0, live(60)),
  steps: [
    typing("jjj", .selected("row2", 4)),
    key(.table, "track", "t", .line(0, TitleBar.Text.tracking)),
    // The row goes to the end of the list, and the view with it.
    feed(
      snapshot(Array(0..<2) + Array(3..<60) + [2], at: 1),
      .shows("▌› row2 ") && .hides("row30 ") && .shows("row59")
    ),
    typing("t", .hides(TitleBar.Text.tracking)),
  ]
)

private let changes = KeyScene(
  name: "changes",
  feed: snapshot(0..<60),
  begins: .line(0, live(60)),
  steps: [
    typing("g", .selected("row0", 2)),
    feed(
      snapshot(0..<60, at: 1).replacing("content 7\"", with: "new 7\"")
        .replacing("content 50\"", with: "new 50\""),
      .begins(9, " ~ row7")
    ),
    key(.table, "next-change", "u", .selected("row7", 9) && .line(-1, "text: content 7 → new 7")),
    typing("u", .selected("row50", 22)),
    key(.table, "previous-change", "U", .selected("row7", 2)),
    key(
      .table,
      "change-marks",
      "d",
      .begins(2, "▌  row7 ") && .line(-1, ListState.Text.marks(false, "d"))
    ),
    typing("d", .begins(2, "▌~ row7 ")),
  ]
)

private let finding = KeyScene(
  name: "finding",
  feed: snapshot(0..<60),
  begins: .line(0, live(60)),
  steps: [
    key(.table, "search", "/", .begins(23, "/")),
    typing("row4", .line(-1, "1/11") && .selected("row4", 6)),
    key(.prompt, ActionText.Prompt.enter, "enter", .line(-1, hint("n N", HintText.nextPrevious))),
    key(.table, "next-match", "n", .line(0, " /row4 2/11 ✕ ") && .selected("row40", 22)),
    key(.table, "previous-match", "N", .line(0, " /row4 1/11 ✕ ") && .selected("row4", 2)),
    key(.table, "close", "esc", .hides("/row4") && .line(-1, helpHint)),
    key(.table, "filter", "&", .begins(23, "&")),
    typing("row1\r", .line(0, rowCount(11, of: 60)) && .line(0, " row1 ✕ ")),
    typing("\u{1B}", .line(0, live(60))),
    key(.table, "command", ":", .begins(23, ":")),
    typing("goto row50\r", .selected("row50", 22)),
    key(.table, "select-span", "<", .line(-1, SpanPick.Text.noSummary)),
  ]
)

private let states = """
  {"at":1700000000,"rows":[{"id":"ant","state":"done","size":"900M"},\
  {"id":"bee","state":"failed","size":"1.2G"},{"id":"cat","state":"failed","size":"40K"},\
  {"id":"dog","state":"done","size":"2T"}]}\n
  """

private let shaping = KeyScene(
  name: "order and groups",
  feed: states,
  begins: .begins(2, "   ant") && .begins(5, "   dog"),
  steps: [
    key(.table, "sort", "s", .shows(ColumnPick.Text.sort) && .line(1, "1 ID")),
    typing("1", .line(1, "ID▲")),
    key(.table, "invert-order", "I", .line(1, "ID▼") && .begins(2, "   dog")),
    // Rows that come later stand at the end until the order is let go.
    key(.table, "freeze-order", "o", .line(0, ListState.Text.frozen)),
    feed(
      states.replacing("1700000000", with: "1700000001")
        .replacing("]}", with: #",{"id":"eel","state":"done","size":"1K"}]}"#),
      .begins(6, " + eel")
    ),
    typing("o", .begins(2, " + eel") && .hides(ListState.Text.frozen)),
    typing("s0", .begins(2, "   ant") && .line(6, "eel")),
    key(.table, "group", "b", .shows(ColumnPick.Text.group)),
    typing("3", .line(2, "▾ ● done · 3") && .line(6, "▾ ● failed · 2")),
    typing("jj", .begins(3, "▌")),
    key(.table, "fold", "z", .line(2, "▸") && .line(3, "▾")),
    key(.table, "fold-all", "Z", .line(2, "▸") && .line(3, "▸")),
    typing("Z", .line(2, "▾") && .line(6, "▾")),
    typing("b0g", .selected("ant", 2)),
    key(.table, "next-error", "e", .selected("bee", 3)),
    typing("e", .selected("cat", 4)),
    key(.table, "previous-error", "E", .selected("bee", 3)),
    typing("e", .selected("cat", 4)),
    key(.table, "actions", "a", .shows(ActText.copyJSON)),
    typing("\u{1B}", .hides(ActText.copyJSON)),
    key(.table, "count", "#", .shows(ColumnPick.Text.count)),
    typing("3", .line(0, CountText.chip("STATE")) && .line(2, "done") && .line(3, "failed")),
    typing("#1", .line(0, CountText.chip("STATE, ID"))),
    typing("\u{1B}", .selected("cat", 4) && .hides(CountText.chip(""))),
    key(
      .table,
      "pin",
      "p",
      .begins(2, "▌  cat") && .line(3, "───") && .line(0, ListState.Text.pinned(1))
    ),
    typing("gkp", .hides(RowsView.Text.pinned)),
    typing("gj", .selected("bee", 3)),
    key(
      .table,
      "mark",
      "v",
      .begins(3, "  *bee") && .selected("cat", 4) && .line(0, ListState.Text.marked(1))
    ),
    key(.table, "next-marked", "'", .begins(3, "▌ *bee")),
    key(.table, "clear-marks", "V", .begins(3, "▌  bee") && .hides(markedWord)),
  ]
)

private let time = KeyScene(
  name: "time",
  // Slow enough that nothing goes on by itself: a gap of a second takes a minute.
  feed: (1...30).map { snapshot(0..<$0, at: Double($0)) }.joined(),
  arguments: ["--speed", "0.015625"],
  begins: .line(0, "▶ 1/30 ×1/64"),
  steps: [
    key(.table, "pause", "space", .line(0, "\(paused(1)) · \(FeedState.Text.behind("29"))")),
    typing(" ", .line(0, "▶ 1/30")),
    key(.table, "step-forward", "]", .line(0, paused(2)) && .begins(3, " + row1")),
    key(.table, "compare", "C", .line(0, StepComparison.Text.versus(""))),
    typing("[", .line(0, "+0 −1 ~0") && .begins(3, " − row1")),
    typing("C]", .hides(StepComparison.Text.versus("")) && .line(0, paused(2))),
    key(.table, "step-back", "[", .line(0, paused(1)) && .hides("row1 ")),
    key(.table, "ten-forward", "}", .line(0, paused(11)) && .begins(12, " + row10")),
    key(.table, "ten-back", "{", .line(0, paused(1)) && .hides("row10 ")),
    typing(" ", .line(0, "▶ 1/30 ×1/64")),
    key(.table, "faster", "+", .line(0, "×1/32") && .line(-1, FeedState.Text.speed(1 / 32))),
    key(.table, "slower", "-", .line(0, "×1/64")),
    key(.table, "latest", ".", .line(0, ended(30))),
    key(.table, "run-now", "ctrl-r", .line(-1, FeedState.Text.nothingToRun)),
    key(.table, "replay", "R", .line(0, "▶ 1/30")),
    typing(".", .line(0, ended(30))),
    // Rows that come while the source is stopped are shown when it goes on.
    key(.table, "stop", "P", .line(0, FeedState.Text.stopped)),
    feed(snapshot(0..<31, at: 31), .nothing),
    typing("j", .selected("row0", 2) && .line(0, "\(FeedState.Text.stopped)   \(rowCount(30))")),
    typing("P", .line(0, live(31))),
  ]
)

private let program = KeyScene(
  name: "the program",
  feed: snapshot(0..<5) + "oops\n",
  begins: .line(0, rowCount(5)),
  steps: [
    key(.table, "redraw", "ctrl-l", .wrote("row4")),
    key(.table, "mouse", "m", .wrote("\u{1B}[?1000h")),
    typing("m", .wrote("\u{1B}[?1000l")),
    key(.table, "help", "?", .shows("─ \(HelpPane.Text.title) ─")),
    typing("\u{1B}", .hides("─ \(HelpPane.Text.title) ─")),
    key(.table, "help", "f1", .shows("─ \(HelpPane.Text.title) ─")),
    typing("q", .hides("─ \(HelpPane.Text.title) ─")),
    key(.table, "malformed-input", "!", .shows(MalformedInputPane.Text.title)),
    typing("q", .hides(MalformedInputPane.Text.title)),
    key(.table, "quit", "q", .ends()),
  ]
)

/// Every mode ends with ^C, whatever has the keys.
private let endings: [KeyScene] = [
  ("", KeyScene.Mode.table, FeedState.Text.live), ("\r", .detail, #""row0""#),
  ("?", .help, "─ \(HelpPane.Text.title) ─"),
  ("!", .malformedInput, MalformedInputPane.Text.title), ("/x", .prompt, "/x"),
  ("s", .picking, ColumnPick.Text.sort),
  ("c", .columns, "[x] ID"), ("K", .picking, KeyPicker.Text.automatic),
].map { keys, mode, text in
  let ending = key(mode, "quit", "ctrl-c", .ends(by: SIGINT))
  return KeyScene(
    name: "^C in the \(mode.rawValue)",
    feed: snapshot(0..<5) + "oops\n",
    begins: .line(0, rowCount(5)),
    steps: keys.isEmpty ? [ending] : [typing(keys, .shows(text)), ending]
  )
}
