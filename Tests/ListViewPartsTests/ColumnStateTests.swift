@testable import Columns
import FeedValues
import TerminalCore
import TestSupport
import Testing

@testable import ListViewParts

/// Rows with texts of many lengths, some of whose fields come and go.
private func rows(using random: inout SeededGenerator) -> [Row] {
  let texts = ["", "a", "gamma delta", "on hold", "a longer text that is cut", "漢字 wide"]
  let objects = (0..<Int.random(in: 1...3, using: &random)).map { number in
    var fields = [#""id":"r\#(number)""#, #""created":1700000000"#]
    for name in ["status", "name", "more", "note"] where Bool.random(using: &random) {
      fields.append("\"\(name)\":\"\(texts.randomElement(using: &random) ?? "")\"")
    }
    if Bool.random(using: &random) {
      fields.append("\"n\":\(Int.random(in: 0...9_999, using: &random))")
    }
    return "{\(fields.joined(separator: ","))}"
  }
  return rows("[\(objects.joined(separator: ","))]")
}

/// The places of the columns on the screen.
private func places(_ state: ColumnState) -> [String] {
  state.layout.places.map { "\(state.columns[$0.column].path) \($0.column) \($0.width)" }
}

/// Motion puts off when columns get their room, and not what they get: the same program without motion is
/// the oracle.
@Test func `a layout delayed until rows are at rest equals one that was not delayed`() {
  var waits = 0
  for seed in UInt64(1)...50 {
    var random = SeededGenerator(seed: seed)
    let width = Int.random(in: 20...90, using: &random)
    var (moving, still) = (
      ColumnState(asked: nil, memory: ColumnMemory(), width: width),
      ColumnState(asked: nil, memory: ColumnMemory(), width: width)
    )
    let first = rows(using: &random)
    moving.choose(for: first, key: nil, in: context(columns: width))
    still.choose(for: first, key: nil, in: context(columns: width))
    for step in 0..<8 {
      let rows = rows(using: &random)
      let now = context(columns: width, after: .seconds(step))
      let before = places(moving)
      moving.fit(to: rows, of: rows, key: nil, in: now, during: .milliseconds(400))
      still.fit(to: rows, of: rows, key: nil, in: now)
      if moving.layoutDue != nil {
        waits += 1
        #expect(places(moving) == before, "seed \(seed): nothing moves while rows do")
        moving.layOutWhenDue(at: context(columns: width, after: .seconds(step)).instant)
        #expect(places(moving) == before, "seed \(seed): it is not time yet")
      }
      let later = context(columns: width, after: .seconds(step) + .milliseconds(500))
      moving.layOutWhenDue(at: later.instant)
      #expect(moving.layoutDue == nil)
      #expect(places(moving) == places(still), "seed \(seed), step \(step)")
    }
  }
  #expect(waits > 20)
}

/// The screens of a user who scrolls, of rows that come, go, move and change: a dictionary is the oracle.
@Test func `rows are compared with those that were in view before, wherever they are`() {
  var random = SeededGenerator(seed: 3)
  var state = ColumnState(asked: nil, memory: ColumnMemory(), width: 80)
  var known: [RowID: Row] = [:]
  var (unknown, changed, same, first) = (0, 0, 0, 0)
  for _ in 0..<100 {
    first += Int.random(in: -4...5, using: &random)
    var numbers = Array(first..<first + Int.random(in: 0...20, using: &random))
    if Int.random(in: 0..<4, using: &random) == 0 { numbers.shuffle(using: &random) }
    numbers.removeAll { _ in Int.random(in: 0..<10, using: &random) == 0 }
    let objects = numbers.map {
      #"{"id":\#($0),"n":\#(Int.random(in: 0..<10, using: &random) == 0 ? 1 : 0)}"#
    }
    let rows = rows("[\(objects.joined(separator: ","))]")
    let changes = state.changes(to: rows)
    let expected = rows.filter { known[$0.id]?.value != $0.value }
    #expect(changes.map(\.row) == expected)
    #expect(changes.map(\.old) == expected.map { known[$0.id] })
    unknown += changes.count { $0.old == nil }
    changed += changes.count { $0.old != nil }
    same += rows.count - changes.count
    state.fit(to: rows, of: rows, key: nil, in: context())
    known = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
  }
  #expect(unknown > 100 && changed > 50 && same > 100, "\(unknown), \(changed), \(same)")
}
