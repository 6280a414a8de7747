import Foundation
import ListDiffing
import TestSupport
import Testing

private typealias Section = ListSection<String, Row>

@Suite struct `A sectioned batch` {
  private static func path(_ section: Int, _ row: Int) -> RowIndexPath {
    RowIndexPath(section: section, row: row)
  }

  @Test func `survives a round trip through JSON, and is validated when decoded`() throws {
    let difference = SectionedDifference(
      sections: Difference(deletions: [1], insertions: [0]),
      deletions: [Self.path(0, 1)],
      moves: [.init(from: Self.path(0, 0), to: Self.path(2, 0))],
      updates: [.init(old: Self.path(0, 0), new: Self.path(2, 0))]
    )
    let batch = try SectionedBatchUpdates(difference, from: [3, 1, 0], to: [2, 1, 1])
    let data = try JSONEncoder().encode(batch)
    #expect(try JSONDecoder().decode(SectionedBatchUpdates.self, from: data) == batch)
    let other = String(decoding: data, as: UTF8.self).replacing("[2,1,1]", with: "[2,1,2]")
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(SectionedBatchUpdates.self, from: Data(other.utf8))
    }
  }

  @Test func `turns one list of sections into another, whatever identifies headers and rows`()
    throws
  {
    struct Day: Identifiable, Equatable {
      var id: Int
      var title = ""
    }
    struct Dated: Identifiable, Hashable {
      var id: Int
      var title = ""
    }
    struct Note: Identifiable, Equatable {
      var id: Int
      var text = ""
    }
    func check<Header: Equatable, Content: Equatable>(
      _ headers: [Header],
      _ rows: [Content],
      updates: Int,
      difference: ([ListSection<Header, Content>], [ListSection<Header, Content>]) ->
        SectionedDifference
    ) throws {
      // Two sections change places and one row crosses; header 2 is header 1, changed; so is row 4.
      let old = [
        ListSection(header: headers[0], rows: [rows[0], rows[1]]),
        ListSection(header: headers[1], rows: [rows[2], rows[3]]),
      ]
      let new = [
        ListSection(header: headers[2], rows: [rows[2], rows[4], rows[0]]),
        ListSection(header: headers[0], rows: [rows[1]]),
      ]
      let changes = difference(old, new)
      #expect(changes.updates.count == updates)
      #expect(try changes.applying(to: old, new: new) == new)
      let batch = try SectionedBatchUpdates(changes, from: old, to: new)
      #expect(try batch.inverted().applying(to: new, new: old) == old)
      #expect(batch.description == "2 → 2 sections, 4 → 4 rows: \(changes)")
      #expect(throws: SectionedBatchUpdatesError.staleRows(counts: [2], expected: [3, 1])) {
        try batch.applying(to: old, new: [old[0]])
      }
    }
    let days = [Day(id: 0), Day(id: 1), Day(id: 1, title: "x")]
    let dated = [Dated(id: 0), Dated(id: 1), Dated(id: 1, title: "x")]
    let names = ["a", "b", "b"]
    let notes = [0, 1, 2, 3, 3].enumerated().map { Note(id: $1, text: $0 == 4 ? "x" : "") }
    let rows = [0, 1, 2, 3, 3].enumerated().map { Row(id: $1, content: $0 == 4 ? 1 : 0) }
    let plain = [0, 1, 2, 3, 3]
    try check(days, notes, updates: 1) { SectionedDifference(from: $0, to: $1) }
    try check(days, rows, updates: 1) { SectionedDifference(from: $0, to: $1) }
    try check(days, plain, updates: 0) { SectionedDifference(from: $0, to: $1) }
    try check(dated, notes, updates: 1) { SectionedDifference(from: $0, to: $1) }
    try check(dated, rows, updates: 1) { SectionedDifference(from: $0, to: $1) }
    try check(dated, plain, updates: 0) { SectionedDifference(from: $0, to: $1) }
    try check(names, notes, updates: 1) { SectionedDifference(from: $0, to: $1) }
    try check(names, rows, updates: 1) { SectionedDifference(from: $0, to: $1) }
    try check(names, plain, updates: 0) { SectionedDifference(from: $0, to: $1) }
  }

  /// Whether changes are consistent, by writing down every row of both lists.
  private static func isConsistent(
    _ difference: SectionedDifference,
    _ oldCounts: [Int],
    _ newCounts: [Int]
  ) -> Bool {
    let sections = difference.sections
    guard oldCounts.allSatisfy({ $0 >= 0 }), newCounts.allSatisfy({ $0 >= 0 }),
      (try? BatchUpdates(sections, from: oldCounts.count, to: newCounts.count)) != nil
    else { return false }
    let stayingBefore = oldCounts.indices.filter { !sections.deletions.contains($0) }
    let stayingAfter = newCounts.indices.filter { !sections.insertions.contains($0) }
    func rows(_ counts: [Int], _ sections: [Int]) -> Set<RowIndexPath> {
      Set(sections.flatMap { section in (0..<counts[section]).map { path(section, $0) } })
    }
    var before = rows(oldCounts, stayingBefore)
    var after = rows(newCounts, stayingAfter)
    // Each change takes its rows out, and what is left has to stay in line.
    for path in difference.deletions { guard before.remove(path) != nil else { return false } }
    for path in difference.insertions { guard after.remove(path) != nil else { return false } }
    var places: [RowIndexPath: RowIndexPath] = [:]
    for move in difference.moves {
      guard before.remove(move.source) != nil, after.remove(move.target) != nil else {
        return false
      }
      places[move.source] = move.target
    }
    for (source, target) in zip(stayingBefore, stayingAfter) {
      let (old, new) = (
        before.filter { $0.section == source }.sorted(),
        after.filter { $0.section == target }.sorted()
      )
      guard old.count == new.count else { return false }
      for (source, target) in zip(old, new) { places[source] = target }
    }
    return difference.updates.allSatisfy { places[$0.old] == $0.new }
      && Set(difference.updates).count == difference.updates.count
  }

  @Test func `is accepted exactly if every row has one position before and after`() {
    var source = SeededGenerator(seed: 141)
    var verdicts = [0, 0]
    for _ in 0..<(isExhaustive ? 300_000 : 10_000) {
      func some<Value>(_ share: Int, _ make: () -> Value) -> [Value] {
        (0..<2).filter { _ in Int.random(in: 0..<share, using: &source) == 0 }.map { _ in make() }
      }
      func offset() -> Int { Int.random(in: 0...2, using: &source) }
      func path() -> RowIndexPath { Self.path(Int.random(in: 0...1, using: &source), offset()) }
      // Without moves of sections, so that those that stay keep their order.
      let difference = SectionedDifference(
        sections: Difference(deletions: some(9, offset), insertions: some(9, offset)),
        deletions: some(4, path),
        insertions: some(4, path),
        moves: some(4) { .init(from: path(), to: path()) },
        updates: some(6) {
          let old = path()
          return .init(old: old, new: Bool.random(using: &source) ? old : path())
        }
      )
      let oldCounts = (0..<2).map { _ in offset() }
      var newCounts = oldCounts
      for path in difference.insertions { newCounts[path.section] += 1 }
      for path in difference.deletions { newCounts[path.section] -= 1 }
      for move in difference.moves {
        newCounts[move.source.section] -= 1
        newCounts[move.target.section] += 1
      }
      let isAccepted =
        (try? SectionedBatchUpdates(difference, from: oldCounts, to: newCounts)) != nil
      #expect(
        isAccepted == Self.isConsistent(difference, oldCounts, newCounts),
        "\(difference), \(oldCounts) → \(newCounts)"
      )
      verdicts[isAccepted ? 1 : 0] += 1
    }
    #expect(verdicts.allSatisfy { $0 > 500 }, "\(verdicts)")
  }

  /// Rows without an order whose hashes are all equal.
  private struct Flat: Hashable {
    var value: Int

    func hash(into hasher: inout Hasher) {}
  }

  private static func outcome(
    _ old: [[Int]],
    _ new: [[Int]],
    limit: WorkLimit = .none
  ) -> SectionedDifference.Outcome {
    SectionedDifference.Outcome(
      from: Array(old.enumerated()),
      to: Array(new.enumerated()),
      limit: limit,
      rows: { $0.element.map(Flat.init) },
      sectionIdentity: { $0.offset },
      isSectionContentEqual: { _, _ in true },
      rowIdentity: { $0 },
      isRowContentEqual: { _, _ in true }
    )
  }

  @Test func `of rows with equal hashes loses no pair, or reports that it may have`() {
    var source = SeededGenerator(seed: 142)
    let rows = (0..<600).shuffled(using: &source)
    let old = [Array(rows[..<200]), Array(rows[200..<400]), Array(rows[400...])]
    let other = rows.shuffled(using: &source)
    let new = [Array(other[..<300]), Array(other[300..<350]), Array(other[350...])]
    let all = Self.outcome(old, new)
    #expect(all.difference.deletions.isEmpty && all.difference.insertions.isEmpty)

    let many = (0..<8000).shuffled(using: &source)
    let unlike = Self.outcome([many], [(8000..<16_000).map(\.self)])
    #expect(unlike.completion == .approximate)
  }

  @Test func `is correct, and marked as limited, if the work was limited`() throws {
    var source = SeededGenerator(seed: 143)
    for steps in [0, 1, 10, 1000, 100_000] {
      let rows = (0..<3000).shuffled(using: &source)
      let old = [Array(rows[..<1000]), Array(rows[1000...])]
      let other = rows.shuffled(using: &source)
      let new = [Array(other[..<2000]), Array(other[2000...])]
      let outcome = Self.outcome(old, new, limit: WorkLimit(steps: steps))
      let batch = try SectionedBatchUpdates(
        outcome.difference,
        from: old.map(\.count),
        to: new.map(\.count)
      )
      #expect(try batch.applying(to: old) { new[$0.section][$0.row] } == new)
      if steps <= 1000 { #expect(outcome.completion == .workLimitReached) }
    }
    #expect(Self.outcome([[1, 2]], [[2, 1]]).completion == .complete)
    #expect(
      Self.outcome([[1, 2]], [[2, 1]], limit: WorkLimit { true }).completion == .cancelled
    )
  }
}
