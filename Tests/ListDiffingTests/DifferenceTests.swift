import ListDiffing
import Testing

@Suite struct `A difference` {
  @Test func `goes through JSON unharmed`() throws {
    let difference = Difference(
      deletions: [1],
      insertions: [0],
      moves: [.init(from: 2, to: 3)],
      updates: [.init(old: 2, new: 3)]
    )
    #expect(difference.inverted().inverted() == difference)
  }
}
