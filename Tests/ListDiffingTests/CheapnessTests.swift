import ListDiffing
import TestSupport
import Testing

/// The cost of a diff, by counting, so that no machine's speed matters.
@Suite struct `The cost of a difference` {
  /// A value that counts how often it is hashed and compared.
  private struct Counted: Hashable {
    final class Counts {
      var hashes = 0
      var comparisons = 0
    }

    var value: Int
    let counts: Counts

    static func == (first: Counted, second: Counted) -> Bool {
      first.counts.comparisons += 1
      return first.value == second.value
    }

    func hash(into hasher: inout Hasher) {
      counts.hashes += 1
      hasher.combine(value)
    }
  }

  /// A list of numbers, edited: every other edit deletes a row, the others insert one.
  private static func edited(_ count: Int, _ edits: Int, _ source: inout SeededGenerator) -> [Int] {
    var new = Array(0..<count)
    for edit in 0..<edits {
      let place = Int.random(in: 0..<new.count, using: &source)
      if edit & 1 == 0 { new.remove(at: place) } else { new.insert(count + edit, at: place) }
    }
    return new
  }

  @Test func `grows with the edits, without hashing, for up to hundreds of edits`() {
    var source = SeededGenerator(seed: 101)
    let count = 100_000
    var previous = 0
    for edits in [1, 10, 24, 26, 50, 100, 200, 300] {
      let counts = Counted.Counts()
      let old = (0..<count).map { Counted(value: $0, counts: counts) }
      let new = Self.edited(count, edits, &source).map { Counted(value: $0, counts: counts) }
      let outcome = Difference.Outcome(from: old, to: new)
      let difference = outcome.difference
      #expect(outcome.completion == .complete)
      #expect(difference.deletions.count + difference.insertions.count <= edits)
      #expect(counts.hashes == 0, "\(edits) edits")
      // One look at each row, and half the square of the edits besides.
      #expect(counts.comparisons < 2 * count + edits * edits, "\(edits): \(counts.comparisons)")
      #expect(counts.comparisons < 2 * previous + count + count, "\(edits) after \(previous)")
      previous = counts.comparisons
    }
  }

  @Test func `is one pass for thousands of edits, or one hash and a few comparisons per row`() {
    var source = SeededGenerator(seed: 107)
    let count = 200_000
    for (edits, isWalk) in [(500, true), (1000, true), (6000, false), (20_000, false)] {
      let counts = Counted.Counts()
      let old = (0..<count).map { Counted(value: $0, counts: counts) }
      let new = Self.edited(count, edits, &source).map { Counted(value: $0, counts: counts) }
      let outcome = Difference.Outcome(from: old, to: new)
      #expect(outcome.completion == .complete)
      #expect(outcome.difference.changeCount <= edits)
      #expect(counts.hashes <= (isWalk ? 0 : 2 * count), "\(edits) edits")
      // If rows are hashed at last, the looks before that are a tenth of one at each row.
      let most = isWalk ? 2 * count + edits * edits : count + count / 10
      #expect(counts.comparisons < most, "\(edits): \(counts.comparisons)")
    }
  }

  @Test func `stays below that of hashing for many edits in one place`() {
    let count = 100_000
    let counts = Counted.Counts()
    let old = (0..<count).map { Counted(value: $0, counts: counts) }
    let new = (old[..<50_000] + old[52_000...] + old[50_000..<52_000].reversed())
    let outcome = Difference.Outcome(from: old, to: Array(new))
    #expect(outcome.completion == .complete)
    #expect(outcome.difference.changeCount == 2000)
    #expect(counts.hashes <= 2 * count)
    #expect(counts.comparisons < 5 * count, "\(counts.comparisons)")
  }

  @Test func `is one hash and a few comparisons per row if nothing is alike`() {
    let count = 20_000
    var source = SeededGenerator(seed: 102)
    let shuffled = (0..<count).shuffled(using: &source)
    let changes = [
      ("disjoint", (count..<(2 * count)).map { $0 }), ("shuffled", shuffled),
      ("reversed", (0..<count).reversed()),
    ]
    for (name, numbers) in changes {
      let counts = Counted.Counts()
      let old = (0..<count).map { Counted(value: $0, counts: counts) }
      let new = numbers.map { Counted(value: $0, counts: counts) }
      let outcome = Difference.Outcome(from: old, to: new)
      #expect(outcome.completion == .complete)
      #expect(counts.hashes == 2 * count, "\(name)")
      // One for each pair, and a twentieth of the rows to see that walking is useless.
      #expect(counts.comparisons < count + count / 5, "\(name): \(counts.comparisons)")
    }
  }

  @Test func `is the same for sixty new rows at the top of a feed as for three`() {
    let count = 10_000
    let counts = Counted.Counts()
    let make = { (value: Int) in Counted(value: value, counts: counts) }
    let old = (0..<count).map(make)
    let new = (count..<(count + 60)).map(make) + (0..<(count - 60)).map(make)
    let difference = Difference(from: old, to: new)
    #expect(difference.deletions.count == 60)
    #expect(difference.insertions.count == 60)
    #expect(counts.hashes == 0)
  }

  @Test func `is low for a window that slides over repeating lines, with an exact result`() {
    var source = SeededGenerator(seed: 103)
    for (count, slide) in [(20_000, 500), (5000, 37)] {
      let lines = (0..<(count + slide)).map { _ in Int.random(in: 0..<500, using: &source) }
      let old = Array(lines[..<count])
      let new = Array(lines[slide...])
      let outcome = Difference.Outcome(from: old, to: new)
      let exact = Difference(from: old, to: new, strategy: .exact)
      #expect(outcome.completion == .complete)
      #expect(outcome.difference.operationCount == exact.operationCount)
      #expect(outcome.difference.operationCount <= 2 * slide)
      #expect(outcome.difference.replayed(to: old) { new[$0] } == new)
    }
  }

  @Test func `is low for a long window that slid far, which is aligned by runs of lines`() {
    var source = SeededGenerator(seed: 104)
    let lines = (0..<31_500).map { _ in Int.random(in: 0..<500, using: &source) }
    let old = Array(lines[..<30_000])
    let new = Array(lines[1500...])
    let difference = Difference(from: old, to: new)
    #expect(difference.operationCount <= 3000)
    #expect(difference.replayed(to: old) { new[$0] } == new)
  }

  @Test(arguments: [(2, 5000), (3, 12_000), (30, 5000)])
  func `is low for few distinct values, with at most 0.5 % more operations than necessary`(
    values: Int,
    count: Int
  ) {
    var source = SeededGenerator(seed: 105)
    let old = (0..<count).map { _ in Int.random(in: 0..<values, using: &source) }
    let new = (0..<(count - count / 12)).map { _ in Int.random(in: 0..<values, using: &source) }
    let outcome = Difference.Outcome(from: old, to: new)
    let exact = Difference.Outcome(from: old, to: new, strategy: .exact)
    #expect(exact.completion == .complete)
    #expect(outcome.completion == .approximate)
    let least = exact.difference.operationCount
    #expect(outcome.difference.operationCount >= least)
    #expect(outcome.difference.operationCount <= least + least / 200, "of \(values)")
    #expect(outcome.difference.replayed(to: old) { new[$0] } == new)
  }

  @Test func `is limited, and the result claims completeness only if nothing shorter exists`() {
    var source = SeededGenerator(seed: 106)
    var approximate = 0
    for round in 0..<(isExhaustive ? 2000 : 40) {
      let values = [2, 5, 40, 400].randomElement(using: &source) ?? 2
      let count = Int.random(in: 100...3000, using: &source)
      let old = (0..<count).map { _ in Int.random(in: 0..<values, using: &source) }
      var new = old
      switch round % 4 {
      case 0: new.shuffle(using: &source)
      case 1: new = Array(new[(count / 3)...] + new[..<(count / 3)])
      case 2: for _ in 0..<(count / 10) { new.swapAt(.random(in: 0..<count, using: &source), 0) }
      default: new.removeSubrange((count / 4)..<(count / 2))
      }
      let outcome = Difference.Outcome(from: old, to: new)
      let least = Difference(from: old, to: new, strategy: .exact).operationCount
      if outcome.completion == .complete {
        #expect(outcome.difference.operationCount == least, "round \(round)")
      } else {
        approximate += 1
        #expect(outcome.completion == .approximate)
      }
    }
    #expect(approximate > 0)
  }
}
