public import Feeds

/// Everything known about a feed besides its rows.
public struct FeedStatus: Hashable, Sendable {
  /// How the feed identifies its rows; nil until the first row arrives.
  public var keyRule: KeyRule?
  /// The field that names the source of each row; nil for a feed with a single source.
  public var source: String?
  /// Whether the rows have a header, whose column order is kept.
  public var hasHeader = false
  /// Whether the rows follow each other downwards, so that new ones come at the end.
  public var readsDownwards = false
  /// Whether the end of the list is shown first.
  public var opensAtEnd = false
  /// The input that could not be parsed.
  public package(set) var malformedInput = MalformedInputLog()
  /// The problems that prevent changes from being tracked, worst first.
  public package(set) var keyProblems: [KeyProblem] = []
  /// What happened to the source; shown until a key is pressed, or while there are no rows.
  public var notice: String?
  /// Whether the feed has ended and nothing more can arrive.
  public var isEnded = false
  /// Why the source is not delivering; nil while it works.
  public var outage: SourceOutage?

  /// Creates the status of a feed that has not started.
  public init() {}
}
