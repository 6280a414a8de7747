/// The place of each row of the old list in the new one, and the other way around.
///
/// The map holds only what changed, so that asking about one row of a long list costs a binary
/// search in the changes and never a pass over the rows.
///
/// ```swift
/// let map = OffsetMap(difference)
/// let anchor = map.newOffset(ofOld: selected) ?? 0
/// ```
public struct OffsetMap: Hashable, Sendable {
  /// Offsets before the change of the rows that do not stay in line, ascending.
  private let leaving: [Int]
  /// Offsets after the change of the rows that did not stay in line, ascending.
  private let arriving: [Int]
  /// The moves: from where to where, by where they come from and by where they go.
  private let departures: [Difference.Move]
  private let arrivals: [Difference.Move]

  /// Makes the map of a difference.
  ///
  /// - Parameter difference: A consistent difference; of another one the answers mean nothing.
  /// - Complexity: O(*k* log *k*) for *k* changes.
  public init(_ difference: Difference) {
    departures = difference.moves.sorted { $0.source < $1.source }
    arrivals = difference.moves.sorted { $0.target < $1.target }
    leaving = difference.deletions.merged(with: departures.map(\.source))
    arriving = difference.insertions.merged(with: arrivals.map(\.target))
  }

  /// Offsets before the change of the rows that do not stay in line, and offsets after it of those that
  /// did not, ascending.
  package var changed: (leaving: [Int], arriving: [Int]) { (leaving, arriving) }

  /// The offset after the change of the row at an offset before it.
  ///
  /// - Parameter offset: An offset into the old list.
  /// - Returns: An offset into the new list, or nil if the row was deleted.
  /// - Complexity: O(log *k*) for *k* changes.
  public func newOffset(ofOld offset: Int) -> Int? {
    Self.image(of: offset, leaving: leaving, departures, arriving, \.source, \.target)
  }

  /// The offset before the change of the row at an offset after it.
  ///
  /// - Parameter offset: An offset into the new list.
  /// - Returns: An offset into the old list, or nil if the row was inserted.
  /// - Complexity: O(log *k*) for *k* changes.
  public func oldOffset(ofNew offset: Int) -> Int? {
    Self.image(of: offset, leaving: arriving, arrivals, leaving, \.target, \.source)
  }

  /// A row that stays in line keeps its rank among those that stay; the rank is then looked up
  /// among the places that nothing arrives at.
  private static func image(
    of offset: Int,
    leaving: [Int],
    _ moves: [Difference.Move],
    _ arriving: [Int],
    _ start: (Difference.Move) -> Int,
    _ end: (Difference.Move) -> Int
  ) -> Int? {
    let below = partitionPoint(of: leaving.indices) { leaving[$0] < offset }
    if below < leaving.count, leaving[below] == offset {
      let move = partitionPoint(of: moves.indices) { start(moves[$0]) < offset }
      return move < moves.count && start(moves[move]) == offset ? end(moves[move]) : nil
    }
    // Wrapping, so that even an inconsistent difference is only answered wrongly, and never traps.
    let rank = offset &- below
    return rank &+ partitionPoint(of: arriving.indices) { arriving[$0] &- $0 <= rank }
  }
}

extension [Int] {
  /// The elements, which ascend, and others that ascend, in order.
  ///
  /// - Complexity: O(*n*), and O(1) if one of the two is empty.
  fileprivate func merged(with others: [Int]) -> [Int] {
    if others.isEmpty { return self }
    if isEmpty { return others }
    var result: [Int] = []
    result.reserveCapacity(count + others.count)
    var next = 0
    for other in others {
      // Mostly few others, so that what is before each is taken in one piece.
      let end = partitionPoint(of: next..<count) { self[$0] <= other }
      result += self[next..<end]
      result.append(other)
      next = end
    }
    return result + self[next...]
  }
}

/// The least position in a range for which a predicate fails that holds for a prefix of it.
///
/// - Complexity: O(log *n*) calls of the predicate.
func partitionPoint(of range: Range<Int>, while holds: (Int) -> Bool) -> Int {
  var low = range.lowerBound
  var high = range.upperBound
  while low < high {
    let middle = low + (high - low) / 2
    if holds(middle) { low = middle + 1 } else { high = middle }
  }
  return low
}
