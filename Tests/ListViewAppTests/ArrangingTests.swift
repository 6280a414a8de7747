@testable import Columns
@testable import Ordering
import FeedSimulator
import FeedValues
import TableModel
import TerminalCore
import Testing

@testable import ListViewApp
@testable import ListViewParts

/// Rows of payments, as a snapshot.
private func payments(
  _ rows: [(id: String, amount: Int, currency: String, status: String)]
) -> String {
  let objects = rows.map { row in
    """
    {"id":"\(row.id)","object":"charge","amount":\(row.amount),"currency":"\(row.currency)","status":"\(row.status)"}
    """
  }
  return "[\(objects.joined(separator: ","))]\n"
}

private let four = [
  (id: "a", amount: 4_200, currency: "usd", status: "failed"),
  (id: "b", amount: 900, currency: "usd", status: "paid"),
  (id: "c", amount: 7_800, currency: "usd", status: "failed"),
  (id: "d", amount: 1_500, currency: "eur", status: "failed"),
]

extension AppFixture {
  /// The identities of the rows on the screen, from the top; the names of headers between them.
  fileprivate var shown: [String] {
    app.table.presentation(at: now).lines.compactMap { line in
      switch line.content {
      case .row(let row, _): row.id.description
      case .header(let header): "[\(app.list.arrangement.summary(ofGroup: header.id)?.value ?? "")]"
      default: nil
      }
    }
  }

  fileprivate mutating func receive(
    _ rows: [(id: String, amount: Int, currency: String, status: String)]
  ) {
    receive(payments(rows))
    settle()
  }

  fileprivate mutating func strike(_ keys: String) {
    for key in keys { press(.character(key)) }
    settle()
  }

  /// Picks the column of a title with the numbers.
  fileprivate mutating func pick(_ key: Character, _ title: String) {
    let position = app.columns.layout.places.firstIndex {
      app.columns.columns[$0.column].title == title
    }
    strike("\(key)\((position ?? -1) + 1)")
  }
}

@Test func `a column is chosen by number, sorted in its natural direction, and inverted`() {
  var fixture = AppFixture()
  fixture.receive(four)
  fixture.press(.character("s"))
  #expect(fixture.lines[1].contains("2 AMOUNT"))
  typealias Text = ColumnPick.Text
  #expect(fixture.line(of: "─ \(Text.sort) ─") != nil)
  let hints = [
    "1–3 \(Text.column)", "0 \(Text.feedOrder)", ", \(Text.further)", "⏎ \(HintText.choose)",
  ]
  #expect(fixture.lines.last?.contains(hints.joined(separator: "  ")) == true)
  fixture.press(.character("2"))
  fixture.settle()
  #expect(fixture.shown == ["c", "a", "d", "b"])
  #expect(fixture.lines[1].contains("AMOUNT▼"))
  #expect(fixture.lines[0].contains("AMOUNT ▼"))
  fixture.strike("I")
  #expect(fixture.shown == ["b", "d", "a", "c"])
  #expect(fixture.lines[1].contains("AMOUNT▲"))
  fixture.strike("s0")
  #expect(fixture.shown == ["a", "b", "c", "d"])
  #expect(!fixture.lines[1].contains("▲") && !fixture.lines[0].contains("sorted"))
}

@Test func `amounts in several currencies are said to be compared as numbers`() {
  for (currency, isMixed) in [("eur", true), ("usd", false)] {
    var fixture = AppFixture()
    fixture.receive(
      payments([("a", 1450, "usd", "paid"), ("b", 899, currency, "paid"), ("c", 5, "usd", "paid")])
    )
    fixture.settle()
    fixture.type("s2")
    let report = ListState.Text.comparedAsNumbers("", ["EUR", "USD"])
    #expect(fixture.lines.last?.contains(report) == isMixed, "\(fixture.lines)")
  }
}

@Test func `a column is chosen with the arrows or by letters of its title`() {
  var fixture = AppFixture()
  fixture.receive(four)
  fixture.press(.character("s"), .right, .enter)
  fixture.settle()
  #expect(fixture.shown == ["c", "a", "d", "b"])
  fixture.press(.character("s"), .escape)
  fixture.strike("sstt")
  #expect(fixture.line(of: "─ \(ColumnPick.Text.sort)  stt▏ ─") != nil)
  #expect(fixture.line(of: "│ 3 STATUS") != nil && fixture.line(of: "│ 2 AMOUNT") == nil)
  fixture.press(.enter)
  #expect(fixture.lines[1].contains("STATUS▲"))
  fixture.strike("sxq")
  #expect(fixture.line(of: ChooserText.nothing) != nil)
  fixture.press(.enter)
  fixture.press(.backspace, .backspace, .escape)
  #expect(fixture.lines[1].contains("STATUS▲"))
  #expect(fixture.press(.character("q")) == [.quit])
}

@Test func `the chosen order is kept, and rows move to their positions as they change`() {
  var fixture = AppFixture()
  fixture.receive(four)
  fixture.pick("s", "AMOUNT")
  var rows = four
  rows[1].amount = 9_900
  rows.append((id: "e", amount: 5_000, currency: "usd", status: "paid"))
  fixture.receive(payments(rows))
  var screens: Set<[String]> = []
  fixture.settle { buffer in screens.insert((2..<8).map { buffer.text(line: $0) }) }
  #expect(fixture.shown == ["b", "c", "e", "a", "d"])
  #expect(screens.count > 2, "rows travel through frames that are neither before nor after")
}

@Test func `sorting by the user leaves no marks and counts no changes`() {
  var fixture = AppFixture()
  fixture.receive(four)
  fixture.pick("s", "AMOUNT")
  #expect(!fixture.lines[0].contains("+") && !fixture.lines[0].contains("›"))
  #expect(fixture.lines[2...6].allSatisfy { !$0.contains("›") })
}

@Test func `rows are grouped under section headers with counts and sums by currency`() {
  var fixture = AppFixture()
  fixture.receive(four)
  fixture.pick("b", "STATUS")
  #expect(fixture.shown == ["[failed]", "a", "c", "d", "[paid]", "b"])
  #expect(fixture.lines[2].hasPrefix(" ▾ ● failed · 3 · Σ AMOUNT €15.00 + $120.00 ──"))
  #expect(fixture.lines[6].hasPrefix(" ▾ ● paid · 1 · Σ AMOUNT $9.00 ──"))
  // A group that comes stands where its name belongs, one that is empty goes.
  var rows = four
  rows[1].status = "open"
  fixture.receive(rows)
  #expect(fixture.shown == ["[failed]", "a", "c", "d", "[open]", "b"])
  fixture.strike("b0")
  #expect(fixture.shown == ["a", "b", "c", "d"])
}

@Test func `sums are exact and updated as rows change, without marking the section header`() {
  var fixture = AppFixture()
  fixture.receive(four)
  fixture.pick("b", "STATUS")
  var rows = four
  rows[0].amount = 999_999_999_999
  fixture.receive(rows)
  #expect(fixture.lines[2].hasPrefix(" ▾ ● failed · 3 · Σ AMOUNT €15.00 + $10,000,000,077.99 ──"))
  #expect(fixture.lines[0].contains("  ~1  "))
}

@Test func `section headers can be selected like rows, and fold their groups`() {
  var fixture = AppFixture()
  fixture.receive(four)
  fixture.pick("b", "STATUS")
  fixture.strike("j")
  #expect(fixture.lines[2].hasPrefix("▌▾ ● failed"))
  fixture.press(.enter)
  fixture.settle()
  #expect(fixture.shown == ["[failed]", "[paid]", "b"])
  #expect(fixture.lines[2].hasPrefix("▌▸ ● failed · 3 · Σ AMOUNT €15.00 + $120.00"))
  #expect(fixture.lines[0].contains(TitleBar.Text.rowCounts(4, of: nil, columns: 80)))
  fixture.strike("jj")
  #expect(fixture.lines[4].hasPrefix("▌  b"))
  // From a row its group is folded, and its header is selected.
  fixture.strike("z")
  #expect(fixture.shown == ["[failed]", "[paid]"])
  #expect(fixture.lines[3].hasPrefix("▌▸ ● paid"))
  fixture.strike("Z")
  #expect(fixture.shown == ["[failed]", "a", "c", "d", "[paid]", "b"])
  fixture.strike("Z")
  #expect(fixture.shown == ["[failed]", "[paid]"])
}

@Test func `the first row of a selected group is selected once the groups are gone`() {
  for folds in [false, true] {
    var fixture = AppFixture(columns: 60, lines: 12)
    let rows = (0..<40).map { #"{"id":"r\#($0)","st":"\#($0 % 2 == 0 ? "x" : "y")"}"# }
    fixture.receive("[\(rows.joined(separator: ","))]")
    fixture.pick("b", "ST")
    fixture.strike("Gzz")
    if folds { fixture.strike("z") }
    #expect(fixture.app.list.table.selectedSection != nil)
    fixture.pick("b", "ST")
    #expect(fixture.app.list.table.selection?.description == "r1", "\(folds)")
    #expect(fixture.lines.contains { $0.hasPrefix("▌  r1 ") }, "\(folds)")
  }
}

@Test
func
  `in a frozen order rows keep their places, new ones come at the end, and all travel when it is let go`()
{
  var fixture = AppFixture()
  fixture.receive(four)
  fixture.pick("s", "AMOUNT")
  fixture.strike("o")
  #expect(fixture.lines[0].contains(ListState.Text.frozen))
  var rows = four
  rows[1].amount = 99_900
  rows.remove(at: 2)
  rows.insert((id: "e", amount: 50_000, currency: "usd", status: "paid"), at: 0)
  fixture.receive(rows)
  #expect(fixture.shown == ["a", "d", "b", "e"])
  // A new order is taken once, and frozen again.
  fixture.strike("I")
  #expect(fixture.shown == ["d", "a", "e", "b"])
  rows[0].amount = 1
  fixture.receive(rows)
  #expect(fixture.shown == ["d", "a", "e", "b"])
  fixture.strike("o")
  #expect(fixture.shown == ["e", "d", "a", "b"])
  #expect(!fixture.lines[0].contains(ListState.Text.frozen))
}

@Test func `pinned rows are above the table, are updated, and stay when they are deleted`() {
  var fixture = AppFixture(columns: 80, lines: 14)
  fixture.receive(four)
  fixture.strike("jjp")
  // The selection goes with it.
  #expect(fixture.lines[2].hasPrefix("▌  b "))
  #expect(fixture.lines[3].hasPrefix("─────"))
  #expect(fixture.lines[4].hasPrefix("   a ") && fixture.lines[5].hasPrefix("   c "))
  #expect(
    fixture.lines[0].contains(ListState.Text.pinned(1))
      && fixture.lines[0].contains(TitleBar.Text.rowCounts(4, of: nil, columns: 80))
  )
  var rows = four
  rows[1].status = "refunded"
  fixture.receive(payments(rows))
  #expect(
    fixture.lines[2].hasPrefix("▌~ b ") && fixture.lines[2].contains("refunded"),
    "\(fixture.lines)"
  )
  rows.remove(at: 1)
  fixture.receive(rows)
  #expect(fixture.lines[2].hasPrefix("▌− b ") && fixture.lines[2].contains("refunded"))
  // It comes back to where it stands.
  fixture.receive(four)
  #expect(fixture.lines[2].contains("b ") && fixture.lines[2].contains("paid"))
  // The keys reach it above the first row, and let it go.
  fixture.strike("j")
  #expect(fixture.lines[4].hasPrefix("▌"))
  fixture.strike("k")
  #expect(fixture.lines[2].hasPrefix("▌") && fixture.lines[2].contains("b "))
  fixture.strike("p")
  #expect(fixture.shown == ["a", "b", "c", "d"])
  #expect(!fixture.lines[0].contains(RowsView.Text.pinned))
}

@Test func `rows in view stay on their screen lines when a row is pinned`() {
  var fixture = AppFixture(columns: 80, lines: 24)
  fixture.receive(snapshot(0..<100, at: 0))
  for _ in 0..<40 { fixture.strike("j") }
  let line = fixture.line(of: "row38 ")
  fixture.strike("p")
  #expect(fixture.line(of: "row38 ") == line)
  #expect(fixture.line(of: "row39 ") == 2)
}

@Test func `keys after pinning act on the pinned row`() {
  var fixture = AppFixture(columns: 80, lines: 24)
  fixture.receive(snapshot(0..<100, at: 0))
  for _ in 0..<3 { fixture.strike("j") }
  fixture.strike("p")
  #expect(fixture.app.list.currentRow?.id.description == "row2")
  #expect(fixture.press(.character("y")) == [.copy(Array("row2".utf8))])
  fixture.press(.enter)
  #expect(fixture.app.detail?.row.id.description == "row2")
  fixture.press(.escape)
  // Back in its place it is selected as well.
  fixture.strike("p")
  #expect(fixture.app.table.selectedRow?.id.description == "row2")
}

@Test func `below the pinned rows is the first row in view`() {
  var fixture = AppFixture(columns: 80, lines: 24)
  fixture.receive(snapshot(0..<100, at: 0))
  for _ in 0..<40 { fixture.strike("j") }
  fixture.strike("p")
  let first = fixture.app.table.visibleRows?.lowerBound ?? 0
  #expect(first > 0)
  fixture.strike("j")
  #expect(fixture.app.table.selectedOffset == first)
}

@Test func `pinned rows leave two thirds of the screen to the others`() {
  for lines in [1, 2, 3, 4, 5, 6, 8, 9, 12, 24, 30] {
    var fixture = AppFixture(columns: 60, lines: lines)
    fixture.receive(snapshot(0..<100, at: 0))
    fixture.press(.character("j"))
    for _ in 0..<20 { fixture.press(.character("p"), .character("j")) }
    #expect(fixture.app.list.arrangement.pins.count == 20)
    let layout = fixture.app.list.pinLayout(in: fixture.app.layout)
    #expect(layout.pins.count <= max(1, lines / 3) && layout.table.count >= min(lines, 1))
    #expect(fixture.app.table.height == layout.table.count)
    #expect(fixture.app.list.pinTable.height == layout.pins.count)
    _ = fixture.buffer
  }
}

@Test func `rows can be marked in sequence, found again, and are listed in order`() {
  var fixture = AppFixture()
  fixture.receive(four)
  fixture.strike("gvjv")
  #expect(fixture.lines[2].hasPrefix("  *a ") && fixture.lines[4].hasPrefix("  *c "))
  #expect(fixture.lines[0].contains(ListState.Text.marked(2)))
  fixture.pick("s", "AMOUNT")
  #expect(fixture.app.list.markedRows.map(\.id.description) == ["c", "a"])
  fixture.strike("G'")
  #expect(fixture.app.list.currentRow?.id.description == "c")
  fixture.strike("'")
  #expect(fixture.app.list.currentRow?.id.description == "a")
  fixture.strike("'")
  #expect(fixture.app.list.currentRow?.id.description == "c")
  // A marked row that leaves is not given; it is still marked when it returns.
  fixture.receive(Array(four.prefix(2)))
  #expect(fixture.app.list.markedRows.map(\.id.description) == ["a"])
  fixture.receive(four)
  #expect(fixture.app.list.markedRows.map(\.id.description) == ["c", "a"])
  fixture.strike("V")
  #expect(
    fixture.app.list.markedRows.isEmpty
      && !fixture.lines[0].contains(ListState.Text.marked(1).dropFirst(2))
  )
}

@Test func `the command line sorts and groups from the first row on`() {
  for (sort, shown) in [
    ("amount", ["b", "d", "a", "c"]), ("-amount", ["c", "a", "d", "b"]),
    ("-ID", ["d", "c", "b", "a"]),
  ] {
    var configuration = App.Configuration(feedName: "test")
    configuration.viewOptions = ViewOptions(sort: sort)
    var fixture = AppFixture(configuration: configuration)
    fixture.receive(four)
    #expect(fixture.shown == shown)
    configuration.viewOptions = ViewOptions(sort: sort, group: "status")
    fixture = AppFixture(configuration: configuration)
    fixture.receive(four)
    #expect(fixture.shown == ["[failed]"] + shown.filter { $0 != "b" } + ["[paid]", "b"])
  }
}

@Test func `an unknown column is reported with the existing ones`() {
  var configuration = App.Configuration(feedName: "test")
  configuration.viewOptions = ViewOptions(sort: "amuont")
  var fixture = AppFixture(columns: 120, configuration: configuration)
  fixture.receive(four)
  #expect(
    fixture.lines.last?.contains(ListState.Text.noColumn("amuont", "id, amount, status")) == true
  )
}

@Test func `keys without anything to act on report what would help`() {
  var fixture = AppFixture(columns: 120)
  fixture.receive(four)
  for (key, help) in [
    ("I", ListState.Text.notSorted), ("z", ListState.Text.notGrouped),
    ("Z", ListState.Text.notGrouped), ("p", ListState.Text.noSelection("j k")),
    ("v", ListState.Text.noSelection("j k")), ("'", ListState.Text.noneMarked),
    ("%", Notices.Text.unbound("%", help: "?")), ("b9", ColumnPick.Text.noColumn(9, of: 3)),
  ] {
    fixture.type(key)
    #expect(fixture.lines.last?.contains(help) == true, "\(key)")
    // It leaves the key hints alone again.
    fixture.settle()
    #expect(fixture.lines.last?.contains(help) == false, "\(key)")
  }
  fixture.pick("b", "STATUS")
  fixture.type("z")
  #expect(fixture.lines.last?.contains(ListState.Text.noSelection("j k")) == true)
}

@Test func `every size has a picture with groups, pins, marks and a column being chosen`() {
  for depth in ColorDepth.allCases {
    for (columns, lines) in [
      (1, 1), (2, 2), (5, 3), (10, 4), (20, 5), (40, 10), (80, 24), (200, 50),
    ] {
      var fixture = AppFixture(columns: columns, lines: lines, depth: depth)
      fixture.receive(four)
      fixture.strike("jp")
      fixture.pick("s", "AMOUNT")
      fixture.pick("b", "STATUS")
      fixture.strike("jvjos")
      #expect(fixture.buffer.size == TerminalSize(columns: columns, lines: lines))
    }
  }
}

@Test func `an order that leaves the first rows out of view reports how to get there`() {
  var fixture = AppFixture(lines: 10)
  fixture.receive(payments((0..<40).map { ("r\($0)", 100 * $0, "usd", "paid") }))
  fixture.settle()
  fixture.pick("s", "AMOUNT")
  #expect(fixture.lines.last?.contains(ListState.Text.wayToFirst("", "g")) == false)
  fixture.type("jjI")
  #expect(
    fixture.lines.last?.contains(
      ListState.Text.wayToFirst(ListState.Text.sorted("AMOUNT ▲"), "g")
    ) == true
  )
  fixture.strike("g")
  #expect(fixture.shown.first == "r0")
}

@Test func `the row that a key acts on is in view`() {
  for key in ["⏎", "y", "Y", "p", "v"] {
    var fixture = AppFixture(lines: 10)
    fixture.receive(payments((0..<40).map { ("r\($0)", 100 * $0, "usd", "paid") }))
    fixture.settle()
    let press = { (fixture: inout AppFixture) -> [App.Effect] in
      defer { fixture.settle() }
      return fixture.press(key == "⏎" ? .enter : .character(Character(key)))
    }
    // Scrolled out of view, and brought back.
    fixture.strike("jjj")
    for _ in 0..<20 { _ = fixture.app.handle(.control("e"), at: fixture.now) }
    #expect(!fixture.shown.contains("r2") && fixture.app.list.currentRow?.id.description == "r2")
    let effects = press(&fixture)
    if key != "p" { #expect(fixture.shown.contains("r2"), "\(key)") }
    if key == "y" { #expect(effects == [.copy(Array("r2".utf8))]) }

    // Left behind when the view went back to the live edge: the row there is meant.
    fixture.press(.escape, .escape)
    fixture.strike("VGF")
    #expect(fixture.shown.first == "r0" && !fixture.shown.contains("r39"))
    let others = press(&fixture)
    if key == "y" { #expect(others == [.copy(Array("r0".utf8))]) }
    if key == "⏎" { #expect(fixture.app.detail?.row.id.description == "r0") }
    if key == "p" { #expect(fixture.app.list.arrangement.pins.last?.row.id.description == "r0") }
  }
}

@Test func `the selection stays in view when its row is pinned`() {
  var fixture = AppFixture(lines: 12)
  fixture.receive(payments((0..<40).map { ("r\($0)", 100 * $0, "usd", "paid") }))
  fixture.strike("jjp")
  #expect(fixture.app.list.arrangement.pins.map(\.row.id.description) == ["r1"])
  #expect(fixture.app.list.currentRow?.id.description == "r1")
  #expect(fixture.lines.contains { $0.hasPrefix("▌") && $0.contains("r1") }, "\(fixture.lines)")
}

@Test func `the first rows of a new order are in view if no row is held`() {
  var fixture = AppFixture(lines: 10)
  fixture.receive(payments((0..<40).map { ("r\($0)", 100 * $0, "usd", "paid") }))
  fixture.settle()
  fixture.press(.character("G"), .escape)
  #expect(fixture.shown.last == "r39" && fixture.app.list.table.selection == nil)
  fixture.pick("s", "AMOUNT")
  #expect(fixture.shown.first == "r39")
  fixture.press(.character("G"), .escape)
  fixture.strike("I")
  #expect(fixture.shown.first == "r0")
  fixture.press(.character("G"), .escape)
  fixture.type(":filter amount>10")
  fixture.press(.enter)
  #expect(fixture.shown.first == "r11")
}

@Test func `what a log entry says is copied, as it has no key`() {
  var fixture = AppFixture(columns: 90)
  let line = #"{"time":"2026-11-20T10:00:0\#(1)Z","level":"info","msg":"started"}"# + "\n"
  fixture.receive(line + line.replacing("started", with: "ready"))
  fixture.strike("g")
  let effects = fixture.press(.character("y"))
  #expect(effects == [.copy(Array("2026-11-20T10:00:01Z info started".utf8))])
}

@Test func `rows are sorted by several columns`() {
  var fixture = AppFixture(lines: 12)
  fixture.receive(
    payments([
      ("r0", 300, "usd", "paid"), ("r1", 100, "usd", "open"), ("r2", 200, "usd", "paid"),
      ("r3", 100, "usd", "failed"), ("r4", 400, "usd", "open"),
    ])
  )
  fixture.settle()
  fixture.pick("s", "STATUS")
  fixture.type("s,")
  #expect(fixture.lines.contains { $0.contains(ColumnPick.Text.further) })
  fixture.type("AMOUNT")
  fixture.press(.enter)
  fixture.settle()
  #expect(fixture.shown == ["r3", "r4", "r1", "r0", "r2"])
  #expect(fixture.lines[0].contains("STATUS ▲ AMOUNT ▼"))
  // Its direction is inverted by choosing it once more, all directions by inverting the order.
  fixture.type("s,AMOUNT")
  fixture.press(.enter)
  fixture.settle()
  #expect(fixture.shown == ["r3", "r1", "r4", "r2", "r0"])
  fixture.strike("I")
  #expect(fixture.shown == ["r0", "r2", "r4", "r1", "r3"])
  fixture.type(":sort amount,-status")
  fixture.press(.enter)
  fixture.settle()
  #expect(fixture.shown == ["r1", "r3", "r2", "r0", "r4"])
  #expect(fixture.app.view(named: "x").options.sort == "amount,-status")
  // A column alone replaces them.
  fixture.pick("s", "AMOUNT")
  #expect(fixture.lines[0].contains("AMOUNT ▼") && !fixture.lines[0].contains("STATUS"))
  fixture.type(":sort amount,-")
  fixture.press(.enter)
  fixture.settle()
  #expect(fixture.lines.contains { $0.contains(CommandText.sortedColumns) })
}

@Test func `groups are ordered by their counts or sums, and overtake each other`() {
  var configuration = App.Configuration(feedName: "jobs", motion: .none)
  configuration.viewOptions = ViewOptions(group: "state by count")
  var fixture = AppFixture(columns: 80, lines: 20, configuration: configuration)
  func row(_ id: Int, _ state: String, _ amount: Int) -> String {
    #"{"id":\#(id),"state":"\#(state)","amount":\#(amount)}"# + "\n"
  }
  func groups(_ fixture: AppFixture) -> [String] {
    fixture.app.table.sections.map {
      fixture.app.list.arrangement.summary(ofGroup: $0.id)?.value ?? ""
    }
  }
  fixture.receive(
    row(1, "a", 900) + row(2, "b", 1) + row(3, "b", 2) + row(4, "c", 3) + row(5, "c", 4)
      + row(6, "c", 5)
  )
  fixture.settle()
  #expect(groups(fixture) == ["c", "b", "a"])
  #expect(fixture.lines[0].contains(ListState.Text.group("STATE", .count)))
  // Two rows leave the largest group; those of the others keep their places until a second has passed.
  fixture.receive(row(4, "b", 3) + row(5, "b", 4))
  fixture.now += .milliseconds(10)
  fixture.app.advance(to: fixture.now)
  fixture.now += .seconds(1)
  fixture.app.advance(to: fixture.now)
  #expect(groups(fixture) == ["b", "a", "c"])
  #expect(fixture.app.nextInstant.map { $0 > fixture.now } ?? true)
  // The choice of an order has those of the groups too.
  fixture.type("ssum")
  let order = fixture.app.list.arrangement.grouping.flatMap {
    ColumnPick.Text.groups(.init($0), .sum)
  }
  #expect(fixture.line(of: order ?? "no order") != nil, "\(fixture.lines)")
  fixture.press(.enter)
  fixture.settle()
  #expect(groups(fixture) == ["a", "b", "c"])
  fixture.type(":group state")
  fixture.press(.enter)
  fixture.settle()
  #expect(groups(fixture) == ["a", "b", "c"])
  #expect(fixture.app.list.arrangement.grouping?.ranking == .value)
  // The same column ungroups, whatever the order of the groups.
  fixture.type(":group state by count")
  fixture.press(.enter)
  fixture.type("b")
  fixture.press(.enter)
  fixture.settle()
  #expect(fixture.app.list.arrangement.grouping == nil)
  // A view has the order.
  fixture.type(":group state by sum")
  fixture.press(.enter)
  #expect(fixture.app.view(named: "x").options.group == "state by sum")
}

@Test func `groups that come and go are given up when the others are ordered`() {
  var configuration = App.Configuration(feedName: "requests", motion: .none)
  configuration.viewOptions = ViewOptions(group: "request by count")
  var fixture = AppFixture(columns: 80, lines: 20, configuration: configuration)
  for number in 0..<300 {
    fixture.receive(#"{"id":\#(number % 20),"request":"r\#(number)"}"# + "\n")
    fixture.now += .milliseconds(100)
    fixture.app.advance(to: fixture.now)
  }
  fixture.now += .seconds(2)
  fixture.app.advance(to: fixture.now)
  let list = fixture.app.list
  #expect(list.rebuildCount == 0 && list.table.sections.count == 20)
  #expect(list.arrangement.grouping.map { $0.groups.count <= 2 * 20 + 64 } == true)
}

@Test(arguments: [
  ("status", "status", GroupSpec.Ranking.value), ("status by count", "status", .count),
  ("node name by sum", "node name", .sum), ("by count", "by count", .value),
  ("paid by", "paid by", .value), ("paid by card", "paid by card", .value),
])
func `the order of groups is behind the column`(
  text: String,
  name: String,
  ranking: GroupSpec.Ranking
) {
  let spec = GroupSpec(text)
  #expect(spec == GroupSpec(name, ranking: ranking) && GroupSpec(spec.description) == spec)
}
