import Foundation
import ListDiffing
import Testing

@Suite struct `A difference` {
  private let difference = Difference(
    deletions: [1],
    insertions: [0],
    moves: [.init(from: 2, to: 3)],
    updates: [.init(old: 2, new: 3)]
  )

  @Test func `survives a round trip through JSON, and a batch is validated when decoded`() throws {
    let data = try JSONEncoder().encode(difference)
    #expect(try JSONDecoder().decode(Difference.self, from: data) == difference)
    let batch = try BatchUpdates(difference, from: 5, to: 5)
    let text = try String(decoding: JSONEncoder().encode(batch), as: UTF8.self)
    #expect(try JSONDecoder().decode(BatchUpdates.self, from: Data(text.utf8)) == batch)
    let broken = text.replacingOccurrences(of: "\"newCount\":5", with: "\"newCount\":6")
    #expect(broken != text)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(BatchUpdates.self, from: Data(broken.utf8))
    }
  }

  @Test func `inverted twice is unchanged`() {
    #expect(difference.inverted().inverted() == difference)
  }

  @Test func `takes identity and content from the rows or from rules`() {
    let old = [Row(id: 1), Row(id: 2)]
    let new = [Row(id: 2, content: 1), Row(id: 1)]
    let moved = Difference(from: old, to: new)
    #expect(moved.moves.count == 1)
    #expect(moved.updates.count == 1)
    #expect(Difference(from: old, to: new, identity: \.id) == moved)
    #expect(Difference(from: old, to: new, identity: \.id, isContentEqual: ==) == moved)
    #expect(
      Difference(from: old, to: new, isContentEqual: { _, _ in true })
        == Difference(moves: moved.moves)
    )
    // Collections of two kinds, neither in one piece of memory.
    #expect(
      Difference(from: (1...3).reversed(), to: Set([3]))
        == Difference(deletions: [1, 2])
    )
  }

  @Test func `gives the offsets of each identity before and after`() {
    let offsets = IdentityOffsets(from: "abca", to: "cxa", identity: { $0 })
    #expect(offsets["a"] == (0, 2))
    #expect(offsets["b"] == (1, nil))
    #expect(offsets["x"] == (nil, 1))
    #expect(offsets["z"] == (nil, nil))
  }
}

@Suite struct `A difference created from its parts` {
  @Test func `is sorted, whatever the order of its parts`() throws {
    let difference = Difference(
      deletions: [3, 1],
      insertions: [2, 0],
      moves: [.init(from: 5, to: 6), .init(from: 4, to: 1)],
      updates: [.init(old: 7, new: 7), .init(old: 6, new: 5)]
    )
    #expect(difference.deletions == [1, 3])
    #expect(difference.insertions == [0, 2])
    #expect(difference.moves.map(\.target) == [1, 6])
    #expect(difference.updates.map(\.new) == [5, 7])
    let text = #"{"deletions":[3,1],"insertions":[],"moves":[],"updates":[]}"#
    let decoded = try JSONDecoder().decode(Difference.self, from: Data(text.utf8))
    #expect(decoded.deletions == [1, 3])
    let copy = try JSONDecoder().decode(
      Difference.self,
      from: JSONEncoder().encode(difference)
    )
    #expect(copy == difference)
  }

  @Test func `of sections is sorted, too`() throws {
    let path = { RowIndexPath(section: $0, row: $1) }
    let difference = SectionedDifference(
      sections: Difference(deletions: [2, 0]),
      deletions: [path(1, 4), path(1, 0)],
      insertions: [path(3, 0), path(1, 2)]
    )
    #expect(difference.sections.deletions == [0, 2])
    #expect(difference.deletions == [path(1, 0), path(1, 4)])
    #expect(difference.insertions == [path(1, 2), path(3, 0)])
    let copy = try JSONDecoder().decode(
      SectionedDifference.self,
      from: JSONEncoder().encode(difference)
    )
    #expect(copy == difference)
  }
}
