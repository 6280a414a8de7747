import Columns
internal import FeedStore
internal import FeedValues
package import Values

/// Handles filters such as `created>-5m`, whose matches change even if nothing arrives.
extension ChangeLog {
  /// The time for which the matches of the filter stay valid; nil if they do not depend on the current time.
  package var refreshInterval: Duration? {
    all == nil ? nil : filter?.refreshInterval ?? .seconds(1)
  }

  /// The lines of rows that start or cease to match with the passage of time.
  ///
  /// - Parameter time: The current time, which is kept until the next call.
  /// - Returns: Lines without newlines; none if the filter does not depend on the current time.
  /// - Complexity: O(*n*) in the number of all rows, plus that of comparing two lists.
  package mutating func lines(at time: FeedTime) -> [String] {
    present = time
    guard match == nil, let all else { return [] }
    let before = Array(list.rows)
    let after = all.rows.filter(isShown)
    guard before.map(\.id) != after.map(\.id) else { return [] }
    list.apply(.snapshot(Snapshot(rows: after)))
    stepCount += 1
    let step = ChangeStep(number: stepCount, time: time)
    let changes = RowChange.changes(from: before, to: after, clocks: clocks)
    return format == .lines
      ? changes.compactMap(lineOfRow) : changes.map { line(for: $0, of: step) }
  }

  /// Applies an item to the list of all rows, and returns the rows evicted to make room for it.
  mutating func takeIntoAll(_ item: FeedItem) -> [Row] {
    switch all?.apply(item) {
    case .arrival(_, let evicted)?, .insertion(_, let evicted, _)?: return evicted
    default: return []
    }
  }
}
