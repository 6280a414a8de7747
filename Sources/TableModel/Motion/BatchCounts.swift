import ListDiffing

/// The number of rows that a batch inserted, deleted, moved and updated.
public struct BatchCounts: Hashable, Sendable {
  /// The number of inserted rows.
  public var insertions = 0
  /// The number of deleted rows.
  public var deletions = 0
  /// The number of rows that moved relative to others.
  public var moves = 0
  /// The number of rows whose content changed.
  public var updates = 0

  /// Creates counts of zero.
  public init() {}

  /// Creates the counts of a difference.
  package init(_ difference: Difference) {
    insertions = difference.insertions.count
    deletions = difference.deletions.count
    moves = difference.moves.count
    updates = difference.updates.count
  }
}

/// The number of rows that were inserted out of view and have not been shown since, each counted once.
public struct UnseenCount: Hashable, Sendable {
  /// The number of rows above the viewport.
  public var above: Int
  /// The number of rows below the viewport.
  public var below: Int

  /// The total number of rows.
  public var total: Int { above + below }

  /// Creates a count.
  public init(above: Int = 0, below: Int = 0) {
    self.above = above
    self.below = below
  }
}
