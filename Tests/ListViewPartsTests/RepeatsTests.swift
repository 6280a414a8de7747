@testable import Ordering
@testable import Columns
import FeedSources
import FeedStore
import FeedValues
import TableModel
import TestSupport
import Testing
import Values

@testable import ListViewParts

/// Columns of a log whose entries also have a number, which counts as a time.
private func logColumns() -> [Column] {
  var message = column("message")
  message.isMessage = true
  return [column("id", format: .time(.clock)), message, column("level", format: .level(.common))]
}

/// The rows that have lines, of all rows of a list.
private func lines(_ list: ListState) -> [RowID] {
  list.arrangement.content.rows.enumerated().filter { !list.repeats.folded.contains($0.offset) }
    .map(\.element.id)
}

@Test(arguments: 1...12 as ClosedRange<UInt64>)
func `lines are those of rows that repeat nothing, after any changes`(seed: UInt64) throws {
  var random = SeededGenerator(seed: seed)
  var decoder = FeedDecoder(key: [FieldPath("id")])
  var player = Player(start: .liveEdge, limit: RowLimit(rows: 60))
  var list = ListState(height: 12, motion: .none, options: ViewOptions())
  list.repeats.rule = RepeatRule(among: logColumns())
  let rule = try #require(list.repeats.rule)
  var (now, next, folds) = (start, 0, 0)
  func entry(_ id: Int) -> String {
    let message = Int.random(in: 0..<3, using: &random)
    return #"{"id":\#(id),"level":"info","message":"m\#(message)"}"#
  }
  for step in 0..<400 {
    let place: Comment = "seed \(seed), step \(step)"
    now += .milliseconds(50)
    var text = ""
    switch Int.random(in: 0..<12, using: &random) {
    case 0: text = #"{"at":1,"op":"delete","id":\#(Int.random(in: 0...next, using: &random))}"#
    case 1:
      var ids = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
        Int.random(in: 0...next, using: &random)
      }
      ids = Array(Set(ids)).shuffled(using: &random)
      text = "[" + ids.map(entry).joined(separator: ",") + "]"
    case 2: text = entry(Int.random(in: 0...next, using: &random))
    case 3: player.step(by: Int.random(in: -5...5, using: &random), at: now)
    case 4: player.returnToLiveEdge()
    case 5: list.move(.nextRow, at: now)
    case 6: list.move(.previousRow, at: now)
    case 7, 8: _ = list.toggleRepeats(at: now)
    case 9 where step % 7 == 0:
      let isShown = Bool.random(using: &random)
      list.arrangement.setFilter { isShown || $0.value.member("message")?.string != "m1" }
      list.showArranged(in: context(after: now - start))
    default:
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        next += 1
        text += entry(next) + "\n"
      }
    }
    player.receive(decoder.append(Array((text + "\n").utf8)), at: now)
    let selection = list.table.selection
    if let update = player.advance(to: now) {
      if seed % 2 == 0, case .slots = update.changes { list.releaseRows() }
      list.show(update, isReload: step == 0, isNews: true, at: now)
    }
    let all = Array(list.arrangement.content.rows)
    for offset in list.repeats.folded {
      #expect(rule.isRepeat(all[offset], of: all[offset - 1]), place)
    }
    folds += list.repeats.folded.count
    #expect(list.table.displayedRows.map(\.id) == lines(list), place)
    #expect(list.rebuildCount == 0 && list.table.selection == selection, place)
    // The lines have all rows between them, and each stands for rows that say the same.
    var end = 0
    for line in list.table.displayedRows.indices {
      let rows = list.rows(ofLine: line)
      #expect(rows.lowerBound == end && rows.count > 0, place)
      #expect(Set(all[rows].compactMap { $0.value.member("message")?.string }).count == 1, place)
      end = rows.upperBound
    }
    #expect(end == all.count, place)
    // Any of them can be gone to.
    var other = list
    if let offset = all.indices.randomElement(using: &random) {
      other.selectRow(offset, at: now)
      #expect(other.table.selection == all[offset].id, place)
    }
  }
  #expect(folds > 100)
}

@Test func `the rows of a search are numbered as all rows`() {
  var list = ListState(height: 12, motion: .none, options: ViewOptions())
  list.repeats.rule = RepeatRule(among: logColumns())
  let entries = rows(
    "["
      + ["a", "b", "b", "b", "c"].enumerated().map {
        #"{"id":\#($0),"level":"info","message":"\#($1)"}"#
      }.joined(separator: ",") + "]"
  )
  list.show(update(entries), isReload: true, isNews: false, at: start)
  #expect(list.table.displayedRows.count == 3 && list.searchedRows.count == 5)
  #expect(list.rows(ofLine: 1) == 1..<4 && list.rows(ofLine: 2) == 4..<5)
  list.selectRow(3, at: start) { _ in true }
  #expect(list.table.selectedOffset == 1 && list.hasFoldedSelection)
  #expect(list.selectedRows.map(\.id) == entries[1..<4].map(\.id))
  list.selectRow(3, at: start)
  #expect(list.table.selectedOffset == 3 && list.table.displayedRows.count == 5)
  #expect(list.selectedRows.map(\.id) == [entries[3].id])
  var isToggled = list.toggleRepeats(at: start)
  #expect(isToggled && list.table.selectedOffset == 1 && list.table.displayedRows.count == 3)
  list.move(.lastRow, at: start)
  isToggled = list.toggleRepeats(at: start)
  #expect(!isToggled)
}

@Test func `entries of a log repeat another one if only their times differ`() throws {
  let list = rows(
    #"""
    [{"time":"10:00:01","level":"info","message":"a","pid":1},
     {"time":"10:00:02","level":"info","message":"a","pid":1},
     {"time":"10:00:03","level":"warn","message":"a","pid":1},
     {"time":"10:00:03","level":"warn","message":"a","pid":2},
     {"time":"10:00:03","level":"warn","message":"a 1","pid":2}]
    """#
  )
  var message = column("message")
  message.isMessage = true
  let rule = try #require(
    RepeatRule(among: [column("time", format: .time(.clock)), message])
  )
  #expect((1..<5).map { rule.isRepeat(list[$0], of: list[$0 - 1]) } == [true, false, false, false])
  #expect(RepeatRule(among: [message]) == nil)
  #expect(RepeatRule(among: [column("time", format: .time(.clock)), column("message")]) == nil)
}
