internal import Searching
internal import ListDiffing
internal import TableModel

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
  /// Whether it moves, as far as the difference was asked for.
  private var isMoved: [Bool]
  /// Where rows were before that changed without moving.
  private var stayingOffsets: [(index: Int, offset: Int)] = []

  init(_ count: Int) {
    old = Array(repeating: nil, count: count)
    new = Array(repeating: nil, count: count)
    staying = Array(repeating: nil, count: count)
    isForced = Array(repeating: false, count: count)
    isUpdated = Array(repeating: false, count: count)
    isMoved = isUpdated
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
  /// - Parameter newOffset: The offset after the change of a row that stays, by its slot.
  /// - Returns: The difference.
  mutating func difference(newOffset: (Int32) -> Int) -> Difference {
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
      isMoved[pair.index] = !isSettled
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
        let new = newOffset(slot)
        guard let old = map.oldOffset(ofNew: new) else { continue }
        stayingOffsets.append((index, old))
        result.updates.append(Difference.Update(old: old, new: new))
      }
    }
    result.updates.sort { $0.new < $1.new }
    return result
  }

  /// Where each change found its row in the table; nil where that was not in it.
  var leftOffsets: [Int?] {
    guard !stayingOffsets.isEmpty else { return old }
    var offsets = old
    for (index, offset) in stayingOffsets { offsets[index] = offset }
    return offsets
  }

  /// The handles of the rows, which are their slots, once the difference is known.
  func handles(of changes: [NetChange]) -> BatchHandles {
    var handles = BatchHandles()
    for index in changes.indices {
      let (old, new) = (changes[index].oldSlot, changes[index].newSlot)
      let isShownAfter = self.new[index] != nil || staying[index] != nil
      if let old, let new, old != new, isShownAfter || self.old[index] == nil {
        handles.renamed.append((old, new))
      } else if let old, new == nil || self.old[index] != nil && !isShownAfter {
        handles.departed.append(old)
      }
      guard let new, isShownAfter else { continue }
      if self.old[index] == nil, staying[index] == nil { handles.inserted.append(new) }
      if isMoved[index] { handles.moved.append(new) }
      if isUpdated[index] { handles.updated.append(new) }
    }
    return handles
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
