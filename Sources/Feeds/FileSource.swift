#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A feed from a file, which is followed by its name while it grows, as `tail -F` does.
///
/// The kernel tells of changes (inotify(7)), so a file at rest costs nothing.
public final class FileSource: FeedSource {
  private let path: String
  private let follows: Bool
  private var file: Int32
  private var watch: Int32 = -1
  private var fileWatch: Int32 = -1
  private var offset: off_t = 0
  private var isAtEnd = false
  private var isAwake = true
  /// Whether the name may stand for another file by now.
  private var isNameInDoubt = false
  private var isGone = false

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: Its name.
  ///   - follows: Whether to wait for more at its end.
  /// - Throws: `FeedError.missing`, `.notAFile`, or `.system` where it cannot be opened.
  public init(path: String, follows: Bool) throws(FeedError) {
    self.path = path
    self.follows = follows
    file = -1
    file = try Self.open(path)
    if follows { startWatching() }
  }

  deinit {
    close(file)
    if watch >= 0 { close(watch) }
  }

  /// What becomes readable when the file may have changed; none where it is not followed.
  public var descriptors: [Int32] { watch < 0 ? [] : [watch] }

  /// Whether there may be bytes without polling.
  public var isReady: Bool { isAwake && !isAtEnd }

  /// Takes note of what the kernel told.
  public func wake() {
    isAwake = true
    // Which file changed how is looked up, not believed: events are merged and lost under load.
    let (events, _) = readBytes(watch, upTo: 4096)
    if !events.isEmpty { isNameInDoubt = true }
  }

  /// Reads on, and over truncation, replacement and deletion of the file.
  ///
  /// - Parameters:
  ///   - count: The most bytes to read at once.
  ///   - instant: The present, which does not matter here.
  /// - Returns: Bytes; that there are none now; that the file begins anew; or the end, where it is
  ///   not followed.
  /// - Throws: `FeedError.system` where the file cannot be read.
  public func read(
    upTo count: Int,
    at instant: ContinuousClock.Instant
  ) throws(FeedError) -> FeedSourceEvent {
    guard !isAtEnd else { return .end }
    if isNameInDoubt, wasTruncated {
      offset = 0
      lseek(file, 0, SEEK_SET)
      return .restarted("\(path): truncated, reading from its start")
    }
    let (bytes, code) = readBytes(file, upTo: count)
    if !bytes.isEmpty {
      offset += off_t(bytes.count)
      return .bytes(bytes)
    }
    guard code == 0 || code == EAGAIN else {
      throw .system(call: "read", path: path, code: code)
    }
    guard follows else {
      isAtEnd = true
      return .end
    }
    // The old file is read to its end before the new one of its name is looked at.
    if isNameInDoubt, let event = lookUpName() { return event }
    isNameInDoubt = false
    isAwake = false
    return .idle
  }

  private var wasTruncated: Bool {
    var status = stat()
    return fstat(file, &status) == 0 && status.st_size < offset
  }

  /// Opens the file that the name stands for, where it is another one than before.
  private func lookUpName() -> FeedSourceEvent? {
    var named = stat()
    guard stat(path, &named) == 0 else {
      defer { isGone = true }
      return isGone ? nil : .notice("\(path): gone, waiting for it to come back")
    }
    var open = stat()
    guard fstat(file, &open) == 0, named.st_ino != open.st_ino || named.st_dev != open.st_dev
    else {
      isGone = false
      return nil
    }
    guard let next = try? Self.open(path) else { return nil }
    close(file)
    file = next
    offset = 0
    isGone = false
    watchFile()
    return .restarted("\(path): replaced, reading the new file")
  }

  private static func open(_ path: String) throws(FeedError) -> Int32 {
    #if canImport(Glibc)
      let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    #else
      let descriptor = Darwin.open(path, O_RDONLY | O_CLOEXEC)
    #endif
    guard descriptor >= 0 else {
      throw errno == ENOENT
        ? .missing(path: path) : .system(call: "open", path: path, code: errno)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
      close(descriptor)
      throw .notAFile(path: path)
    }
    return descriptor
  }

  private func startWatching() {
    #if os(Linux)
      watch = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      guard watch >= 0 else { return }
      let slash = path.lastIndex(of: "/")
      let directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
      _ = inotify_add_watch(watch, directory, UInt32(IN_CREATE | IN_MOVED_TO))
      watchFile()
    #endif
  }

  private func watchFile() {
    #if os(Linux)
      if fileWatch >= 0 { inotify_rm_watch(watch, fileWatch) }
      let changes = IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF
      fileWatch = inotify_add_watch(watch, path, UInt32(changes))
    #endif
  }
}
