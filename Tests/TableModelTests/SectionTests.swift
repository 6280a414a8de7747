import Testing

@testable import TableModel

/// Rows in three sections by their state, so that an update may move a row to another section.
private func sections(_ rows: [Item]) -> [TableSection<Item>] {
  (0..<3).map { state in
    TableSection(
      id: "\(state)",
      title: "state \(state)",
      rows: rows.filter { $0.state % 3 == state }
    )
  }
}

private func makeSectionedTable(height: Int, motion: Motion = .full, rows: [Item]) -> Table {
  var table = makeTable(height: height, motion: motion)
  table.setSections(sections(rows), at: epoch)
  return table
}

@Test func `the head of the first section in view sticks to the first line`() {
  var table = makeSectionedTable(height: 4, rows: (0..<9).map { Item($0, state: $0 / 3) })
  #expect(
    frame(table, at: epoch) == ["   # state 0 (3)", "   row 0", "   row 1", "   row 2"]
  )
  table.scroll(by: 2, at: epoch)
  #expect(
    frame(table, at: epoch) == [
      "   # state 0 (3)", "   row 2", "   # state 1 (3)", "   row 3 =1",
    ]
  )
  table.scroll(by: 2, at: epoch)
  #expect(
    frame(table, at: epoch) == ["   # state 1 (3)", "   row 3 =1", "   row 4 =1", "   row 5 =1"]
  )
}

@Test func `a key scrolls a row from under the head that covers it`() {
  var table = makeSectionedTable(height: 4, rows: (0..<9).map { Item($0, state: $0 / 3) })
  table.selectRow(atOffset: 8, at: epoch)
  for _ in 0..<4 { table.moveSelection(by: -1, at: epoch) }
  #expect(table.selectedRow?.id == 5)
  #expect(
    frame(table, at: epoch) == [
      "   # state 1 (3)", "▌  row 5 =1", "   # state 2 (3)", "   row 6 =2",
    ]
  )
}

@Test func `collapsing hands the selection to the head and marks nothing`() {
  var table = makeSectionedTable(height: 6, rows: (0..<9).map { Item($0, state: $0 / 3) })
  table.selectRow(atOffset: 1, at: epoch)
  table.collapse(section: "0", at: epoch)
  #expect(table.selectedSection == "0")
  #expect(frame(table, at: .ms(30)).contains { $0.contains("(row 1)") })
  let collapsed = [
    "▌  # state 0 (3)", "   # state 1 (3)", "   row 3 =1", "   row 4 =1", "   row 5 =1",
    "   # state 2 (3)",
  ]
  #expect(frame(table, at: .ms(400)) == collapsed)
  table.expand(section: "0", at: .ms(400))
  #expect(frame(table, at: .ms(400)) == collapsed)
  #expect(
    frame(table, at: .ms(800)) == [
      "▌  # state 0 (3)", "   row 0", "   row 1", "   row 2", "   # state 1 (3)", "   row 3 =1",
    ]
  )
  #expect(table.unseen.total == 0)
}

@Test func `a collapsed section takes rows in and only counts them`() {
  var table = makeSectionedTable(height: 3, rows: [Item(0), Item(1, state: 1)])
  table.collapse(section: "0", at: epoch)
  table.setSections(sections([Item(7), Item(0), Item(1, state: 1)]), at: .ms(500))
  #expect(frame(table, at: .ms(500))[0] == "   # state 0 (2)")
  #expect(table.lastBatch == BatchCounts())
}

@Test func `sections keep lines whole and end as without motion`() {
  for seed in 70..<74 as Range<UInt64> {
    var script = RandomScript(seed: seed, count: 20)
    var table = makeSectionedTable(height: 8, rows: script.rows)
    var still = makeSectionedTable(height: 8, motion: .none, rows: script.rows)
    var instant = epoch
    for step in 0..<2500 {
      let delay = script.delay()
      if case let action = script.action(), !action.isBatch {
        action.perform(on: &table, at: instant)
        action.perform(on: &still, at: instant)
      } else if Int.random(in: 0..<6, using: &script.random) == 0 {
        let id = "\(Int.random(in: 0..<3, using: &script.random))"
        table.toggle(section: id, at: instant)
        still.toggle(section: id, at: instant)
      } else {
        table.setSections(sections(script.rows), at: instant)
        still.setSections(sections(script.rows), at: instant)
      }
      let end = instant + .seconds(5)
      #expect(
        table.presentation(at: end).lines == still.presentation(at: end).lines,
        "seed \(seed) step \(step)"
      )
      for sample in [.zero, delay / 2, delay] as [Duration] {
        let lines = table.presentation(at: instant + sample).lines
        let ids = lines.compactMap(\.id)
        #expect(Set(ids).count == ids.count, "seed \(seed) step \(step) \(ids)")
        var heads: Set<String> = []
        for case .head(let head) in lines.map(\.content) {
          #expect(heads.insert(head.id).inserted, "seed \(seed) step \(step) \(head)")
        }
      }
      instant += delay
    }
  }
}

@Test func `a row that comes back on the first line stands below the head of its section`() {
  func parts(_ rows: [Item]) -> [TableSection<Item>] { sections(rows).filter { !$0.rows.isEmpty } }
  let rows = (0..<9).map { Item($0, state: $0 < 3 ? 0 : $0 == 3 ? 1 : 2) }
  var table = makeTable(height: 4, motion: .none)
  table.setSections(parts(rows), at: epoch)
  table.select(3, at: epoch)
  table.scroll(by: 2, at: epoch)
  #expect(table.presentation(at: epoch).lines.firstIndex(where: \.isSelected) == 1)
  // The row goes with its section; its tombstone is scrolled to the first line.
  table.setSections(parts(rows.filter { $0.id != 3 }), at: epoch)
  table.scroll(by: 1, at: epoch)
  #expect(table.presentation(at: epoch).lines.firstIndex(where: \.isSelected) == 0)
  table.setSections(parts(rows), at: epoch)
  #expect(
    frame(table, at: epoch).prefix(2) == [" + # state 1 (1)", "▌+ row 3 =1"],
    "\(frame(table, at: epoch))"
  )
}
