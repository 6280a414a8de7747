package import FeedStore
import FeedValues
package import TerminalCore
package import Values

/// The reason why a feed is not delivering.
package struct SourceOutage: Hashable, Sendable {
  /// The kind of outage; that of the first one if several sources are affected.
  package var kind: FeedOutage
  /// The number of sources affected.
  package var count: Int
  /// The total number of sources.
  package var sourceCount: Int
  /// When it started; nil if unknown.
  package var since: FeedTime?
  /// The reason given by the source; nil if there is none.
  package var reason: String?
  /// When the source is retried; nil if it is not.
  package var retry: ContinuousClock.Instant?
  /// The last lines that the source wrote to standard error.
  package var errorLines: [String] = []
  /// When it ended; nil while it lasts, and if unknown.
  package var end: FeedTime?

  /// Creates an outage of some sources of a feed.
  package init(
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

  /// A short description.
  package var text: String {
    let state =
      switch kind {
      case .failing: Text.failing
      case .reconnecting: Text.reconnecting
      case .missing: Text.missing
      case .tooLarge: Text.tooLarge
      }
    return "✗ \(sourceCount > 1 ? Text.some(count, of: sourceCount, state) : state)"
  }

  /// The reason as it is read: what the source wrote before how it ended, without the name, which the title shows.
  package var words: String? {
    guard let reason, let line = writtenLine else { return reason }
    let ending = reason.dropLast(line.count + Self.colon.count)
    let state = ending.ranges(of: Self.colon).last.map { ending[$0.upperBound...] } ?? ending
    return "\(line) · \(state)"
  }

  /// The lines of standard error that are not part of the reason.
  var otherLines: [String] { errorLines.filter { $0 != writtenLine } }

  /// The line of standard error that the reason ends in.
  private var writtenLine: String? {
    errorLines.first { reason?.hasSuffix(Self.colon + $0) ?? false }
  }

  private static let colon = ": "

  /// The colour of the state: a source that may recover has not failed.
  package var role: Theme.Role { kind == .reconnecting ? .warning : .failure }
}

extension SourceOutage {
  /// The names of the states.
  package enum Text {
    package static let failing = "failing"
    package static let reconnecting = "reconnecting"
    package static let missing = "file missing"
    package static let tooLarge = "too large"
    package static func some(_ count: Int, of all: Int, _ state: String) -> String {
      "\(count) of \(all) \(state)"
    }
  }
}
