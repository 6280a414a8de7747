package import FeedIdentity
package import FeedStore
package import Values

/// Everything known about a feed besides its rows.
package struct FeedStatus: Hashable, Sendable {
  /// The rule by which the feed identifies its rows; nil until the first row arrives.
  package var keyRule: KeyRule?
  /// The field that names the source of each row; nil for a feed with a single source.
  package var source: String?
  /// Whether the rows have a header, whose column order is kept.
  package var hasHeader = false
  /// Whether the rows follow each other downwards, so that new ones come at the end.
  package var readsDownwards = false
  /// Whether the end of the list is shown first.
  package var opensAtEnd = false
  /// The input that could not be parsed.
  package var malformedInput = MalformedInputLog()
  /// The problems that prevent changes from being tracked, worst first.
  package var keyProblems: [KeyProblem] = []
  /// The last event of the source; shown until a key is pressed, or while there are no rows.
  package var notice: String?
  /// Whether the feed has ended and nothing more can arrive.
  package var isEnded = false
  /// Why the source is not delivering; nil while it works.
  package var outage: SourceOutage?
  /// The last outages that are over, the newest last.
  package private(set) var pastOutages: [SourceOutage] = []

  /// The number of outages that are kept.
  private static let maximumOutages = 8

  /// Creates the status of a feed that has not started.
  package init() {}

  /// Sets why the source is not delivering, and keeps an outage that ends.
  ///
  /// - Parameters:
  ///   - new: The outage; nil while the source works.
  ///   - time: The current time.
  package mutating func setOutage(_ new: SourceOutage?, at time: FeedTime?) {
    if new == nil, var past = outage {
      (past.end, past.retry) = (time, nil)
      pastOutages = pastOutages.suffix(Self.maximumOutages - 1) + [past]
    }
    outage = new
  }
}
