package import FeedStore
import FeedValues
import Glibc

/// A feed from a file, which is followed by its name while it grows, like `tail -F`.
///
/// The kernel reports changes (inotify(7)), so a file at rest costs nothing. The name is polled, once a
/// second, only while no file has it or the kernel cannot report changes. A file that was replaced is
/// read until nothing has been written to it for a minute.
package final class FileSource: FeedSource {
  private let path: String
  private let follows: Bool
  private var file: Int32
  private var watch: FileWatch?
  private var guardBytes = FileGuard()
  private var isAtEnd = false
  private var isAwake = true
  /// Whether the name may refer to another file now.
  private var isNameInDoubt = true
  /// The reported reason why the name does not refer to the open file; nil if it does.
  private var problem: String?
  /// When to check the name again without a report from the kernel.
  package private(set) var deadline: ContinuousClock.Instant?

  /// Whether bytes were read since the file was last examined.
  private var hasGrown = false
  /// Whether the kernel has reported a change since then.
  private var isReported = false
  private var check = FileCheck()
  /// Files that had the name earlier, the oldest first.
  private var retired: [RetiredFile] = []

  private static let lookUpTime = Duration.seconds(1)
  private static let maximumRetired = 4

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - follows: Whether to wait for more at its end.
  /// - Throws: `FeedError.missing`, `.notAFile`, or `.system` if it cannot be opened.
  package init(path: String, follows: Bool) throws(FeedError) {
    self.path = path
    self.follows = follows
    // The folder is watched before the file is opened, so that no change is missed.
    if follows { watch = FileWatch(path) }
    file = -1
    switch Self.open(path) {
    case .success(let descriptor): file = descriptor
    case .failure(let reason): throw reason.error(path)
    }
    watch?.watchFile()
  }

  deinit {
    if file >= 0 { close(file) }
  }

  /// The descriptor that becomes readable when the file may have changed; none if it is not followed.
  package var descriptors: [Int32] { watch.map { [$0.descriptor] } ?? [] }

  /// Whether there may be bytes without polling.
  package var isReady: Bool { isAwake && !isAtEnd }

  /// A file that was read to its end is complete.
  package var isWholeAtRest: Bool { true }

  /// The problem that keeps the file from being read.
  package var outage: FeedOutage? { problem == nil ? nil : .missing }

  /// Records what the kernel reported.
  package func wake() {
    isAwake = true
    // Events are merged and lost under load, so the state of the file is examined instead.
    if watch?.hasNews() ?? false {
      (isNameInDoubt, isReported) = (true, true)
    } else if deadline != nil {
      isNameInDoubt = true
    }
  }

  /// Reads more bytes, across truncation, rewriting, replacement and deletion of the file.
  ///
  /// - Parameters:
  ///   - count: The maximum number of bytes to read at once.
  ///   - instant: The present.
  /// - Returns: Bytes; that there are none for now; that the file begins again; or the end, if it is
  ///   not followed.
  /// - Throws: `FeedError.system` if the file cannot be read.
  package func read(
    upTo count: Int,
    at instant: ContinuousClock.Instant
  ) throws(FeedError) -> FeedSourceEvent {
    guard !isAtEnd else { return .end }
    let (bytes, code) = readBytes(file, upTo: count)
    guard code == 0 || code == EAGAIN else {
      throw .system(.read, path: path, code: code)
    }
    // Checked after reading, when the bytes read are known to follow the fingerprinted ones.
    if follows, !bytes.isEmpty || isNameInDoubt, let change = guardBytes.change(in: file) {
      return readAnew(change)
    }
    if !bytes.isEmpty {
      hasGrown = true
      guardBytes.append(bytes)
      return .bytes(bytes)
    }
    guard follows else {
      isAtEnd = true
      return .end
    }
    if let lines = takeRetiredLines(at: instant) { return .bytes(lines) }
    if isNameInDoubt || isReported || check.deadline.map({ $0 <= instant }) ?? false, !check.isOpen
    {
      check.begin(guardBytes, in: file, hasGrown: hasGrown, isReported: isReported, at: instant)
      (hasGrown, isReported) = (false, false)
    }
    if check.isOpen {
      guard check.isUnchanged(guardBytes, in: file) else {
        return readAnew(FeedText.Source.rewritten)
      }
      // The rest is examined in later turns, so that keys are not delayed.
      if check.isOpen { return .idle }
    }
    // The old file is read to its end before its successor is examined.
    if isNameInDoubt, let event = lookUpName(at: instant) { return event }
    isNameInDoubt = false
    isAwake = false
    let isFullyWatched = problem == nil && watch?.isComplete ?? false
    let lookUp = isFullyWatched ? nil : instant + Self.lookUpTime
    deadline = [lookUp, check.deadline].compactMap(\.self).min()
    return .idle
  }

  /// Restarts at the beginning of a file whose content was replaced.
  private func readAnew(_ change: String) -> FeedSourceEvent {
    guardBytes = FileGuard()
    check.reset()
    lseek(file, 0, SEEK_SET)
    // Bytes written while it is read have to be examined.
    isNameInDoubt = true
    return .restarted("\(path.shownPath): \(FeedText.Source.restarted(change))")
  }

  /// Takes the lines written to a file that has lost its name, if they can be inserted between two lines of
  /// the current one.
  private func takeRetiredLines(at instant: ContinuousClock.Instant) -> [UInt8]? {
    guard !retired.isEmpty, guardBytes.isAtLineStart else { return nil }
    for file in retired {
      let lines = file.takeLines(at: instant)
      if !lines.isEmpty { return lines }
    }
    retired.removeAll { $0.isOver(at: instant) }
    return nil
  }

  /// Checks which file the path refers to, and opens it if it is a different one.
  private func lookUpName(at instant: ContinuousClock.Instant) -> FeedSourceEvent? {
    watch?.watchFolders()
    var open = stat()
    var named = stat()
    fstat(file, &open)
    let isNamed = path.withPath { stat($0, &named) } == 0
    if isNamed, named.st_ino == open.st_ino, named.st_dev == open.st_dev {
      watch?.watchFile()
      return report(path.withPath { access($0, R_OK) } == 0 ? nil : FeedText.Source.unreadable)
    }
    // A log that has just replaced another one may be empty while the old one is still written to.
    if isNamed, problem == nil, named.st_size == 0, named.st_mode & S_IFMT == S_IFREG {
      watch?.watchFile()
      return nil
    }
    switch Self.open(path) {
    case .failure(let reason): return report(FeedText.Source.waiting("\(reason)"))
    case .success(let next):
      let old = RetiredFile(file, at: instant)
      if !old.isOver(at: instant) { retired = retired.suffix(Self.maximumRetired - 1) + [old] }
      file = next
      guardBytes = FileGuard()
      check.reset()
      watch?.watchFile()
      let wasGone = problem != nil
      problem = nil
      return .restarted(
        "\(path.shownPath): \(FeedText.Source.reopened(wasGone: wasGone))",
        discarding: false
      )
    }
  }

  /// The notice about a problem; nil if it was already reported.
  private func report(_ news: String?) -> FeedSourceEvent? {
    guard news != problem else { return nil }
    problem = news
    return .notice(news.map { "\(path.shownPath): \($0)" })
  }

  /// Why a path cannot be followed, now or in general.
  private enum Refusal: Error, CustomStringConvertible {
    case system(Int32)
    case directory
    case other(String)

    var description: String {
      switch self {
      case .system(ENOENT), .system(ENOTDIR): FeedText.Source.gone
      case .system(let code): FeedText.Source.cannotOpen(String(cString: strerror(code)))
      case .directory: FeedText.Source.isDirectory
      case .other(let kind): FeedText.Source.isOther(kind)
      }
    }

    func error(_ path: String) -> FeedError {
      switch self {
      case .system(ENOENT): .missing(path: path)
      case .system(let code): .system(.open, path: path, code: code)
      case .directory, .other: .notAFile(path: path)
      }
    }
  }

  private static func open(_ path: String) -> Result<Int32, Refusal> {
    // Checked first, because opening a FIFO or a device has side effects.
    var status = stat()
    guard path.withPath({ stat($0, &status) }) == 0 else { return .failure(.system(errno)) }
    if let refusal = refusal(of: status) { return .failure(refusal) }
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let descriptor = path.withPath { Glibc.open($0, flags) }
    guard descriptor >= 0 else { return .failure(.system(errno)) }
    // Checked again: it may have been replaced in between.
    if fstat(descriptor, &status) == 0, let refusal = refusal(of: status) {
      close(descriptor)
      return .failure(refusal)
    }
    return .success(descriptor)
  }

  private static func refusal(of status: stat) -> Refusal? {
    switch status.st_mode & S_IFMT {
    case S_IFREG: nil
    case S_IFDIR: .directory
    case S_IFIFO: .other(FeedText.Source.fifo)
    case S_IFSOCK: .other(FeedText.Source.socket)
    default: .other(FeedText.Source.device)
    }
  }
}
