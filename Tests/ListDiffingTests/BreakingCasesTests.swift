import ListDiffing
import Testing

private typealias Move = Difference.Move
private typealias Update = Difference.Update

/// Cases that break engines, each under the number it has in the list of them.
@Suite struct `A case known to break diff engines` {
  private func difference<Value: Hashable>(_ old: [Value], _ new: [Value]) -> Difference {
    let difference = Difference(from: old, to: new)
    #expect(difference.replayed(to: old) { new[$0] } == new)
    #expect(difference.inverted().replayed(to: new) { old[$0] } == old)
    return difference
  }

  private func difference(_ old: String, _ new: String) -> Difference {
    difference(Array(old), Array(new))
  }

  @Test func `1: an empty list, one row less, one row more`() {
    #expect(difference([Int](), []).isEmpty)
    #expect(difference([1], []) == Difference(deletions: [0]))
    #expect(difference([], [1]) == Difference(insertions: [0]))
  }

  @Test func `2: exchanging two rows is one move`() {
    let result = difference([1, 2], [2, 1])
    #expect(result.operationCount == 1)
    #expect(result.moves.count == 1)
  }

  @Test func `3 and 4: a rotation is one move`() {
    #expect(difference([0, 1, 2], [1, 2, 0]) == Difference(moves: [Move(from: 0, to: 2)]))
    #expect(difference([0, 1, 2], [2, 0, 1]) == Difference(moves: [Move(from: 2, to: 0)]))
  }

  @Test func `5: a reversal of four is three moves`() {
    let result = difference([0, 1, 2, 3], [3, 2, 1, 0])
    #expect(result.operationCount == 3)
    #expect(result.moves.count == 3)
  }

  @Test func `6 and 7: one row that travels is one move`() {
    #expect(difference("12345", "15234") == Difference(moves: [Move(from: 4, to: 1)]))
    #expect(difference("15234", "12345") == Difference(moves: [Move(from: 1, to: 4)]))
    #expect(difference("abcd", "adbc") == Difference(moves: [Move(from: 3, to: 1)]))
  }

  @Test func `8 and 9: a shift is not a move`() {
    #expect(
      difference("abcd", "cdef") == Difference(deletions: [0, 1], insertions: [2, 3])
    )
    #expect(difference("abcdef", "def") == Difference(deletions: [0, 1, 2]))
    #expect(difference("a", "ba") == Difference(insertions: [0]))
  }

  @Test func `10: equal values pair in order of appearance`() {
    #expect(
      difference([0, 1, 2, 0], [0, 4, 0, 1, 2])
        == Difference(insertions: [1], moves: [Move(from: 3, to: 2)])
    )
  }

  @Test func `11: two of four equal values are deleted, and none moves`() {
    let result = difference(["dog", "dog", "dog", "dog"], ["dog", "dog"])
    #expect(result.deletions.count == 2)
    #expect(result.operationCount == 2)
  }

  @Test func `12: equal values do not swap places`() {
    let rows = ["cat", "1", "2", "3", "cat"]
    for strategy in Difference.Strategy.allCases {
      #expect(Difference(from: rows, to: rows, strategy: strategy).isEmpty)
    }
  }

  @Test func `13: values with equal hashes are not equal`() {
    let old = [SameHash(value: "A0"), SameHash(value: "A1")]
    let new = [SameHash(value: "A0"), SameHash(value: "A2")]
    for strategy in Difference.Strategy.allCases {
      #expect(
        Difference(from: old, to: new, strategy: strategy)
          == Difference(deletions: [1], insertions: [1])
      )
    }
  }

  @Test
  func
    `14: a row that moved and changed has both operations, or is split for views that accept one`()
    throws
  {
    let old = [Row(id: 0), Row(id: 1, content: 1), Row(id: 2, content: 2)]
    let new = [Row(id: 2, content: 3), Row(id: 1, content: 1), Row(id: 0)]
    let difference = Difference(from: old, to: new)
    #expect(difference.moves.count == 2)
    #expect(difference.updates == [Update(old: 2, new: 0)])
    // Any of the three rows may stay; here it is another one than the one that changed.
    let other = Difference(
      moves: [Move(from: 2, to: 0), Move(from: 0, to: 2)],
      updates: [Update(old: 2, new: 0)]
    )
    #expect(other.replayed(to: old) { new[$0] } == new)
    for replacement in [BatchUpdates.Replacement.movedUpdates, .updates] {
      let form = try BatchUpdates(other, from: 3, to: 3).replacing(replacement)
      #expect(form.deletions == [2])
      #expect(form.insertions == [0])
      #expect(form.updates.isEmpty)
      #expect(form.moves.count == 1)
    }
    // A row that can only move and change.
    let turned = [Row(id: 2, content: 3), Row(id: 0), Row(id: 1, content: 1)]
    let both = Difference(from: old, to: turned)
    #expect(both.moves == [Move(from: 2, to: 0)])
    #expect(both.updates == [Update(old: 2, new: 0)])
    #expect(
      try BatchUpdates(both, from: 3, to: 3).replacing(.movedUpdates).difference
        == Difference(deletions: [2], insertions: [0])
    )
  }

  @Test func `15: the deletion-and-insertion form keeps one move`() throws {
    let old = (1...6).map { Row(id: $0) }
    let new = [
      Row(id: 2, content: 1), Row(id: 5), Row(id: 4), Row(id: 7), Row(id: 6, content: 1),
      Row(id: 3, content: 1),
    ]
    let batch = try BatchUpdates(Difference(from: old, to: new), from: 6, to: 6)
    let form = batch.replacing(.updates)
    #expect(form.deletions == [0, 1, 2, 5])
    #expect(form.insertions == [0, 3, 4, 5])
    #expect(form.moves.count == 1)
    #expect(form.updates.isEmpty)
  }

  @Test func `16: kitten and sitting, with and without replacements`() {
    #expect(
      difference("kitten", "sitting") == Difference(deletions: [0, 4], insertions: [0, 4, 6])
    )
    #expect(
      EditScript(from: "kitten", to: "sitting").steps
        == [.replacement(old: 0, new: 0), .replacement(old: 4, new: 4), .insertion(6)]
    )
  }

  @Test func `17: kitten and sitting as an ordered patch`() throws {
    let batch = try BatchUpdates(difference("kitten", "sitting"), from: 6, to: 7)
    #expect(
      batch.patch(.deletionsFirst) == [
        .deletion(at: 0), .deletion(at: 3), .insertion(at: 0, new: 0), .insertion(at: 4, new: 4),
        .insertion(at: 6, new: 6),
      ]
    )
    #expect(
      batch.patch(.insertionsFirst) == [
        .insertion(at: 1, new: 0), .insertion(at: 6, new: 4), .insertion(at: 8, new: 6),
        .deletion(at: 0), .deletion(at: 4),
      ]
    )
  }

  @Test func `18: steps in sequence have other offsets than a batch`() throws {
    let batch = try BatchUpdates(difference("Oh Hi", "Hi Oh"), from: 5, to: 5)
    #expect(
      batch.patch(.deletionsFirst)
        == [.move(from: 0, to: 4), .move(from: 0, to: 4), .move(from: 0, to: 2)]
    )
  }

  @Test func `19: offsets count elements`() {
    let expected = Difference(deletions: [0, 4, 6], insertions: [0, 4])
    #expect(difference("🐩itt🍨ng", "kitten") == expected)
    // A collection without random access, as it is.
    #expect(Difference(from: "🐩itt🍨ng", to: "kitten") == expected)
  }

  @Test func `23: a duplicate identity adds up however it is paired`() {
    let old = [Row(id: 1)]
    let new = [Row(id: 1, content: 1), Row(id: 1)]
    for strategy in Difference.Strategy.allCases {
      let difference = Difference(from: old, to: new, strategy: strategy)
      #expect(fault(in: difference, from: old, to: new) == nil)
    }
  }

  @Test func `25: a batch made for other rows throws`() throws {
    let batch = try BatchUpdates(
      Difference(from: Array(0..<20), to: Array(5..<25)),
      from: 20,
      to: 20
    )
    let rows = Array(0..<10)
    #expect(throws: BatchUpdatesError.staleRows(count: 10, expected: 20)) {
      try batch.applying(to: rows) { $0 }
    }
    #expect(batch.difference.replayed(to: rows) { $0 } == nil)
  }

  @Test func `26: TWITTER and STRIPE have TIE in common`() {
    let old = Array("TWITTER")
    let common = CommonSubsequence(of: old, and: Array("STRIPE"))
    #expect(String(common.oldOffsets.map { old[$0] }) == "TIE")
    #expect(common.removed.count == 4)
    #expect(common.added.count == 3)
  }

  @Test func `27: insertions are relative to the rows left by deletions`() throws {
    #expect(throws: BatchUpdatesError.offsetOutOfRange(.insertion, offset: 6, count: 6)) {
      try BatchUpdates(deletions: [0, 1, 2], insertions: [6, 7, 8], from: 6, to: 6)
    }
    _ = try BatchUpdates(deletions: [0, 1, 2], insertions: [3, 4, 5], from: 6, to: 6)
  }
}

private struct SameHash: Hashable {
  var value: String

  func hash(into hasher: inout Hasher) {}
}
