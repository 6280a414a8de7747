import ListDiffing
import TestSupport
import Testing

@testable import TableModel

/// Every order of `0..<count`.
private func permutations(_ count: Int) -> [[Int]] {
  guard count > 0 else { return [[]] }
  return permutations(count - 1).flatMap { rest in
    (0...rest.count).map { place in
      var order = rest
      order.insert(count - 1, at: place)
      return order
    }
  }
}

@Test func `a sorting network sorts every order, one place per round`() throws {
  for count in 0...6 {
    for start in permutations(count) {
      let network = try #require(RowCrossings(from: start, limit: .max))
      var last = network.order(afterRounds: 0)
      #expect(last == start)
      #expect(network.rounds <= count)
      for round in 0..<network.rounds {
        let next = network.order(afterRounds: round + 1)
        #expect(next != last)
        for (place, element) in next.enumerated() {
          #expect(last[max(0, place - 1)...min(count - 1, place + 1)].contains(element))
        }
        last = next
      }
      #expect(last == Array(0..<count))
      let inversions = start.indices.reduce(0) { sum, low in
        sum + start[low...].count { $0 < start[low] }
      }
      #expect(network.exchanges.count == inversions)
      #expect(inversions == 0 || RowCrossings(from: start, limit: inversions - 1) == nil)
    }
  }
}

@Test func `offsets follow their rows like a set of rows`() {
  for seed in 0..<200 as Range<UInt64> {
    var random = SeededGenerator(seed: seed)
    var rows = Array(0..<20)
    var next = 20
    var marked: Set<Int> = []
    var unseen = OffsetSet()
    for step in 0..<20 {
      var new = rows.filter { _ in Int.random(in: 0..<5, using: &random) > 0 }
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        new.insert(next, at: Int.random(in: 0...new.count, using: &random))
        next += 1
      }
      for _ in 0..<Int.random(in: 0...2, using: &random) where !new.isEmpty {
        let row = new.remove(at: Int.random(in: new.indices, using: &random))
        new.insert(row, at: Int.random(in: 0...new.count, using: &random))
      }
      let difference = Difference(from: rows, to: new, identity: \.self, isContentEqual: ==)
      unseen.apply(difference)
      unseen.insert(difference.insertions)
      marked = marked.intersection(new).union(difference.insertions.map { new[$0] })
      let low = Int.random(in: 0...new.count, using: &random)
      let seen = low..<min(new.count, low + 3)
      unseen.remove(Array(seen))
      marked.subtract(new[seen])
      rows = new
      let place = "seed \(seed) step \(step)"
      #expect(unseen.count == marked.count, "\(place)")
      for (offset, row) in rows.enumerated() {
        #expect(unseen.contains(offset) == marked.contains(row), "\(place) offset \(offset)")
        #expect(unseen.count(below: offset) == rows[..<offset].count { marked.contains($0) })
      }
    }
  }
}

/// Long lists, and changes of one row to all rows: an array of flags is the oracle.
@Test func `offsets of a long list follow their rows, whether one changes or most`() {
  var random = SeededGenerator(seed: 7)
  var flags = (0..<6_000).map { _ in Bool.random(using: &random) }
  var unseen = OffsetSet()
  unseen.insert(flags.indices.filter { flags[$0] })
  for step in 0..<200 {
    let most = [2, 20, 200, 2_000][step % 4]
    func offsets(below end: Int) -> [Int] {
      guard end > 0 else { return [] }
      let length = Int.random(in: 1...max(1, most / 4), using: &random)
      var chosen: Set<Int> = []
      for _ in 0..<Int.random(in: 0...max(1, most / length), using: &random) {
        let start = Int.random(in: 0..<end, using: &random)
        chosen.formUnion(start..<min(end, start + length))
      }
      return chosen.sorted()
    }
    let deletions = flags.count > 4_000 ? offsets(below: flags.count) : []
    let stayed = flags.count - deletions.count
    let insertions = offsets(below: stayed + most)
      .enumerated().filter { $1 <= stayed + $0 }.map(\.element)
    let moves = Int.random(in: 0...2, using: &random)
    for offset in deletions.reversed() { flags.remove(at: offset) }
    for offset in insertions { flags.insert(false, at: offset) }
    unseen.apply(Difference(deletions: deletions, insertions: insertions))
    for offset in insertions where Bool.random(using: &random) {
      flags[offset] = true
      unseen.insert([offset])
    }
    for _ in 0..<moves where flags.count > 1 {
      let source = Int.random(in: flags.indices, using: &random)
      let flag = flags.remove(at: source)
      let target = Int.random(in: 0...flags.count, using: &random)
      flags.insert(flag, at: target)
      unseen.apply(Difference(moves: [Difference.Move(from: source, to: target)]))
    }
    let seen = offsets(below: flags.count)
    for offset in seen { flags[offset] = false }
    unseen.remove(seen)
    var counts = [0]
    for flag in flags { counts.append(counts[counts.count - 1] + (flag ? 1 : 0)) }
    #expect(unseen.count == counts.last, "step \(step)")
    for _ in 0..<40 where !flags.isEmpty {
      let offset = Int.random(in: flags.indices, using: &random)
      #expect(unseen.contains(offset) == flags[offset], "step \(step)")
      #expect(unseen.count(below: offset) == counts[offset], "step \(step)")
    }
  }
  #expect(flags.count > 2_000 && unseen.count > 100)
}

@Test func `a boundary keeps to a neighbour that stays`() {
  let lists =
    (0..<5).map { Array(0..<$0) } + permutations(4) + [[9, 0, 8, 1, 2], [3, 7, 0], [5, 6]]
  for old in lists {
    for new in lists {
      let difference = Difference(from: old, to: new, identity: \.self, isContentEqual: ==)
      let moved = Set(difference.moves.map(\.source))
      let stays = old.indices.filter { new.contains(old[$0]) && !moved.contains($0) }
      for (keepsToNext, offset) in [true, false].flatMap({ side in
        (0...old.count).map { (side, $0) }
      }) {
        let map = BoundaryMap(OffsetMap(difference), newCount: new.count, keepsToNext: keepsToNext)
        let expected: Int?
        if keepsToNext {
          expected =
            stays.first { $0 >= offset }.flatMap { new.firstIndex(of: old[$0]) } ?? new.count
        } else {
          expected =
            stays.last { $0 < offset }.flatMap { new.firstIndex(of: old[$0]) }
            .map { $0 + 1 } ?? 0
        }
        #expect(map.newOffset(ofOld: offset) == expected, "\(old) → \(new) at \(offset)")
      }
    }
  }
}
