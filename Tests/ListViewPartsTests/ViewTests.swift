@testable import Columns
@testable import Ordering
import FeedSources
import FeedStore
import FeedValues
import TableModel
import TerminalCore
import Testing
import Values

@testable import ListViewParts

private let payments = rows(
  """
  [{"id":"a","amount":3,"status":"paid"},{"id":"b","amount":1,"status":"open"},
  {"id":"c","amount":2,"status":"paid"}]
  """
)

// MARK: Title

@Test func `a title shows the longest position that fits, and drops chips before the feed's name`()
{
  func bar(_ columns: Int) -> TitleBar {
    var bar = TitleBar(context: context(columns: columns))
    bar.feedName = "events.jsonl"
    bar.positions = ["paused 9 · 3 behind", "paused 9", "paused"]
    bar.isHeld = true
    bar.rowCounts = "12 rows"
    bar.chips = [TitleChip(.filter, "status=failed"), TitleChip(.pinned, "1 pinned")]
    return bar
  }
  func title(_ columns: Int) -> String {
    text(columns: columns, lines: 1) { bar(columns).draw(on: 0, of: &$0) }[0]
  }
  let wide = title(100)
  #expect(wide.hasPrefix(" listview  events.jsonl   status=failed ✕    1 pinned "))
  #expect(wide.contains("paused 9 · 3 behind   12 rows"))
  let column = Array(wide).firstIndex(of: "✕")
  #expect(bar(100).chip(at: column ?? 0)?.kind == .filter && bar(100).chip(at: 0) == nil)
  // 40 columns have room for 8 of the name and a position of 8, but for no chip.
  #expect(title(40).hasPrefix(" listview  events.…"))
  #expect(title(40).contains("paused 9   12 rows") && bar(40).shownChips.isEmpty)
  #expect(title(20).contains("paused 9") && !title(20).contains("12 rows"))
}

@Test func `a title shows the counts of the last batch, omitting zeros`() {
  var bar = TitleBar(context: context())
  bar.batch.insertions = 1_200
  bar.batch.updates = 3
  let title = text(lines: 1) { bar.draw(on: 0, of: &$0) }[0]
  #expect(title.contains("+1,200 ~3") && !title.contains("−") && !title.contains("›"))
}

// MARK: Header

@Test func `the header shows the sort arrow, and numbers while a column is being chosen`() throws {
  let shown = context(showing: columns(of: payments))
  func header(_ sort: Arrangement.Sort?, _ pick: ColumnPick? = nil) -> String {
    text(lines: 1) {
      HeaderView(context: shown, sort: sort, pick: pick).draw(on: 0, of: &$0)
    }[0]
  }
  let amount = try #require(shown.column(named: "amount"))
  let plain = header(nil)
  #expect(["ID", "AMOUNT", "STATUS"].allSatisfy(plain.contains) && !plain.contains("▼"))
  let sort = Arrangement.Sort(column: amount, order: .number, isDescending: true)
  #expect(header(sort).contains("AMOUNT▼"))
  let picking = header(nil, ColumnPick(purpose: .sort, current: shown.columns[0].path))
  for (number, place) in shown.layout.places.enumerated() {
    #expect(picking.contains("\(number + 1) \(shown.columns[place.column].title)"))
  }
}

// MARK: Rows

private func list(_ rows: [Row]) -> ListState {
  var list = ListState(height: 6, motion: .none, options: ViewOptions())
  list.show(
    update(rows),
    isReload: true,
    isNews: false,
    at: start
  )
  return list
}

@Test func `rows show the selection, the user's marks and change marks, each in its column`() {
  let shown = context(lines: 6, showing: columns(of: payments))
  var list = list(payments)
  func lines(showsChanges: Bool = true) -> [String] {
    let arrangement = list.arrangement
    let view = RowsView(
      context: shown,
      showsChanges: showsChanges,
      isMarked: { arrangement.isMarked($0) }
    )
    return text(lines: 6) {
      view.draw(list.table.presentation(at: start), on: 0..<6, of: &$0)
    }
  }
  #expect(lines().prefix(3).map { $0.prefix(3) } == ["   ", "   ", "   "])
  #expect(lines()[0].contains("a") && lines()[0].contains("paid") && lines()[3].isEmpty)
  list.move(.nextRow, at: start)
  _ = list.toggleMark(in: shown)
  // Marking moves on to the next row.
  #expect(lines()[0].prefix(3) == "  *" && lines()[1].prefix(3) == "▌  ")
  let changed = rows(
    """
    [{"id":"d","amount":9,"status":"paid"},{"id":"a","amount":3,"status":"paid"},
    {"id":"b","amount":1,"status":"done"},{"id":"c","amount":2,"status":"paid"}]
    """
  )
  list.show(
    update(changed),
    isReload: false,
    isNews: true,
    at: shown.instant
  )
  let marked = lines().filter { $0.contains("+") || $0.contains("~") }
  #expect(marked.contains { $0.hasPrefix(" +") && $0.contains("d") })
  #expect(marked.contains { $0.hasPrefix("▌~") && $0.contains("done") } && marked.count == 2)
  #expect(!lines(showsChanges: false).contains { $0.contains("+") || $0.contains("~") })
}

// MARK: Status bar

@Test func `the status bar shows the result of a key alone, and a problem beside the key hints`() {
  var bar = StatusBar(context: context(columns: 60))
  bar.unseen = (12, 0)
  bar.range = "1–18 of 312"
  bar.hints = [KeyHint("?", "help"), KeyHint("q", "quit"), KeyHint("/", "search")]
  func line() -> String { text(columns: 60, lines: 1) { bar.draw(on: 0, of: &$0) }[0] }
  #expect(line().contains(StatusBar.Text.unseen("↑", 12)) && line().hasSuffix("1–18 of 312"))
  #expect(line().contains("? help  q quit  / search"))
  bar.problem = "no bus"
  #expect(line().contains("no bus   ? help"))
  bar.message = "copied"
  #expect(line().contains("copied") && !line().contains("help") && !line().contains("no bus"))
  bar.message = nil
  bar.findings = [.init("/", "refund", "3/17")]
  bar.problem = nil
  #expect(line().contains("/refund 3/17"))
}

@Test func `the key that leads to all keys has room before any other hint`() {
  let hints = KeyMap.standard.hints(KeyMap.hints)
  for width in 8...140 {
    var bar = StatusBar(context: context(columns: width))
    bar.hints = hints
    let line = text(columns: width, lines: 1) { bar.draw(on: 0, of: &$0) }[0]
    #expect(line.hasSuffix("? \(HintText.help)"), "\(width)")
    // The others come in their order.
    let others = hints.filter { $0.help != HintText.help }.map { "\($0.keys) \($0.help)" }
    let shown = line.split(separator: "  ").map { $0.trimming }.dropLast()
    #expect(shown.elementsEqual(others.prefix(shown.count).map { $0[...] }), "\(line)")
  }
}

// MARK: Placeholder

@Test func `a placeholder is centred, and shows only the reason if there is little room`() {
  func lines(_ count: Int) -> [String] {
    var view = Placeholder(context: context(columns: 40, lines: count))
    (view.reason, view.problem, view.outlook) = ("no rows", "no bus", "wait")
    return text(columns: 40, lines: count) { view.draw(on: 2..<count - 1, of: &$0) }
  }
  let high = lines(13)
  #expect(
    high.filter { !$0.isEmpty }.map { $0.split(separator: " ").joined(separator: " ") } == [
      "no rows", "no bus", "wait",
    ]
  )
  // The ten lines from 2 to 11 have 3 lines of text in their middle: those from 5 on.
  #expect(high.firstIndex { !$0.isEmpty } == 5)
  #expect(high[5].prefix { $0 == " " }.count == 16)
  #expect(lines(6).filter { !$0.isEmpty }.count == 1)
}

// MARK: Timeline

@Test func `the timeline has each position in a cell that leads to it or to a later one`()
  throws
{
  var player = Player(start: .liveEdge)
  var decoder = FeedDecoder()
  for second in 0..<9 {
    let rows = (0...second * second).map { #"{"id":\#($0)}"# }.joined(separator: ",")
    let line = #"{"at":\#(1_700_000_000 + second),"rows":[\#(rows)]}"# + "\n"
    player.receive(decoder.append(Array(line.utf8)), at: start)
  }
  player.reachEnd()
  _ = player.advance(to: start)
  for columns in [20, 59, 60, 100] {
    let shown = context(columns: columns)
    let timeline = try #require(player.timeline(cells: TimelineView.cells(of: columns)))
    for position in timeline.positions {
      player.go(to: position, at: start)
      let view = TimelineView(timeline, of: player, in: shown)
      let line = text(columns: columns, lines: 1) { view.draw(on: 0, of: &$0) }[0]
      let cursor = Array(line).firstIndex { String($0) == TimelineView.Text.here }
      let column = try #require(cursor)
      #expect(view.position(at: column) >= position)
      // Times and the speed are there where they have room.
      #expect(line.hasSuffix(TimelineView.Text.speed(1)) == (columns >= 60))
      #expect(line.contains("22:13:20") == (columns >= 60))
    }
  }
}
