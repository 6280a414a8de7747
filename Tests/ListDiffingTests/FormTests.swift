import ListDiffing
import TestSupport
import Testing

@Suite struct `A batch in another form` {
  @Test
  func `patches, stages and replaced updates have the same result, for every pair of small lists`()
    throws
  {
    let all = lists(of: 6, upTo: isExhaustive ? 4 : 3)
      .map { $0.map { Row(id: $0 % 3, content: $0 / 3) } }
    for old in all where isExhaustive || old.count < 3 {
      for new in all { try check(old, new) }
    }
  }

  @Test(arguments: [41, 42] as [UInt64])
  func `patches, stages and replaced updates have the same result for random lists`(
    seed: UInt64
  ) throws {
    var source = SeededGenerator(seed: seed)
    for _ in 0..<(isExhaustive ? 20_000 : 300) {
      let count = Int.random(in: 0...30, using: &source)
      let old = (0..<count).map { Row(id: $0) }
      var new = (0..<Int.random(in: 0...30, using: &source)).map { place in
        Row(id: place + (place % 3), content: Int.random(in: 0...4, using: &source) / 4)
      }
      new = Array(Set(new.map(\.id))).sorted().map { id in new.first { $0.id == id } ?? Row(id: id)
      }
      for _ in 0..<Int.random(in: 0...6, using: &source) where new.count > 1 {
        let row = new.remove(at: Int.random(in: 0..<new.count, using: &source))
        new.insert(row, at: Int.random(in: 0...new.count, using: &source))
      }
      try check(old, new)
    }
  }

  private func check(_ old: [Row], _ new: [Row]) throws {
    let difference = Difference(from: old, to: new)
    let batch = try BatchUpdates(difference, from: old.count, to: new.count)
    for order in [BatchUpdates.PatchOrder.deletionsFirst, .insertionsFirst] {
      var rows = old
      let patch = batch.patch(order)
      rows.perform(patch) { new[$0] }
      if rows != new { Issue.record("\(old) → \(new), \(order): \(patch)") }
      #expect(patch.count <= difference.operationCount)
    }
    var rows = old
    for stage in batch.stages() {
      // Made again, and so checked.
      let checked = try BatchUpdates(stage.difference, from: stage.oldCount, to: stage.newCount)
      rows = try checked.applying(to: rows) { new[$0] }
    }
    if rows != new { Issue.record("\(old) → \(new): \(batch.stages())") }
    for replacement in BatchUpdates.Replacement.allCases {
      let form = batch.replacing(replacement)
      let checked = try BatchUpdates(form.difference, from: form.oldCount, to: form.newCount)
      let rows = try checked.applying(to: old) { new[$0] }
      if rows != new { Issue.record("\(old) → \(new), \(replacement): \(form)") }
      let moved = Set(form.moves.map(\.target))
      #expect(form.updates.allSatisfy { !moved.contains($0.new) })
      switch replacement {
      case .movedUpdates: break
      case .updates:
        #expect(form.updates.isEmpty)
        // As few moves as rows that did not change need among themselves.
        let changed = Set(difference.updates.map(\.new))
        let came = Set(difference.insertions).union(changed)
        let left = Set(difference.deletions).union(difference.updates.map(\.old))
        let isUnique =
          Set(old.map(\.id)).count == old.count && Set(new.map(\.id)).count == new.count
        if isUnique {
          let before = old.indices.filter { !left.contains($0) }.map { old[$0] }
          let after = new.indices.filter { !came.contains($0) }.map { new[$0] }
          #expect(
            form.moves.count == leastOperations(from: before, to: after, countingUpdates: false),
            "\(old) → \(new): \(form)"
          )
        }
      case .moves: #expect(form.moves.isEmpty)
      case .movesAndUpdates: #expect(form.moves.isEmpty && form.updates.isEmpty)
      }
    }
  }

  @Test(arguments: [51, 52] as [UInt64])
  func `two differences compose to one that replays`(seed: UInt64) {
    var source = SeededGenerator(seed: seed)
    for round in 0..<(isExhaustive ? 50_000 : 500) {
      let lists = (0..<3).map { _ in
        (0..<Int.random(in: 0...12, using: &source)).map { _ in
          Row(
            id: Int.random(in: 0..<8, using: &source),
            content: Int.random(in: 0...1, using: &source)
          )
        }
      }
      let first = Difference(from: lists[0], to: lists[1])
      let second = Difference(from: lists[1], to: lists[2])
      let both = first.followed(by: second)
      if let fault = fault(in: both, from: lists[0], to: lists[2]) {
        Issue.record("seed \(seed), round \(round), \(lists): \(fault): \(both)")
      }
      let back = first.followed(by: first.inverted())
      #expect(back.moves.isEmpty, "seed \(seed), round \(round), \(lists): \(back)")
      #expect(back.deletions == first.deletions && back.insertions == first.deletions)
    }
  }

  @Test func `counts beyond all memory cost nothing`() throws {
    let batch = try BatchUpdates(
      deletions: [3, .max - 2],
      insertions: [0],
      moves: [.init(from: 7, to: 1)],
      updates: [5],
      from: .max,
      to: .max - 1
    )
    #expect(batch.patch(.insertionsFirst).count == 5)
    #expect(batch.patch(.deletionsFirst).count == 5)
    #expect(batch.stages().count == 4)
    #expect(batch.replacing(.movesAndUpdates).deletions == [3, 5, 7, .max - 2])
  }

  @Test func `a batch for other rows does not compose`() throws {
    let first = try BatchUpdates(deletions: [0], from: 3, to: 2)
    let second = try BatchUpdates(insertions: [0], from: 3, to: 4)
    #expect(throws: BatchUpdatesError.staleRows(count: 2, expected: 3)) {
      try first.followed(by: second)
    }
    let third = try BatchUpdates(insertions: [0], from: 2, to: 3)
    #expect(try first.followed(by: third).newCount == 3)
  }
}
