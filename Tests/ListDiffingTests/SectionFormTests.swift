import ListDiffing
import TestSupport
import Testing

private struct Header: Identifiable, Hashable {
  var id: String
  var title = ""
}

private typealias Section = ListSection<Header, Row>

@Suite struct `The forms of a sectioned batch` {
  private static func list(_ source: inout SeededGenerator, rows: Int = 12) -> [Section] {
    var ids = Array(0..<rows).shuffled(using: &source)
    return ["a", "b", "c", "d", "e"].shuffled(using: &source)
      .prefix(Int.random(in: 0...5, using: &source))
      .map { name in
        let count = min(ids.count, Int.random(in: 0...5, using: &source))
        defer { ids.removeFirst(count) }
        return Section(
          header: Header(id: name, title: Bool.random(using: &source) ? "x" : ""),
          rows: ids.prefix(count).map {
            Row(id: $0, content: Int.random(in: 0...1, using: &source))
          }
        )
      }
  }

  private static func batch(_ old: [Section], _ new: [Section]) throws -> SectionedBatchUpdates {
    try SectionedBatchUpdates(
      SectionedDifference(from: old, to: new),
      from: old.map(\.rows.count),
      to: new.map(\.rows.count)
    )
  }

  private static let rounds = isExhaustive ? 30_000 : 400

  @Test func `stages lead to the new rows one after another, each with one kind of change`() throws
  {
    var source = SeededGenerator(seed: 131)
    for round in 0..<Self.rounds {
      let (old, new) = (Self.list(&source), Self.list(&source))
      var rows = old.map(\.rows)
      var kinds: [Int] = []
      for stage in try Self.batch(old, new).stages() {
        let parts = stage.difference
        let sections = parts.sections
        let does = [
          !parts.deletions.isEmpty || !sections.deletions.isEmpty,
          !parts.moves.isEmpty || !sections.moves.isEmpty,
          !parts.insertions.isEmpty || !sections.insertions.isEmpty,
          !parts.updates.isEmpty || !sections.updates.isEmpty,
        ]
        #expect(does.count { $0 } == 1)
        kinds.append(does.firstIndex(of: true) ?? 0)
        rows = try stage.applying(to: rows) { new[$0.section].rows[$0.row] }
      }
      #expect(kinds == kinds.sorted())
      #expect(rows == new.map(\.rows), "round \(round): \(old) → \(new)")
    }
  }

  @Test func `a patch performed step by step leads to the new rows`() throws {
    var source = SeededGenerator(seed: 132)
    for round in 0..<Self.rounds {
      let (old, new) = (Self.list(&source), Self.list(&source))
      var rows = old.map(\.rows)
      rows.perform(try Self.batch(old, new).patch()) {
        new[$0].rows
      } new: {
        new[$0.section].rows[$0.row]
      }
      #expect(rows == new.map(\.rows), "round \(round): \(old) → \(new)")
    }
  }

  @Test func `every replacement has the same result, and satisfies its contract`() throws {
    var source = SeededGenerator(seed: 133)
    var movedUpdates = 0
    for round in 0..<Self.rounds {
      let (old, new) = (Self.list(&source), Self.list(&source))
      let batch = try Self.batch(old, new)
      movedUpdates += batch.difference.moves.count { move in
        batch.difference.updates.contains { $0.new == move.target }
      }
      for replacement in BatchUpdates.Replacement.allCases {
        let form = batch.replacing(replacement)
        let rows = try form.applying(to: old.map(\.rows)) { new[$0.section].rows[$0.row] }
        #expect(rows == new.map(\.rows), "round \(round), \(replacement): \(old) → \(new)")
        let parts = form.difference
        switch replacement {
        case .movedUpdates:
          let moved = Set(parts.moves.map(\.target))
          #expect(parts.updates.allSatisfy { !moved.contains($0.new) })
        case .updates: #expect(parts.updates.isEmpty)
        case .moves: #expect(parts.moves.isEmpty)
        case .movesAndUpdates: #expect(parts.moves.isEmpty && parts.updates.isEmpty)
        }
        #expect(parts.sections == batch.difference.sections)
      }
    }
    #expect(movedUpdates > 10)
  }

  @Test func `two batches combined have the effect of both, also inverted`() throws {
    var source = SeededGenerator(seed: 134)
    for round in 0..<Self.rounds {
      let lists = (0..<3).map { _ in Self.list(&source) }
      let first = try Self.batch(lists[0], lists[1])
      let second = try Self.batch(lists[1], lists[2])
      let both = try first.followed(by: second)
      let rows = try both.applying(to: lists[0].map(\.rows)) {
        lists[2][$0.section].rows[$0.row]
      }
      #expect(rows == lists[2].map(\.rows), "round \(round): \(lists)")
      let back = try both.inverted().applying(to: rows) { lists[0][$0.section].rows[$0.row] }
      #expect(back == lists[0].map(\.rows), "round \(round): \(lists)")
      let none = try first.followed(by: first.inverted())
      #expect(none.difference.moves.isEmpty, "round \(round): \(lists)")
    }
  }

  @Test func `validating many rows needs one map per section`() throws {
    // 32,000 updates in one section took seconds while each of them made a map of all.
    let count = 32_000
    let updates = (0..<count).map {
      SectionedDifference.Update(
        old: RowIndexPath(section: 0, row: $0),
        new: RowIndexPath(section: 0, row: $0)
      )
    }
    let batch = try SectionedBatchUpdates(
      SectionedDifference(updates: updates),
      from: [count],
      to: [count]
    )
    #expect(batch.newPath(ofOld: RowIndexPath(section: 0, row: 7))?.row == 7)
  }
}
