import Testing

@testable import TableModel

private enum Kind: CaseIterable {
  case insert
  case delete
  case move
  case moveFar
  case update
  case all

  /// The rows after a change of this kind to those in view, the first of which has an offset.
  func apply(to rows: [Item], id: Int, first: Int) -> [Item] {
    var rows = rows
    switch self {
    case .insert:
      rows.insert(Item(id), at: first + 3)
      rows.insert(Item(id + 1), at: first == 0 ? 0 : rows.count)
    case .delete:
      rows.remove(at: first + 4)
      rows.remove(at: first + 1)
    case .move:
      rows.insert(rows.remove(at: first + 6), at: first + 2)
      rows.insert(rows.remove(at: first), at: first + 5)
    case .moveFar:
      // Out of view, and into it.
      rows.insert(rows.remove(at: first + 3), at: first == 0 ? rows.count - 1 : 0)
      rows.insert(rows.remove(at: first == 0 ? rows.count - 4 : 2), at: first + 2)
    case .update:
      for offset in first + 2..<first + 6 { rows[offset].state += 1 }
    case .all:
      for kind in [Kind.update, .move, .delete, .insert] {
        rows = kind.apply(to: rows, id: id, first: first)
      }
    }
    return rows
  }
}

private struct Start: CustomStringConvertible {
  var edge: LiveEdge
  var selected: Int?

  var description: String { "\(edge) selected \(selected.map(String.init) ?? "none")" }

  func table() -> Table {
    var table = makeTable(height: 9, liveEdge: edge, rows: 0..<30)
    if let selected { table.selectRow(atOffset: selected, at: epoch) }
    return table
  }
}

private let starts = [
  Start(edge: .top), Start(edge: .bottom), Start(edge: .top, selected: 4),
  Start(edge: .bottom, selected: 10), Start(edge: .top, selected: 12),
]

@Test func `any kind of change may interrupt any other at any instant`() {
  let frameLength = Duration.microseconds(16_667)
  var moving = 0
  for start in starts {
    for first in Kind.allCases {
      for second in Kind.allCases {
        for sixteenth in 0..<16 {
          var table = start.table()
          let end = table.timing.batch
          let instant = epoch + end * (Double(sixteenth) / 16)
          table.setRows(
            first.apply(to: table.rows, id: 100, first: table.firstVisibleRow),
            at: epoch
          )
          let before = table.presentation(at: instant).lines
          table.setRows(
            second.apply(to: table.rows, id: 200, first: table.firstVisibleRow),
            at: instant
          )
          let place = "\(start): \(first) then \(second) at \(instant - epoch)"
          #expect(table.scene != nil || second == .update, "\(place)")

          // At the instant nothing moves: each row, alive or leaving, is where and as it was.
          var lines = table.presentation(at: instant).lines
          for (line, each) in lines.enumerated() {
            guard let id = each.id, let was = before.firstIndex(where: { $0.id == id }) else {
              continue
            }
            moving += 1
            #expect(line == was, "\(place): row \(id)")
            #expect(abs(each.opacity - before[was].opacity) < 1e-9, "\(place): row \(id)")
          }

          // And from there on it moves on as its easing lets it.
          let steepest = (table.scene?.steepestStep(in: frameLength, table.timing) ?? 0) + 1
          var sample = instant
          for _ in 0..<16 {
            sample += frameLength
            let next = table.presentation(at: sample).lines
            for (line, each) in next.enumerated() {
              guard let id = each.id, let was = lines.firstIndex(where: { $0.id == id }) else {
                continue
              }
              #expect(abs(line - was) <= steepest, "\(place): row \(id) at \(sample - instant)")
              #expect(abs(each.opacity - lines[was].opacity) <= 0.42, "\(place): row \(id)")
            }
            lines = next
          }
          #expect(
            table.presentation(at: instant + end).lines.count { $0.opacity < 1 } == 0,
            "\(place)"
          )
        }
      }
    }
  }
  #expect(moving > 10_000)
}

extension Scene {
  /// The number of lines that a row may move in a time, at the steepest of all that is under way.
  func steepestStep(in time: Duration, _ timing: MotionTiming) -> Int {
    // From rest a critically damped spring is nowhere more than 1.9 times as steep as a straight line
    // (its stiffness over e, and what is taken off towards the end); else it only loses speed. A
    // quarter of the lines takes a quarter of the time.
    func steepest(_ spring: Spring) -> Double {
      guard spring.duration > .zero else { return 0 }
      return abs(spring.velocity) * (time / .seconds(1))
        + 1.9 * (time / spring.duration) * abs(spring.to - spring.from)
    }
    let shift = 1.9 * (time / timing.shift)
    let changing = items.count { $0.opensAt != nil || $0.closesAt != nil }
    return Int((shift * Double(max(4, changing)) + steepest(drift)).rounded(.up))
      + 2 * Int(steepest(travel).rounded(.up))
  }
}

@Test func `more changes than can be animated are shown at once`() {
  var table = makeTable(height: 9, rows: 0..<30)
  table.setRows((100..<130).map { Item($0) }, at: .ms(0))
  let first = table.presentation(at: .ms(0))
  #expect(first.lines.map(\.content) == table.presentation(at: .ms(999)).lines.map(\.content))
  #expect(first.lines.allSatisfy { $0.opacity == 1 && $0.mark == .insertion })
  // Tints tell what motion cannot.
  #expect(first.lines.allSatisfy { $0.tint == .init(mark: .insertion, strength: 1) })
  #expect(first.nextChange == .ms(0) + table.timing.glow / table.timing.tintSteps)
  table.setRows((100..<130).reversed().map { Item($0) }, at: .ms(10_000))
  #expect(table.scene == nil)
}

@Test func `batches faster than motion neither queue up nor delay each other`() {
  var table = makeTable(height: 9, rows: 0..<30)
  var rows = table.rows
  for batch in 0..<400 {
    rows.insert(Item(1000 + batch), at: 0)
    rows.swapAt(3, 6)
    rows.remove(at: 12)
    table.setRows(rows, at: .ms(batch * 5))
    #expect((table.scene?.items.count ?? 0) <= 3 * table.height, "batch \(batch)")
  }
  // Rows that came first are on their lines long before the last batch has come to rest.
  let shown = table.presentation(at: .ms(399 * 5)).lines.compactMap(\.id)
  #expect(shown.contains { $0 >= 1300 }, "\(shown)")
  #expect(
    table.presentation(at: .ms(399 * 5 + 420)).lines.compactMap(\.id) == rows[..<9].map(\.id)
  )
}

@Test func `a selected row that comes into view during a motion does not shift the other rows`() {
  var table = makeTable(height: 5, rows: 0..<20)
  table.selectRow(atOffset: 9, at: epoch)
  // Out of view by one line.
  table.scroll(by: 4 - table.linesAbove, at: epoch)
  table.selectRow(atOffset: 9, at: epoch)
  table.scroll(by: -1, at: epoch)
  #expect(!table.presentation(at: epoch).lines.contains { $0.isSelected })
  var rows = table.rows
  rows.remove(at: table.linesAbove + 2)
  table.setRows(rows, at: epoch)
  // The row is on its way when the next batch comes.
  let instant = epoch + .milliseconds(20)
  let before = table.presentation(at: instant).lines
  #expect(!before.contains { $0.isSelected })
  #expect(table.presentation(at: instant + .seconds(5)).lines.last?.isSelected == true)
  rows.insert(Item(100), at: 0)
  table.setRows(rows, at: instant)
  #expect(table.presentation(at: instant).lines.map(\.id) == before.map(\.id))
}

@Test func `a selected row that closing tombstones brought into view keeps its line`() {
  var table = makeTable(height: 5, rows: 0..<20)
  table.timing.tombstone = .milliseconds(300)
  table.selectRow(atOffset: 7, at: epoch)
  table.scroll(by: 3 - table.linesAbove, at: epoch)
  var rows = table.rows
  rows.removeSubrange(4...5)
  table.setRows(rows, at: epoch)
  // The tombstones of two rows are above it, and now it is out of view.
  table.scroll(by: -2, at: epoch + .milliseconds(200))
  #expect(!table.presentation(at: epoch + .milliseconds(200)).lines.contains { $0.isSelected })
  let instant = epoch + .seconds(5)
  func line(at instant: ContinuousClock.Instant) -> Int? {
    table.presentation(at: instant).lines.firstIndex(where: \.isSelected)
  }
  let before = line(at: instant)
  #expect(before != nil)
  rows.insert(Item(100), at: 3)
  table.setRows(rows, at: instant)
  #expect(line(at: instant + .seconds(5)) == before)
}
