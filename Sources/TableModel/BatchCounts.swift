import ListDiffing

/// How many rows a batch inserted, deleted, moved and updated.
public struct BatchCounts: Hashable, Sendable {
  /// How many rows came.
  public var insertions = 0
  /// How many rows went.
  public var deletions = 0
  /// How many rows changed their place among the others.
  public var moves = 0
  /// How many rows changed their content.
  public var updates = 0

  /// Makes counts of nothing.
  public init() {}

  /// Counts the changes of a difference.
  init(_ difference: Difference) {
    insertions = difference.insertions.count
    deletions = difference.deletions.count
    moves = difference.moves.count
    updates = difference.updates.count
  }
}

/// How many rows came out of the reader's sight and were not shown since, each counted once.
public struct UnseenCount: Hashable, Sendable {
  /// Those above the viewport.
  public var above: Int
  /// Those below the viewport.
  public var below: Int

  /// Those on both sides.
  public var total: Int { above + below }

  /// Creates a count of its parts.
  public init(above: Int = 0, below: Int = 0) {
    self.above = above
    self.below = below
  }
}
