/// The source of a feed's bytes.
///
/// A source never waits: when it has nothing, the loop polls its descriptors until its deadline,
/// wakes it, and asks again.
public protocol FeedSource: AnyObject {
  /// What to poll for reading while the source is not ready.
  var descriptors: [Int32] { get }

  /// When the source has something to do though no descriptor is readable; nil for never.
  var deadline: ContinuousClock.Instant? { get }

  /// Whether there may be bytes without polling.
  var isReady: Bool { get }

  /// Whether what has arrived when the source rests is all of a document, as of a file; of a stream it
  /// may be the beginning.
  var isWholeAtRest: Bool { get }

  /// Whether each run of the source gives the whole list; it may be known only with the first bytes.
  var givesLists: Bool { get }

  /// What keeps the source from giving what it should; nil if all is well.
  var outage: FeedOutage? { get }

  /// When what has failed is tried again; nil if nothing waits for that.
  var retry: ContinuousClock.Instant? { get }

  /// The last lines that the source printed as errors, the newest last; a bounded number of them.
  var errorLines: [String] { get }

  /// Does now what would otherwise be done later: starts the next run of a command.
  ///
  /// - Returns: Whether something waited for its time.
  func runNow() -> Bool

  /// Says that a descriptor is readable, that the deadline is reached, or that a child has ended.
  func wake()

  /// Reads on.
  ///
  /// - Parameters:
  ///   - count: The maximum number of bytes to read at once.
  ///   - instant: The present.
  /// - Returns: What happened.
  /// - Throws: Where the system refuses to read.
  func read(
    upTo count: Int,
    at instant: ContinuousClock.Instant
  ) throws(FeedError)
    -> FeedSourceEvent

  /// Lets go of everything, children included; the source gives nothing more.
  func stop()
}

extension FeedSource {
  /// None: only descriptors wake the source.
  public var deadline: ContinuousClock.Instant? { nil }

  /// False: more may come.
  public var isWholeAtRest: Bool { false }

  /// False: there are no runs, or the owner knows about them.
  public var givesLists: Bool { false }

  /// None: what ends has ended.
  public var outage: FeedOutage? { nil }

  /// None: nothing is tried again.
  public var retry: ContinuousClock.Instant? { nil }

  /// None: there is no command.
  public var errorLines: [String] { [] }

  /// Nothing: there are no runs.
  public func runNow() -> Bool { false }

  /// Only memory has to be released.
  public func stop() {}
}

/// Why a source gives nothing though it should.
public enum FeedOutage: Hashable, Sendable {
  /// The last run of its command has failed.
  case failing
  /// Its command has ended and is to be started again.
  case reconnecting
  /// The file does not exist.
  case missing
}

/// The result of reading from a source.
public enum FeedSourceEvent: Hashable, Sendable {
  /// Bytes, one at least.
  case bytes([UInt8])
  /// There is nothing more now; more may come.
  case idle
  /// A run of a command has ended: what it printed is the whole list. One that failed says nothing
  /// about the list.
  case endOfRun(succeeded: Bool)
  /// The source begins again, for the reason given. What was unfinished is discarded where other
  /// bytes took its place; else that is how it ended.
  case restarted(String, discarding: Bool = true)
  /// A notice that changes nothing else; nil if the last one no longer applies.
  case notice(String?)
  /// Nothing will ever come.
  case end
}
