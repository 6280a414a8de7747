import TestSupport
import Testing

@testable import TableModel

/// Batches in quick succession: gaps between them in microseconds, and what each does.
private struct Stream: CustomStringConvertible {
  var gaps: ClosedRange<Int>
  var arrivals: ClosedRange<Int>
  var changes: Int

  var description: String { "gaps \(gaps) µs, arrivals \(arrivals), changes \(changes)" }

  /// The rows after a batch at the live edge of a table.
  func batch(
    on rows: [Item],
    edge: LiveEdge,
    _ nextID: inout Int,
    _ random: inout SeededGenerator
  ) -> [Item] {
    var rows = rows
    for _ in 0..<Int.random(in: 0...changes, using: &random) {
      let offset = Int.random(in: 0..<min(20, rows.count), using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: rows[offset].state += 1
      case 1: rows.remove(at: offset)
      default: rows.insert(rows.remove(at: offset), at: Int.random(in: 0..<20, using: &random))
      }
    }
    for _ in 0..<Int.random(in: arrivals, using: &random) {
      rows.insert(Item(nextID), at: edge == .top ? 0 : rows.count)
      nextID += 1
    }
    return rows
  }
}

/// From a leisurely feed to ten thousand batches a second, regular and in bursts.
private let streams: [Stream] =
  [300_000, 120_000, 50_000, 16_667, 1_000, 100].flatMap { gap in
    [0...1, 1...3, 20...20].flatMap { arrivals in
      [
        Stream(gaps: gap...gap, arrivals: arrivals, changes: 0),
        Stream(gaps: 0...gap, arrivals: arrivals, changes: 3),
      ]
    }
  }

private func each(
  _ body: (
    _ stream: Stream, _ table: inout Table, _ rows: [Item], _ batch: Int,
    _ instant: ContinuousClock.Instant
  ) -> Void
) {
  for (seed, stream) in streams.enumerated() {
    for edge in LiveEdge.allCases {
      for motion in [Motion.full, .basic] {
        var random = SeededGenerator(seed: UInt64(100 + seed))
        var table = makeTable(height: 20, motion: motion, liveEdge: edge, rows: 0..<60)
        var rows = table.rows
        var nextID = 100
        var instant = epoch
        for batch in 0..<(stream.gaps.upperBound < 1_000 ? 200 : 30) {
          rows = stream.batch(on: Array(rows.suffix(200)), edge: edge, &nextID, &random)
          body(stream, &table, rows, batch, instant)
          instant += .microseconds(Int.random(in: stream.gaps, using: &random))
        }
      }
    }
  }
}

@Test func `whatever batches follow, a row in view is fully visible after the duration of one`() {
  var since: [Int: ContinuousClock.Instant] = [:]
  var resting: [Int] = []
  var seen = 0
  each { stream, table, rows, batch, instant in
    if batch == 0 { since = [:] }
    func check(_ sample: ContinuousClock.Instant) {
      var opacities: [Int: Double] = [:]
      var leaving = 0
      for line in table.presentation(at: sample).lines {
        if case .row(let row, _) = line.content { opacities[row.id] = line.opacity }
        if case .ghost = line.content { leaving += 1 }
      }
      // Rows that are leaving hold up those that are to come back into view behind them.
      let waiting = table.liveEdge == .top ? resting.suffix(leaving) : resting.prefix(leaving)
      for (id, start) in since where sample - start >= table.timing.batch {
        if opacities[id] == nil, waiting.contains(id) { continue }
        seen += 1
        #expect(opacities[id] == 1, "\(stream) \(table.liveEdge) batch \(batch) row \(id)")
      }
    }
    check(instant)
    table.setRows(rows, at: instant)
    resting = table.presentation(at: instant + .seconds(5)).lines.compactMap(\.id)
    let known = Set(resting)
    since = since.filter { known.contains($0.key) }
    for id in resting where since[id] == nil { since[id] = instant }
    check(instant)
  }
  #expect(seen > 10_000)
}

@Test func `in a stream at most a quarter of the lines are sliding in`() {
  each { stream, table, rows, batch, instant in
    table.setRows(rows, at: instant)
    guard batch > 4, stream.changes == 0, stream.gaps.upperBound < 320_000 else { return }
    for sample in 0..<8 {
      let sample = instant + .microseconds(stream.gaps.upperBound * sample / 8)
      let coming = table.presentation(at: sample).lines.count { line in
        if case .gap = line.content { true } else { line.opacity < 1 }
      }
      // A line that opened for a row that was to slide in before the stream began.
      #expect(coming <= table.height / 4, "\(stream) \(table.liveEdge) batch \(batch)")
    }
  }
}

@Test func `twenty batches a second are animated, each ending before the next`() {
  for edge in LiveEdge.allCases {
    var table = makeTable(height: 12, liveEdge: edge, rows: 0..<40)
    var rows = table.rows
    for batch in 0..<40 {
      let before = table.presentation(at: .ms(50 * batch)).lines.map(\.id)
      rows.insert(Item(100 + batch), at: edge == .top ? 0 : rows.count)
      table.setRows(rows, at: .ms(50 * batch))
      // The last of the burst that it began with takes its full time.
      guard batch > 7 else { continue }
      #expect(table.presentation(at: .ms(50 * batch)).lines.map(\.id) == before, "\(batch)")
      let after = table.presentation(at: .ms(50 * batch + 50))
      let end = table.presentation(at: .ms(9_999_999)).lines
      #expect(after.lines.map(\.content) == end.map(\.content), "\(batch)")
      #expect(after.lines.allSatisfy { $0.opacity == 1 }, "\(batch)")
      #expect(after.lines.contains { $0.id == 100 + batch })
    }
  }
}

@Test
func `sixty batches a second are shown at once, and a later single batch is animated`() {
  for motion in [Motion.full, .basic] {
    var table = makeTable(height: 12, motion: motion, rows: 0..<40)
    var rows = table.rows
    func insert(_ id: Int, at milliseconds: Int) {
      rows.insert(Item(id), at: 0)
      table.setRows(rows, at: .ms(milliseconds))
    }
    for batch in 0..<60 {
      insert(100 + batch, at: 16 * batch)
      guard batch > 3 else { continue }
      let shown = table.presentation(at: .ms(16 * batch)).lines
      #expect(shown.map(\.id) == rows[..<12].map(\.id), "batch \(batch)")
      #expect(shown.allSatisfy { $0.opacity == 1 })
    }
    for (id, time) in [(200, 5000), (201, 6000), (202, 7000)] {
      insert(id, at: time)
      #expect(table.scene != nil)
      #expect(table.presentation(at: .ms(time + 100)).lines[0].opacity < 1 || motion == .basic)
    }
  }
}

@Test func `a burst of batches is one animation`() {
  var table = makeTable(height: 12, rows: 0..<40)
  for time in 0..<4 {
    table.setRows(
      (0...time).reversed().map { Item(100 + $0) } + (0..<40).map { Item($0) },
      at: .ms(time)
    )
    #expect(table.scene != nil)
    #expect(table.presentation(at: .ms(time)).lines.map(\.id) == Array(0..<12))
  }
  #expect(table.presentation(at: .ms(423)).lines.map(\.id) == [103, 102, 101, 100] + Array(0..<8))
}

@Test func `marks and flashes outlive the batches of a stream`() {
  var table = makeTable(height: 6, rows: 0..<40)
  var rows = table.rows
  for batch in 0..<600 {
    // Each batch changes the next row, because a mark of one thousandth of a second would not be seen.
    rows[batch % 6].state += 1
    table.setRows(rows, at: .ms(batch))
    let lines = table.presentation(at: .ms(batch)).lines
    #expect(lines.prefix(batch + 1).allSatisfy { $0.mark == .update && $0.flashes[.state] != nil })
  }
  #expect(table.presentation(at: .ms(594 + 6_999)).lines.allSatisfy { $0.mark == .update })
  #expect(table.presentation(at: .ms(599 + 7_000)).lines.allSatisfy { $0.mark == nil })
}

@Test func `a row moved and updated in one batch shows both marks`() {
  var table = makeTable(height: 4, motion: .none, rows: 0..<4)
  table.setRows([Item(0), Item(3, state: 1), Item(1), Item(2)], at: .ms(0))
  let line = table.presentation(at: .ms(0)).lines[1]
  #expect(line.marks == [.move: 1, .update: 1])
  #expect(line.mark == .move)
  table.setRows([Item(0), Item(3, state: 2), Item(2), Item(1)], at: .ms(2_000))
  #expect(table.presentation(at: .ms(2_000)).lines[1].marks == [.move: 0.8, .update: 1])
}
