@testable import Ordering
@testable import Columns
import FeedIdentity
import FeedSources
import FeedStore
import FeedValues
import Patterns
import TableModel
import TerminalCore
import Testing
import Values

@testable import ListViewParts

private func payment(_ id: String, _ amount: Int, _ status: String) -> String {
  #"{"id":"\#(id)","amount":\#(amount),"status":"\#(status)"}"#
}

private let payments = rows(
  "[" + payment("a", 3, "paid") + "," + payment("b", 1, "open") + "," + payment("c", 2, "paid")
    + "]"
)

private func list(height: Int = 10) -> ListState {
  var list = ListState(height: height, motion: .none, options: ViewOptions())
  list.show(
    update(payments),
    isReload: true,
    isNews: false,
    at: start
  )
  return list
}

// MARK: The list

@Test func `a list sorts, inverts, groups and reports the result`() {
  let shown = context(showing: columns(of: payments))
  var list = list()
  #expect(list.invertSort(in: shown) == ListState.Text.notSorted)
  #expect(list.fold(in: shown) == ListState.Text.notGrouped)
  _ = list.sort(by: shown.column(named: "amount"), in: shown)
  #expect(list.table.rows.map { $0.id.description } == ["a", "c", "b"])
  _ = list.sort(by: shown.column(named: "AMOUNT"), in: shown)
  #expect(list.table.rows.map { $0.id.description } == ["b", "c", "a"], "the other way round")
  _ = list.group(by: shown.column(named: "status"), in: shown)
  #expect(list.table.sections.map(\.rows.count).sorted() == [1, 2])
  #expect(list.sort(by: nil, in: shown).contains("STATUS"))
  _ = list.group(by: nil, in: shown)
  #expect(list.table.rows.map { $0.id.description } == ["a", "b", "c"])
}

@Test func `options that name no column wait for one, and report it`() {
  var list = ListState(
    height: 10,
    motion: .none,
    options: ViewOptions(sort: "-amount", group: "nosuch")
  )
  let report = list.adoptOptions(from: update(payments).rows, in: context())
  #expect(report == nil, "no columns so far")
  list.show(update(payments), isReload: true, isNews: false, at: start)
  let shown = context(showing: columns(of: payments))
  let second = list.adoptOptions(from: update(payments).rows, in: shown)
  list.show(update(payments), isReload: false, isNews: true, at: start)
  #expect(second?.contains("nosuch") == true && list.pendingOptions.sort == nil)
  #expect(list.table.rows.map { $0.id.description } == ["a", "c", "b"])
}

@Test func `pinned rows move above the table and back, with the selection`() {
  let shown = context()
  var list = list()
  #expect(list.togglePin(in: shown) == ListState.Text.noSelection(shown.scrollKeys))
  list.move(.nextRow, at: start)
  _ = list.togglePin(in: shown)
  #expect(list.pinTable.rows.map { $0.id.description } == ["a"])
  #expect(list.table.rows.count == 2 && list.currentRow?.id.description == "a")
  #expect(list.rowCount == 3)
  list.move(.nextRow, at: start)
  #expect(list.currentRow?.id.description == "b")
  list.move(.previousRow, at: start)
  #expect(list.currentRow?.id.description == "a")
  _ = list.togglePin(in: shown)
  #expect(list.pinTable.rows.isEmpty && list.table.rows.count == 3)
}

@Test func `marked rows are copied in order, or else the selected one`() throws {
  var list = list()
  #expect(list.selectNextMarked(at: start) == ListState.Text.noneMarked)
  _ = list.toggleMark(in: context())
  list.move(.lastRow, at: start)
  _ = list.toggleMark(in: context())
  let rows = list.markedRows
  try #require(rows.count == 1 || rows.count == 2)
  guard case .copy(let bytes, _) = RowCopy(rows: payments, areMarked: true).keys else {
    Issue.record("no copy")
    return
  }
  #expect(String(decoding: bytes, as: UTF8.self) == "a\nb\nc")
  guard case .copy(let json, _) = RowCopy(rows: [payments[1]], areMarked: false).json else {
    Issue.record("no copy")
    return
  }
  #expect(String(decoding: json, as: UTF8.self) == payment("b", 1, "open"))
}

// MARK: The feed

@Test func `a feed loads without news, then changes, then ends`() {
  var feed = FeedState(Player(start: .liveEdge))
  let shown = context()
  #expect(feed.positions(isAway: false, in: shown) == [FeedState.Text.live])
  feed.player.receive([.snapshot(Snapshot(rows: Array(payments.prefix(1))))], at: start)
  let first = feed.advance(to: start)
  #expect(first?.kind == .load)
  #expect(feed.positions(isAway: false, in: shown) == [FeedState.Text.loading])
  feed.reachEnd()
  feed.player.receive([.snapshot(Snapshot(rows: payments))], at: start)
  _ = feed.advance(to: start)
  feed.player.receive([.snapshot(Snapshot(rows: Array(payments.dropFirst())))], at: start)
  #expect(feed.advance(to: start)?.kind == .change(isNews: true))
  #expect(feed.advance(to: start) == nil, "nothing is due")
  #expect(feed.step(by: -1, in: shown) == nil && feed.isHeld)
  #expect(feed.advance(to: start)?.kind == .change(isNews: false), "the past is no news")
  #expect(feed.positions(isAway: false, in: shown)[0].contains(FeedState.Text.paused))
  #expect(feed.step(by: -9, in: shown) == nil)
  #expect(feed.step(by: -1, in: shown) == FeedState.Text.first)
  #expect(feed.setSpeed(1e9) == FeedState.Text.speed(4_096))
  feed.status.isEnded = true
  #expect(!feed.wantsMore)
}

@Test func `what a recording still loads is skipped too, and items after that are news`() {
  var feed = FeedState(Player(start: .automatic))
  func receive(_ count: Int, at second: Int) {
    let time = FeedTime(seconds: 1_700_000_000 + second, nanosecond: 0)
    let snapshot = Snapshot(time: time, rows: Array(payments.prefix(count)))
    feed.player.receive([.snapshot(snapshot)], at: start)
  }
  for second in 0..<5 { receive(second % 3 + 1, at: 60 * second) }
  _ = feed.advance(to: start)
  feed.goToLatest()
  #expect(feed.advance(to: start)?.kind == .skip)
  receive(1, at: 300)
  #expect(feed.advance(to: start)?.kind == .skip, "it is still loading")
  feed.reachEnd()
  receive(2, at: 301)
  _ = feed.advance(to: start)
  receive(3, at: 302)
  #expect(feed.advance(to: start)?.kind == .change(isNews: true))
}

// MARK: Notices

@Test func `malformed input is announced for five seconds, and not again for thirty`() {
  var (notices, status) = (Notices(), FeedStatus())
  func malformed(_ count: Int) -> MalformedInputLog {
    (0..<count).reduce(into: MalformedInputLog()) { log, line in
      log.append(MalformedInput(line: line + 1, offset: 0, reason: "odd", bytes: []))
    }
  }
  func announce(_ count: Int, after time: Duration) {
    let log = malformed(count)
    notices.announce(
      after: status,
      malformedInput: log,
      keyProblems: [],
      isVisible: false,
      at: start + time
    )
    status.malformedInput = log
  }
  func shown(after time: Duration) -> String? {
    notices.announcement(of: status, hasRows: true, in: context(after: time))
  }
  announce(1, after: .zero)
  #expect(
    shown(after: .seconds(4)) == Notices.Text.malformed(1, status.malformedInput.newest[0], "!")
  )
  #expect(notices.nextChange(after: start) == start + .seconds(5))
  #expect(shown(after: .seconds(5)) == nil)
  announce(2, after: .seconds(10))
  #expect(shown(after: .seconds(10)) == nil)
  announce(3, after: .seconds(31))
  #expect(shown(after: .seconds(31)) != nil)
  notices.clear()
  #expect(shown(after: .seconds(31)) == nil && notices.hasKeys)
}

// MARK: Columns

@Test func `columns can be hidden, moved, resized and reset, and the choice is kept`() {
  var state = ColumnState(asked: nil, memory: ColumnMemory(), width: 80, hasLooks: true)
  state.choose(for: payments, key: nil, in: context())
  let titles = state.columns.map(\.title)
  #expect(titles.count == 3 && state.picked == nil)
  func change(_ change: ColumnChange) {
    var shown = context(showing: state.columns)
    shown.layout = state.layout
    state.carryOut(change, samples: payments, key: nil, in: shown)
  }
  change(.toggle(0))
  #expect(state.columns[0].visibility == .hidden && !state.layout.chosen.contains(0))
  change(.swap(1))
  #expect(state.columns.map(\.title) == [titles[0], titles[2], titles[1]])
  let width = state.columns[1].wantedWidth
  change(.resize(1, by: 3))
  #expect(state.columns[1].chosenWidth == width + 3)
  #expect(state.picked?.spec != nil)
  change(.reset)
  state.fit(to: payments, of: payments, key: nil, in: context())
  state.layOut(in: context().screen)
  #expect(state.columns.allSatisfy { $0.visibility != .hidden })
  #expect(state.scroll(by: 1, in: context().screen) == ColumnState.Text.noMore)
}

// MARK: Finding

@Test func `a search finds the next row, wraps around, and reports no match`() throws {
  let shown = context(showing: columns(of: payments))
  var find = FindState(filter: nil)
  func search(_ text: String, from start: Int) throws -> FindState.Arrival? {
    try find.startSearch(for: text, from: start, at: shown.instant)
    return find.continueSearch(TableRows(payments), in: shown).arrival
  }
  guard case .found(1, nil)? = try search("open", from: 0) else {
    Issue.record("not the second row")
    return
  }
  guard case .found(0, let report?)? = try search("3", from: 1) else {
    Issue.record("not the first row")
    return
  }
  #expect(report.hasPrefix(FindState.Text.wrapped(toTop: true, nil)))
  guard case .nowhere? = try search("nosuch", from: 0) else {
    Issue.record("found what is not there")
    return
  }
  _ = try search("", from: 0)
  #expect(find.search == nil)
  #expect(throws: PatternError.self) { try search("(", from: 0) }
}

@Test func `a time-dependent filter is due again, any other never`() throws {
  var find = FindState(filter: try Filter("status=paid"))
  let resolved = find.resolvedRule(in: ListReading(.utc), at: start)
  let rule = try #require(resolved)
  #expect(payments.map(rule) == [true, false, true])
  #expect(find.nextFilterInstant(rowCount: 3) == nil)
  find.filter = try Filter("created>-5m")
  _ = find.resolvedRule(in: ListReading(.utc), at: start)
  #expect(find.nextFilterInstant(rowCount: 3).map { $0 > start } == true)
}

// MARK: Changes

@Test func `changes are counted from when counting starts, and returned once`() throws {
  var player = Player()
  player.reachEnd()
  var watch = ChangeWatch(
    until: .row(try Filter("status=failed")),
    filter: nil,
    counts: true,
    keeps: true,
    log: ChangeLog(calendar: .utc, columns: nil)
  )
  func look(_ json: String, isNews: Bool) {
    player.receive([.snapshot(Snapshot(rows: rows(json)))], at: start)
    _ = player.advance(to: start)
    watch.look(
      at: player,
      showing: player.rows,
      key: nil,
      clocks: VolatileFields(),
      isNews: isNews,
      in: context()
    )
  }
  look("[" + payment("a", 1, "open") + "]", isNews: false)
  #expect(!watch.hasChanges && watch.match == nil)
  look("[" + payment("a", 1, "paid") + "," + payment("b", 1, "open") + "]", isNews: true)
  let digest = watch.takeChanges()
  #expect(digest?.updates == 1 && digest?.insertions == 1 && !watch.hasChanges)
  look("[" + payment("a", 1, "failed") + "]", isNews: true)
  #expect(watch.match?.id.description == "a" && watch.count == 4)
}
