import TestSupport
import Testing

@testable import TableModel

private func ids(_ table: Table, at instant: ContinuousClock.Instant = .ms(0)) -> [Int?] {
  table.presentation(at: instant).lines.map(\.id)
}

private func items(_ ids: some Sequence<Int>) -> [Item] { ids.map { Item($0) } }

/// Rows in sections of three by their number.
private func sections(_ rows: [Item], note: String = "") -> [TableSection<Item>] {
  Dictionary(grouping: rows) { $0.id / 3 }.sorted { $0.key < $1.key }.map {
    TableSection(id: "\($0.key)", title: "group \($0.key)\(note)", rows: $0.value)
  }
}

@Test func `a click finds what is drawn on its line, even during motion`() {
  var table = makeTable(height: 5, rows: 0..<9)
  table.setRows(items([9, 0, 1, 3, 4, 5, 6, 7, 8]), at: .ms(0))
  for time in stride(from: 0, through: 300, by: 15) {
    let lines = table.presentation(at: .ms(time)).lines
    for line in -1...5 {
      let content = table.content(atLine: line, at: .ms(time))
      #expect(content == (lines.indices.contains(line) ? lines[line].content : .empty))
      var clicked = table
      let isHit = clicked.select(atLine: line, at: .ms(time))
      if case .row(let row, _) = content {
        #expect(isHit && clicked.selection == row.id, "line \(line) at \(time) ms")
        #expect(ids(clicked, at: .ms(time)) == lines.map(\.id), "nothing jumps")
      } else {
        #expect(!isHit && clicked.selection == nil, "line \(line) at \(time) ms")
      }
    }
  }
}

@Test func `a click on a tombstone keeps it, and one on a sticky header selects its section`() {
  var table = makeTable(height: 4, rows: 0..<9)
  table.select(atLine: 2, at: .ms(0))
  table.setRows(items([0, 1, 3, 4, 5, 6, 7, 8]), at: .ms(0))
  let isKept = table.select(atLine: 2, at: .ms(500))
  #expect(isKept && table.selection == 2)
  #expect(table.presentation(at: .ms(500)).lines[2].content == .tombstone(Item(2)))

  var grouped = makeTable(height: 4)
  grouped.setSections(sections(items(0..<9)), at: .ms(0))
  grouped.scroll(by: 6, at: .ms(0))
  #expect(frame(grouped, at: .ms(0)).first == "   # group 1 (3)")
  grouped.select(atLine: 0, at: .ms(0))
  #expect(grouped.selectedSection == "1")
  grouped.select(section: "2", at: .ms(0))
  #expect(grouped.selectedSection == "2")
  let isThere = grouped.select(section: "none", at: .ms(0))
  #expect(!isThere && grouped.selectedSection == "2")
}

@Test func `the wheel leaves the live edge line by line, and resumes following when it returns`() {
  for edge in LiveEdge.allCases {
    let away = edge == .top ? 1 : -1
    var table = makeTable(height: 5, liveEdge: edge, rows: 0..<30)
    var rows = table.rows
    func arrive(_ id: Int, _ time: Int) {
      rows.insert(Item(id), at: edge == .top ? 0 : rows.count)
      table.setRows(rows, at: .ms(time))
    }
    for notch in 1...3 { table.scroll(by: away, at: .ms(notch * 20)) }
    #expect(!table.isFollowing)
    let place = ids(table, at: .ms(100))
    arrive(100, 100)
    for time in stride(from: 100, through: 400, by: 10) {
      #expect(ids(table, at: .ms(time)) == place)
    }
    #expect(table.unseen.total == 1)
    for notch in 1...3 {
      table.scroll(by: -away, at: .ms(400 + notch * 20))
      #expect(!table.isFollowing)
    }
    // The row that came meanwhile is a line further.
    table.scroll(by: -away, at: .ms(480))
    #expect(table.isFollowing && table.unseen.total == 0)
    arrive(101, 500)
    #expect(ids(table, at: .ms(900)).contains(101))
  }
}

@Test func `grouping and ungrouping keep the selection on its line`() {
  for motion in Motion.allCases {
    var table = makeTable(height: 10, motion: motion, rows: 0..<30)
    table.selectRow(atOffset: 12, at: .ms(0))
    let line = ids(table, at: .ms(0)).firstIndex(of: 12)
    table.setSections(sections(table.rows), byUser: true, at: .ms(500))
    for time in stride(from: 500, through: 900, by: 10) {
      #expect(ids(table, at: .ms(time)).firstIndex(of: 12) == line, "\(motion) \(time) ms")
    }
    #expect(table.presentation(at: .ms(900)).lines.allSatisfy { $0.mark == nil })
    #expect(table.presentation(at: .ms(900)).lines.count { $0.content.header != nil } >= 3)
    #expect(table.selection == 12 && table.unseen.total == 0)
    table.setRows(items(0..<30), byUser: true, at: .ms(2000))
    for time in stride(from: 2000, through: 2400, by: 10) {
      #expect(ids(table, at: .ms(time)).firstIndex(of: 12) == line, "\(motion) \(time) ms")
    }
    #expect(table.sections.isEmpty && table.lastBatch == BatchCounts())
  }
}

@Test func `grouping expands the section of the selected row`() {
  var table = makeTable(height: 10, motion: .none)
  table.setSections(sections(items(0..<9)), at: .ms(0))
  table.collapse(section: "1", at: .ms(0))
  table.setRows(items(0..<9), byUser: true, at: .ms(0))
  table.selectRow(atOffset: 4, at: .ms(0))
  table.setSections(sections(items(0..<9)), byUser: true, at: .ms(0))
  #expect(table.selection == 4 && table.selectedOffset == 4)
  #expect(table.collapsedSections.isEmpty)
}

@Test func `a sort moves rows in view to their positions line by line`() {
  var table = makeTable(height: 8, rows: 0..<8)
  table.setRows(items([0, 2, 1, 4, 3, 6, 5, 7]), byUser: true, at: .ms(0))
  var lines = ids(table, at: .ms(0))
  #expect(lines == Array(0..<8))
  for time in stride(from: 0, through: 300, by: 5) {
    let next = ids(table, at: .ms(time))
    for (line, id) in next.enumerated() {
      #expect(abs((lines.firstIndex(of: id) ?? 99) - line) <= 1, "row \(id ?? -1) at \(time) ms")
    }
    lines = next
  }
  #expect(lines == [0, 2, 1, 4, 3, 6, 5, 7])
  #expect(table.presentation(at: .ms(0)).lines.allSatisfy { $0.mark == nil })
}

@Test func `an updated title is shown, but not counted or marked as a change`() {
  var table = makeTable(height: 4)
  table.setSections(sections(items(0..<9)), at: .ms(0))
  table.setSections(sections(items(0..<9), note: " · $120.00"), at: .ms(500))
  #expect(frame(table, at: .ms(500)).first == "   # group 0 · $120.00 (3)")
  #expect(table.lastBatch == BatchCounts() && table.scene == nil)
  var rows = items(0..<9)
  rows[1].state = 1
  table.setSections(sections(rows, note: " · $121.00"), at: .ms(1000))
  #expect(table.lastBatch.updates == 1)
  #expect(table.presentation(at: .ms(1000)).lines.map(\.mark) == [nil, nil, .update, nil])
}

@Test func `a match in a collapsed section expands it`() {
  var table = makeTable(height: 5)
  table.setSections(sections(items(0..<30)), at: .ms(0))
  for section in ["2", "5", "8"] { table.collapse(section: section, at: .ms(0)) }
  table.select(16, at: .ms(500))
  #expect(table.selection == 16 && table.collapsedSections == ["2", "8"])
  #expect(ids(table, at: .ms(1000)).contains(16))
  table.scrollTo(7, position: .middle, at: .ms(1500))
  #expect(table.selection == 16 && table.collapsedSections == ["8"])
  #expect(ids(table, at: .ms(2000))[2] == 7)
  let isThere = [table.select(99, at: .ms(2500)), table.scrollTo(99, at: .ms(2500))]
  #expect(isThere == [false, false])
  #expect(table.selection == 16 && table.collapsedSections == ["8"])
}

@Test func `marked rows are found across sections, skipping collapsed ones`() {
  var table = makeTable(height: 6, motion: .none)
  table.setSections(sections(items(0..<30)), at: .ms(0))
  table.collapse(section: "3", at: .ms(0))
  var rows = items(0..<30)
  for id in [4, 10, 20] { rows[id].state = 1 }
  table.setSections(sections(rows), at: .ms(0))
  var visited: [Int?] = []
  for movement in [Movement.nextMarked, .nextMarked, .nextMarked, .previousMarked] {
    table.moveSelection(movement, at: .ms(0))
    visited.append(table.selection)
    #expect(ids(table).contains(table.selection))
  }
  #expect(visited == [4, 20, 20, 4])
}

@Test func `a tracked row is followed into another section`() {
  var table = makeTable(height: 5, motion: .none)
  let rows = items(0..<30)
  table.setSections(
    [TableSection(id: "a", rows: rows), TableSection(id: "b", rows: [])],
    at: .ms(0)
  )
  table.select(3, at: .ms(0))
  table.track(at: .ms(0))
  let line = ids(table).firstIndex(of: 3)
  table.setSections(
    [
      TableSection(id: "a", rows: rows.filter { $0.id != 3 }),
      TableSection(id: "b", rows: [Item(3)]),
    ],
    at: .ms(0)
  )
  #expect(table.selection == 3 && table.selectedOffset == 29)
  #expect(ids(table).firstIndex(of: 3) == line)
}

@Test func `a tracked row is not covered by the header of its section`() {
  var table = makeTable(height: 5, motion: .none)
  let rows = items(0..<30)
  table.setSections([TableSection(id: "a", rows: rows)], at: .ms(0))
  table.select(3, at: .ms(0))
  table.track(at: .ms(0))
  // Its line is the first one, over which the header lies.
  table.scroll(by: 4, at: .ms(0))
  #expect(!ids(table).contains(3) && ids(table).contains(4))
  table.setSections([TableSection(id: "a", rows: items(0..<31))], at: .ms(0))
  #expect(ids(table).contains(3))
}

@Test func `opening a pane below keeps the selected row in view, and motion continues`() {
  for edge in LiveEdge.allCases {
    for selected in [2, 9, 17, 25] {
      var table = makeTable(height: 20, liveEdge: edge, rows: 0..<60)
      table.scroll(by: edge == .top ? 10 : -20, at: .ms(0))
      table.select(atLine: min(selected, 19), at: .ms(0))
      var rows = table.rows
      rows.insert(Item(99), at: table.firstVisibleRow + 3)
      table.setRows(rows, at: .ms(100))
      let before = table.presentation(at: .ms(160)).lines
      table.resize(height: 10, showsSelection: true, at: .ms(160))
      // Below the ninth line nothing that moves is left in view.
      #expect(table.scene != nil || selected > 9)
      let after = table.presentation(at: .ms(160)).lines
      #expect(after.contains { $0.isSelected })
      let moved = Set(
        after.enumerated().compactMap { line, each in
          before.firstIndex { $0.id == each.id }.map { line - $0 }
        }
      )
      #expect(moved.count == 1, "all lines are shifted alike: \(moved)")
      table.resize(height: 20, at: .ms(180))
      #expect(table.presentation(at: .ms(180)).lines.contains { $0.isSelected })
      #expect(table.presentation(at: .ms(999)).lines.allSatisfy { !$0.isEmpty })
    }
  }
}

@Test func `a pane for a row that the live edge pushes away stops following`() {
  var table = makeTable(height: 20, rows: 0..<60)
  table.moveSelection(.down, at: .ms(0))
  table.setRows(items(Array(100..<115) + Array(0..<60)), at: .ms(0))
  #expect(table.isFollowing && table.selection == 0)
  var follower = table
  follower.resize(height: 10, at: .ms(500))
  #expect(follower.isFollowing && !ids(follower, at: .ms(999)).contains(0))
  table.resize(height: 10, showsSelection: true, at: .ms(500))
  #expect(!table.isFollowing && ids(table, at: .ms(999)).last == 0)
}

@Test func `pinned rows are a table of their own above the other`() {
  // The rows that the user pinned, in the order in which that was done, over the whole list.
  var strip = makeTable(height: 2, rows: [7, 20])
  var table = makeTable(height: 6, rows: 0..<30)
  table.scroll(by: 5, at: .ms(0))
  var rows = table.rows
  rows[20].state = 1
  table.setRows(rows, at: .ms(500))
  strip.setRows([rows[7], rows[20]], at: .ms(500))
  let lines = strip.presentation(at: .ms(500)).lines + table.presentation(at: .ms(500)).lines
  #expect(lines.map(\.id) == [7, 20, 5, 6, 7, 8, 9, 10])
  #expect(lines[1].mark == .update && lines[1].flashes == [.state: 1])
  // The next one takes its line from the list, which keeps its place.
  strip.resize(height: 3, at: .ms(900))
  strip.setRows([rows[7], rows[20], rows[9]], byUser: true, at: .ms(900))
  table.resize(height: 5, at: .ms(900))
  #expect(ids(strip, at: .ms(1500)) + ids(table, at: .ms(1500)) == [7, 20, 9, 5, 6, 7, 8, 9])
}

@Test
func `a selected row on the first line is not covered by the header of a section that it gets`() {
  var table = makeTable(height: 4, rows: 0..<9)
  table.scroll(by: 5, at: .ms(0))
  table.select(atLine: 0, at: .ms(0))
  #expect(table.selection == 5)
  table.setSections(sections(items(0..<9)), byUser: true, at: .ms(500))
  #expect(ids(table, at: .ms(1_500)).firstIndex(of: 5) == 1)
  #expect(frame(table, at: .ms(1_500)).first?.contains("# group 1") == true)
  // In other sections it stays on its line.
  table.setSections(sections(items(0..<9), note: "!"), byUser: true, at: .ms(2_000))
  #expect(ids(table, at: .ms(3_000)).firstIndex(of: 5) == 1)
}

@Test func `a section folded alone is like all folded anew`() {
  var random = SeededGenerator(seed: 5)
  var one = makeTable(height: 6)
  one.setSections(sections(items(0..<30)), at: .ms(0))
  var all = one
  var time = 0
  for step in 0..<200 {
    let section = "\(Int.random(in: 0..<11, using: &random))"
    time += 400
    if step.isMultiple(of: 7) {
      one.scroll(by: step % 5 - 2, at: .ms(time))
      all.scroll(by: step % 5 - 2, at: .ms(time))
    } else if step.isMultiple(of: 5) {
      one.select(atLine: step % 6, at: .ms(time))
      all.select(atLine: step % 6, at: .ms(time))
    } else {
      one.toggle(section: section, at: .ms(time))
      all.setCollapsedSections(
        all.collapsedSections.symmetricDifference([SectionID(section)]),
        at: .ms(time)
      )
    }
    #expect(one.collapsedSections == all.collapsedSections)
    #expect(frame(one, at: .ms(time)) == frame(all, at: .ms(time)), "step \(step)")
    #expect(one.selection == all.selection && one.selectedSection == all.selectedSection)
    #expect(one.displayedRows.map(\.id) == all.displayedRows.map(\.id))
  }
}
