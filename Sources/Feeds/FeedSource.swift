/// Where the bytes of a feed come from.
///
/// A source never waits: when it has nothing, the loop polls its descriptor and asks again.
public protocol FeedSource: AnyObject {
  /// What to poll for reading while the source is not ready; negative where nothing can come.
  var descriptor: Int32 { get }

  /// Whether there may be bytes without polling.
  var isReady: Bool { get }

  /// Says that polling found the descriptor readable.
  func wake()

  /// Reads on.
  ///
  /// - Parameter count: The most bytes to read at once.
  /// - Returns: What happened.
  /// - Throws: Where the system refuses to read.
  func read(upTo count: Int) throws(FeedError) -> FeedSourceEvent
}

/// What reading from a source came to.
public enum FeedSourceEvent: Hashable, Sendable {
  /// Bytes, one at least.
  case bytes([UInt8])
  /// There is nothing more now; more may come.
  case idle
  /// The source begins anew, for the reason given: what was unfinished never ends.
  case restarted(String)
  /// Something to tell that changes nothing.
  case notice(String)
  /// Nothing will ever come.
  case end
}
