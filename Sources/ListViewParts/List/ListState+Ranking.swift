import FeedStore
internal import FeedValues
import Ordering
internal import TableModel

/// Keeps groups in the order of their figures.
extension ListState {
  /// How long groups stay in their order at least; those of a long list, which takes longer to order.
  private static let rankingSpan = (short: Duration.seconds(1), long: Duration.seconds(10))

  /// Takes note that the figures of groups may have changed.
  mutating func noteFigures(at instant: ContinuousClock.Instant) {
    guard arrangement.grouping.map({ $0.ranking != .value }) ?? false, nextRanking == nil else {
      return
    }
    let span = arrangement.rows.isLong ? Self.rankingSpan.long : Self.rankingSpan.short
    nextRanking = max(instant, rankedAt.map { $0 + span } ?? instant)
  }

  /// When ``rankGroups(in:)`` has something to do; nil if nothing has changed, or something else is under way.
  package var nextRankingInstant: ContinuousClock.Instant? {
    rearrangement == nil && preview == nil ? nextRanking : nil
  }

  /// Puts the groups in the order of their figures if that is due.
  ///
  /// - Returns: Whether any group overtook another one.
  package mutating func rankGroups(in context: Context) -> Bool {
    guard let due = nextRankingInstant, due <= context.instant else { return false }
    (nextRanking, rankedAt) = (nil, context.instant)
    if arrangement.isOutgrown {
      arrangement.arrangeAnew()
    } else if arrangement.isFrozen || !arrangement.rankGroups() {
      return false
    }
    present(in: context)
    return true
  }
}
