import ListDiffing
import TestSupport
import Testing

@Suite struct `A difference against its oracle` {
  /// Rows that no list holds otherwise: enough of them at both ends keep the walk that looks past
  /// edits from being the one that answers.
  private static let junk = (100..<160).map { Row(id: $0) }

  /// Every pair of lists of up to `length` rows over 4 identities with 2 contents, but one of those
  /// that differ only in the names of the identities, or of an identity's two contents.
  ///
  /// A diff that only asks whether identities and contents are equal cannot tell them apart: the
  /// first identity to appear may be called 0, the next one 1, and the first content of each 0.
  private static func forEachPair(upTo length: Int, _ body: ([Row], [Row]) -> Void) {
    var rows: [Row] = []
    func extend(to total: Int, _ identities: Int, _ reached: ([Row]) -> Void) {
      if rows.count == total { return reached(rows) }
      for id in 0..<min(identities + 1, 4) {
        for content in 0..<(id == identities ? 1 : 2) {
          rows.append(Row(id: id, content: content))
          extend(to: total, max(identities, id + 1), reached)
          rows.removeLast()
        }
      }
    }
    for oldCount in 0...length {
      for newCount in 0...length {
        extend(to: oldCount + newCount, 0) { rows in
          body(Array(rows[..<oldCount]), Array(rows[oldCount...]))
        }
      }
    }
  }

  @Test func `every pair of small lists replays with the minimum number of operations`() {
    var faults = 0
    var pairs = 0
    Self.forEachPair(upTo: exhaustiveLength ?? 3) { old, new in
      pairs += 1
      let difference = Difference(from: old, to: new)
      var fault = fault(in: difference, from: old, to: new)
      let isUnique =
        Set(old.map(\.id)).count == old.count && Set(new.map(\.id)).count == new.count
      let count = difference.operationCount - (isUnique ? 0 : difference.updates.count)
      if count != leastOperations(from: old, to: new, countingUpdates: isUnique) {
        fault = "not minimal"
      }
      if let fault, faults < 10 {
        faults += 1
        Issue.record("\(old) → \(new): \(fault): \(difference)")
      }
    }
    // By the count of such words: of L rows over k identities, a(L, k) = 2k·a(L−1, k) + a(L−1, k−1).
    #expect(pairs == Self.pairCount(upTo: exhaustiveLength ?? 3))
    if isExhaustive { print("pairs of small lists: \(pairs)") }
  }

  private static func pairCount(upTo length: Int) -> Int {
    var words = [1, 0, 0, 0, 0]
    var total = 0
    for rows in 0...(2 * length) {
      let splits = (0...length).count { (0...length).contains(rows - $0) }
      total += splits * words.reduce(0, +)
      words = (0...4).map { 2 * $0 * words[$0] + ($0 > 0 ? words[$0 - 1] : 0) }
    }
    return total
  }

  @Test func `the hashing engine is minimal for every pair of small lists`() {
    let all = lists(of: 3, upTo: isExhaustive ? 5 : 3).map { $0.map { Row(id: $0) } }
    var faults = 0
    for old in all {
      for new in all {
        let before = Self.junk + old + Self.junk.map { Row(id: $0.id + 100) }
        for strategy in [Difference.Strategy.automatic, .exact] {
          let difference = Difference(from: before, to: new, strategy: strategy)
          let least = leastOperations(from: before, to: new, countingUpdates: false)
          let fault =
            fault(in: difference, from: before, to: new)
            ?? (difference.operationCount == least ? nil : "not minimal")
          if let fault, faults < 10 {
            faults += 1
            Issue.record("\(strategy) \(old) → \(new): \(fault): \(difference)")
          }
        }
      }
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `random lists without duplicates are diffed minimally`(seed: UInt64) {
    var source = SeededGenerator(seed: seed)
    for round in 0..<(isExhaustive ? 34_000 : 200) {
      let length = Int.random(in: 0...60, using: &source)
      let old = (0..<length).map { Row(id: $0) }.shuffled(using: &source)
      let new = Self.edited(old, isUnique: true, &source)
      for strategy in [Difference.Strategy.automatic, .exact] {
        let difference = Difference(from: old, to: new, strategy: strategy)
        let least = leastOperations(from: old, to: new, countingUpdates: true)
        #expect(
          fault(in: difference, from: old, to: new) == nil && difference.operationCount == least,
          "seed \(seed), round \(round), \(strategy): \(old) → \(new): \(difference)"
        )
      }
    }
  }

  @Test(arguments: [4, 5, 6] as [UInt64])
  func `random lists with duplicates replay, and the exact strategy is minimal`(seed: UInt64) {
    var source = SeededGenerator(seed: seed)
    for round in 0..<(isExhaustive ? 34_000 : 200) {
      let length = Int.random(in: 0...60, using: &source)
      let values = Int.random(in: 1...30, using: &source)
      let old = (0..<length).map { _ in Row(id: Int.random(in: 0..<values, using: &source)) }
      let new = Self.edited(old, isUnique: false, &source)
      for strategy in [Difference.Strategy.automatic, .exact] {
        let difference = Difference(from: old, to: new, strategy: strategy)
        let count = difference.operationCount - difference.updates.count
        let least = leastOperations(from: old, to: new, countingUpdates: false)
        let isMinimal = strategy == .exact ? count == least : count >= least
        #expect(
          fault(in: difference, from: old, to: new) == nil && isMinimal,
          "seed \(seed), round \(round), \(strategy): \(old) → \(new): \(difference)"
        )
      }
    }
  }

  /// Deletes, inserts, moves and changes rows, from none to nearly all.
  private static func edited(
    _ old: [Row],
    isUnique: Bool,
    _ source: inout SeededGenerator
  ) -> [Row] {
    var new = old
    if Int.random(in: 0..<4, using: &source) == 0 { new.shuffle(using: &source) }
    for edit in 0..<Int.random(in: 0...40, using: &source) {
      let place = new.isEmpty ? 0 : Int.random(in: 0..<new.count, using: &source)
      switch Int.random(in: 0..<4, using: &source) {
      case 0 where !new.isEmpty: new.remove(at: place)
      case 1 where new.count < 60:
        new.insert(
          Row(id: isUnique ? 1000 + edit : Int.random(in: 0..<40, using: &source)),
          at: place
        )
      case 2 where !new.isEmpty:
        let row = new.remove(at: place)
        new.insert(row, at: Int.random(in: 0...new.count, using: &source))
      case 3 where !new.isEmpty: new[place].content = 1
      default: break
      }
    }
    return new
  }
}
