import Columns
internal import FeedValues
internal import Values

/// The rows of the last minutes: they are counted while they are in the window, and taken back when they leave it.
struct CountWindow: Sendable {
  private let length: Duration
  /// The rows in the window, and the second at which each of them leaves it.
  private var rows: [RowID: (row: Row, leaves: Int)] = [:]
  private var agenda = Agenda()
  /// The end of the window: the present, or the newest time of a list that is not live.
  private(set) var end: FeedTime?

  init(_ length: Duration) { self.length = length }

  /// Whether rows leave the window even if nothing happens.
  var isEmptying: Bool { agenda.next != nil }

  /// Takes a row that is counted from now on.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - time: Its time.
  /// - Returns: Whether it is in the window.
  mutating func enter(_ row: Row, at time: FeedTime) -> Bool {
    let leaving = time.advanced(by: length)
    let second = leaving.seconds + (leaving.nanosecond > 0 ? 1 : 0)
    if let end, second <= end.seconds { return false }
    rows[row.id] = (row, second)
    agenda.add(row.id, at: second)
    return true
  }

  /// Lets go of a row that has changed or gone.
  ///
  /// - Returns: Whether it was in the window.
  mutating func leave(_ row: Row) -> Bool { rows.removeValue(forKey: row.id) != nil }

  /// Moves the end of the window.
  ///
  /// - Returns: The rows that have left it.
  /// - Complexity: O(*k* log *n*) for *k* rows.
  mutating func move(to end: FeedTime) -> [Row] {
    self.end = end
    return agenda.take(upTo: end.seconds).compactMap { second, id in
      guard let found = rows[id], found.leaves == second else { return nil }
      rows[id] = nil
      return found.row
    }
  }
}
