@testable import Ordering
@testable import Columns
import FeedSources
import FeedStore
import FeedValues
import ListDiffing
import RowTree
import TableModel
import TestSupport
import Testing
import Values

@testable import ListViewParts

/// A feed by chance, and what is made of it by changes beside what is made of it anew.
private struct Flow {
  var random: SeededGenerator
  var decoder = FeedDecoder(key: [FieldPath("id")])
  var player = Player(start: .liveEdge, limit: RowLimit(rows: 60))
  var now = ContinuousClock.now
  var arrangement = Arrangement()

  mutating func row() -> String {
    let id = Int.random(in: 0..<90, using: &random)
    let value = Int.random(in: 0..<6, using: &random)
    let amount = ["null", "1.5", "-20", "1e400", "\(id)", "7"][value]
    let currency = ["usd", "eur"].randomElement(using: &random) ?? ""
    let group = ["a", "b", "c", "d\(id % 5)"].randomElement(using: &random) ?? ""
    // Of the notes that entries hold the words, most are the same.
    let note = "a note that is longer than the words of an entry \(value)"
    return
      #"{"id":\#(id),"amount":\#(amount),"currency":"\#(currency)","group":"\#(group)","note":"\#(note)"}"#
  }

  mutating func receive() {
    var text = ""
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      var rows: [String] = []
      var seen: Set<Substring> = []
      for _ in 0..<Int.random(in: 0..<70, using: &random) {
        let row = row()
        if seen.insert(row.prefix { $0 != "," }).inserted { rows.append(row) }
      }
      text = "[\(rows.joined(separator: ","))]\n"
    case 1:
      // A few rows come, go and move between the others, where places are close.
      var rows = player.rows.map { $0.value.text.withBytes { String(decoding: $0, as: UTF8.self) } }
      var ids = Set(player.rows.map { "\($0.id)" })
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let (row, offset) = (row(), Int.random(in: 0...rows.count, using: &random))
        let id = row.dropFirst(6).prefix { $0 != "," }
        if Bool.random(using: &random), let last = rows.indices.randomElement(using: &random) {
          let moved = rows.remove(at: last)
          rows.insert(moved, at: min(offset, rows.count))
        } else if ids.insert(String(id)).inserted {
          rows.insert(row, at: offset)
        }
      }
      text = "[\(rows.joined(separator: ","))]\n"
    case 2...3:
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        let id = Int.random(in: 0..<90, using: &random)
        text += #"{"at":1,"op":"delete","id":\#(id)}"# + "\n"
      }
    default: for _ in 0..<Int.random(in: 1...5, using: &random) { text += row() + "\n" }
    }
    player.receive(decoder.append(Array(text.utf8)), at: now)
  }

  mutating func choose() {
    let isDescending = Bool.random(using: &random)
    let money = column("amount", format: .amount)
    switch Int.random(in: 0..<14, using: &random) {
    case 13:
      let keys = [("group", ValueOrder.text), ("amount", .number)].shuffled(using: &random).map {
        let isDescending = Bool.random(using: &random)
        return Arrangement.Sort.Key(column: column($0), order: $1, isDescending: isDescending)
      }
      arrangement.setSort(Arrangement.Sort(keys))
    case 12:
      arrangement.setSort(.init(column: column("note"), order: .text, isDescending: isDescending))
    case 0: arrangement.setSort(nil)
    case 1:
      arrangement.setSort(
        .init(column: column("amount"), order: .number, isDescending: isDescending)
      )
    case 2:
      arrangement.setSort(.init(column: column("group"), order: .text, isDescending: isDescending))
    case 3: arrangement.setGrouping(by: column("group"), order: .text, summing: money)
    case 4: arrangement.setGrouping(by: nil, order: .text, summing: nil)
    case 5: arrangement.setFilter { $0.value.member("group")?.string != "b" }
    case 6: arrangement.setFilter { $0.value.member("group")?.string != "a" }
    case 7: arrangement.setFilter(nil)
    case 8: if let row = player.rows.randomElement(using: &random) { arrangement.togglePin(row) }
    case 9: player.togglePause(at: now)
    case 10: player.step(by: Int.random(in: -9...9, using: &random), at: now)
    default: player.returnToLiveEdge()
    }
  }
}

private func text(_ summary: GroupSummary?) -> String {
  summary.map { "\($0.value ?? "") \($0.sample.id) \($0.count) \($0.sums)" } ?? "none"
}

@Test(arguments: 1...8 as ClosedRange<UInt64>)
func `rows arranged incrementally equal rows arranged from scratch`(seed: UInt64) throws {
  var flow = Flow(random: SeededGenerator(seed: seed))
  if seed.isMultiple(of: 3) { flow.player.changesPerTurn = 3 }
  var batches = 0
  for step in 0..<500 {
    let place: Comment = "seed \(seed), step \(step)"
    flow.now += .milliseconds(50)
    if Int.random(in: 0..<5, using: &flow.random) == 0 {
      flow.choose()
      _ = flow.arrangement.display()
    }
    flow.receive()
    guard let update = flow.player.advance(to: flow.now) else { continue }
    let before = flow.arrangement.content
    // A caller that gives up the rows before they change is told the same.
    if seed % 2 == 0, flow.arrangement.isDisplayed, case .slots = update.changes {
      flow.arrangement.releaseRows()
    }
    let batch = flow.arrangement.update(update) { $0 == $1 }
    let after = flow.arrangement.content
    var anew = flow.arrangement
    anew.arrangeAnew()
    let expected = anew.content
    #expect(after.rows.map(\.id) == expected.rows.map(\.id), place)
    #expect(after.rows.elementsEqual(expected.rows), place)
    #expect(after.sections == expected.sections, place)
    for section in after.sections ?? [] {
      #expect(
        text(flow.arrangement.summary(ofGroup: section.id))
          == text(anew.summary(ofGroup: section.id)),
        place
      )
    }
    for (offset, row) in after.rows.enumerated() {
      #expect(after.rows[offset] == row, place)
    }
    // Several in one go are those that are looked up one by one, pinned ones among them.
    for rows in [after.rows, flow.arrangement.filteredRows] {
      let start = Int.random(in: 0...rows.count, using: &flow.random)
      let offsets = start..<Int.random(in: start...rows.count, using: &flow.random)
      var found: [Row] = []
      rows.forEach(in: offsets) { found.append($0) }
      #expect(found == offsets.map { rows[$0] }, place)
    }
    guard let batch else {
      _ = flow.arrangement.display()
      continue
    }
    batches += 1
    let updates = batch.updates
    let result = try updates.applying(to: Array(before.rows)) { after.rows[$0] }
    #expect(result == Array(after.rows), place)
    // Unchanged rows stay; of the changed ones, only those that say something else are updated.
    let old = Dictionary(uniqueKeysWithValues: before.rows.map { ($0.id, $0) })
    let changed = after.rows.filter { row in old[row.id].map { $0 != row } ?? false }
    #expect(Set(updates.updates.map { after.rows[$0.new].id }) == Set(changed.map(\.id)), place)
    // The rows before are known of all that changed, and all of them by their handles.
    let left = updates.deletions + updates.moves.map(\.source) + updates.updates.map(\.old)
    for offset in left { #expect(batch.leftRows[offset] == before.rows[offset], place) }
    func handles(_ offsets: [Int]) -> [Int] { offsets.map(source.handle(at:)).sorted() }
    let source = flow.arrangement.arrangedRows
    #expect(batch.handles.inserted.sorted() == handles(updates.insertions), place)
    #expect(batch.handles.moved.sorted() == handles(updates.moves.map(\.target)), place)
    #expect(batch.handles.updated.sorted() == handles(updates.updates.map(\.new)), place)
  }
  #expect(batches > 50)
}

@Test func `a merged batch equals one built change by change`() {
  let seed = UInt64.random(in: 0..<1_000_000)
  var random = SeededGenerator(seed: seed)
  let rule = OrderRule()
  let rows = FeedRows()
  func precedes(_ left: OrderEntry, _ right: OrderEntry) -> Bool {
    rule.precedes(left, right, in: rows)
  }
  for round in 0..<300 {
    func entry(_ slot: Int) -> OrderEntry {
      OrderEntry(
        words: KeyWords(number: UInt64.random(in: 0..<5, using: &random)),
        place: Int64(slot) << 31,
        slot: Int32(slot),
        group: 0,
        isShown: Bool.random(using: &random)
      )
    }
    let all = (0..<Int.random(in: 1...60, using: &random)).map(entry).sorted(by: precedes)
    let leaving = all.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
    let count = Int.random(in: 0...30, using: &random)
    let arriving = (0..<count).map { entry(100 + $0) }.sorted(by: precedes)
    var (single, merged) = (RankTree(all, capacity: 4), RankTree(all, capacity: 4))
    let comparison = EntryComparison(rule, rows, knowing: KeyTails())
    let first = single.replace(leaving, by: arriving) {
      comparison.placement($0, $1, isLeaving: $2)
    }
    let second = Arrangement.merge(leaving, arriving, &merged, comparison, nil)
    let (old, new) = (first.old.map(\.count), first.new.map(\.count))
    let place: Comment = "seed \(seed), round \(round)"
    #expect(old == second.old.map(\.count) && new == second.new.map(\.count), place)
    #expect(first.left.map(\.slot) == leaving.map(\.slot), place)
    #expect(second.left.map(\.isShown) == leaving.map(\.isShown), place)
    #expect(first.left.map(\.isShown) == leaving.map(\.isShown), place)
    #expect(single.elements.map(\.slot) == merged.elements.map(\.slot), place)
    // The answers of an array.
    let shown = all.filter(\.isShown).map(\.slot)
    let left = zip(leaving, old).filter(\.0.isShown)
    #expect(left.map(\.0.slot) == left.map { shown[$0.1] }, place)
    let slots = Set(leaving.map(\.slot))
    let stayed = all.filter { !slots.contains($0.slot) }
    let result = (stayed + arriving).sorted(by: precedes)
    #expect(single.elements.map(\.slot) == result.map(\.slot), place)
    let now = result.filter(\.isShown).map(\.slot)
    let arrived = zip(arriving, new).filter(\.0.isShown)
    #expect(arrived.map(\.0.slot) == arrived.map { now[$0.1] }, place)
  }
}

@Test func `as few rows as possible move, and none that did not change`() {
  let seed = UInt64.random(in: 0..<1_000_000)
  var random = SeededGenerator(seed: seed)
  for round in 0..<300 {
    let count = Int.random(in: 1...12, using: &random)
    let changed = Set((0..<count).filter { _ in Bool.random(using: &random) })
    var order = (0..<count).filter { !changed.contains($0) }
    for row in changed.shuffled(using: &random) {
      order.insert(row, at: Int.random(in: 0...order.count, using: &random))
    }
    var batch = BatchBuilder(changed.count)
    let rows = changed.sorted()
    for (index, row) in rows.enumerated() { batch.setOld(row, of: index) }
    for (offset, row) in order.enumerated() {
      if let index = rows.firstIndex(of: row) { batch.setNew(offset, of: index) }
    }
    let moves = batch.difference { Int($0) }.moves.count
    // The fewest rows without which the others stand in their order before, and no unchanged one of them.
    var fewest = changed.count
    for choice in 0..<1 << changed.count {
      let moved = Set(
        rows.enumerated().filter { choice >> $0.offset & 1 == 1 }.map(\.element)
      )
      let rest = order.filter { !moved.contains($0) }
      if rest == rest.sorted() { fewest = min(fewest, moved.count) }
    }
    #expect(moves == fewest, "seed \(seed), round \(round): \(order), changed \(changed)")
  }
}

/// The findings of a pass, in a form that two passes have in common.
private func text(_ figures: [SummaryFigure]) -> [String] {
  figures.map { figure in
    let tally = figure.tally.filter { $0.value != 0 }.sorted { $0.key < $1.key }
    let amounts = figure.amounts.sorted { $0.key < $1.key }
      .map { "\($0.key) \($0.value.sum.text ?? "?") of \($0.value.count)" }
    let extremes = figure.extremes.sorted { $0.key < $1.key }
      .map {
        "\($0.key) \($0.value.row?.value.member("amount")?.string ?? "") of \($0.value.count)"
      }
    return "\(figure.count) \(tally) \(amounts) \(extremes) \(figure.signs) \(figure.leftOut)"
  }
}

@Test(arguments: 1...8 as ClosedRange<UInt64>)
func `a summary updated incrementally is that of all rows`(seed: UInt64) {
  var flow = Flow(random: SeededGenerator(seed: seed))
  let amount = column("amount", format: .amount)
  let measures: [SummaryMeasure] = [
    .count, .tally(column("group"), isSelective: false), .total(amount), .signs(amount),
    .fold(.avg, amount, .number), .fold(.min, amount, .number), .fold(.max, amount, .number),
  ]
  var (pass, followed, compared): (SummaryPass?, Int, Int) = (nil, 0, 0)
  for step in 0..<300 {
    flow.now += .milliseconds(50)
    if Int.random(in: 0..<20, using: &flow.random) == 0 {
      flow.choose()
      pass = nil
    }
    // Not all of it is to be spent in the past.
    if step.isMultiple(of: 30) { flow.player.returnToLiveEdge() }
    flow.receive()
    guard let update = flow.player.advance(to: flow.now) else { continue }
    _ = flow.arrangement.update(update) { $0 == $1 }
    let changes = flow.arrangement.takeChanges()
    if changes == nil { pass = nil }
    pass?.follow(changes ?? [])
    if pass?.isStale ?? true {
      pass = SummaryPass(measures, rows: flow.arrangement.filteredRows)
    } else {
      followed += 1
    }
    guard pass?.advance(by: Int.random(in: 0..<40, using: &flow.random)) == true,
      pass?.isStale == false
    else { continue }
    compared += 1
    var whole = SummaryPass(measures, rows: flow.arrangement.filteredRows)
    _ = whole.advance(by: .max / 2)
    #expect(whole.isComplete)
    #expect(text(pass?.figures ?? []) == text(whole.figures), "seed \(seed), step \(step)")
  }
  #expect(followed > 0 && compared > 0)
}
