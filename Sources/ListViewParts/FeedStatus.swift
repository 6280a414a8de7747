public import Feeds
public import Values

/// What keeps a feed from giving what it should.
public struct SourceOutage: Hashable, Sendable {
  /// What is wrong; of several sources, with the first that is hit.
  public var kind: FeedOutage
  /// How many sources are hit.
  public var count: Int
  /// How many sources there are.
  public var sourceCount: Int
  /// Since when; nil where nobody tells the time.
  public var since: FeedTime?

  /// Makes an outage of some of a feed's sources.
  public init(kind: FeedOutage, count: Int = 1, sourceCount: Int = 1, since: FeedTime? = nil) {
    (self.kind, self.count, self.sourceCount, self.since) = (kind, count, sourceCount, since)
  }

  /// Few words for it.
  package var text: String {
    let state =
      switch kind {
      case .failing: "failing"
      case .reconnecting: "reconnecting"
      case .missing: "file missing"
      }
    return sourceCount > 1 ? "✗ \(count) of \(sourceCount) \(state)" : "✗ \(state)"
  }
}

/// What is known of a feed beside its rows.
public struct FeedStatus: Hashable, Sendable {
  /// How the feed identifies its rows; nil before the first of them.
  public var keyRule: KeyRule?
  /// The member of the rows that says which of several sources they are from; nil for one source.
  public var source: String?
  /// Whether the rows stand under a header, whose columns keep their order.
  public var hasHeader = false
  /// What could not be read.
  public package(set) var badInput = BadInputLog()
  /// What keeps changes from being told as they are, the worst first.
  public package(set) var keyTroubles: [KeyTrouble] = []
  /// What happened to the source, in words; shown until a key is pressed, or while there are no rows.
  public var notice: String?
  /// Whether nothing can ever arrive any more.
  public var isEnded = false
  /// What keeps the source from giving what it should; nil where all is well.
  public var outage: SourceOutage?

  /// Makes the status of a feed that has not begun.
  public init() {}
}
