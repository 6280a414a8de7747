import ListDiffing
import TestSupport
import Testing

@testable import TableModel

private func marks(_ table: Table, at instant: ContinuousClock.Instant) -> [Mark?] {
  table.presentation(at: instant).lines.map(\.mark)
}

@Test func `a mark fades in five steps over seven seconds, across batches`() {
  var table = makeTable(height: 4, rows: 0..<4)
  table.setRows([9, 0, 1, 2, 3].map { Item($0) }, at: .ms(0))
  var strengths: [Double] = []
  for second in 0..<8 {
    let rows = [9, 0, 1, 2, 3].map { Item($0, state: $0 == 3 ? second : 0) }
    table.setRows(rows, at: .ms(1000 * second))
    let line = table.presentation(at: .ms(1000 * second + 50)).lines.first { $0.id == 9 }
    strengths.append(((line?.marks[.insertion] ?? 0) * 10).rounded())
  }
  #expect(strengths == [10, 10, 8, 6, 6, 4, 2, 0])
}

@Test func `nothing is scheduled once all marks have faded, with any motion`() {
  for motion in Motion.allCases {
    var table = makeTable(height: 4, motion: motion, rows: 0..<6)
    table.setRows([9, 0, 2, 1, 4].map { Item($0, state: $0 == 0 ? 1 : 0) }, at: .ms(0))
    var instant = epoch
    var frames: [ContinuousClock.Instant] = []
    while let next = table.presentation(at: instant).nextChange {
      frames.append(next)
      instant = next
    }
    #expect(frames.last == .ms(7000), "\(motion)")
    // After the last tint there is a frame for each step of a mark, and no other.
    #expect(frames.filter { $0 > .ms(1300) } == [1400, 2800, 4200, 5600, 7000].map { .ms($0) })
    #expect(motion != .none || frames.count == 5)
    #expect(table.presentation(at: instant).lines.allSatisfy { $0.marks.isEmpty && $0.tint == nil })
  }
}

@Test
func `the most recent of several marks is shown, and insertions take precedence over updates`() {
  var table = makeTable(height: 4, motion: .none, rows: 0..<4)
  table.setRows([9, 0, 1, 2, 3].map { Item($0) }, at: .ms(0))
  table.setRows([9, 0, 1, 2, 3].map { Item($0, state: $0 == 9 ? 1 : 0) }, at: .ms(1000))
  #expect(table.presentation(at: .ms(1000)).lines[0].marks == [.insertion: 1, .update: 1])
  #expect(marks(table, at: .ms(1000)) == [.insertion, nil, nil, nil])
  #expect(marks(table, at: .ms(2000)) == [.update, nil, nil, nil])
  table.setRows([0, 9, 1, 2, 3].map { Item($0, state: $0 == 9 ? 1 : 0) }, at: .ms(9000))
  // Of two rows that change places one is said to have moved.
  #expect(marks(table, at: .ms(9000)).compactMap(\.self) == [.move])
  table.setRows([0, 1, 2, 3].map { Item($0) }, at: .ms(9500))
  table.setRows([9, 0, 1, 2, 3].map { Item($0) }, at: .ms(9600))
  #expect(table.presentation(at: .ms(9600)).lines[0].marks == [.insertion: 1], "it came anew")
}

@Test func `the tint of an inserted row fades in equal steps, whatever follows`() {
  for motion in [Motion.basic, .full] {
    var table = makeTable(height: 4, motion: motion, rows: 0..<4)
    table.setRows([9, 0, 1, 2, 3].map { Item($0) }, at: .ms(0))
    table.setRows([8, 9, 0, 1, 2, 3].map { Item($0) }, at: .ms(600))
    var strengths: [Double?] = []
    for step in 0...10 {
      let lines = table.presentation(at: .ms(120 * step + 60)).lines
      let tint = lines.first { $0.id == 9 }?.tint
      #expect(tint == nil || tint?.mark == .insertion)
      strengths.append(tint?.strength)
    }
    let expected = [1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1]
    #expect(zip(strengths, expected).allSatisfy { abs(($0 ?? 9) - $1) < 1e-9 }, "\(strengths)")
    #expect(strengths.last == .some(nil))
  }
}

@Test func `a moving row is tinted while it moves and 300 ms more, but its neighbours are not`() {
  var table = makeTable(height: 6, rows: 0..<6)
  table.setRows([5, 0, 1, 2, 3, 4].map { Item($0) }, at: .ms(0))
  for time in stride(from: 0, through: 600, by: 10) {
    for line in table.presentation(at: .ms(time)).lines {
      let isTinted = line.id == 5 && time < 220 + 300
      #expect((line.tint?.mark == .move) == isTinted, "\(time) ms, row \(line.id ?? -1)")
      #expect(line.tint?.strength == 1 || !isTinted || time >= 250, "\(time) ms")
    }
  }
  table.motion = .none
  #expect(table.presentation(at: .ms(100)).lines.allSatisfy { $0.tint == nil })
  #expect(table.presentation(at: .ms(300)).lines[0].mark == .move)
}

@Test func `a line shows its row from the frame in which it opens`() {
  for edge in LiveEdge.allCases {
    var table = makeTable(height: 6, liveEdge: edge, rows: 0..<9)
    let rows = Array(0..<9)
    table.setRows((edge == .top ? [20] + rows : rows + [20]).map { Item($0) }, at: .ms(0))
    // The line opens within a frame of the batch.
    let opening = table.presentation(at: .ms(0)).nextChange
    #expect(opening.map { $0 <= .ms(0) + table.timing.frame } ?? false)
    var slides: [Double] = []
    var instant = opening ?? .ms(0)
    while instant < .ms(240) {
      let presentation = table.presentation(at: instant)
      let line = presentation.lines[edge == .top ? 0 : 5]
      #expect(line.content == .row(Item(20), offset: edge == .top ? 0 : 9))
      #expect(line.tint?.mark == .insertion)
      slides.append(line.slide)
      instant = presentation.nextChange ?? .ms(999)
    }
    // From all the way to none, each step shorter than the one before from its steepest on.
    #expect(slides.first == 1 && slides.last == 0 && slides.count >= 11)
    let steps = zip(slides, slides.dropFirst()).map { $0 - $1 }
    #expect(steps.allSatisfy { $0 > 0 || $0 == 0 && slides.last == 0 })
    #expect(steps.dropLast().max().map { $0 < 0.2 } ?? false, "\(steps)")
  }
}

@Test func `a flood leaves a limited number of marks`() {
  var table = makeTable(height: 6, rows: 0..<40)
  for batch in 0..<400 {
    table.setRows((0..<100).map { Item(batch * 100 + $0) }, at: .ms(batch))
    #expect(table.marks.count <= 8_192 + 100)
  }
  #expect(table.presentation(at: .ms(400)).lines.allSatisfy { $0.mark == .insertion })
}

@Test(arguments: [1, -7, 1 << 32, 1 << 48])
func `of many marks the newest stay, each as if there were no others`(distance: Int) {
  var system = SystemRandomNumberGenerator()
  let seed = UInt64.random(in: 0..<1_000_000, using: &system)
  var generator = SeededGenerator(seed: seed)
  var marks = EntryMarks<Int>()
  var expected: [Int: RowMark] = [:]
  // In which batch each was marked last.
  var ages: [Int: Int] = [:]
  for batch in 1...400 {
    var handles = BatchHandles()
    for _ in 0..<10 {
      let handle = distance &* Int.random(in: 0..<300, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: handles.inserted.append(handle)
      case 1: handles.moved.append(handle)
      case 2: handles.updated.append(handle)
      default: handles.departed.append(handle)
      }
    }
    let instant = epoch + .milliseconds(batch)
    marks.remove(handles)
    for handle in handles.departed { expected[handle] = nil }
    marks.makeRoom(for: 10, of: 100)
    for (handle, age) in ages where marks.mark(handle: handle, identity: -1) == nil {
      // Ten batches of ten marks are a hundred at most.
      #expect(expected[handle] == nil || batch - age >= 10, "seed \(seed), batch \(batch)")
      expected[handle] = nil
    }
    marks.take(handles, batch: UInt32(batch), at: instant)
    for handle in handles.updated {
      expected[handle, default: RowMark()].add(RowMark(batch: UInt32(batch), update: instant))
    }
    for handle in handles.moved {
      expected[handle, default: RowMark()].add(RowMark(batch: UInt32(batch), move: instant))
    }
    for handle in handles.inserted {
      expected[handle] = RowMark(batch: UInt32(batch), insertion: instant)
    }
    for handle in handles.updated + handles.moved + handles.inserted { ages[handle] = batch }
    #expect(marks.count <= 200, "seed \(seed), batch \(batch)")
    for handle in ages.keys {
      let (mark, known) = (marks.mark(handle: handle, identity: -1), expected[handle])
      #expect(
        mark?.batch == known?.batch && mark?.insertion == known?.insertion
          && mark?.move == known?.move && mark?.update == known?.update,
        "seed \(seed), batch \(batch), row \(handle)"
      )
    }
  }
}

@Test func `a batch of nothing leaves the view untouched`() throws {
  var table = makeTable(height: 4, rows: 0..<9)
  table.setRows((0..<8).map { Item($0) }, at: .ms(0))
  // All motion is over.
  let later = ContinuousClock.Instant.ms(20_000)
  table.setRows([9, 0, 1, 2, 3, 4, 5, 6].map { Item($0) }, at: later)
  #expect(!table.isViewUntouched)
  let updates = try BatchUpdates(Difference(), from: 8, to: 8)
  try table.performBatchUpdates(updates, to: TableContent(TableRows(table.rows)), at: later)
  #expect(table.isViewUntouched)
}

@Test func `views are replaced where batches leave nothing in view that was there`() {
  var table = makeTable(height: 4, rows: 0..<9)
  var batches: [(rows: [Int], views: Int)] = []
  // Four rows come in front of those in view, again and again.
  for number in 1...3 { batches.append((Array(-4 * number..<9), number)) }
  // One of those in view stays there.
  batches.append((Array(-15..<9), 0))
  batches.append((Array(-19..<9), 1))
  // All of them leave.
  batches.append((Array(-15..<9), 2))
  // They change places.
  batches.append(([-12, -13, -14, -15] + Array(-11..<9), 0))
  // Nothing changes in view.
  batches.append(([-12, -13, -14, -15] + Array(-11..<8), 0))
  for (number, batch) in batches.enumerated() {
    table.setRows(batch.rows.map { Item($0) }, at: .ms(20_000 * number))
    #expect(table.replacedViews == batch.views, "batch \(number)")
  }
}

@Test func `a deleted row stays as a tombstone for a set time`() {
  for motion in Motion.allCases {
    var table = makeTable(height: 3, motion: motion, rows: 0..<6)
    table.timing.tombstone = .seconds(2)
    table.setRows([0, 2, 3, 4, 5].map { Item($0) }, at: .ms(0))
    let lines = table.presentation(at: .ms(1999)).lines
    #expect(lines[1].content == .tombstone(Item(1)))
    #expect(lines.map(\.mark) == [nil, .deletion, nil])
    #expect(table.presentation(at: .ms(2120)).lines.map(\.id) == [0, 2, 3])
    #expect(table.presentation(at: .ms(2120)).nextChange == nil)
  }
}

@Test func `a flash fades in steps and requests a frame for each`() {
  var table = makeTable(height: 2, rows: 0..<2)
  table.setRows([Item(0), Item(1, state: 3)], at: .ms(0))
  var instant = epoch
  var strengths: [Double] = []
  while let strength = table.presentation(at: instant).lines[1].flashes[.state] {
    strengths.append((strength * 10).rounded())
    let next = table.presentation(at: instant).nextChange
    #expect(next == instant + .milliseconds(120))
    instant = next ?? .ms(9_999)
  }
  #expect(strengths == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  #expect(table.presentation(at: .ms(350)).lines[1].changedFields == [.state: .milliseconds(350)])
  #expect(table.presentation(at: .ms(350)).lines[0].flashes.isEmpty)
}

@Test func `an invisible difference requests no frame`() {
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
  for time in stride(from: 0, through: 300, by: 10) {
    let lines = table.presentation(at: .ms(time)).lines
    #expect(lines.map(\.slide) == [0, 0, 0, 0])
    #expect(lines.map(\.id).dropFirst() == end.map(\.id).dropFirst())
  }
  let opacities = [0, 50, 100, 200].map { table.presentation(at: .ms($0)).lines[0].opacity }
  #expect(opacities.first == 0 && opacities.last == 1 && opacities == opacities.sorted())
  #expect((0.3...0.5).contains(opacities[1]))
  #expect(table.presentation(at: .ms(30)).lines[3].flashes[.state] == 1)
}

@Test func `sleeping until the next change misses no jump`() {
  var script = RandomScript(seed: 80, count: 20)
  var table = makeTable(height: 8)
  table.timing.tombstone = .milliseconds(200)
  table.timing.mark = .milliseconds(700)
  table.timing.glow = .milliseconds(300)
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
          #expect(now.marks == later.marks && now.flashes == later.flashes, "step \(step)")
          #expect(now.tint == later.tint, "step \(step)")
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

@Test func `there is no mark to go to if all marked rows are hidden`() {
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
