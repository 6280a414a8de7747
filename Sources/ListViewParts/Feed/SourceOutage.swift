public import Feeds
package import TerminalCore
public import Values

/// What keeps a feed from giving what it should.
public struct SourceOutage: Hashable, Sendable {
  /// What is wrong; of several sources, with the first that is hit.
  public var kind: FeedOutage
  /// How many sources are hit.
  public var count: Int
  /// How many sources there are.
  public var sourceCount: Int
  /// Since when; nil if the time is unknown.
  public var since: FeedTime?
  /// The reason given by the source; nil if there is none.
  public var reason: String?
  /// When it is tried again; nil if it is not.
  public var retry: ContinuousClock.Instant?
  /// The last lines that the source printed as errors.
  public var errorLines: [String] = []

  /// Creates an outage of some of a feed's sources.
  public init(
    kind: FeedOutage,
    count: Int = 1,
    sourceCount: Int = 1,
    since: FeedTime? = nil,
    reason: String? = nil,
    retry: ContinuousClock.Instant? = nil
  ) {
    (self.kind, self.count, self.sourceCount, self.since) = (kind, count, sourceCount, since)
    (self.reason, self.retry) = (reason, retry)
  }

  /// Few words for it.
  package var text: String {
    let state =
      switch kind {
      case .failing: Text.failing
      case .reconnecting: Text.reconnecting
      case .missing: Text.missing
      }
    return "✗ \(sourceCount > 1 ? Text.some(count, of: sourceCount, state) : state)"
  }

  /// The colour of the state: what is about to recover has not failed.
  package var role: Theme.Role { kind == .reconnecting ? .warning : .failure }
}

extension SourceOutage {
  /// What the states of a source are called.
  package enum Text {
    package static let failing = "failing"
    package static let reconnecting = "reconnecting"
    package static let missing = "file missing"
    package static func some(_ count: Int, of all: Int, _ state: String) -> String {
      "\(count) of \(all) \(state)"
    }
  }
}
