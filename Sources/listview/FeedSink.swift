import EventLoop
import Feeds

/// What a ``FeedRun`` reads a feed into: the screen, lines, a table that is printed once, a list, or what
/// is to be explained.
protocol FeedSink {
  /// The result of the run.
  associatedtype Outcome

  /// Whether the feed should be read on.
  var wantsMore: Bool { get }
  /// What the sink waits for besides the feed.
  var interests: [EventLoop.Interest] { get }
  /// When the sink has something to do though nothing happens; nil for never.
  func deadline(_ run: FeedRun) -> ContinuousClock.Instant?

  /// Takes what was read; there may be no items, but other knowledge of the feed.
  mutating func receive(_ items: [FeedItem], _ run: FeedRun) throws

  /// Records that all sources have given what they had.
  mutating func rest()

  /// Records that nothing will ever come; a failure is the reason if that is no regular end. A sink
  /// that throws it ends the run.
  mutating func end(_ failure: FeedError?, _ run: FeedRun) throws

  /// Reports what happened to a source; nil if what was reported holds no longer.
  mutating func report(_ notice: String?, _ run: FeedRun)

  /// Records that nothing is recorded any longer.
  mutating func stopRecording(_ failure: FeedError, _ run: FeedRun) throws

  /// Does what is due once what has arrived is read, before the run waits.
  mutating func turn(_ run: FeedRun) throws -> FeedTurn<Outcome>

  /// Takes what the run was woken up for.
  mutating func wake(_ run: FeedRun) -> FeedTurn<Outcome>

  /// Answers a signal that does not end the program.
  mutating func handle(_ signal: ProcessSignal, _ run: FeedRun)

  /// Gives back what it holds, such as a terminal; the run ends.
  mutating func close()
}

/// Whether a run continues.
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
