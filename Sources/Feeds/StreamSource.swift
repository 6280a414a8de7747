#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A feed from a descriptor that is read once: standard input, a pipe, a FIFO.
public final class StreamSource: FeedSource {
  private let name: String
  private var isAtEnd = false
  private var isAwake = true
  private let input: Int32

  /// Makes a source of an open descriptor, which it sets to non-blocking and does not close.
  ///
  /// - Parameters:
  ///   - descriptor: What to read from.
  ///   - name: How errors call it.
  public init(descriptor: Int32, name: String) {
    input = descriptor
    self.name = name
    let flags = fcntl(descriptor, F_GETFL)
    if flags >= 0 { _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) }
  }

  /// Opens a FIFO.
  ///
  /// It is opened for writing too, so that it does not end when its last writer leaves, and opening
  /// does not wait for the first.
  ///
  /// - Parameter fifo: Its path.
  /// - Throws: `FeedError.system` where it cannot be opened.
  public convenience init(fifo: String) throws(FeedError) {
    let descriptor = open(fifo, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(call: "open", path: fifo, code: errno) }
    self.init(descriptor: descriptor, name: fifo)
  }

  /// Whether a path names a FIFO.
  public static func isFIFO(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// The descriptor that is read.
  public var descriptors: [Int32] { isAtEnd ? [] : [input] }

  /// Whether there may be bytes without polling.
  public var isReady: Bool { isAwake && !isAtEnd }

  /// Says that polling found the descriptor readable.
  public func wake() {
    isAwake = true
  }

  /// Reads on; the end of the stream is its end for ever.
  ///
  /// - Parameters:
  ///   - count: The most bytes to read at once.
  ///   - instant: The present, which does not matter here.
  /// - Returns: Bytes, that there are none now, or the end.
  /// - Throws: `FeedError.system` where the descriptor cannot be read.
  public func read(
    upTo count: Int,
    at instant: ContinuousClock.Instant
  ) throws(FeedError) -> FeedSourceEvent {
    guard !isAtEnd else { return .end }
    let (bytes, code) = readBytes(input, upTo: count)
    if !bytes.isEmpty { return .bytes(bytes) }
    switch code {
    case 0, EIO:  // EIO: a terminal that went away
      isAtEnd = true
      return .end
    case EAGAIN, EWOULDBLOCK:
      isAwake = false
      return .idle
    default:
      throw .system(call: "read", path: name, code: code)
    }
  }
}

/// Reads once from a descriptor; the code is the `errno` where no byte came, 0 at the end.
func readBytes(_ descriptor: Int32, upTo count: Int) -> (bytes: [UInt8], code: Int32) {
  var code: Int32 = 0
  // A chunk and the headers before it fill whole pages: rows keep it for long.
  let count = count > 4_096 ? count - 64 : count
  let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
    initialized = 0
    while true {
      let length = read(descriptor, buffer.baseAddress, buffer.count)
      if length >= 0 {
        initialized = length
        return
      }
      guard errno == EINTR else {
        code = errno
        return
      }
    }
  }
  // Rows lie in the bytes that they came in: a few bytes must not hold the room for many.
  return (bytes.count * 2 < count ? Array(bytes[...]) : bytes, code)
}
