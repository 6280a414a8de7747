import ListDiffing
import TestSupport
import Testing

@testable import TableModel

private struct Entry: Identifiable, Hashable {
  var id: Int
  var text: Int
}

/// Rows that are asked for one by one; a row is known by its identifier.
private struct Source: RowSource {
  var rows: [Entry]
  var count: Int { rows.count }
  subscript(offset: Int) -> Entry { rows[offset] }
  func handle(at offset: Int) -> Int { rows[offset].id }
  func offset(ofHandle handle: Int) -> Int? { rows.firstIndex { $0.id == handle } }
}

/// Sections that are named and ordered by their numbers.
private struct Numbered: SectionOrder {
  func name(ofSection number: Int) -> SectionName { SectionName(id: "\(number)") }
  func section(withID id: SectionID) -> Int? { id.value(as: String.self).flatMap { Int($0) } }
  func precedes(_ number: Int, _ other: Int) -> Bool { number < other }
}

private let start = ContinuousClock.now

@Test func `a table changed by batches shows the same as one that compares`() throws {
  var system = SystemRandomNumberGenerator()
  let seed = UInt64.random(in: 0..<1_000_000, using: &system)
  var generator = SeededGenerator(seed: seed)
  var plain = TableView<Entry, Never>(height: 12)
  var told = plain
  var old: [Entry] = []
  for step in 0..<300 {
    let instant = start + .milliseconds(step * 70)
    var rows = (0..<30).filter { _ in Bool.random(using: &generator) }.map {
      Entry(id: $0, text: Int.random(in: 0..<3, using: &generator))
    }
    if Int.random(in: 0..<3, using: &generator) == 0 { rows.shuffle(using: &generator) }
    let distance = Int.random(in: -2...2, using: &generator)
    plain.setRows(rows, at: instant)
    let updates = try BatchUpdates(
      Difference(from: old, to: rows),
      from: old.count,
      to: rows.count
    )
    let content = TableContent(TableRows(Source(rows: rows)))
    try told.performBatchUpdates(updates, to: content, at: instant)
    old = rows
    plain.moveSelection(by: distance, at: instant)
    told.moveSelection(by: distance, at: instant)
    #expect(told.rows == plain.rows && told.lastBatch == plain.lastBatch, "seed \(seed) \(step)")
    let later = instant + .milliseconds(Int.random(in: 0..<60, using: &generator))
    #expect(
      told.presentation(at: later) == plain.presentation(at: later),
      "seed \(seed) step \(step)"
    )
  }
}

private func counts(_ rows: [Entry]) -> [Int: Int] {
  Dictionary(grouping: rows, by: \.text).mapValues(\.count)
}

@Test func `rows of a source are in their sections, folded or not`() throws {
  var system = SystemRandomNumberGenerator()
  let seed = UInt64.random(in: 0..<1_000_000, using: &system)
  var generator = SeededGenerator(seed: seed)
  var table = TableView<Entry, Never>(height: 10, motion: .none)
  var (plain, told) = (table, table)
  var old: [Entry] = []
  told.reload(
    TableContent(TableRows(Source(rows: [])), sections: SectionList([], Numbered())),
    at: start
  )
  for step in 0..<400 {
    let place: Comment = "seed \(seed) step \(step)"
    let instant = start + .seconds(step * 20)
    let rows = (0..<24).filter { _ in Bool.random(using: &generator) }.map {
      Entry(id: $0, text: Int.random(in: 0..<9, using: &generator))
    }.sorted { ($0.text, $0.id) < ($1.text, $1.id) }
    let groups = Dictionary(grouping: rows, by: \.text).sorted { $0.key < $1.key }
    // A row that changes its section moves.
    var difference = Difference(from: old, to: rows, identity: \.self, isContentEqual: ==)
    for (source, target) in difference.deletions.flatMap({ source in
      difference.insertions.filter { old[source].id == rows[$0].id }.map { (source, $0) }
    }) {
      difference.deletions.removeAll { $0 == source }
      difference.insertions.removeAll { $0 == target }
      difference.moves.append(Difference.Move(from: source, to: target))
      difference.updates.append(Difference.Update(old: source, new: target))
    }
    let updates = try BatchUpdates(difference, from: old.count, to: rows.count)
    let content = TableContent(
      TableRows(Source(rows: rows)),
      sections: groups.map {
        SectionHeader(id: "\($0.key)", title: "\($0.key)", count: $0.value.count)
      }
    )
    try table.performBatchUpdates(updates, to: content, at: instant)
    // Only what changes of the sections is told.
    let (before, after) = (counts(old), counts(rows))
    let changes = Set(before.keys).union(after.keys).sorted().compactMap { section in
      before[section] == after[section] && step % 7 > 0
        ? nil
        : SectionUpdate.Change(section: section, old: before[section], new: after[section])
    }
    let update =
      step % 11 == 0
      ? SectionUpdate(
        renumbering: SectionList(groups.map { ($0.key, $0.value.count) }, Numbered()),
        after: Numbered()
      ) : SectionUpdate(changes, Numbered())
    if step.isMultiple(of: 2) { told.releaseRows() }
    try told.performBatchUpdates(
      updates,
      update,
      handles: nil,
      from: Source(rows: old),
      to: TableRows(Source(rows: rows)),
      at: instant
    )
    plain.setSections(
      groups.map { TableSection(id: "\($0.key)", rows: $0.value) },
      at: instant
    )
    old = rows
    let id = "\(Int.random(in: 0..<9, using: &generator))"
    let distance = Int.random(in: -3...3, using: &generator)
    let folds = Int.random(in: 0..<4, using: &generator) == 0
    func act(_ table: inout TableView<Entry, Never>) {
      if folds { table.toggle(section: id, at: instant) }
      table.moveSelection(by: distance, at: instant)
    }
    act(&table)
    act(&plain)
    act(&told)
    #expect(table.rows == plain.rows, place)
    #expect(told.sections == table.sections && told.sectionHeaders == table.sectionHeaders, place)
    #expect(told.displayedRows.elementsEqual(table.displayedRows), place)
    for wait in [0, 40, 15_000] {
      let later = instant + .milliseconds(wait)
      #expect(told.presentation(at: later) == table.presentation(at: later), place)
    }
    #expect(table.sections.map(\.rows) == plain.sections.map(\.rows), place)
    #expect(table.sectionHeaders == plain.sectionHeaders, place)
    // Every row in view stands in the list at the offset that its line gives.
    for line in table.presentation(at: instant + .seconds(15)).lines {
      guard case .row(let row, let offset) = line.content else { continue }
      #expect(plain.rows[offset] == row, place)
    }
  }
}

@Test(arguments: [false, true])
func `a long list rearranged by the user is read only in view`(isFiltered: Bool) {
  let count = TableView<Entry, Never>.comparedCount + 5_000
  let rows = (0..<count).map { Entry(id: $0, text: $0 % 7) }
  var table = TableView<Entry, Never>(height: 20)
  table.reload(TableContent(TableRows(Source(rows: rows))), at: start)
  table.selectRow(atOffset: 12_345, at: start)
  let line = table.presentation(at: start + .seconds(1)).lines.firstIndex(where: \.isSelected)
  var others = rows
  var generator = SeededGenerator(seed: 1)
  others.shuffle(using: &generator)
  if isFiltered { others.removeAll { $0.id % 3 == 1 } }
  let instant = start + .seconds(2)
  table.show(TableContent(TableRows(Source(rows: others))), byUser: true, at: instant)
  #expect(table.displayedRows.elementsEqual(others))
  #expect(table.selection == 12_345)
  for wait in [0, 100, 1_000] {
    let lines = table.presentation(at: instant + .milliseconds(wait)).lines
    #expect(lines.firstIndex(where: \.isSelected) == line, "\(wait) ms")
  }
  // At rest the rows in view are neighbours in the new order.
  let shown = table.presentation(at: instant + .seconds(5)).lines.compactMap { line in
    if case .row(let row, let offset) = line.content { (row, offset) } else { nil }
  }
  #expect(shown.count == 20)
  #expect(shown.allSatisfy { others[$0.1] == $0.0 })
}
