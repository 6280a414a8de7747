/// A report of an observable list: a change, and the rows as they are after it.
public struct ListChange<Element> {
  /// The changes from the rows that were reported before to `rows`.
  public let difference: Difference
  /// The number of rows before.
  public let oldCount: Int
  /// The rows after the change; step by step, after this step.
  public let rows: [Element]
  /// Whether no further step of the same mutation follows.
  public let isDone: Bool

  /// The change as a batch for a view.
  public var batchUpdates: BatchUpdates {
    BatchUpdates(unchecked: difference, from: oldCount, to: rows.count)
  }
}

extension ListChange: Equatable where Element: Equatable {}
extension ListChange: Hashable where Element: Hashable {}
extension ListChange: Sendable where Element: Sendable {}
