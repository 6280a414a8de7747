import ListDiffing
import TestSupport
import Testing

@Suite struct `Batch updates` {
  @Test func `insertions use offsets after the batch`() throws {
    #expect(throws: BatchUpdatesError.offsetOutOfRange(.insertion, offset: 6, count: 6)) {
      try BatchUpdates(deletions: [0, 1, 2], insertions: [6, 7, 8], from: 6, to: 6)
    }
    let batch = try BatchUpdates(deletions: [2, 0, 1], insertions: [5, 4, 3], from: 6, to: 6)
    #expect(batch.deletions == [0, 1, 2])
    #expect(try batch.applying(to: Array("abcdef")) { _ in "x" } == Array("defxxx"))
  }

  @Test func `counts that do not add up are reported with all four numbers`() {
    let error = BatchUpdatesError.invalidCount(before: 154, after: 213, inserted: 40, deleted: 0)
    #expect(throws: error) {
      try BatchUpdates(insertions: Array(0..<40), from: 154, to: 213)
    }
    #expect(
      "\(error)" == """
        invalid number of rows: the number of rows after the update (213) must be equal to the \
        number of rows before the update (154), plus or minus the number of rows inserted or \
        deleted (40 inserted, 0 deleted)
        """
    )
  }

  @Test func `a batch made for other rows throws and names both counts`() throws {
    let batch = try BatchUpdates(deletions: [15], from: 20, to: 19)
    #expect(throws: BatchUpdatesError.staleRows(count: 10, expected: 20)) {
      try batch.applying(to: Array(0..<10)) { $0 }
    }
  }

  @Test func `an update follows its row`() throws {
    let batch = try BatchUpdates(
      deletions: [0],
      insertions: [3],
      moves: [.init(from: 3, to: 0)],
      updates: [3, 1],
      from: 4,
      to: 4
    )
    #expect(batch.updates == [.init(old: 3, new: 0), .init(old: 1, new: 1)])
    #expect(throws: BatchUpdatesError.conflict(.deletion, .update, offset: 0)) {
      try BatchUpdates(deletions: [0], updates: [0], from: 4, to: 3)
    }
    #expect(throws: BatchUpdatesError.misplacedUpdate(old: 1, new: 1, expected: 0)) {
      try BatchUpdates(
        Difference(deletions: [0], updates: [.init(old: 1, new: 1)]),
        from: 4,
        to: 3
      )
    }
  }

  @Test func `updates are accepted exactly where their rows end`() {
    var source = SeededGenerator(seed: 72)
    var accepted = 0
    for round in 0..<4_000 {
      let count = Int.random(in: 1...9, using: &source)
      let olds = (0..<count).shuffled(using: &source)
      let deletions = Array(olds.prefix(Int.random(in: 0...count / 3, using: &source)))
      let moved = olds.dropFirst(deletions.count)
        .prefix(Int.random(in: 0...count / 3, using: &source))
      let insertionCount = Int.random(in: 0...3, using: &source)
      let newCount = count - deletions.count + insertionCount
      let news = (0..<newCount).shuffled(using: &source)
      let insertions = Array(news.prefix(insertionCount))
      let moves = zip(moved, news.dropFirst(insertionCount)).map {
        Difference.Move(from: $0, to: $1)
      }
      // The end of each row, by filling the places that nothing else takes with the rows that stay.
      var ends: [Int: Int] = [:]
      for move in moves { ends[move.source] = move.target }
      let free = (0..<newCount).filter { !insertions.contains($0) && !ends.values.contains($0) }
      let staying = (0..<count).filter { !deletions.contains($0) && ends[$0] == nil }
      for (old, new) in zip(staying, free) { ends[old] = new }
      var updates = ends.filter { _ in Bool.random(using: &source) }
        .map { Difference.Update(old: $0, new: $1) }
      if let wrong = updates.indices.randomElement(using: &source),
        let other = ends.values.randomElement(using: &source), Bool.random(using: &source)
      {
        updates[wrong] = .init(old: updates[wrong].old, new: other)
      }
      let difference = Difference(
        deletions: deletions,
        insertions: insertions,
        moves: moves,
        updates: updates
      )
      let isRight = updates.allSatisfy { ends[$0.old] == $0.new }
      let batch = try? BatchUpdates(difference, from: count, to: newCount)
      #expect((batch != nil) == isRight, "round \(round)")
      accepted += isRight ? 1 : 0
    }
    #expect(1_000...3_900 ~= accepted)
  }

  @Test func `a row cannot be matched twice`() {
    #expect(throws: BatchUpdatesError.conflict(.deletion, .deletion, offset: 1)) {
      try BatchUpdates(deletions: [1, 1], from: 4, to: 2)
    }
    #expect(throws: BatchUpdatesError.conflict(.deletion, .moveSource, offset: 1)) {
      try BatchUpdates(deletions: [1], moves: [.init(from: 1, to: 0)], from: 4, to: 3)
    }
    #expect(throws: BatchUpdatesError.conflict(.insertion, .moveTarget, offset: 0)) {
      try BatchUpdates(insertions: [0], moves: [.init(from: 1, to: 0)], from: 4, to: 5)
    }
  }

  @Test func `counts beyond all memory are checked without allocating`() {
    #expect(throws: Never.self) {
      try BatchUpdates(deletions: [7], from: .max, to: .max - 1)
    }
    #expect(throws: BatchUpdatesError.negativeCount(-1)) {
      try BatchUpdates(from: -1, to: 0)
    }
    #expect(
      throws: BatchUpdatesError.invalidCount(before: .max, after: .max, inserted: 1, deleted: 0)
    ) {
      try BatchUpdates(insertions: [7], from: .max, to: .max)
    }
  }

  @Test func `the map gives the source and target of every row`() throws {
    let batch = try BatchUpdates(
      deletions: [1, 4],
      insertions: [0, 5],
      moves: [.init(from: 0, to: 3)],
      from: 6,
      to: 6
    )
    let rows = try batch.applying(to: Array(0..<6)) { 100 + $0 }
    let map = OffsetMap(batch.difference)
    for old in 0..<6 { #expect(map.newOffset(ofOld: old) == rows.firstIndex(of: old)) }
    for new in 0..<6 {
      #expect(map.oldOffset(ofNew: new) == (rows[new] < 100 ? rows[new] : nil))
    }
  }
}
