import Testing

@testable import TableModel

private func marks(_ table: Table, at instant: ContinuousClock.Instant) -> [Mark?] {
  table.presentation(at: instant).lines.map(\.mark)
}

@Test func `a mark stays until the next batch`() {
  var table = makeTable(height: 4, rows: 0..<4)
  table.setRows([9, 0, 1, 2, 3].map { Item($0) }, at: .ms(0))
  #expect(marks(table, at: .ms(3_600_000)) == [.insertion, nil, nil, nil])
  table.setRows(table.rows, at: .ms(3_600_000))
  #expect(marks(table, at: .ms(3_600_001)) == [.insertion, nil, nil, nil], "nothing changed")
  table.setRows([9, 0, 3, 1, 2].map { Item($0, state: $0 == 0 ? 1 : 0) }, at: .ms(3_700_000))
  #expect(marks(table, at: .ms(3_800_000)) == [nil, .update, .move, nil])
}

@Test func `a mark stays for a set time, across batches`() {
  var table = makeTable(height: 4, rows: 0..<4)
  table.timing.mark = .seconds(3)
  table.setRows([9, 0, 1, 2, 3].map { Item($0) }, at: .ms(0))
  table.setRows([8, 9, 0, 1, 2, 3].map { Item($0) }, at: .ms(1000))
  #expect(marks(table, at: .ms(2000)) == [.insertion, .insertion, nil, nil])
  #expect(table.presentation(at: .ms(2000)).nextChange == .ms(3000))
  #expect(marks(table, at: .ms(3000)) == [.insertion, nil, nil, nil])
  #expect(table.presentation(at: .ms(3999)).nextChange == .ms(4000))
  #expect(table.presentation(at: .ms(4000)).nextChange == nil)
}

@Test func `a deleted row stays as a tombstone for a set time`() {
  for motion in Motion.allCases {
    var table = makeTable(height: 3, motion: motion, rows: 0..<6)
    table.timing.tombstone = .seconds(2)
    table.setRows([0, 2, 3, 4, 5].map { Item($0) }, at: .ms(0))
    let lines = table.presentation(at: .ms(1999)).lines
    #expect(lines[1].content == .tombstone(Item(1)))
    #expect(lines.map(\.mark) == [nil, .deletion, nil])
    #expect(table.presentation(at: .ms(2100)).lines.map(\.id) == [0, 2, 3])
    #expect(table.presentation(at: .ms(2100)).nextChange == nil)
  }
}

@Test func `a flash dies down in steps and asks for a frame at each`() {
  var table = makeTable(height: 2, rows: 0..<2)
  table.setRows([Item(0), Item(1, state: 3)], at: .ms(0))
  var instant = epoch
  var strengths: [Double] = []
  while let next = table.presentation(at: instant).nextChange {
    strengths.append(table.presentation(at: instant).lines[1].flashes[.state] ?? 0)
    #expect(next == instant + .milliseconds(100))
    instant = next
  }
  #expect(strengths == [1, 0.875, 0.75, 0.625, 0.5, 0.375, 0.25, 0.125])
  #expect(table.presentation(at: .ms(350)).lines[1].changedFields == [.state: .milliseconds(350)])
  #expect(table.presentation(at: .ms(350)).lines[0].flashes.isEmpty)
}

@Test func `a difference of which the reader sees nothing asks for no frame`() {
  var table = makeTable(height: 3, rows: 0..<20)
  table.setRows((0..<20).map { Item($0, state: $0 > 10 ? 1 : 0) }, at: .ms(0))
  #expect(table.presentation(at: .ms(0)).nextChange == nil)
  table.setRows((0..<15).map { Item($0, state: $0 > 10 ? 1 : 0) }, at: .ms(0))
  #expect(table.presentation(at: .ms(0)).nextChange == nil)
}

@Test func `basic motion moves no line and slides nothing`() {
  var table = makeTable(height: 4, motion: .basic, rows: 0..<4)
  table.setRows([9, 1, 0, 2, 3].map { Item($0, state: $0 == 2 ? 1 : 0) }, at: .ms(0))
  let end = table.presentation(at: .ms(5000)).lines
  for time in stride(from: 0, through: 100, by: 10) {
    let lines = table.presentation(at: .ms(time)).lines
    #expect(lines.map(\.slide) == [0, 0, 0, 0])
    #expect(lines.map(\.id).dropFirst() == end.map(\.id).dropFirst())
  }
  #expect(table.presentation(at: .ms(30)).lines[0].opacity == 0.5)
  #expect(table.presentation(at: .ms(30)).lines[3].flashes[.state] == 1)
}

@Test func `who sleeps until the next change misses nothing that jumps`() {
  var script = RandomScript(seed: 80, count: 20)
  var table = makeTable(height: 8)
  table.timing.tombstone = .milliseconds(200)
  table.timing.mark = .milliseconds(700)
  table.reload(script.rows, at: epoch)
  var instant = epoch
  for step in 0..<2000 {
    script.action().perform(on: &table, at: instant)
    let end = instant + script.delay()
    var sample = instant
    while sample < end {
      let presentation = table.presentation(at: sample)
      let next = presentation.nextChange
      // In a frame of a motion something moves on all the time; else nothing may.
      if next.map({ $0 - sample > table.timing.frame }) ?? true {
        let before = next.map { $0 - .nanoseconds(1) } ?? sample + .seconds(9)
        let then = table.presentation(at: before)
        for (now, later) in zip(presentation.lines, then.lines) {
          #expect(now.content == later.content, "step \(step)")
          #expect(now.mark == later.mark && now.flashes == later.flashes, "step \(step)")
          #expect(now.opacity == later.opacity, "step \(step)")
        }
      }
      guard let next else { break }
      #expect(next > sample)
      sample = next
    }
    instant = end
  }
}

@Test func `where all marked rows are hidden there is no mark to go to`() {
  for movement in [Movement.nextMarked, .previousMarked] {
    for isFollowing in [true, false] {
      var table = makeTable(height: 3, rows: 0..<6)
      if !isFollowing { table.selectRow(atOffset: 4, at: .ms(0)) }
      table.setRows((0..<6).map { Item($0, state: 1) }, at: .ms(0))
      table.setRows([], byUser: true, at: .ms(1000))
      table.moveSelection(movement, at: .ms(2000))
      #expect(table.selectedOffset == nil)
    }
  }
}
