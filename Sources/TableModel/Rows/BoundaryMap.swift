import ListDiffing
internal import Searching

/// Maps boundaries between rows across a change.
///
/// A boundary is named by the offset of the row that follows it. It stays next to the neighbour that stays in
/// line: the following row if new rows arrive at the top, so that they are inserted above the boundary, and
/// the preceding row if they arrive at the bottom.
struct BoundaryMap {
  private let leaving: [Int]
  private let arriving: [Int]
  let newCount: Int
  private let keepsToNext: Bool

  /// Makes the map of a change of which another map tells where rows went.
  init(_ map: OffsetMap, newCount: Int, keepsToNext: Bool) {
    (leaving, arriving) = map.changed
    self.newCount = newCount
    self.keepsToNext = keepsToNext
  }

  func newOffset(ofOld offset: Int) -> Int {
    let rank = offset - leaving.partitioningIndex { $0 >= offset }
    guard keepsToNext else {
      return rank == 0 ? 0 : newOffset(ofRank: rank - 1) + 1
    }
    return min(newOffset(ofRank: rank), newCount)
  }

  /// Whether the row at an offset before the change stays in line.
  func stays(old offset: Int) -> Bool {
    let below = leaving.partitioningIndex { $0 >= offset }
    return below == leaving.count || leaving[below] != offset
  }

  /// Whether the row at an offset after the change was inserted or moved there.
  func arrives(new offset: Int) -> Bool {
    let below = arriving.partitioningIndex { $0 >= offset }
    return below < arriving.count && arriving[below] == offset
  }

  private func newOffset(ofRank rank: Int) -> Int {
    rank + arriving.indices.partitioningIndex { arriving[$0] - $0 > rank }
  }
}
