import ListDiffing
import TestSupport
import Testing

/// Identities whose hashes hardly tell them apart, which `Hashable` allows.
@Suite struct `A weak hash` {
  /// A row whose identity has one of so many hashes.
  private struct Weak: Hashable {
    var value: Int
    var hashes: Int

    static func == (first: Weak, second: Weak) -> Bool { first.value == second.value }

    func hash(into hasher: inout Hasher) { hasher.combine(value % hashes) }
  }

  private static func weak(_ numbers: some Sequence<Int>, hashes: Int) -> [Weak] {
    numbers.map { Weak(value: $0, hashes: hashes) }
  }

  /// The least operations for numbers that do not repeat: by the piles of a patience sort.
  private static func least(_ old: [Int], _ new: [Int]) -> Int {
    let places = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($1, $0) })
    let sources = new.compactMap { places[$0] }
    var tops: [Int] = []
    for source in sources {
      let pile = tops.firstIndex { $0 > source } ?? tops.count
      if pile == tops.count { tops.append(source) } else { tops[pile] = source }
    }
    return old.count + new.count - sources.count - tops.count
  }

  @Test(arguments: [1, 7, 256])
  func `loses no pair of a list`(hashes: Int) {
    var source = SeededGenerator(seed: 111)
    let count = 3000
    let numbers = Array(0..<count)
    var replaced = numbers
    for place in stride(from: 7, to: count, by: 230) { replaced[place] = count + place }
    var edited = numbers.filter { $0 % 7 != 3 }
    edited.insert(contentsOf: 10_000..<10_400, at: 900)
    let changes = [
      ("replaced", replaced), ("edited", edited), ("reversed", numbers.reversed()),
      ("rotated", Array(numbers[1500...] + numbers[..<1500])),
      ("shuffled", numbers.shuffled(using: &source)),
    ]
    for (name, new) in changes {
      for strategy in [Difference.Strategy.automatic, .exact] {
        let before = Self.weak(numbers, hashes: hashes)
        let after = Self.weak(new, hashes: hashes)
        let outcome = Difference.Outcome(from: before, to: after, strategy: strategy)
        let difference = outcome.difference
        #expect(difference.replayed(to: before) { after[$0] } == after)
        let count = difference.operationCount
        #expect(count == Self.least(numbers, new), "\(name), \(hashes) hashes, \(strategy)")
        #expect(outcome.completion.isFinished)
      }
    }
  }

  @Test func `of a long reversed list costs a few comparisons per row`() {
    let numbers = Array(0..<40_000)
    let old = Self.weak(numbers, hashes: 1)
    let difference = Difference(from: old, to: Array(old.reversed()))
    #expect(difference.moves.count == numbers.count - 1)
    #expect(difference.deletions.isEmpty)
  }

  @Test func `that requires too many comparisons is reported`() {
    // Nothing in common and one hash: only a comparison of all pairs could tell.
    let old = Self.weak(0..<8000, hashes: 1)
    let new = Self.weak(8000..<16_000, hashes: 1)
    let outcome = Difference.Outcome(from: old, to: new)
    #expect(outcome.completion == .approximate)
    #expect(outcome.difference.deletions.count == old.count)
  }

  @Test func `pairs duplicate identities as far as possible`() {
    var source = SeededGenerator(seed: 112)
    for _ in 0..<3 {
      let numbers = (0..<4000).map { _ in Int.random(in: 0..<2500, using: &source) }
      let other = (0..<4000).map { _ in Int.random(in: 0..<2500, using: &source) }
      let old = Self.weak(numbers, hashes: 1)
      let new = Self.weak(other, hashes: 1)
      let difference = Difference(from: old, to: new)
      #expect(difference.replayed(to: old) { new[$0] } == new)
      var counts: [Int: Int] = [:]
      for number in numbers { counts[number, default: 0] += 1 }
      let pairs = other.reduce(into: 0) { pairs, number in
        if let left = counts[number], left > 0 {
          counts[number] = left - 1
          pairs += 1
        }
      }
      #expect(difference.deletions.count == numbers.count - pairs)
    }
  }
}
