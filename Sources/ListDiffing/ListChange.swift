/// What an observable list reports: a change, and the rows as they are after it.
public struct ListChange<Row> {
  /// What changed, from the rows that were reported before to `rows`.
  public var difference: Difference
  /// How many rows there were before.
  public var oldCount: Int
  /// The rows after the change; step by step, after this step.
  public var rows: [Row]
  /// Whether no further step of the same mutation follows.
  public var isDone: Bool

  /// The change as a batch for a view.
  public var batchUpdates: BatchUpdates {
    BatchUpdates(unchecked: difference, from: oldCount, to: rows.count)
  }
}

extension ListChange: Equatable where Row: Equatable {}
extension ListChange: Hashable where Row: Hashable {}
extension ListChange: Sendable where Row: Sendable {}
