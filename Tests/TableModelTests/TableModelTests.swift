import TableModel
import Testing

@Test func `rows push in at the live edge while a deleted row leaves`() {
  var table = makeTable(height: 6, rows: 1...9)
  table.setRows([11, 10, 1, 2, 4, 5, 6, 7, 8, 9].map { Item($0) }, at: .ms(0))
  #expect(
    frame(table, at: .ms(240)) == [
      " + row 11", " + row 10", "   row 1", "   row 2", "   row 4", "   row 5",
    ]
  )
  #expect(table.presentation(at: .ms(300)).nextChange == nil)
}

@Test func `the selected row keeps its line away from the live edge`() {
  var table = makeTable(height: 6, rows: 1...9)
  table.moveSelection(by: 1, at: .ms(0))
  table.moveSelection(by: 2, at: .ms(0))
  #expect(table.selection == 3)
  #expect(!table.isFollowing)
  table.setRows([11, 10, 1, 3, 4, 5, 6, 7, 8, 9].map { Item($0) }, at: .ms(0))
  #expect(table.unseen.above == 1)
  table.setRows([11, 10, 1, 4, 5, 6, 7, 8, 9].map { Item($0) }, at: .ms(1000))
  table.moveSelection(by: 1, at: .ms(3000))
  #expect(table.selection == 4)
}
