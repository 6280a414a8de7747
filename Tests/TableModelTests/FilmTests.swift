import TableModel
import Testing

// Each film shows a table of five or six lines at some instants of a change. `▌` is the selection,
// `+ ~ > -` are marks, `(…)` is a row that is leaving, `[…]` a tombstone, `·` a line of a row that is
// still seen to leave from another, `!8` the strength of a flash in tenths, and `~~` a line past the
// list.

@Test func `film: two rows are inserted at the live edge`() {
  var table = makeTable(height: 5, rows: 1...8)
  table.setRows([10, 9, 1, 2, 3, 4, 5, 6, 7, 8].map { Item($0) }, at: .ms(0))
  expectFilm(
    table,
    [0, 20, 50, 100, 160, 240],
    """
    0 ms
       row 1
       row 2
       row 3
       row 4
       row 5

    20 ms
     +         row 9
       row 1
       row 2
       row 3
       row 4

    50 ms
     +        row 10
     +       row 9
       row 1
       row 2
       row 3

    100 ms
     +     row 10
     +    row 9
       row 1
       row 2
       row 3

    160 ms
     +  row 10
     +  row 9
       row 1
       row 2
       row 3

    240 ms
     + row 10
     + row 9
       row 1
       row 2
       row 3
    """
  )
}

@Test func `film: a row is deleted`() {
  var table = makeTable(height: 5, rows: 1...8)
  table.setRows([1, 3, 4, 5, 6, 7, 8].map { Item($0) }, at: .ms(0))
  expectFilm(
    table,
    [0, 50, 100, 120, 140],
    """
    0 ms
       row 1
     - (row 2)
       row 3
       row 4
       row 5

    50 ms
       row 1
     -      (row 2)
       row 3
       row 4
       row 5

    100 ms
       row 1
     -        (row 2)
       row 3
       row 4
       row 5

    120 ms
       row 1
     -         (row 2)
       row 3
       row 4
       row 5

    140 ms
       row 1
       row 3
       row 4
       row 5
       row 6
    """
  )
}

@Test func `film: a row moves up past two others`() {
  var table = makeTable(height: 5, rows: 1...8)
  table.setRows([1, 4, 2, 3, 5, 6, 7, 8].map { Item($0) }, at: .ms(0))
  expectFilm(
    table,
    [0, 60, 100, 220],
    """
    0 ms
       row 1
       row 2
       row 3
     > row 4
       row 5

    60 ms
       row 1
       row 2
     > row 4
       row 3
       row 5

    100 ms
       row 1
       row 2
     > row 4
       row 3
       row 5

    220 ms
       row 1
     > row 4
       row 2
       row 3
       row 5
    """
  )
}

@Test func `film: a field of a row is updated`() {
  var table = makeTable(height: 3, rows: 1...3)
  table.setRows([Item(1), Item(2, state: 5), Item(3)], at: .ms(0))
  expectFilm(
    table,
    [0, 120, 480, 1080, 1200],
    """
    0 ms
       row 1
     ~ row 2 =5 !10
       row 3

    120 ms
       row 1
     ~ row 2 =5 !9
       row 3

    480 ms
       row 1
     ~ row 2 =5 !6
       row 3

    1080 ms
       row 1
     ~ row 2 =5 !1
       row 3

    1200 ms
       row 1
     ~ row 2 =5
       row 3
    """
  )
}

@Test func `film: one row each is inserted, deleted, moved and updated`() {
  var table = makeTable(height: 6, rows: 1...8)
  table.setRows(
    [Item(9), Item(1, state: 2), Item(5), Item(3), Item(4), Item(6), Item(7), Item(8)],
    at: .ms(0)
  )
  expectFilm(
    table,
    [0, 60, 120, 150, 200, 360],
    """
    0 ms
     ~ row 1 =2 !10
     - (row 2)
       row 3
       row 4
     > row 5
       row 6

    60 ms
     ~ row 1 =2 !10
     -      (row 2)
       row 3
     > row 5
       row 4
       row 6

    120 ms
     ~ row 1 =2 !9
     -         (row 2)
     > row 5
       row 3
       row 4
       row 6

    150 ms
     +         row 9
     ~ row 1 =2 !9
     > row 5
       row 3
       row 4
       row 6

    200 ms
     +     row 9
     ~ row 1 =2 !9
     > row 5
       row 3
       row 4
       row 6

    360 ms
     + row 9
     ~ row 1 =2 !7
     > row 5
       row 3
       row 4
       row 6
    """
  )
}

@Test func `film: a section moves above another`() {
  var table = makeTable(height: 6)
  let first = TableSection(id: "due", rows: [Item(1), Item(2)])
  let second = TableSection(id: "paid", rows: [Item(3)])
  table.setSections([first, second], at: .ms(0))
  table.setSections([second, first], at: .ms(0))
  expectFilm(
    table,
    [0, 60, 100, 220],
    """
    0 ms
       # due (2)
       row 1
       row 2
     > # paid (1)
     > row 3
       ~~

    60 ms
       # due (2)
     > # paid (1)
       row 1
     > row 3
       row 2
       ~~

    100 ms
     > # paid (1)
       # due (2)
     > row 3
       row 1
       row 2
       ~~

    220 ms
     > # paid (1)
     > row 3
       # due (2)
       row 1
       row 2
       ~~
    """
  )
}

@Test func `film: the view follows the live edge at the bottom`() {
  var table = makeTable(height: 5, liveEdge: .bottom, rows: 1...8)
  table.setRows((1...10).map { Item($0) }, at: .ms(0))
  expectFilm(
    table,
    [0, 20, 50, 100, 240],
    """
    0 ms
       row 4
       row 5
       row 6
       row 7
       row 8

    20 ms
       row 5
       row 6
       row 7
       row 8
     +         row 9

    50 ms
       row 6
       row 7
       row 8
     +       row 9
     +        row 10

    100 ms
       row 6
       row 7
       row 8
     +    row 9
     +     row 10

    240 ms
       row 6
       row 7
       row 8
     + row 9
     + row 10
    """
  )
}

@Test func `film: the selected row keeps its line while rows above are inserted and deleted`() {
  var table = makeTable(height: 6, rows: 1...9)
  table.selectRow(atOffset: 3, at: .ms(0))
  table.setRows([11, 10, 1, 3, 4, 5, 6, 7, 8, 9].map { Item($0) }, at: .ms(0))
  expectFilm(
    table,
    [0, 60, 120, 160, 220, 360],
    """
    0 ms
       row 1
     - (row 2)
       row 3
    ▌  row 4
       row 5
       row 6

    60 ms
       row 1
     -      (row 2)
       row 3
    ▌  row 4
       row 5
       row 6

    120 ms
       row 1
     -         (row 2)
       row 3
    ▌  row 4
       row 5
       row 6

    160 ms
     +        row 10
       row 1
       row 3
    ▌  row 4
       row 5
       row 6

    220 ms
     +    row 10
       row 1
       row 3
    ▌  row 4
       row 5
       row 6

    360 ms
     + row 10
       row 1
       row 3
    ▌  row 4
       row 5
       row 6
    """
  )
  #expect(table.unseen == UnseenCount(above: 1))
}

@Test func `film: the selected row is deleted, and the user moves on`() {
  var table = makeTable(height: 5, rows: 1...8)
  table.selectRow(atOffset: 2, at: .ms(0))
  table.setRows([1, 2, 4, 5, 6, 7, 8].map { Item($0) }, at: .ms(0))
  expectFilm(
    table,
    [0, 900],
    """
    0 ms
       row 1
       row 2
    ▌- [row 3]
       row 4
       row 5

    900 ms
       row 1
       row 2
    ▌- [row 3]
       row 4
       row 5
    """
  )
  table.moveSelection(.down, at: .ms(1000))
  expectFilm(
    table,
    [1000, 1080, 1200],
    """
    1000 ms
       row 1
       row 2
     - (row 3)
    ▌  row 4
       row 5

    1080 ms
       row 1
       row 2
     -        (row 3)
    ▌  row 4
       row 5

    1200 ms
       row 1
       row 2
    ▌  row 4
       row 5
       row 6
    """
  )
}

@Test func `film: a batch interrupts another`() {
  var table = makeTable(height: 5, rows: 1...8)
  table.setRows([9, 1, 2, 3, 4, 5, 6, 7, 8].map { Item($0) }, at: .ms(0))
  table.setRows([1, 4, 2, 3, 5, 6, 7, 8].map { Item($0) }, at: .ms(90))
  expectFilm(
    table,
    [90, 130, 180, 250],
    """
    90 ms
     -    (row 9)
       row 1
       row 2
       row 3
     > row 4

    130 ms
     -      (row 9)
       row 1
       row 2
       row 3
     > row 4

    180 ms
     -        (row 9)
       row 1
       row 2
     > row 4
       row 3

    250 ms
       row 1
     > row 4
       row 2
       row 3
       row 5
    """
  )
}

private func expectFilm(
  _ table: Table,
  _ times: [Int],
  _ expected: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(film(table, times) == expected, sourceLocation: sourceLocation)
}
