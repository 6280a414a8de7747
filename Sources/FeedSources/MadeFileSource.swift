package import FeedStore
import FeedValues
import Glibc

/// A feed from a file whose contents are made when it is read, as those of `/proc/meminfo` are.
///
/// Such a file has no size, and the kernel reports no changes of it. It is read as the output of a command is: anew,
/// from its beginning to its end, at an interval, and each time it gives the whole list.
package final class MadeFileSource: FeedSource {
  private let path: String
  private let interval: Duration
  private var file: Int32
  /// When the file was opened last.
  private var begin: ContinuousClock.Instant?
  private var isAwake = true
  private var isClosed = false
  /// The notice that follows the end of a reading.
  private var news: String?

  /// When the file is read next; nil while it is read.
  package private(set) var deadline: ContinuousClock.Instant?
  /// The failure to read the file; nil if it can be read.
  package private(set) var outage: FeedOutage?

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - interval: The time between the beginnings of two readings.
  /// - Throws: `FeedError.system` if it cannot be opened.
  package init(path: String, every interval: Duration) throws(FeedError) {
    (self.path, self.interval) = (path, interval)
    file = Self.open(path)
    guard file >= 0 else { throw .system(.open, path: path, code: errno) }
  }

  deinit { if file >= 0 { close(file) } }

  /// Whether a file is one of these: a regular file without a size that has contents all the same.
  package static func isMade(_ path: String) -> Bool {
    var status = stat()
    guard path.withPath({ stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size == 0
    else {
      return false
    }
    let file = open(path)
    guard file >= 0 else { return false }
    defer { close(file) }
    return !readBytes(file, upTo: 1).bytes.isEmpty
  }

  /// None: nothing reports a change.
  package var descriptors: [Int32] { [] }

  /// Whether there may be bytes without waiting.
  package var isReady: Bool { !isClosed && (news != nil || isAwake) }

  /// The file is complete after each reading.
  package var isWholeAtRest: Bool { true }

  /// Each reading gives the whole list.
  package var givesLists: Bool { true }

  /// When a file that cannot be read is tried again.
  package var retry: ContinuousClock.Instant? { outage == nil ? nil : deadline }

  /// Reads the file now instead of at its time.
  package func runNow() -> Bool {
    guard deadline != nil, !isClosed else { return false }
    deadline = nil
    isAwake = true
    return true
  }

  /// Notes that the deadline may have passed.
  package func wake() { isAwake = true }

  /// Closes the file.
  package func stop() {
    isClosed = true
    closeFile()
  }

  /// Reads more bytes of the file, or opens it again if that is due.
  package func read(
    upTo count: Int,
    at instant: ContinuousClock.Instant
  ) throws(FeedError) -> FeedSourceEvent {
    guard !isClosed else { return .end }
    if let news {
      self.news = nil
      return .notice(news)
    }
    if let deadline {
      guard instant >= deadline else {
        isAwake = false
        return .idle
      }
      self.deadline = nil
    }
    if begin == nil || file < 0 {
      if file < 0 { file = Self.open(path) }
      begin = instant
      guard file >= 0 else { return end(errno, at: instant) }
    }
    let (bytes, code) = readBytes(file, upTo: count)
    guard bytes.isEmpty else { return .bytes(bytes) }
    return end(code, at: instant)
  }

  /// Ends a reading that is too large.
  package func refuseRun(
    largerThan limit: Int,
    at instant: ContinuousClock.Instant
  ) throws(FeedError) {
    _ = end(EFBIG, at: instant)
    outage = .tooLarge
  }

  /// Ends a reading, which has failed if there is the code of an error.
  private func end(_ code: Int32, at instant: ContinuousClock.Instant) -> FeedSourceEvent {
    closeFile()
    deadline = max((begin ?? instant) + interval, instant)
    isAwake = false
    outage = code == 0 ? nil : code == ENOENT ? .missing : .failing
    if code != 0 { news = FeedError.system(.read, path: path, code: code).description }
    return .endOfRun(succeeded: code == 0)
  }

  private func closeFile() {
    if file >= 0 { close(file) }
    file = -1
  }

  private static func open(_ path: String) -> Int32 {
    path.withPath { Glibc.open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
  }
}
