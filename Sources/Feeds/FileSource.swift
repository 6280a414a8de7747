#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A feed from a file, which is followed by its name while it grows, as `tail -F` does.
///
/// The kernel tells of changes (inotify(7)), so a file at rest costs nothing. Only while the name
/// stands for no file, or the kernel cannot tell, is it looked up once a second.
public final class FileSource: FeedSource {
  private let path: String
  private let follows: Bool
  private var file: Int32
  private var watch: FileWatch?
  private var guardBytes = FileGuard()
  private var isAtEnd = false
  private var isAwake = true
  /// Whether the name may stand for another file by now.
  private var isNameInDoubt = true
  /// Why the name does not stand for the file that is read, as it was told; nil where it does.
  private var trouble: String?
  /// When the name is looked up again, though the kernel told nothing.
  public private(set) var deadline: ContinuousClock.Instant?

  private static let lookUpTime = Duration.seconds(1)

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: Its name.
  ///   - follows: Whether to wait for more at its end.
  /// - Throws: `FeedError.missing`, `.notAFile`, or `.system` where it cannot be opened.
  public init(path: String, follows: Bool) throws(FeedError) {
    self.path = path
    self.follows = follows
    // The folder is watched before the file is opened: no change comes between.
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

  /// What becomes readable when the file may have changed; none where it is not followed.
  public var descriptors: [Int32] { watch.map { [$0.descriptor] } ?? [] }

  /// Whether there may be bytes without polling.
  public var isReady: Bool { isAwake && !isAtEnd }

  /// A file that has been read to its end is all there is.
  public var isWholeAtRest: Bool { true }

  /// Takes note of what the kernel told.
  public func wake() {
    isAwake = true
    // Which file changed how is looked up, not believed: events are merged and lost under load.
    if watch?.hasNews() ?? false || deadline != nil { isNameInDoubt = true }
  }

  /// Reads on, and over truncation, replacement and deletion of the file.
  ///
  /// - Parameters:
  ///   - count: The most bytes to read at once.
  ///   - instant: The present.
  /// - Returns: Bytes; that there are none now; that the file begins anew; or the end, where it is
  ///   not followed.
  /// - Throws: `FeedError.system` where the file cannot be read.
  public func read(
    upTo count: Int,
    at instant: ContinuousClock.Instant
  ) throws(FeedError) -> FeedSourceEvent {
    guard !isAtEnd else { return .end }
    let (bytes, code) = readBytes(file, upTo: count)
    guard code == 0 || code == EAGAIN else {
      throw .system(call: "read", path: path, code: code)
    }
    // Looked at behind the reading: what was read is what follows the bytes that are known.
    if follows, !bytes.isEmpty || isNameInDoubt, let change = guardBytes.change(in: file) {
      guardBytes = FileGuard()
      lseek(file, 0, SEEK_SET)
      return .restarted("\(path): \(change), reading from its start")
    }
    if !bytes.isEmpty {
      guardBytes.append(bytes)
      return .bytes(bytes)
    }
    guard follows else {
      isAtEnd = true
      return .end
    }
    // The old file is read to its end before the new one of its name is looked at.
    if isNameInDoubt, let event = lookUpName() { return event }
    isNameInDoubt = false
    isAwake = false
    let isToldOfAll = trouble == nil && watch?.isComplete ?? false
    deadline = isToldOfAll ? nil : instant + Self.lookUpTime
    return .idle
  }

  /// Looks at what the name stands for, and opens it where it is another file than before.
  private func lookUpName() -> FeedSourceEvent? {
    watch?.watchFolder()
    var open = stat()
    var named = stat()
    fstat(file, &open)
    if stat(path, &named) == 0, named.st_ino == open.st_ino, named.st_dev == open.st_dev {
      watch?.watchFile()
      return tell(access(path, R_OK) == 0 ? nil : "may not be read by its name any more")
    }
    switch Self.open(path) {
    case .failure(let reason): return tell("\(reason), waiting for a file to come back")
    case .success(let next):
      close(file)
      file = next
      guardBytes = FileGuard()
      watch?.watchFile()
      let wasGone = trouble != nil
      trouble = nil
      return .restarted("\(path): \(wasGone ? "back" : "replaced"), reading the new file")
    }
  }

  /// What there is to tell of the name; nil where it was told already.
  private func tell(_ news: String?) -> FeedSourceEvent? {
    guard news != trouble else { return nil }
    trouble = news
    return .notice(news.map { "\(path): \($0)" })
  }

  /// Why a path cannot be followed, now or ever.
  private enum Refusal: Error, CustomStringConvertible {
    case system(Int32)
    case directory
    case other(String)

    var description: String {
      switch self {
      case .system(ENOENT), .system(ENOTDIR): "gone"
      case .system(let code): "cannot be opened (\(String(cString: strerror(code))))"
      case .directory: "a directory in its place"
      case .other(let kind): "a \(kind) in its place"
      }
    }

    func error(_ path: String) -> FeedError {
      switch self {
      case .system(ENOENT): .missing(path: path)
      case .system(let code): .system(call: "open", path: path, code: code)
      case .directory, .other: .notAFile(path: path)
      }
    }
  }

  private static func open(_ path: String) -> Result<Int32, Refusal> {
    // Asked first: to open a FIFO or a device for a moment is something that others notice.
    var status = stat()
    guard stat(path, &status) == 0 else { return .failure(.system(errno)) }
    if let refusal = refusal(of: status) { return .failure(refusal) }
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    #if canImport(Glibc)
      let descriptor = Glibc.open(path, flags)
    #else
      let descriptor = Darwin.open(path, flags)
    #endif
    guard descriptor >= 0 else { return .failure(.system(errno)) }
    // And again: another one may have come between.
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
    case S_IFIFO: .other("FIFO")
    case S_IFSOCK: .other("socket")
    default: .other("device")
    }
  }
}
