import ListDiffing
import TestSupport
import Testing

private struct Header: Identifiable, Hashable {
  var id: String
  var title = ""
}

private typealias Section = ListSection<Header, Row>
private typealias Path = RowIndexPath

@Suite struct `A sectioned difference` {
  private static func sections(_ list: KeyValuePairs<String, [Int]>) -> [Section] {
    list.map { Section(header: Header(id: $0.key), rows: $0.value.map { Row(id: $0) }) }
  }

  @Test func `20: row deletions use old section numbers`() {
    let old = Self.sections(["a": [0, 1], "b": [2, 3, 4]])
    let difference = SectionedDifference(from: old, to: Self.sections(["b": [2]]))
    #expect(
      difference
        == SectionedDifference(
          sections: Difference(deletions: [0]),
          deletions: [Path(section: 1, row: 1), Path(section: 1, row: 2)]
        )
    )
  }

  @Test func `21: rows move across sections`() {
    let old = Self.sections(["a": [1, 2, 3], "b": [4, 5], "c": []])
    let new = Self.sections(["q": [], "a": [1, 2], "b": [3, 4]])
    #expect(
      SectionedDifference(from: old, to: new)
        == SectionedDifference(
          sections: Difference(deletions: [2], insertions: [0]),
          deletions: [Path(section: 1, row: 1)],
          moves: [.init(from: Path(section: 0, row: 2), to: Path(section: 2, row: 0))]
        )
    )
  }

  @Test
  func `22: rows in a deleted section are deleted with it, rows in a moved one have both numbers`()
  {
    let old = Self.sections(["a": [1, 2, 3], "b": [4], "c": [5, 6]])
    let new = Self.sections(["c": [6, 5], "a": [3, 1, 2]])
    let difference = SectionedDifference(from: old, to: new)
    #expect(difference.sections.deletions == [1])
    #expect(difference.sections.moves.count == 1)
    #expect(difference.deletions.isEmpty)
    #expect(difference.moves.count == 2)
    #expect(difference.moves[0].source.section == 2)
    #expect(difference.moves[0].target.section == 0)
    #expect(
      difference.moves[1] == .init(from: Path(section: 0, row: 2), to: Path(section: 1, row: 0))
    )
  }

  @Test func `a changed header is an update of its section`() {
    let old = [Section(header: Header(id: "a", title: "A"), rows: [Row(id: 1)])]
    let new = [Section(header: Header(id: "a", title: "B"), rows: [Row(id: 1, content: 1)])]
    let difference = SectionedDifference(from: old, to: new)
    #expect(difference.sections.updates == [.init(old: 0, new: 0)])
    #expect(
      difference.updates == [.init(old: Path(section: 0, row: 0), new: Path(section: 0, row: 0))]
    )
  }

  @Test func `every pair of small sectioned lists replays with the fewest operations on rows`()
    throws
  {
    // Up to three rows with unique identities, spread over up to two of three sections.
    var all: [[Section]] = []
    for names in [[], ["a"], ["b"], ["a", "b"], ["b", "a"], ["a", "c"]] {
      for rows in lists(of: 3, upTo: 3) where Set(rows).count == rows.count {
        for cut in names.isEmpty ? [] : Array(0...rows.count) where names.count > 1 || cut == 0 {
          let contents = names.count == 1 ? [rows] : [Array(rows[..<cut]), Array(rows[cut...])]
          all.append(
            zip(names, contents).map { name, rows in
              Section(
                header: Header(id: name),
                rows: rows.map { Row(id: $0, content: name == "b" ? 1 : 0) }
              )
            }
          )
        }
      }
      if names.isEmpty { all.append([]) }
    }
    for old in all { for new in all { try check(old, new, isUnique: true) } }
  }

  @Test(arguments: [91, 92] as [UInt64])
  func `random sectioned lists replay`(seed: UInt64) throws {
    var source = SeededGenerator(seed: seed)
    for _ in 0..<(isExhaustive ? 20_000 : 300) {
      func list() -> [Section] {
        ["a", "b", "c", "d", "e"].shuffled(using: &source)
          .prefix(Int.random(in: 0...5, using: &source))
          .map { name in
            Section(
              header: Header(id: name, title: Bool.random(using: &source) ? "x" : ""),
              rows: (0..<Int.random(in: 0...6, using: &source)).map { _ in
                Row(
                  id: Int.random(in: 0..<15, using: &source),
                  content: Int.random(in: 0...1, using: &source)
                )
              }
            )
          }
      }
      try check(list(), list(), isUnique: false)
    }
  }

  private func check(_ old: [Section], _ new: [Section], isUnique: Bool) throws {
    let difference = SectionedDifference(from: old, to: new)
    let name = Comment(rawValue: "\(old) → \(new): \(difference)")
    let batch = try SectionedBatchUpdates(
      difference,
      from: old.map(\.rows.count),
      to: new.map(\.rows.count)
    )
    #expect(batch.difference == difference, name)
    let applied = try batch.applying(to: old.map(\.rows)) { new[$0.section].rows[$0.row] }
    #expect(applied == new.map(\.rows), name)
    let inverse = try SectionedBatchUpdates(
      difference.inverted(),
      from: new.map(\.rows.count),
      to: old.map(\.rows.count)
    )
    let back = try inverse.applying(to: applied) { old[$0.section].rows[$0.row] }
    #expect(back == old.map(\.rows), name)
    let asked = difference.moves.allSatisfy {
      old[$0.source.section].rows[$0.source.row].id == new[$0.target.section].rows[$0.target.row].id
    }
    #expect(asked, name)
    for section in old.indices {
      for row in old[section].rows.indices {
        let path = Path(section: section, row: row)
        guard let target = batch.newPath(ofOld: path) else { continue }
        #expect(batch.oldPath(ofNew: target) == path, name)
        #expect(new[target.section].rows[target.row].id == old[section].rows[row].id, name)
      }
    }
    if isUnique {
      let count =
        difference.deletions.count + difference.insertions.count + difference.moves.count
        + difference.updates.count
      #expect(count == leastRowOperations(old, new), name)
    }
  }

  /// The least operations on rows: in sections that are in both lists, a row that is in both lists
  /// costs nothing in line, and one move elsewhere.
  private func leastRowOperations(_ old: [Section], _ new: [Section]) -> Int {
    let names = Set(old.map(\.id)).intersection(new.map(\.id))
    let before = old.filter { names.contains($0.id) }
    let after = new.filter { names.contains($0.id) }
    let oldRows = before.flatMap(\.rows)
    let newRows = after.flatMap(\.rows)
    let shared = Set(oldRows.map(\.id)).intersection(newRows.map(\.id))
    var inLine = 0
    for section in before {
      let rows = after.first { $0.id == section.id }?.rows ?? []
      let both = section.rows.count { row in rows.contains { $0.id == row.id } }
      let least = leastOperations(from: section.rows, to: rows, countingUpdates: false)
      // Deletions, insertions and pairs out of line make the least; what is left is in line.
      inLine += section.rows.count + rows.count - both - least
    }
    let updates = shared.count { id in
      oldRows.first { $0.id == id } != newRows.first { $0.id == id }
    }
    return oldRows.count + newRows.count - shared.count - inLine + updates
  }

  @Test func `counts that do not add up are reported with all numbers`() {
    let difference = SectionedDifference(
      insertions: [Path(section: 0, row: 0)],
      moves: [.init(from: Path(section: 0, row: 0), to: Path(section: 1, row: 0))]
    )
    #expect(
      throws: SectionedBatchUpdatesError.invalidCount(
        section: 0,
        before: 2,
        after: 3,
        inserted: 1,
        deleted: 0,
        movedIn: 0,
        movedOut: 1
      )
    ) {
      try SectionedBatchUpdates(difference, from: [2, 0], to: [3, 1])
    }
    #expect(
      throws: SectionedBatchUpdatesError.invalidCount(
        section: 0,
        before: 2,
        after: 3,
        inserted: 0,
        deleted: 0,
        movedIn: 0,
        movedOut: 0
      )
    ) {
      try SectionedBatchUpdates(SectionedDifference(), from: [2], to: [3])
    }
    #expect(throws: SectionedBatchUpdatesError.negativeCount(section: 1, count: -1)) {
      try SectionedBatchUpdates(SectionedDifference(), from: [2, -1], to: [2, 0])
    }
  }

  @Test func `rows in a deleted section are not listed again, and other rows are refused`() throws {
    let section = SectionedDifference(sections: Difference(deletions: [0]))
    var twice = section
    twice.deletions = [Path(section: 0, row: 0)]
    #expect(
      throws: SectionedBatchUpdatesError.goesWithSection(.deletion, Path(section: 0, row: 0))
    ) {
      try SectionedBatchUpdates(twice, from: [1, 1], to: [1])
    }
    let batch = try SectionedBatchUpdates(section, from: [1, 1], to: [1])
    #expect(throws: SectionedBatchUpdatesError.staleRows(counts: [1], expected: [1, 1])) {
      try batch.applying(to: [[7]]) { _ in 0 }
    }
    #expect(throws: SectionedBatchUpdatesError.self) {
      try SectionedBatchUpdates(section, from: [1, 1], to: [1, 1])
    }
  }

  @Test func `wrong paths always throw the typed error`() {
    var source = SeededGenerator(seed: 93)
    var accepted = 0
    for _ in 0..<(isExhaustive ? 500_000 : 10_000) {
      func some<Value>(_ make: () -> Value) -> [Value] {
        (0..<(Int.random(in: 0...3, using: &source) / 3)).map { _ in make() }
      }
      func offset() -> Int {
        switch Int.random(in: 0..<60, using: &source) {
        case 0: .max
        case 1: .min
        default: Int.random(in: 0...2, using: &source)
        }
      }
      func path() -> Path { Path(section: offset(), row: offset()) }
      let difference = SectionedDifference(
        sections: Difference(deletions: some(offset), insertions: some(offset)),
        deletions: some(path),
        insertions: some(path),
        moves: some { .init(from: path(), to: path()) },
        updates: some { .init(old: path(), new: path()) }
      )
      let oldCounts = (0..<3).map { _ in Int.random(in: 0...60, using: &source) % 4 }
      let newCounts = (0..<3).map { section in
        Bool.random(using: &source) ? oldCounts[section] : Int.random(in: 0...3, using: &source)
      }
      do throws(SectionedBatchUpdatesError) {
        let batch = try SectionedBatchUpdates(difference, from: oldCounts, to: newCounts)
        accepted += 1
        let rows = oldCounts.map { Array(0..<$0) }
        let result = try batch.applying(to: rows) { _ in 100 }
        #expect(result.map(\.count) == newCounts)
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
    #expect(accepted > 100)
  }
}
