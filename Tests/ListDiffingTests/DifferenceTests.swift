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

  @Test func `goes through JSON unharmed, and a batch is checked on its way back`() throws {
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

  @Test func `inverted twice is itself`() {
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

  @Test func `tells where each identity is before and after`() {
    let offsets = IdentityOffsets(from: "abca", to: "cxa", identity: { $0 })
    #expect(offsets["a"] == (0, 2))
    #expect(offsets["b"] == (1, nil))
    #expect(offsets["x"] == (nil, 1))
    #expect(offsets["z"] == (nil, nil))
  }
}
