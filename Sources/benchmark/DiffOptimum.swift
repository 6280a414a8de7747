import Searching

/// The least number of operations, by ways that share nothing with the engine.
///
/// With P pairs of one identity of which L can stay in line, the least is the deletions, the
/// insertions, P - L moves, and the updates. L is a longest common subsequence; where no identity
/// repeats that is a longest increasing subsequence.
enum DiffOptimum {
  static func operations(from old: [DiffWorkload.Item], to new: [DiffWorkload.Item]) -> Int {
    var places: [Int: [Int]] = [:]
    for (place, item) in old.enumerated() { places[item.number, default: []].append(place) }
    var counts: [Int: Int] = [:]
    for item in new { counts[item.number, default: 0] += 1 }
    let pairs = counts.reduce(0) { $0 + min($1.value, places[$1.key]?.count ?? 0) }
    let isUnique = places.count == old.count && counts.count == new.count
    var inLine = 0
    var updates = 0
    if isUnique {
      // Patience sorting; only the number of piles counts.
      var tails: [Int] = []
      for item in new {
        guard let place = places[item.number]?.first else { continue }
        if old[place].revision != item.revision { updates += 1 }
        let pile = tails.partitioningIndex { $0 >= place }
        if pile == tails.count { tails.append(place) } else { tails[pile] = place }
      }
      inLine = tails.count
    } else {
      inLine = commonLength(old, new, places)
    }
    return old.count + new.count - pairs - inLine + updates
  }

  /// The length of a longest common subsequence, a word of cells at a time.
  private static func commonLength(
    _ old: [DiffWorkload.Item],
    _ new: [DiffWorkload.Item],
    _ places: [Int: [Int]]
  ) -> Int {
    let width = (old.count + 63) / 64
    let masks = places.mapValues { places in
      var mask = [UInt64](repeating: 0, count: width)
      for place in places { mask[place / 64] |= 1 << UInt64(place % 64) }
      return mask
    }
    var row = [UInt64](repeating: .max, count: width)
    for item in new {
      guard let mask = masks[item.number] else { continue }
      var carry: UInt64 = 0
      for word in 0..<width {
        let shared = row[word] & mask[word]
        let (partial, first) = row[word].addingReportingOverflow(shared)
        let (sum, second) = partial.addingReportingOverflow(carry)
        carry = first || second ? 1 : 0
        row[word] = sum | (row[word] & ~mask[word])
      }
    }
    var length = 0
    for place in 0..<old.count where (row[place / 64] >> UInt64(place % 64)) & 1 == 0 {
      length += 1
    }
    return length
  }
}
