internal import Searching
internal import ListDiffing

/// Builds a batch from changed rows: for each of them, its positions before and after.
struct BatchBuilder {
  /// The offset of each change before; nil if the row was not there.
  var old: [Int?]
  /// The offset of each change after; nil if the row is not there.
  var new: [Int?]
  /// The slots of rows that have new content without moving.
  var staying: [Int32?]
  /// Whether a row that is there before and after has to move.
  var isForced: [Bool]
  /// Whether it says something else.
  var isUpdated: [Bool]

  init(_ count: Int) {
    old = Array(repeating: nil, count: count)
    new = Array(repeating: nil, count: count)
    staying = Array(repeating: nil, count: count)
    isForced = Array(repeating: false, count: count)
    isUpdated = Array(repeating: false, count: count)
  }

  /// Whether a row is among those of the table, before and after.
  func isShown(_ index: Int) -> Bool {
    staying[index] != nil || old[index] != nil && new[index] != nil
  }

  /// The difference, in which rows that did not change stay.
  ///
  /// A row that changed stays too where no row that did not change is between its two places, and as
  /// few of these as possible move.
  ///
  /// - Parameter oldOffset: The offset before of a row that stays, by its slot.
  /// - Returns: The difference.
  func difference(oldOffset: (Int32) -> Int) -> Difference {
    var result = Difference()
    var pairs: [(index: Int, old: Int, new: Int)] = []
    for index in old.indices {
      switch (old[index], new[index]) {
      case (let old?, let new?): pairs.append((index, old, new))
      case (let old?, nil): result.deletions.append(old)
      case (nil, let new?): result.insertions.append(new)
      case (nil, nil): break
      }
    }
    let leaving = (result.deletions + pairs.map(\.old)).sorted()
    let arriving = (result.insertions + pairs.map(\.new)).sorted()
    pairs.sort { $0.old < $1.old }
    let settled = Self.settled(
      pairs.map { pair in
        isForced[pair.index]
          || pair.old - leaving.partitioningIndex { $0 >= pair.old }
            != pair.new - arriving.partitioningIndex { $0 >= pair.new }
          ? nil : pair.new
      }
    )
    for (pair, isSettled) in zip(pairs, settled) {
      if !isSettled { result.moves.append(Difference.Move(from: pair.old, to: pair.new)) }
      guard isUpdated[pair.index] else { continue }
      result.updates.append(Difference.Update(old: pair.old, new: pair.new))
    }
    result.deletions.sort()
    result.insertions.sort()
    result.moves.sort { $0.target < $1.target }
    let updated = staying.indices.filter { staying[$0] != nil && isUpdated[$0] }
    if !updated.isEmpty {
      let map = OffsetMap(result)
      for index in updated {
        guard let slot = staying[index] else { continue }
        let old = oldOffset(slot)
        guard let new = map.newOffset(ofOld: old) else { continue }
        result.updates.append(Difference.Update(old: old, new: new))
      }
    }
    result.updates.sort { $0.new < $1.new }
    return result
  }

  /// Which elements belong to a longest increasing subsequence; nil belongs to none.
  ///
  /// Source: Fredman, "On Computing the Length of Longest Increasing Subsequences" (1975).
  static func settled(_ values: [Int?]) -> [Bool] {
    var (tops, piles, previous): ([Int], [Int], [Int]) = ([], [], [])
    for (index, value) in values.enumerated() {
      guard let value else {
        previous.append(-1)
        continue
      }
      let pile = tops.partitioningIndex { $0 >= value }
      previous.append(pile > 0 ? piles[pile - 1] : -1)
      if pile == tops.count {
        tops.append(value)
        piles.append(index)
      } else {
        (tops[pile], piles[pile]) = (value, index)
      }
    }
    var result = [Bool](repeating: false, count: values.count)
    var index = piles.last ?? -1
    while index >= 0 {
      result[index] = true
      index = previous[index]
    }
    return result
  }
}
