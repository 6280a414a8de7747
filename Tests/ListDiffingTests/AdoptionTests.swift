import ListDiffing
import TestSupport
import Testing

/// The tools for a user of the library besides the difference itself.
@Suite struct `A user of the library` {
  private static func lists(_ source: inout SeededGenerator) -> (old: [Row], new: [Row]) {
    func list() -> [Row] {
      (0..<14).shuffled(using: &source).prefix(.random(in: 0...10, using: &source)).map {
        Row(id: $0, content: .random(in: 0...1, using: &source))
      }
    }
    return (list(), list())
  }

  @Test func `applies a difference with the rows of the new list`() throws {
    var source = SeededGenerator(seed: 141)
    for _ in 0..<300 {
      let (old, new) = Self.lists(&source)
      let difference = Difference(from: old, to: new)
      #expect(try difference.applying(to: old, new: new) == new)
      #expect(try Changeset(from: old, to: new).applying(to: old) == new)
    }
    #expect(throws: BatchUpdatesError.self) {
      try Difference(deletions: [3]).applying(to: [1], new: [] as [Int])
    }
    #expect(throws: BatchUpdatesError.staleRows(count: 1, expected: 2)) {
      try Changeset(from: [1, 2], to: [3]).applying(to: [1])
    }
  }

  @Test func `converts from and to the standard library's difference`() throws {
    var source = SeededGenerator(seed: 142)
    for _ in 0..<300 {
      let (old, new) = Self.lists(&source)
      let ours = Difference(from: old, to: new)
      let theirs = try CollectionDifference(ours, from: old, to: new)
      #expect(old.applying(theirs) == new)
      for standard in [new.difference(from: old), new.difference(from: old).inferringMoves()] {
        let difference = Difference(standard)
        #expect(try difference.applying(to: old, new: new) == new)
        #expect(difference.updates.isEmpty)
      }
    }
  }

  @Test func `compares rows that are only Equatable`() {
    struct Opaque: Equatable {
      var value: Int
    }
    let old = [1, 2, 3, 4].map(Opaque.init)
    let new = [2, 3, 5, 4].map(Opaque.init)
    #expect(Difference(from: old, to: new) == Difference(deletions: [0], insertions: [2]))
  }

  @Test func `reads the changes`() throws {
    let difference = Difference(from: [1, 2, 3, 4], to: [4, 2, 3, 7])
    #expect(difference.changeCount == 3)
    #expect(difference.description == "1 deletion (0), 1 insertion (3), 1 move (3 → 0)")
    #expect(Difference().description == "no changes")
    let many = Difference(deletions: Array(0..<12))
    #expect(many.description == "12 deletions (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, … 2 more)")
    let batch = try BatchUpdates(many, from: 12, to: 0)
    #expect(batch.description == "12 → 0 rows: \(many)")
    let sectioned = SectionedDifference(
      sections: Difference(updates: [.init(old: 0, new: 1)]),
      insertions: [RowIndexPath(section: 0, row: 2)]
    )
    #expect(sectioned.description == "sections: 1 update (0 as 1); rows: 1 insertion ((0, 2))")
    #expect(sectioned.changeCount == 2)
  }

  @Test func `groups rows into sections whose headers are plain values`() {
    let old = [ListSection](grouping: ["ant", "bee", "asp"].map(Word.init), by: { $0.id.first })
    #expect(old.map(\.header) == ["a", "b"])
    #expect(old.map { $0.rows.map(\.id) } == [["ant", "asp"], ["bee"]])
    let new = [ListSection](grouping: ["bee", "cow", "asp"].map(Word.init), by: { $0.id.first })
    let difference = SectionedDifference(from: old, to: new)
    #expect(difference.sections.insertions == [1])
    #expect(difference.deletions == [RowIndexPath(section: 0, row: 0)])
  }

  private struct Word: Identifiable, Hashable {
    var id: String
  }

  private struct Day: Identifiable, Hashable {
    var id: Int
  }

  @Test func `assembles a snapshot`() throws {
    var first = ListSnapshot<Day, Row>()
    first.appendSections([Day(id: 1), Day(id: 2)])
    first.appendRows([Row(id: 1), Row(id: 2)], to: 1)
    first.appendRows([Row(id: 3), Row(id: 4)])
    var second = first
    second.insertSection(Day(id: 3), before: 1)
    second.moveRow(4, before: 1)
    second.deleteRows([2])
    second.insertRows([Row(id: 5)], after: 3)
    second.replaceRows([Row(id: 1, content: 1)])
    second.reconfigureRows([3])
    #expect(second.sections.map(\.id) == [3, 1, 2])
    #expect(second.sections.map { $0.rows.map(\.id) } == [[], [4, 1], [3, 5]])
    #expect(second.path(of: 5) == RowIndexPath(section: 2, row: 1))
    #expect(second.rowCount == 4)
    let batch = second.batchUpdates(from: first)
    #expect(
      batch.difference.updates.map(\.old) == [.init(section: 0, row: 0), .init(section: 1, row: 0)]
    )
    let rows = try batch.applying(to: first.sections.map(\.rows)) {
      second.sections[$0.section].rows[$0.row]
    }
    #expect(rows == second.sections.map(\.rows))
    second.moveSection(2, before: 3)
    second.moveSection(3, after: 1)
    second.deleteSections([2])
    second.deleteAllRows()
    #expect(second.sections.map(\.id) == [1, 3])
    #expect(second.rowCount == 0)
  }
}
