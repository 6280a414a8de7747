@testable import Ordering
@testable import FeedStore
@testable import FeedSources
@testable import FeedValues
@testable import ListViewApp
@testable import ListViewParts
@testable import TableModel

/// Looks whether what the program keeps has bounds: things are counted, not bytes of the process.
struct MemoryOracle {
  private var count = 0
  private var highest = 0
  private var maximumRows = 0

  mutating func check(_ app: App, _ intake: FeedIntake) throws(Violation) {
    let player = app.player
    highest = max(highest, app.table.height)
    maximumRows = max(maximumRows, player.edge.count)
    func expect(_ value: Int, atMost limit: Int, _ what: String) throws(Violation) {
      if value > limit { throw Violation(.memory, "\(what): \(value), at most \(limit)") }
    }
    let history = player.historyCapacity
    try expect(player.bytesBefore, atMost: history, "bytes of history")
    // Items that were read at once are kept.
    try expect(player.bytesAhead, atMost: history + (1 << 20), "bytes ahead")
    try expect(player.isAtLiveEdge ? player.behind : 0, atMost: 0, "steps after the live edge")
    try expect(player.bytesBefore * -1, atMost: 0, "negative bytes of history")
    try expect(player.bytesAhead * -1, atMost: 0, "negative bytes ahead")
    let table = app.table
    try expect(table.tombstones.count, atMost: 2 * highest + 1, "tombstones")
    try expect(table.marks.count, atMost: 2 * maximumRows + 8_192, "marks")
    try expect(table.flashes.count, atMost: 2 * maximumRows + 64, "flashes")
    try expect(table.scene?.items.count ?? 0, atMost: 8 * highest + 16, "items in motion")
    try expect(
      app.columns.measuredRows.count,
      atMost: table.height + app.list.arrangement.pins.count,
      "measured rows"
    )
    try expect(
      app.status.malformedInput.newest.count,
      atMost: MalformedInputLog.capacity,
      "malformed input"
    )
    try expect(intake.keyProblems.count, atMost: 64, "key problems")
    try expect(app.columns.columns.count, atMost: 400, "columns")
    try expect(app.find.history[.command].count, atMost: PromptHistory.capacity, "entered commands")
    try expect(app.watch.digest.lines.count, atMost: 1_000, "lines about changes")
    count += 1
    // Few steps are counted each time, and many now and then.
    guard player.steps.count <= 64 || count % 64 == 0 else { return }
    let bytes = player.steps.reduce(0) { $0 + $1.byteCount }
    guard bytes == player.bytesBefore + player.bytesAhead else {
      let counted = player.bytesBefore + player.bytesAhead
      throw Violation(.memory, "steps have \(bytes) bytes, and \(counted) were counted")
    }
  }
}
