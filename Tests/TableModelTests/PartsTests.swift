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
      let network = try #require(SortingNetwork(from: start, limit: .max))
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
      #expect(inversions == 0 || SortingNetwork(from: start, limit: inversions - 1) == nil)
    }
  }
}

@Test func `runs of offsets follow their rows like a set of rows`() {
  for seed in 0..<200 as Range<UInt64> {
    var random = SeededGenerator(seed: seed)
    var rows = Array(0..<20)
    var next = 20
    var marked: Set<Int> = []
    var runs = OffsetRuns()
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
      runs = runs.applying(difference)
      runs.insert(difference.insertions)
      marked = marked.intersection(new).union(difference.insertions.map { new[$0] })
      let low = Int.random(in: 0...new.count, using: &random)
      let seen = low..<min(new.count, low + 3)
      runs.remove(seen)
      marked.subtract(new[seen])
      rows = new
      let place = "seed \(seed) step \(step)"
      #expect(runs.count == marked.count, "\(place)")
      for (offset, row) in rows.enumerated() {
        #expect(runs.contains(offset) == marked.contains(row), "\(place) offset \(offset)")
        #expect(runs.count(below: offset) == rows[..<offset].count { marked.contains($0) })
      }
      #expect(
        zip(runs.runs, runs.runs.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound },
        "\(place): runs that touch are one"
      )
    }
  }
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
