import Ordering
internal import FeedValues
internal import Searching

/// The row with the least or greatest value, and the next ones in order, so that its successor is known when it leaves.
struct Extreme: Sendable {
  /// The number of values.
  private(set) var count = 0
  private let isGreatest: Bool
  /// The first rows, in order.
  private var first: [(key: SortKey, row: Row)] = []
  /// No row that is not kept comes before this key; nil if all rows are kept.
  private var bound: SortKey?

  /// The maximum number of rows that are kept.
  static let maximumKept = 256

  init(isGreatest: Bool) { self.isGreatest = isGreatest }

  /// The row with the least or greatest value.
  var row: Row? { first.first?.row }

  /// Whether all rows that were added have been removed.
  var isEmpty: Bool { count == 0 && first.isEmpty }

  private func isInFront(_ key: SortKey, of other: SortKey) -> Bool {
    isGreatest ? other.precedes(key) : key.precedes(other)
  }

  /// Whether a row with a key may be among those kept.
  func mayKeep(_ key: SortKey) -> Bool { bound.map { !isInFront($0, of: key) } ?? true }

  /// Adds a row.
  mutating func insert(_ key: SortKey, _ row: Row) {
    count += 1
    guard mayKeep(key) else { return }
    first.insert((key, row), at: first.partitioningIndex { isInFront(key, of: $0.key) })
    guard first.count > Self.maximumKept else { return }
    bound = first.removeLast().key
  }

  /// Removes a row.
  ///
  /// - Returns: Whether the first row is still known.
  mutating func remove(_ key: SortKey, _ row: Row) -> Bool {
    count -= 1
    let place = first.partitioningIndex { !isInFront($0.key, of: key) }
    let equals = first[place...].prefix { $0.key.equals(key) }
    if !equals.isEmpty {
      // Equal keys may be written differently.
      first.remove(at: equals.firstIndex { $0.row.hasSameID(as: row) } ?? place)
    } else if bound == nil || mayKeep(key) && bound?.equals(key) == false {
      // A row that must be among those kept is not: its key has changed.
      return false
    }
    return !first.isEmpty
  }
}
