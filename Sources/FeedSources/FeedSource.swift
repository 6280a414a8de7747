package import FeedStore
import FeedValues
import Glibc

/// The source of a feed's bytes.
///
/// A source never waits: when it has nothing, the loop polls its descriptors until its deadline,
/// wakes it, and asks again.
package protocol FeedSource: AnyObject {
  /// The descriptors to poll for reading while the source is not ready.
  var descriptors: [Int32] { get }

  /// The next instant at which the source has something to do without a readable descriptor; nil for
  /// never.
  var deadline: ContinuousClock.Instant? { get }

  /// Whether there may be bytes without polling.
  var isReady: Bool { get }

  /// Whether a source at rest has delivered a whole document, as a file has; a stream may have
  /// delivered only the beginning of one.
  var isWholeAtRest: Bool { get }

  /// Whether each run of the source gives the whole list; possibly known only after the first bytes.
  var givesLists: Bool { get }

  /// The media type that the sender declares for the bytes, such as `text/csv; charset=utf-8`; nil if none.
  var contentType: String? { get }

  /// The problem that keeps the source from delivering; nil if there is none.
  var outage: FeedOutage? { get }

  /// When a failed source is retried; nil if no retry is scheduled.
  var retry: ContinuousClock.Instant? { get }

  /// The last lines that the source printed as errors, the newest last; their number is bounded.
  var errorLines: [String] { get }

  /// Starts the next run of a command now instead of at its time.
  ///
  /// - Returns: Whether a run was pending.
  func runNow() -> Bool

  /// Reports that a descriptor is readable, that the deadline has passed, or that a child has ended.
  func wake()

  /// Reads more of the feed.
  ///
  /// - Parameters:
  ///   - count: The maximum number of bytes to read at once.
  ///   - instant: The present.
  /// - Returns: The event.
  /// - Throws: If reading fails.
  func read(
    upTo count: Int,
    at instant: ContinuousClock.Instant
  ) throws(FeedError)
    -> FeedSourceEvent

  /// Ends the run in progress because its list is larger than what is held back: the run has failed, and its child
  /// is ended.
  ///
  /// - Parameters:
  ///   - limit: The number of bytes that are held back at most.
  ///   - instant: The present.
  /// - Throws: `FeedError.failed` if there was to be no other run.
  func refuseRun(largerThan limit: Int, at instant: ContinuousClock.Instant) throws(FeedError)

  /// Releases all resources and ends all children; the source delivers nothing more.
  func stop()
}

extension FeedSource {
  /// None: only descriptors wake the source.
  package var deadline: ContinuousClock.Instant? { nil }

  /// False: more may follow.
  package var isWholeAtRest: Bool { false }

  /// False: there are no runs, or the owner knows about them.
  package var givesLists: Bool { false }

  /// None: nobody declares it.
  package var contentType: String? { nil }

  /// None: a source that has ended stays ended.
  package var outage: FeedOutage? { nil }

  /// None: there are no retries.
  package var retry: ContinuousClock.Instant? { nil }

  /// None: there is no command.
  package var errorLines: [String] { [] }

  /// Does nothing: there are no runs.
  package func runNow() -> Bool { false }

  /// Stops the source, which has failed: there is no other run.
  package func refuseRun(
    largerThan limit: Int,
    at instant: ContinuousClock.Instant
  ) throws(FeedError) {
    stop()
    throw .failed(name: FeedText.Source.feed, reason: FeedText.Source.tooLarge(limit))
  }

  /// Does nothing: there is only memory to release.
  package func stop() {}
}

/// The result of reading from a source.
package enum FeedSourceEvent: Hashable, Sendable {
  /// Bytes, at least one.
  case bytes([UInt8])
  /// No bytes of the feed, although something arrived; more may follow at once.
  case nothing
  /// There is nothing more for now.
  case idle
  /// A run of a command has ended: its output is the whole list. The output of a failed run says
  /// nothing about the list.
  case endOfRun(succeeded: Bool)
  /// The source begins again, for this reason. An unfinished value is discarded if other bytes took
  /// its place; otherwise it ends there.
  case restarted(String, discarding: Bool = true)
  /// The writer has left within a line, and others may follow: an unfinished value ends there.
  case endOfWriter
  /// A notice that changes nothing else; nil if the last one no longer applies.
  case notice(String?)
  /// No more will follow.
  case end
}

/// Why a feed cannot be read.
package enum FeedError: Error, Hashable, Sendable {
  /// There is no file at the path.
  case missing(path: String)
  /// The path names something that has no bytes to read, such as a directory.
  case notAFile(path: String)
  /// The path names something to which a recording cannot be written without blocking: a FIFO, a
  /// socket, a terminal.
  case notRecordable(path: String)
  /// The descriptor to read from is closed.
  case closed(name: String)
  /// The feed is the terminal, which is needed for keys.
  case terminal(name: String)
  /// The bytes are neither text nor something that can be converted to text.
  case content(name: String, reason: String)
  /// The program that reads the feed is not installed.
  case missingProgram(String, package: String, feed: String)
  /// The source failed.
  case failed(name: String, reason: String)
  /// A system call failed; `code` is its `errno`.
  case system(Call, path: String, code: Int32)

  /// The operation that failed.
  package enum Call: Hashable, Sendable {
    /// Opening the file.
    case open
    /// Reading it.
    case read
    /// Appending a recording to it.
    case record
    /// Running it.
    case run
    /// Connecting it to a pipe.
    case makePipe

    fileprivate var words: String {
      switch self {
      case .open: "open"
      case .read: "read"
      case .record: "record into it"
      case .run: "run it"
      case .makePipe: "make a pipe for it"
      }
    }
  }
}

extension FeedError: CustomStringConvertible {
  /// The fault, its place, and the remedy.
  package var description: String {
    switch self {
    case .missing(let path):
      "\(path.shownPath): no such file; create it first, or give - to read standard input"
    case .notAFile(let path):
      "\(path.shownPath): is a directory; give a file in it"
    case .notRecordable(let path):
      "\(path.shownPath): cannot record into a FIFO, socket or terminal; give the name of a file"
    case .closed(let name):
      "\(name): is closed; pipe into listview, or give --feed FILE"
    case .terminal(let name):
      "\(name): is the terminal, which is needed for keys; pipe into listview, or give --feed FILE"
    case .content(let name, let reason):
      "\(name): is \(reason)"
    case .missingProgram(let program, let package, let feed):
      "\(feed): needs \(program), which is not installed; on Debian: apt install \(package)"
    case .failed(let name, let reason): "\(name): \(reason)"
    case .system(let call, let path, let code):
      "\(path.shownPath): cannot \(call.words): \(String(cString: strerror(code)))"
    }
  }
}
