import ListDiffing
import TestSupport
import Testing

@Suite struct `A strategy` {
  @Test func `replays every pair of small lists`() {
    let all = lists(of: 3, upTo: isExhaustive ? 5 : 3).map { $0.map { Row(id: $0) } }
    for old in all {
      for new in all {
        let least = leastOperations(from: old, to: new, countingUpdates: false)
        let inLine = commonLength(old, new)
        for strategy in Difference.Strategy.allCases {
          let difference = Difference(from: old, to: new, strategy: strategy)
          var fault = fault(in: difference, from: old, to: new)
          switch strategy {
          case .exact, .automatic:
            if difference.operationCount != least { fault = "not minimal" }
          case .myers:
            if difference.operationCount != old.count + new.count - 2 * inLine {
              fault = "not the least deletions and insertions"
            }
          case .heckel: break
          }
          if let fault { Issue.record("\(strategy) \(old) → \(new): \(fault): \(difference)") }
        }
      }
    }
  }

  @Test(arguments: [11, 12] as [UInt64])
  func `of long lists with duplicates divides them and stays exact`(seed: UInt64) {
    var source = SeededGenerator(seed: seed)
    for round in 0..<(isExhaustive ? 200 : 12) {
      let length = Int.random(in: 150...400, using: &source)
      let values = [2, 4, 20, 200].randomElement(using: &source) ?? 2
      let old = (0..<length).map { _ in Row(id: Int.random(in: 0..<values, using: &source)) }
      var new = old
      for _ in 0..<[5, 60, 300][round % 3] {
        let place = Int.random(in: 0..<new.count, using: &source)
        if Bool.random(using: &source), new.count > 100 {
          new.remove(at: place)
        } else {
          new.insert(Row(id: Int.random(in: 0..<values, using: &source)), at: place)
        }
      }
      let least = leastOperations(from: old, to: new, countingUpdates: false)
      let inLine = commonLength(old, new)
      for strategy in Difference.Strategy.allCases {
        let difference = Difference(from: old, to: new, strategy: strategy)
        let name = Comment(rawValue: "seed \(seed), round \(round), \(strategy), \(values) values")
        #expect(fault(in: difference, from: old, to: new) == nil, name)
        switch strategy {
        case .exact: #expect(difference.operationCount == least, name)
        case .automatic: #expect(difference.operationCount <= least * 3 / 2, name)
        case .myers:
          #expect(difference.operationCount == old.count + new.count - 2 * inLine, name)
        case .heckel: break
        }
      }
    }
  }

  @Test func `by Hirschberg's division, and by blocks on the diagonal, agrees with the table`() {
    var source = SeededGenerator(seed: 21)
    // More cells than are kept as one table of bits.
    let old = (0..<2300).map { _ in Row(id: Int.random(in: 0..<4, using: &source)) }
    let new = (0..<2200).map { _ in Row(id: Int.random(in: 0..<4, using: &source)) }
    let least = leastOperations(from: old, to: new, countingUpdates: false)
    let exact = Difference(from: old, to: new, strategy: .exact)
    #expect(fault(in: exact, from: old, to: new) == nil)
    #expect(exact.operationCount == least)
    let quick = Difference(from: old, to: new)
    #expect(fault(in: quick, from: old, to: new) == nil)
    #expect(quick.operationCount <= least * 11 / 10)
  }

  @Test func `by Heckel's algorithm treats all but one row of a rotation as moved`() {
    let old = Array(0..<100)
    let difference = Difference(from: old, to: old[1...] + [0], strategy: .heckel)
    #expect(difference.moves.count == 100)
    #expect(Difference(from: old, to: old[1...] + [0]).moves == [.init(from: 0, to: 99)])
  }

  @Test func `by edit script is as short as the edit distance, and replays`() {
    let all = lists(of: 3, upTo: isExhaustive ? 6 : 4)
    for old in all {
      for new in all {
        let script = EditScript(from: old, to: new)
        let difference = script.difference
        let applied = difference.replayed(to: old) { new[$0] }
        #expect(script.steps.count == editDistance(old, new) && applied == new, "\(old) → \(new)")
      }
    }
  }

  @Test func `divides long edit scripts and common subsequences`() {
    var source = SeededGenerator(seed: 31)
    for values in [2, 30] {
      let old = (0..<333).map { _ in Int.random(in: 0..<values, using: &source) }
      let new = (0..<271).map { _ in Int.random(in: 0..<values, using: &source) }
      let script = EditScript(from: old, to: new)
      #expect(script.steps.count == editDistance(old, new))
      #expect(script.difference.replayed(to: old) { new[$0] } == new)
      let common = CommonSubsequence(of: old, and: new)
      #expect(
        common.oldOffsets.count == commonLength(old.map { Row(id: $0) }, new.map { Row(id: $0) })
      )
      #expect(common.oldOffsets.map { old[$0] } == common.newOffsets.map { new[$0] })
      #expect(common.difference.replayed(to: old) { new[$0] } == new)
    }
  }

  @Test func `by edit script distinguishes a changed row from another one`() {
    let old = [Row(id: 1), Row(id: 2)]
    let new = [Row(id: 1, content: 1), Row(id: 2)]
    let script = EditScript(from: old, to: new, identity: \.id, isContentEqual: ==)
    #expect(script.steps == [.replacement(old: 0, new: 0)])
  }
}

/// The length of a longest common subsequence of identities, by the textbook table.
private func commonLength(_ old: [Row], _ new: [Row]) -> Int {
  var previous = [Int](repeating: 0, count: new.count + 1)
  for row in old {
    var current = [0]
    for (place, other) in new.enumerated() {
      current.append(
        row.id == other.id ? previous[place] + 1 : max(previous[place + 1], current[place])
      )
    }
    previous = current
  }
  return previous[new.count]
}

/// The edit distance with replacements, by the textbook recursion over prefixes.
private func editDistance(_ old: [Int], _ new: [Int]) -> Int {
  var previous = Array(0...new.count)
  for (x, row) in old.enumerated() {
    var current = [x + 1]
    for (y, other) in new.enumerated() {
      current.append(
        min(previous[y] + (row == other ? 0 : 1), previous[y + 1] + 1, current[y] + 1)
      )
    }
    previous = current
  }
  return previous[new.count]
}
