import TableModel
import TestSupport
import Testing

private struct Entry: Identifiable, Hashable {
  var id: Int
  var text: Int
}

@Test func `a table that is told which rows are which shows what one that looks for itself does`() {
  var random = SystemRandomNumberGenerator()
  let seed = UInt64.random(in: 0..<1_000_000, using: &random)
  var generator = SeededGenerator(seed: seed)
  var plain = TableView<Entry, Never>(height: 12)
  var told = plain
  told.matchRows = { old, new in
    let offsets = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($1.id, $0) })
    return RowMatches(
      oldOffsets: new.map { Int32(offsets[$0.id] ?? -1) },
      mayDiffer: new.map { row in offsets[row.id].map { old[$0] != row } ?? true }
    )
  }
  let start = ContinuousClock.now
  for step in 0..<400 {
    let instant = start + .milliseconds(step * 70)
    var rows = (0..<30).filter { _ in Bool.random(using: &generator) }.map {
      Entry(id: $0, text: Int.random(in: 0..<3, using: &generator))
    }
    if Int.random(in: 0..<3, using: &generator) == 0 { rows.shuffle(using: &generator) }
    let groups = Dictionary(grouping: rows) { $0.id % 3 }.sorted { $0.key < $1.key }
      .map { TableSection(id: "\($0.key)", rows: $0.value) }
    let (isGrouped, isByUser) = (
      Int.random(in: 0..<4, using: &generator) > 1, Bool.random(using: &generator)
    )
    let distance = Int.random(in: -2...2, using: &generator)
    func act(_ table: inout TableView<Entry, Never>) {
      if isGrouped {
        table.setSections(groups, byUser: isByUser, at: instant)
      } else {
        table.setRows(rows, byUser: isByUser, at: instant)
      }
      table.moveSelection(by: distance, at: instant)
    }
    act(&plain)
    act(&told)
    #expect(
      told.rows == plain.rows && told.lastBatch == plain.lastBatch,
      "seed \(seed) step \(step)"
    )
    let later = instant + .milliseconds(Int.random(in: 0..<60, using: &generator))
    #expect(
      told.presentation(at: later) == plain.presentation(at: later),
      "seed \(seed) step \(step)"
    )
  }
}
