import EventLoop
import FeedSources
import FeedStore

/// The destination of a ``FeedRun``: the screen, lines, a table printed once, a list, or an explanation.
protocol FeedSink {
  /// The result of the run.
  associatedtype Outcome

  /// Whether to continue reading the feed.
  var wantsMore: Bool { get }
  /// The descriptors that the sink waits for.
  var interests: [EventLoop.Interest] { get }
  /// When the sink has something to do even if nothing happens; nil if never.
  func deadline(_ run: FeedRun) -> ContinuousClock.Instant?

  /// Receives items; may be empty if something else about the feed became known.
  mutating func receive(_ items: [FeedItem], _ run: FeedRun) throws

  /// Called when all sources have delivered what they have for now.
  mutating func rest()

  /// Called when nothing more can arrive, with the failure if that was the reason; throwing ends the run.
  mutating func end(_ failure: FeedError?, _ run: FeedRun) throws

  /// Reports a notice about a source; nil withdraws the last one.
  mutating func report(_ notice: String?, _ run: FeedRun)

  /// Called when recording has failed and stopped.
  mutating func stopRecording(_ failure: FeedError, _ run: FeedRun) throws

  /// Does pending work after all available input has been read, before the run loop waits.
  mutating func turn(_ run: FeedRun) throws -> FeedTurn<Outcome>

  /// Called after the run loop has waited.
  mutating func wake(_ run: FeedRun) -> FeedTurn<Outcome>

  /// Handles a signal that does not end the program.
  mutating func handle(_ signal: ProcessSignal, _ run: FeedRun)

  /// Releases resources such as the terminal, at the end of the run.
  mutating func close()
}

/// Whether a run continues, or its outcome.
enum FeedTurn<Outcome> {
  case goOn
  case end(Outcome)
}

extension FeedSink {
  var wantsMore: Bool { true }
  var interests: [EventLoop.Interest] { [] }
  func deadline(_ run: FeedRun) -> ContinuousClock.Instant? { nil }

  mutating func rest() {}
  mutating func report(_ notice: String?, _ run: FeedRun) { run.note(notice) }
  mutating func stopRecording(_ failure: FeedError, _ run: FeedRun) throws { throw failure }
  mutating func wake(_ run: FeedRun) -> FeedTurn<Outcome> { .goOn }
  mutating func handle(_ signal: ProcessSignal, _ run: FeedRun) {}
  mutating func close() {}
}
