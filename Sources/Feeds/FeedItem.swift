public import Values

/// The content of one value of a feed.
public enum FeedItem: Equatable, Sendable {
  /// The whole list.
  case snapshot(Snapshot)
  /// A row that replaces the row with its identity, or is inserted if there is none.
  case upsert(Row, at: FeedTime?)
  /// A row of a text that reads downwards: it replaces the row with its identity, or is inserted at the end.
  case append(Row, at: FeedTime?)
  /// The row with an identity is deleted.
  case delete(RowID, at: FeedTime?)
}

/// The whole list at an instant.
public struct Snapshot: Equatable, Sendable {
  /// When it was taken, if the feed has times.
  public var time: FeedTime?
  /// The rows in the feed's order; no two have the same identity.
  public var rows: [Row]

  /// How rows are identified from here on, if it was different before; nil otherwise.
  public var identity: IdentityRule?

  /// Creates a snapshot.
  public init(time: FeedTime? = nil, rows: [Row], identity: IdentityRule? = nil) {
    self.time = time
    self.rows = rows
    self.identity = identity
  }
}

extension FeedItem {
  /// When the item happened, if the feed has times.
  public var time: FeedTime? {
    switch self {
    case .snapshot(let snapshot): snapshot.time
    case .upsert(_, let time), .append(_, let time), .delete(_, let time): time
    }
  }
}
