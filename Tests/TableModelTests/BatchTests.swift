import ListDiffing
import Synchronization
import TableModel
import Testing

@Test func `deletions use offsets before the batch, and insertions offsets after it`() throws {
  var table = makeTable(height: 6, rows: 0..<5)
  try table.performBatchUpdates(at: .ms(0)) { batch in
    batch.insert(Item(9), at: 0)
    batch.delete(at: 4)
    batch.move(from: 0, to: 4)
    batch.reload(Item(2, state: 7), at: 2)
  }
  #expect(table.rows == [Item(9), Item(1), Item(2, state: 7), Item(3), Item(0)])
  #expect(
    frame(table, at: .ms(1300)) == [
      " + row 9", "   row 1", " ~ row 2 =7", "   row 3", " > row 0", "   ~~",
    ]
  )
}

@Test func `a batch that does not add up throws, and leaves the table unchanged`() {
  var table = makeTable(height: 6, rows: 0..<5)
  table.selectRow(atOffset: 2, at: .ms(0))
  let before = table
  #expect(throws: BatchUpdatesError.self) {
    try table.performBatchUpdates(at: .ms(10)) { batch in
      batch.delete(at: 5)
    }
  }
  #expect(throws: BatchUpdatesError.self) {
    try table.performBatchUpdates(at: .ms(10)) { batch in
      batch.delete(at: 1)
      batch.reload(Item(1), at: 1)
    }
  }
  #expect(throws: BatchUpdatesError.staleRows(count: 5, expected: 4)) {
    let updates = try BatchUpdates(insertions: [0], from: 4, to: 5)
    try table.performBatchUpdates(updates, to: table.rows, at: .ms(10))
  }
  #expect(throws: BatchUpdatesError.self) {
    let updates = try BatchUpdates(insertions: [0], from: 5, to: 6)
    try table.performBatchUpdates(updates, to: table.rows, at: .ms(10))
  }
  #expect(table.rows == before.rows)
  #expect(table.selection == before.selection)
  #expect(table.presentation(at: .ms(20)) == before.presentation(at: .ms(20)))
}

@Test func `single changes are batches of one`() throws {
  var table = makeTable(height: 4, rows: 0..<3)
  try table.insert(Item(7), atOffset: 3, at: .ms(0))
  try table.deleteRow(atOffset: 0, at: .ms(0))
  try table.moveRow(from: 2, to: 0, at: .ms(0))
  try table.reloadRows([(offset: 1, row: Item(1, state: 1))], at: .ms(0))
  #expect(table.rows == [Item(7), Item(1, state: 1), Item(2)])
  #expect(table.lastBatch.updates == 1)
}

@Test func `reloading shows the final state at once, without marks`() {
  var table = makeTable(height: 3, rows: 0..<3)
  table.reload([Item(5), Item(1), Item(0, state: 4)], at: .ms(10))
  #expect(frame(table, at: .ms(10)) == ["   row 5", "   row 1", "   row 0 =4"])
  #expect(table.presentation(at: .ms(10)).nextChange == nil)
}

@Test func `setting the same rows again is not a batch`() {
  var table = makeTable(height: 4, rows: 0..<4)
  table.setRows([3, 0, 1, 9].map { Item($0) }, at: .ms(0))
  let before = table
  table.setRows([3, 0, 1, 9].map { Item($0) }, at: .ms(60))
  #expect(table.lastBatch == before.lastBatch)
  for time in stride(from: 60, through: 300, by: 20) {
    #expect(table.presentation(at: .ms(time)) == before.presentation(at: .ms(time)))
  }
}

@Test func `fields are compared only for rows in view, and rows only by the diff`() {
  let asked = Mutex<[Int]>([])
  var table = TableView<Item, Item.Field>(
    height: 3,
    changedFields: { old, new in
      asked.withLock { $0.append(new.id) }
      return Item.changedFields(old, new)
    }
  )
  table.reload((0..<100).map { Item($0) }, at: .ms(0))
  table.setRows((0..<100).map { Item($0, state: 1) }, at: .ms(0))
  #expect(asked.withLock { $0 } == [0, 1, 2])
  _ = table.presentation(at: .ms(10))
  #expect(asked.withLock { $0.count } == 3)
}

@Test(arguments: [false, true])
func `reloading compares nothing if there is no position to keep`(isReleased: Bool) {
  for edge in LiveEdge.allCases {
    let comparisons = Mutex(0)
    var table = Table(
      height: 4,
      liveEdge: edge,
      isContentEqual: { old, new in
        comparisons.withLock { $0 += 1 }
        return old == new
      },
      changedFields: Item.changedFields
    )
    table.reload((0..<1000).map { Item($0) }, at: .ms(0))
    table.setRows((1..<1000).map { Item($0) }, at: .ms(500))
    comparisons.withLock { $0 = 0 }
    if isReleased { table.releaseReloadedRows() }
    #expect(table.rows.isEmpty == isReleased)
    table.reload((0..<2000).map { Item($0) }, at: .ms(510))
    #expect(comparisons.withLock { $0 } == 0)
    let shown = table.presentation(at: .ms(510))
    #expect(shown.lines.map(\.id) == (edge == .top ? Array(0..<4) : Array(1996..<2000)))
    #expect(shown.nextChange == nil && table.lastBatch == BatchCounts())
    // With a row selected its place is kept.
    table.selectRow(atOffset: 1000, at: .ms(600))
    let place = table.presentation(at: .ms(600)).lines.map(\.id)
    if isReleased { table.releaseReloadedRows() }
    table.reload((500..<2000).map { Item($0) }, at: .ms(700))
    #expect(table.presentation(at: .ms(700)).lines.map(\.id) == place)
  }
}
