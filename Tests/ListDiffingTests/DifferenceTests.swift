import ListDiffing
import Testing

private struct Row: Identifiable, Hashable {
  var id: Int
  var content = 0
}

/// Every list of up to `length` rows out of `alphabet` values.
private func lists(of alphabet: Int, upTo length: Int) -> [[Int]] {
  var result: [[Int]] = [[]]
  var longest: [[Int]] = [[]]
  for _ in 0..<length {
    longest = longest.flatMap { list in (0..<alphabet).map { list + [$0] } }
    result += longest
  }
  return result
}

@Test func `every pair of small lists replays to its target`() {
  let all = lists(of: 3, upTo: 5)
  for old in all {
    for new in all {
      let difference = Difference(from: old, to: new, identity: \.self, isContentEqual: ==)
      let applied = difference.applying(to: old) { new[$0] }
      #expect(applied == new, "\(old) → \(new): \(difference)")
    }
  }
}

@Test func `a row that moved and changed is told as both`() {
  let old = [Row(id: 0), Row(id: 1), Row(id: 2)]
  let new = [Row(id: 2, content: 3), Row(id: 1), Row(id: 0)]
  let difference = Difference(from: old, to: new)
  #expect(difference.moves.count == 2)
  #expect(difference.updates == [.init(old: 2, new: 0)])
  #expect(difference.applying(to: old) { new[$0] } == new)
}

@Test func `a rotation is one move`() {
  #expect(
    Difference(from: [0, 1, 2], to: [1, 2, 0], identity: \.self, isContentEqual: ==)
      == Difference(moves: [.init(from: 0, to: 2)])
  )
}
