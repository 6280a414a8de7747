public import Feeds

/// What is known of a feed beside its rows.
public struct FeedStatus: Hashable, Sendable {
  /// How the feed identifies its rows; nil before the first of them.
  public var keyRule: KeyRule?
  /// The member of the rows that says which of several sources they are from; nil for one source.
  public var source: String?
  /// Whether the rows have a header, whose columns keep their order.
  public var hasHeader = false
  /// What could not be read.
  public package(set) var malformedInput = MalformedInputLog()
  /// What keeps changes from being recognised, the worst first.
  public package(set) var keyProblems: [KeyProblem] = []
  /// What happened to the source, in words; shown until a key is pressed, or while there are no rows.
  public var notice: String?
  /// Whether nothing can ever arrive any more.
  public var isEnded = false
  /// What keeps the source from giving what it should; nil if all is well.
  public var outage: SourceOutage?

  /// Creates the status of a feed that has not begun.
  public init() {}
}
