import ListDiffing
import TestSupport
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

@Test func `the header of the first section in view sticks to the first line`() {
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

@Test func `a key scrolls a row out from under the header that covers it`() {
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

@Test func `collapsing moves the selection to the header and marks nothing`() {
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

@Test func `insertions into a collapsed section are only counted`() {
  var table = makeSectionedTable(height: 3, rows: [Item(0), Item(1, state: 1)])
  table.collapse(section: "0", at: epoch)
  table.setSections(sections([Item(7), Item(0), Item(1, state: 1)]), at: .ms(500))
  #expect(frame(table, at: .ms(500))[0] == "   # state 0 (2)")
  #expect(table.lastBatch == BatchCounts())
}

@Test func `sections keep lines unique and end as without motion`() {
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
        var headers: Set<SectionID> = []
        for case .header(let header) in lines.map(\.content) {
          #expect(headers.insert(header.id).inserted, "seed \(seed) step \(step) \(header)")
        }
      }
      instant += delay
    }
  }
}

@Test func `a row restored on the first line is below the header of its section`() {
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

@Test func `a sectioned batch has the same result as setting the sections`() throws {
  var source = SeededGenerator(seed: 91)
  for _ in 0..<60 {
    func random() -> [TableSection<Item>] {
      let rows = (0..<12).shuffled(using: &source).prefix(Int.random(in: 4...12, using: &source))
      let ids = (0..<4).shuffled(using: &source).prefix(Int.random(in: 1...4, using: &source))
      return ids.map { id in
        TableSection(
          id: id,
          rows: rows.filter { $0 % ids.count == ids.firstIndex(of: id) }
            .map { Item($0, state: Int.random(in: 0..<2, using: &source)) }
        )
      }
    }
    let (old, new) = (random(), random())
    var table = makeTable(height: 30, motion: .none)
    table.setSections(old, at: epoch)
    if let first = old.first, Bool.random(using: &source) {
      table.collapse(section: first.id, at: epoch)
    }
    var other = table
    let batch = try SectionedBatchUpdates(
      SectionedDifference(from: old, to: new),
      from: old.map(\.rows.count),
      to: new.map(\.rows.count)
    )
    try table.performBatchUpdates(batch, to: new, at: .ms(20))
    other.setSections(new, at: .ms(20))
    #expect(table.sections == new)
    // The marks are told by the batch, and may be told in more than one way.
    let (shown, expected) = (frame(table, at: .ms(900)), frame(other, at: .ms(900)))
    #expect(shown.map { $0.dropFirst(3) } == expected.map { $0.dropFirst(3) }, "\(old) → \(new)")
  }
}

@Test func `a batch without sections throws if the table has sections`() {
  var table = makeSectionedTable(height: 9, rows: (0..<6).map { Item($0, state: $0 / 3) })
  let before = frame(table, at: epoch)
  #expect(throws: BatchUpdatesError.needsSections) {
    try table.insert(Item(9), atOffset: 0, at: epoch)
  }
  #expect(throws: BatchUpdatesError.needsSections) {
    let batch = try BatchUpdates(deletions: [0], from: 6, to: 5)
    try table.performBatchUpdates(batch, to: (1..<6).map { Item($0) }, at: epoch)
  }
  #expect(frame(table, at: epoch) == before)
}

@Test func `any value can name a section`() {
  struct Day: Hashable, Identifiable {
    var id: Int
  }
  let days = [
    ListSection(header: Day(id: 7), rows: [Item(1)]), .init(header: Day(id: 8), rows: []),
  ]
  var table = makeTable(height: 4, motion: .none)
  table.setSections(days.map { TableSection($0) { "day \($0.id)" } }, at: epoch)
  table.collapse(section: 7, at: epoch)
  #expect(table.collapsedSections == [7])
  #expect(table.sectionHeaders.map { $0.id.value(as: Int.self) } == [7, 8])
  #expect(table.sectionHeaders.map(\.title) == ["day 7", "day 8"])
  let isText = table.select(section: "7", at: epoch)
  let isNumber = table.select(section: SectionID(8), at: epoch)
  #expect(!isText && isNumber && table.selectedSection == 8)
}

@Test func `a row can be reloaded only by one with the same identity`() {
  var table = makeTable(height: 4, motion: .none)
  table.setRows([Item(1), Item(2)], at: epoch)
  #expect(throws: BatchUpdatesError.changedIdentity(offset: 1)) {
    try table.reloadRows([(1, Item(3))], at: epoch)
  }
  #expect(table.rows.map(\.id) == [1, 2])
}

@Test func `an invalid offset selects nothing and does not scroll`() {
  var table = makeTable(height: 2, motion: .none)
  table.setRows((0..<5).map { Item($0) }, at: epoch)
  for offset in [-1, 5, .max] {
    let isSelected = table.selectRow(atOffset: offset, at: epoch)
    let isScrolled = table.scrollTo(row: offset, at: epoch)
    #expect(!isSelected && !isScrolled)
  }
  #expect(table.selection == nil && frame(table, at: epoch) == ["   row 0", "   row 1"])
}

@Test func `a viewport of one line shows the selected row and not the header of its section`() {
  var table = makeSectionedTable(height: 1, rows: (0..<9).map { Item($0, state: $0 / 3) })
  #expect(frame(table, at: epoch) == ["   # state 0 (3)"])
  table.selectRow(atOffset: 4, at: epoch)
  #expect(frame(table, at: epoch) == ["▌  row 4 =1"])
  #expect(table.visibleRows == 4...4)
}

@Test func `expanding all sections at once keeps the selected header on its line`() {
  for motion in Motion.allCases {
    var table = makeSectionedTable(
      height: 6,
      motion: motion,
      rows: (0..<9).map { Item($0, state: $0 / 3) }
    )
    table.selectRow(atOffset: 4, at: epoch)
    table.setCollapsedSections(["0", "1", "2"], at: epoch)
    #expect(
      frame(table, at: .ms(5_000)) == [
        "   # state 0 (3)", "▌  # state 1 (3)", "   # state 2 (3)", "   ~~", "   ~~", "   ~~",
      ]
    )
    table.setCollapsedSections([], at: .ms(5_000))
    #expect(
      frame(table, at: .ms(9_000)) == [
        "   # state 0 (3)", "▌  # state 1 (3)", "   row 3 =1", "   row 4 =1", "   row 5 =1",
        "   # state 2 (3)",
      ]
    )
  }
}

@Test func `no header covers the tombstone of the selected row`() {
  var table = makeSectionedTable(height: 4, rows: (0..<9).map { Item($0, state: $0 / 3) })
  table.timing.tombstone = .milliseconds(300)
  table.selectRow(atOffset: 4, at: epoch)
  table.scroll(by: 4 - table.linesAbove, at: epoch)
  let others = table.sections.map { section in
    TableSection(
      header: section.header,
      rows: section.rows.filter { $0.id != table.selection }
    )
  }
  table.setSections(others, at: epoch)
  for lines in -3...3 {
    var scrolled = table
    scrolled.scroll(by: lines, at: .ms(5_000))
    let line = scrolled.contentLineOfSelection.map { $0 - scrolled.contentOffset } ?? -1
    let rest = scrolled.presentation(at: .ms(9_000)).lines
    #expect(rest.firstIndex { $0.isSelected } == (rest.indices.contains(line) ? line : nil))
  }
}
