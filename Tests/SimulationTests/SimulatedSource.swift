import FeedSources
import FeedValues

/// A source that gives what it is told to.
final class SimulatedSource: FeedSource {
  private var events: [FeedSourceEvent] = []
  private var first = 0
  let isWholeAtRest: Bool

  init(isWholeAtRest: Bool) { self.isWholeAtRest = isWholeAtRest }

  let descriptors: [Int32] = []
  var isReady: Bool { first < events.count }

  func push(_ event: FeedSourceEvent) {
    if first == events.count { (events, first) = ([], 0) }
    events.append(event)
  }

  func wake() {}

  func read(
    upTo count: Int,
    at instant: ContinuousClock.Instant
  ) throws(FeedError) -> FeedSourceEvent {
    guard isReady else { return .idle }
    defer { first += 1 }
    return events[first]
  }
}
