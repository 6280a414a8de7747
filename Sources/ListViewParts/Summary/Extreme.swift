internal import Feeds
internal import Searching

/// The row with the least or greatest of some values, and some that follow it, so that it is known when it leaves
/// what takes its place.
struct Extreme: Sendable {
  /// The number of values.
  private(set) var count = 0
  private let isGreatest: Bool
  /// The first rows, in order.
  private var first: [(key: SortKey, row: Row)] = []
  /// No other row has a key in front of this one; nil if there are no others.
  private var bound: SortKey?

  /// How many rows are kept at most.
  static let maximumKept = 256

  init(isGreatest: Bool) { self.isGreatest = isGreatest }

  /// The row with the least or greatest value.
  var row: Row? { first.first?.row }

  var isEmpty: Bool { count == 0 && first.isEmpty }

  private func isInFront(_ key: SortKey, of other: SortKey) -> Bool {
    isGreatest ? other.precedes(key) : key.precedes(other)
  }

  /// Whether a row with a key is among those kept, if it is one of the rows.
  func mayKeep(_ key: SortKey) -> Bool { bound.map { !isInFront($0, of: key) } ?? true }

  /// Adds a row.
  mutating func insert(_ key: SortKey, _ row: Row) {
    count += 1
    guard mayKeep(key) else { return }
    first.insert((key, row), at: first.partitioningIndex { isInFront(key, of: $0.key) })
    guard first.count > Self.maximumKept else { return }
    bound = first.removeLast().key
  }

  /// Removes a row with a key.
  ///
  /// - Returns: Whether the first row is still known.
  mutating func remove(_ key: SortKey) -> Bool {
    count -= 1
    let place = first.partitioningIndex { !isInFront($0.key, of: key) }
    if place < first.count, first[place].key.equals(key) {
      first.remove(at: place)
    } else if bound == nil || mayKeep(key) && bound?.equals(key) == false {
      return false
    }
    return !first.isEmpty
  }
}
