internal import Feeds
public import Values

/// Filters such as `created>-5m`: what they let through changes while nothing arrives.
extension ChangeLog {
  /// How long a result that depends on the time stays valid; nil for ever.
  public var refreshInterval: Duration? { filter?.refreshInterval }

  /// The lines of the rows that begin or cease to match because time has gone on.
  ///
  /// - Parameter time: The present from now on.
  /// - Returns: Lines without their newlines; none if the filter is not about the present.
  /// - Complexity: O(*n*) in all rows, and that of a comparison.
  public mutating func lines(at time: FeedTime) -> [String] {
    present = time
    guard match == nil, let all else { return [] }
    let before = Array(list.rows)
    let after = all.rows.filter(isShown)
    guard before.map(\.id) != after.map(\.id) else { return [] }
    list.apply(.snapshot(Snapshot(rows: after)))
    stepCount += 1
    let step = ChangeStep(number: stepCount, time: time)
    return RowChange.changes(from: before, to: after, clocks: clocks).map {
      line(for: $0, of: step)
    }
  }

  /// Takes an item in among all rows, shown or not; returns the rows that had to make room for it.
  mutating func takeIntoAll(_ item: FeedItem) -> [Row] {
    guard all != nil else { return [] }
    if case .snapshot(let snapshot) = item, let rule = snapshot.identity { all?.identify(by: rule) }
    guard case .arrival(let evicted)? = all?.apply(item) else { return [] }
    return evicted
  }
}
