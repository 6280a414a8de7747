/// Where a row of the old list is in the new one, and the other way around.
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
  /// For each offset in `leaving`, where it went; nil where it was deleted.
  private let destinations: [Int?]
  /// For each offset in `arriving`, where it came from; nil where it was inserted.
  private let origins: [Int?]

  /// Makes the map of a difference.
  ///
  /// - Parameter difference: A consistent difference; of another one the answers mean nothing.
  /// - Complexity: O(*k* log *k*) for *k* changes.
  public init(_ difference: Difference) {
    let departures =
      (difference.deletions.map { ($0, nil) }
      + difference.moves.map { ($0.source, Optional($0.target)) }).sorted { $0.0 < $1.0 }
    leaving = departures.map(\.0)
    destinations = departures.map(\.1)
    let arrivals =
      (difference.insertions.map { ($0, nil) }
      + difference.moves.map { ($0.target, Optional($0.source)) }).sorted { $0.0 < $1.0 }
    arriving = arrivals.map(\.0)
    origins = arrivals.map(\.1)
  }

  /// The offset after the change of the row at an offset before it.
  ///
  /// - Parameter offset: An offset into the old list.
  /// - Returns: An offset into the new list, or nil where the row was deleted.
  /// - Complexity: O(log *k*) for *k* changes.
  public func newOffset(ofOld offset: Int) -> Int? {
    Self.image(of: offset, leaving: leaving, destinations: destinations, arriving: arriving)
  }

  /// The offset before the change of the row at an offset after it.
  ///
  /// - Parameter offset: An offset into the new list.
  /// - Returns: An offset into the old list, or nil where the row was inserted.
  /// - Complexity: O(log *k*) for *k* changes.
  public func oldOffset(ofNew offset: Int) -> Int? {
    Self.image(of: offset, leaving: arriving, destinations: origins, arriving: leaving)
  }

  /// A row that stays in line keeps its rank among those that stay; the rank is then looked up
  /// among the places that nothing arrives at.
  private static func image(
    of offset: Int,
    leaving: [Int],
    destinations: [Int?],
    arriving: [Int]
  ) -> Int? {
    let below = partitionPoint(of: leaving.indices) { leaving[$0] < offset }
    if below < leaving.count, leaving[below] == offset { return destinations[below] }
    // Wrapping, so that even an inconsistent difference is only answered wrongly, and never traps.
    let rank = offset &- below
    return rank &+ partitionPoint(of: arriving.indices) { arriving[$0] &- $0 <= rank }
  }
}

/// The least position in a range for which a predicate fails, where it holds for a prefix.
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
