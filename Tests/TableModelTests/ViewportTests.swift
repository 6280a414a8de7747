import TableModel
import TestSupport
import Testing

private func ids(_ table: Table, at instant: ContinuousClock.Instant = .ms(0)) -> [Int?] {
  table.presentation(at: instant).lines.map(\.id)
}

private func items(_ ids: some Sequence<Int>) -> [Item] { ids.map { Item($0) } }

@Test func `the first key selects the row at the live edge, and the view keeps following`() {
  for edge in LiveEdge.allCases {
    var table = makeTable(height: 4, motion: .none, liveEdge: edge, rows: 0..<9)
    #expect(table.selection == nil)
    table.moveSelection(.down, at: .ms(0))
    #expect(table.selection == (edge == .top ? 0 : 8))
    #expect(table.isFollowing)
    let rows = edge == .top ? items([10] + Array(0..<9)) : items(Array(0..<9) + [10])
    table.setRows(rows, at: .ms(0))
    #expect(ids(table).contains(10))
    #expect(table.selection == (edge == .top ? 0 : 8), "the selection keeps its row")
  }
}

@Test func `moving away from the live edge stops following, and returning resumes`() {
  var table = makeTable(height: 4, motion: .none, rows: 0..<9)
  table.moveSelection(by: 1, at: .ms(0))
  table.moveSelection(by: 1, at: .ms(0))
  #expect(!table.isFollowing)
  table.setRows(items([10, 11] + Array(0..<9)), at: .ms(0))
  #expect(ids(table) == [0, 1, 2, 3])
  #expect(table.unseen == UnseenCount(above: 2))
  table.scroll(by: -1, at: .ms(0))
  #expect(table.unseen == UnseenCount(above: 1))
  #expect(!table.isFollowing)
  table.scroll(by: -1, at: .ms(0))
  #expect(table.isFollowing)
  #expect(table.unseen.total == 0)
  #expect(table.selection == 1, "scrolling does not move the selection")
  table.unfollow(at: .ms(0))
  #expect(!table.isFollowing)
  table.moveSelection(.first, at: .ms(0))
  #expect(table.isFollowing)
}

@Test func `the next key replaces a selection that the live edge pushed out of view`() {
  var table = makeTable(height: 3, motion: .none, rows: 0..<9)
  table.moveSelection(.down, at: .ms(0))
  table.setRows(items(Array(10..<20) + Array(0..<9)), at: .ms(0))
  #expect(table.selection == 0)
  #expect(ids(table) == [10, 11, 12])
  table.moveSelection(.down, at: .ms(0))
  #expect(table.selection == 10)
}

@Test func `keys scroll the selection into view, batches do not`() {
  var table = makeTable(height: 3, motion: .none, rows: 0..<30)
  table.selectRow(atOffset: 4, at: .ms(0))
  table.scroll(by: 10, at: .ms(0))
  #expect(ids(table) == [12, 13, 14])
  table.setRows(items([99] + Array(0..<30)), at: .ms(0))
  #expect(ids(table) == [12, 13, 14])
  table.moveSelection(.down, at: .ms(0))
  #expect(table.selection == 5)
  #expect(ids(table).contains(5))
}

@Test func `page and half-page movements stop at the ends`() {
  var table = makeTable(height: 5, motion: .none, rows: 0..<30)
  table.selectRow(atOffset: 10, at: .ms(0))
  for (movement, expected) in [
    (Movement.pageDown, 14), (.halfPageDown, 16), (.halfPageUp, 14), (.pageUp, 10), (.last, 29),
    (.down, 29), (.first, 0), (.up, 0),
  ] {
    table.moveSelection(movement, at: .ms(0))
    #expect(table.selection == expected, "\(movement)")
    #expect(ids(table).contains(expected))
  }
  table.moveSelection(by: .max, at: .ms(0))
  #expect(table.selection == 29)
  table.moveSelection(by: .min, at: .ms(0))
  #expect(table.selection == 0)
}

@Test func `a key keeps the scroll margin between the selection and the ends of the viewport`() {
  var table = makeTable(height: 5, motion: .none, rows: 0..<30)
  table.scrollMargin = 1
  table.selectRow(atOffset: 10, at: .ms(0))
  #expect(ids(table) == [7, 8, 9, 10, 11])
  for _ in 0..<3 { table.moveSelection(.up, at: .ms(0)) }
  #expect(ids(table) == [6, 7, 8, 9, 10])
  table.moveSelection(.first, at: .ms(0))
  #expect(ids(table) == [0, 1, 2, 3, 4])
  table.scrollMargin = 99
  table.selectRow(atOffset: 10, at: .ms(0))
  #expect(ids(table) == [8, 9, 10, 11, 12], "a margin of more than half keeps it in the middle")
}

@Test func `scrolling to a row places it as requested, and keeps the selection`() {
  var table = makeTable(height: 5, motion: .none, rows: 0..<30)
  table.selectRow(atOffset: 2, at: .ms(0))
  for (position, first) in [
    (TableScrollPosition.top, 15), (.middle, 13), (.bottom, 11), (.nearest, 11),
  ] {
    table.scrollTo(row: 15, position: position, at: .ms(0))
    #expect(ids(table).first == first, "\(position)")
  }
  #expect(table.selection == 2)
}

@Test func `a batch scrolls a tracked row back into view`() {
  var table = makeTable(height: 4, motion: .none, rows: 0..<30)
  table.selectRow(atOffset: 2, at: .ms(0))
  table.track(at: .ms(0))
  table.scroll(by: 9, at: .ms(0))
  #expect(!ids(table).contains(2))
  var rows = table.rows
  rows.insert(rows.remove(at: 2), at: 20)
  table.setRows(rows, at: .ms(0))
  #expect(table.selectedOffset == 20)
  #expect(ids(table).contains(2))
  let line = ids(table).firstIndex(of: 2)
  rows.insert(rows.remove(at: 20), at: 7)
  table.setRows(rows, at: .ms(0))
  #expect(ids(table).firstIndex(of: 2) == line)
  table.follow(at: .ms(0))
  #expect(!table.isTracking)
}

@Test func `nothing is tracked once the user has hidden all rows`() {
  var table = makeTable(height: 4, motion: .none, rows: 0..<30)
  table.selectRow(atOffset: 2, at: .ms(0))
  table.track(at: .ms(0))
  table.setRows([], byUser: true, at: .ms(0))
  #expect(table.selection == nil && !table.isTracking)
}

@Test func `a deleted selection stays as a tombstone until the user moves`() {
  for (movement, survivor) in [(Movement.down, 5), (.up, 3)] {
    var table = makeTable(height: 5, motion: .none, rows: 0..<9)
    table.selectRow(atOffset: 4, at: .ms(0))
    table.setRows(items([0, 1, 2, 3, 5, 6, 7, 8]), at: .ms(0))
    #expect(table.selection == 4)
    #expect(table.selectedOffset == nil)
    #expect(table.selectedRow == Item(4))
    for minute in 0..<3 {
      let lines = table.presentation(at: .ms(minute * 60_000)).lines
      #expect(lines.map(\.isSelected) == [false, false, false, false, true])
      #expect(lines[4].content == .tombstone(Item(4)))
      #expect(lines[4].mark == .deletion)
    }
    table.moveSelection(movement, at: .ms(200_000))
    #expect(table.selection == survivor)
    #expect(!ids(table, at: .ms(200_000)).contains(4))
  }
}

@Test func `a deleted selection that is inserted again is a row again, on its line`() {
  var table = makeTable(height: 5, rows: 0..<9)
  table.selectRow(atOffset: 3, at: .ms(0))
  table.setRows(items([0, 1, 2, 4, 5, 6, 7, 8]), at: .ms(0))
  table.setRows(items([9, 0, 1, 2, 4, 3, 5, 6, 7, 8]), at: .ms(500))
  #expect(table.selectedOffset == 5)
  let lines = table.presentation(at: .ms(1000)).lines
  #expect(lines[3].content == .row(Item(3), offset: 5))
  #expect(lines[3].isSelected)
}

@Test func `a list can be emptied and filled again`() {
  for edge in LiveEdge.allCases {
    var table = makeTable(height: 3, liveEdge: edge, rows: 0..<9)
    table.selectRow(atOffset: 4, at: .ms(0))
    table.setRows([], at: .ms(100))
    table.moveSelection(.down, at: .ms(150))
    table.moveSelection(.last, at: .ms(150))
    #expect(table.rows.isEmpty)
    #expect(ids(table, at: .ms(900)) == [nil, 4, nil] || ids(table, at: .ms(900)).contains(4))
    table.clearSelection(at: .ms(900))
    #expect(ids(table, at: .ms(1500)) == [nil, nil, nil])
    table.setRows(items(20..<25), at: .ms(2000))
    #expect(ids(table, at: .ms(3000)).allSatisfy { $0 != nil })
  }
}

@Test func `a viewport has as many lines as its height`() {
  var table = makeTable(height: 5, rows: 0..<9)
  table.selectRow(atOffset: 6, at: .ms(0))
  for height in [0, 1, 2, 30, 3] {
    table.resize(height: height, at: .ms(0))
    #expect(table.presentation(at: .ms(0)).lines.count == height)
    #expect(height == 0 || ids(table).contains(6), "the selection stays in view")
  }
}

@Test func `a list shorter than the viewport starts at its top`() {
  for edge in LiveEdge.allCases {
    var table = makeTable(height: 4, liveEdge: edge, rows: 0..<2)
    #expect(ids(table) == [0, 1, nil, nil])
    table.setRows(items([0, 1, 2]), at: .ms(0))
    #expect(ids(table, at: .ms(500)) == [0, 1, 2, nil])
  }
}

@Test func `rows with the same identifier each have a line`() {
  var table = makeTable(height: 6, rows: [1, 2, 1, 1])
  table.setRows(items([1, 1, 2, 1, 3, 1]), at: .ms(0))
  for time in stride(from: 0, through: 300, by: 20) {
    #expect(table.presentation(at: .ms(time)).lines.count == 6)
  }
  #expect(ids(table, at: .ms(300)) == [1, 1, 2, 1, 3, 1])
}

@Test func `a key goes from one marked row to the next and back`() {
  var table = makeTable(height: 4, motion: .none, rows: 0..<30)
  table.setRows((0..<30).map { Item($0, state: [3, 17, 25].contains($0) ? 1 : 0) }, at: .ms(0))
  var visited: [Int?] = []
  for movement in [Movement.nextMarked, .nextMarked, .nextMarked, .nextMarked, .previousMarked] {
    table.moveSelection(movement, at: .ms(0))
    visited.append(table.selection)
    #expect(ids(table).contains(table.selection))
  }
  #expect(visited == [3, 17, 25, 25, 17])
}

@Test func `hostile rows that share identifiers are harmless`() {
  var random = SeededGenerator(seed: 90)
  for edge in LiveEdge.allCases {
    var table = makeTable(height: 6, liveEdge: edge)
    var still = makeTable(height: 6, motion: .none, liveEdge: edge)
    var script = RandomScript(seed: 91, count: 0)
    var instant = epoch
    for step in 0..<2000 {
      var action = script.action()
      if action.isBatch {
        let count = Int.random(in: 0...12, using: &random)
        action = .rows((0..<count).map { _ in Item(Int.random(in: 0..<4, using: &random)) })
      }
      action.perform(on: &table, at: instant)
      action.perform(on: &still, at: instant)
      let delay = script.delay()
      for sample in [.zero, delay / 2, .seconds(5)] as [Duration] {
        #expect(table.presentation(at: instant + sample).lines.count == table.height)
      }
      let end = instant + .seconds(5)
      #expect(
        table.presentation(at: end).lines == still.presentation(at: end).lines,
        "\(edge) step \(step)"
      )
      instant += delay
    }
  }
}

@Test func `a filter set by the user marks nothing, and moves the selection to a neighbour`() {
  var table = makeTable(height: 5, rows: 0..<30)
  table.selectRow(atOffset: 10, at: .ms(0))
  table.setRows(items([2, 9, 11, 28]), byUser: true, at: .ms(500))
  #expect(table.selection == 11)
  let lines = table.presentation(at: .ms(1000)).lines
  #expect(lines.map(\.id) == [2, 9, 11, 28, nil])
  #expect(lines.allSatisfy { $0.mark == nil })
  #expect(lines.map(\.isSelected) == [false, false, true, false, false])
  table.setRows(items(0..<30), byUser: true, at: .ms(1500))
  #expect(table.unseen.total == 0)
  #expect(table.selection == 11)
  #expect(table.presentation(at: .ms(2500)).lines[2].id == 11, "the anchor keeps its line")
  table.setRows([], byUser: true, at: .ms(3000))
  #expect(table.selection == nil)
}

@Test func `the selection keeps its line past the beginning of the list`() {
  for motion in Motion.allCases {
    var table = makeTable(height: 6, motion: motion, rows: 0..<20)
    table.selectRow(atOffset: 4, at: .ms(0))
    table.setRows(items(3..<20), at: .ms(500))
    for time in stride(from: 500, through: 1000, by: 10) {
      #expect(table.presentation(at: .ms(time)).lines[4].id == 4, "\(time) ms")
    }
    #expect(ids(table, at: .ms(4_000)) == [nil, nil, nil, 3, 4, 5])
    #expect(table.linesAbove == 0 && table.visibleRows == 0...2)
    // The row that is deleted keeps its line until the user moves, and so do the others.
    var gone = table
    gone.setRows(items([3] + Array(5..<20)), at: .ms(4_000))
    #expect(ids(gone, at: .ms(4_500)) == [nil, nil, nil, 3, 4, 5])
    gone.moveSelection(by: 1, at: .ms(5_000))
    #expect(ids(gone, at: .ms(6_000)) == [3, 5, 6, 7, 8, 9])
    // The user closes the empty lines.
    var other = table
    other.scroll(by: 0, at: .ms(4_000))
    #expect(ids(other, at: .ms(5_000)) == [3, 4, 5, 6, 7, 8])
    // Rows that come above fill them.
    table.setRows(items(1..<30), at: .ms(4_000))
    #expect(ids(table, at: .ms(5_000)) == [nil, 1, 2, 3, 4, 5])
    table.setRows(items(-9..<30), at: .ms(6_000))
    #expect(ids(table, at: .ms(7_000)) == [0, 1, 2, 3, 4, 5])
    #expect(table.unseen == UnseenCount(above: 9, below: 10))
    // A list that fits is shown whole, and what grows again leaves no line empty.
    table.setRows(items([3, 4, 5]), at: .ms(8_000))
    #expect(ids(table, at: .ms(11_000)) == [3, 4, 5, nil, nil, nil])
    table.setRows(items(3..<30), at: .ms(12_000))
    #expect(ids(table, at: .ms(15_000)) == [3, 4, 5, 6, 7, 8])
    table.setRows(items(2..<30), at: .ms(16_000))
    #expect(ids(table, at: .ms(19_000)) == [2, 3, 4, 5, 6, 7])
    // Now the row has left its line for want of rows, it is this line that it keeps.
    table.setRows(items(4..<30), at: .ms(20_000))
    #expect(ids(table, at: .ms(23_000)) == [nil, nil, 4, 5, 6, 7])
  }
}

@Test
func `rows deleted and inserted above another anchor leave no blank lines, and restore its line`() {
  var table = makeTable(height: 6, rows: 0..<20)
  table.scroll(by: 1, at: .ms(0))
  #expect(ids(table) == [1, 2, 3, 4, 5, 6])
  table.setRows(items(3..<20), at: .ms(500))
  for time in stride(from: 500, through: 800, by: 10) {
    #expect(table.presentation(at: .ms(time)).lines.allSatisfy { !$0.isEmpty }, "\(time) ms")
  }
  #expect(ids(table, at: .ms(1500)) == [3, 4, 5, 6, 7, 8])
  table.setRows(items(-9..<30), at: .ms(3000))
  #expect(ids(table, at: .ms(3500)) == [1, 2, 3, 4, 5, 6])
}

@Test func `if the user acts while the list is short, the anchor keeps its current line`() {
  var table = makeTable(height: 6, motion: .none, rows: 0..<20)
  table.selectRow(atOffset: 4, at: .ms(0))
  table.setRows(items(3..<20), at: .ms(0))
  table.moveSelection(by: 1, at: .ms(0))
  #expect(ids(table) == [3, 4, 5, 6, 7, 8])
  table.setRows(items(0..<20), at: .ms(0))
  #expect(ids(table) == [3, 4, 5, 6, 7, 8])
  #expect(table.unseen == UnseenCount(above: 3))
}

@Test func `a much shorter list starts on the first line, even with a tombstone`() {
  for motion in Motion.allCases {
    var table = makeTable(height: 8, motion: motion, rows: 0..<60)
    table.scroll(by: 30, at: .ms(0))
    table.selectRow(atOffset: 35, at: .ms(0))
    table.reload(items([1, 2, 35, 36]), at: .ms(500))
    #expect(ids(table, at: .ms(500)) == [1, 2, 35, 36, nil, nil, nil, nil])
    table.setRows(items([1, 36]), at: .ms(1000))
    #expect(ids(table, at: .ms(2000)) == [1, 35, 36, nil, nil, nil, nil, nil])
    table.setRows(items(0..<60), at: .ms(3000))
    #expect(ids(table, at: .ms(4000)) == Array(30..<38), "\(motion)")
  }
}

@Test
func `a tombstone keeps no blank lines from before a time in which all of the list was in view`() {
  var table = makeTable(height: 6, motion: .none, rows: 0..<12)
  table.scroll(by: 5, at: .ms(0))
  table.selectRow(atOffset: 8, at: .ms(0))
  table.setRows(items(0..<9), at: .ms(0))
  #expect(ids(table) == [5, 6, 7, 8, nil, nil])
  table.setRows(items(4..<8), at: .ms(0))
  #expect(ids(table) == [4, 5, 6, 7, 8, nil])
  table.setRows(items(-20..<8), at: .ms(0))
  #expect(ids(table) == [3, 4, 5, 6, 7, 8])
}

@Test func `a row that comes back in place of its tombstone stands where the tombstone stood`() {
  var table = makeTable(height: 6, motion: .none, rows: 0..<5)
  table.selectRow(atOffset: 4, at: .ms(0))
  table.setRows(items([10, 0, 1, 2, 3]), at: .ms(0))
  #expect(ids(table) == [10, 0, 1, 2, 3, 4])
  table.setRows(items([10, 4, 0, 1, 2, 3, 5]), at: .ms(0))
  #expect(ids(table) == [nil, nil, nil, nil, 10, 4])
}

@Test func `the selection is scrolled into view, or the row at the live edge is selected instead`()
{
  for edge in LiveEdge.allCases {
    var table = makeTable(height: 4, motion: .none, liveEdge: edge, rows: 0..<20)
    table.showSelection(at: .ms(0))
    #expect(table.selection == nil && table.isFollowing, "nothing is selected, and nothing moves")
    table.selectRow(atOffset: 10, at: .ms(0))
    let before = ids(table)
    table.showSelection(at: .ms(0))
    #expect(ids(table) == before, "it is in view")
    table.scroll(by: edge == .top ? 7 : -7, at: .ms(0))
    #expect(!ids(table).contains(10))
    table.showSelection(at: .ms(0))
    #expect(table.selection == 10 && ids(table).contains(10))
    table.follow(at: .ms(0))
    #expect(!ids(table).contains(10))
    table.showSelection(at: .ms(0))
    #expect(table.selection == (edge == .top ? 0 : 19) && table.isFollowing)
  }
}

@Test func `a tombstone at the end of a new list leaves no lines empty`() {
  for motion in Motion.allCases {
    var table = makeTable(height: 6, motion: motion, rows: 0..<9)
    for _ in 0..<3 { table.moveSelection(by: 1, at: .ms(0)) }
    #expect(table.presentation(at: .ms(0)).lines.firstIndex(where: \.isSelected) == 2)
    // All rows go and others come, as when a recording jumps to its end: the tombstone is the last.
    table.setRows(items(20..<29), at: .ms(100))
    #expect(ids(table, at: .ms(5_000)) == [24, 25, 26, 27, 28, 2])
  }
}

@Test func `the selection keeps its line past the end of the list, which is filled otherwise`() {
  for motion in Motion.allCases {
    var table = makeTable(height: 6, motion: motion, rows: 0..<30)
    table.selectRow(atOffset: 12, at: .ms(0))
    table.scroll(by: 4, at: .ms(0))
    #expect(ids(table) == [11, 12, 13, 14, 15, 16])
    var other = table
    table.setRows(items(0..<14), at: .ms(1_000))
    #expect(ids(table, at: .ms(5_000)) == [11, 12, 13, nil, nil, nil])
    // The user closes the empty lines, by scrolling or selecting.
    other.clearSelection(at: .ms(500))
    other.setRows(items(0..<14), at: .ms(1_000))
    #expect(ids(other, at: .ms(5_000)) == [8, 9, 10, 11, 12, 13])
    other.selectRow(atOffset: 9, at: .ms(5_000))
    other.setRows(items(0..<12), at: .ms(6_000))
    #expect(ids(other, at: .ms(7_000)) == [8, 9, 10, 11, nil, nil])
    other.scroll(by: 0, at: .ms(7_000))
    #expect(ids(other, at: .ms(8_000)) == [6, 7, 8, 9, 10, 11])
    // A row that is deleted keeps its line until the user moves if the lines below were blank before.
    var gone = table
    gone.setRows(items(0..<12), at: .ms(5_500))
    #expect(ids(gone, at: .ms(5_900)) == [11, 12, nil, nil, nil, nil])
    gone.setRows(items(0..<30), at: .ms(6_000))
    #expect(ids(gone, at: .ms(9_000)) == [11, 12, 13, 14, 15, 16])
    table.setRows(items(0..<30), at: .ms(6_000))
    #expect(ids(table, at: .ms(9_000)) == [11, 12, 13, 14, 15, 16])
  }
}

@Test func `a tombstone above its line returns to it, though the height was set again`() {
  for motion in Motion.allCases {
    var table = makeTable(height: 5, motion: motion, rows: 0..<12)
    table.selectRow(atOffset: 6, at: .ms(0))
    #expect(ids(table) == [2, 3, 4, 5, 6])
    // The list becomes so short that the tombstone stands on the first line.
    table.setRows(items(9..<12), at: .ms(1_000))
    #expect(ids(table, at: .ms(9_000)) == [6, 9, 10, 11, nil])
    table.resize(height: 5, at: .ms(10_000))
    table.setRows(items(0..<4) + items(9..<12), at: .ms(11_000))
    #expect(ids(table, at: .ms(20_000)) == [0, 1, 2, 3, 6])
  }
}
