import FeedValues
internal import CTTY
import Glibc

/// A feed from a descriptor that is read once: standard input, a pipe, a FIFO.
package final class StreamSource: FeedSource {
  private let name: String
  private var isAtEnd = false
  private var isAwake = true
  private let input: Int32
  /// The original flags of a descriptor that may be shared.
  private var flags: Int32?
  private var isOwner = false
  private var writer: Int32 = -1
  private var follows = true
  private var isFIFO = false
  /// Whether the last line that was read from a FIFO has no end yet.
  private var isWithinLine = false

  /// Creates a source of an open descriptor, which is non-blocking while it is read and is not closed by
  /// the source.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor to read.
  ///   - name: The name of the source in errors.
  package init(descriptor: Int32, name: String) {
    input = descriptor
    self.name = name
    tty_widen_pipe(descriptor)
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, flags & O_NONBLOCK == 0 else { return }
    self.flags = flags
    _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
  }

  /// Opens a FIFO or a device; opening does not wait for the first writer.
  ///
  /// A FIFO is opened for writing too while it waits for a writer, so that it does not end before; a pipe made by a
  /// shell (`<(command)`) ends.
  ///
  /// - Parameters:
  ///   - path: Its path.
  ///   - follows: Whether a FIFO waits for more writers; otherwise it ends with its current writers.
  /// - Throws: `FeedError.system` if it cannot be opened, `.terminal` if it is one.
  package convenience init(path: String, follows: Bool = true) throws(FeedError) {
    let flags = O_NONBLOCK | O_CLOEXEC | O_NOCTTY
    let descriptor = path.withPath { open($0, O_RDONLY | flags) }
    guard descriptor >= 0 else { throw .system(.open, path: path, code: errno) }
    guard isatty(descriptor) == 0 else {
      close(descriptor)
      throw .terminal(name: path)
    }
    self.init(descriptor: descriptor, name: path)
    isOwner = true
    self.follows = follows
    isFIFO = Self.isNamedFIFO(descriptor)
    waitForWriter()
  }

  /// Keeps a FIFO from ending before a writer opens it: this one, whatever its path names by now.
  private func waitForWriter() {
    guard isFIFO, writer < 0 else { return }
    writer = open("/proc/self/fd/\(input)", O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
  }

  deinit {
    stop()
    if writer >= 0 { close(writer) }
    if isOwner { close(input) }
  }

  /// Whether a path names something that is read as a stream: a FIFO, a pipe, a device.
  package static func isStream(_ path: String) -> Bool {
    var status = stat()
    guard path.withPath({ stat($0, &status) }) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
  }

  private static func isNamedFIFO(_ descriptor: Int32) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return false }
    var link = [CChar](repeating: 0, count: 16)
    let length = readlink("/proc/self/fd/\(descriptor)", &link, link.count - 1)
    return length <= 0
      || !String(decoding: link.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
        .hasPrefix("pipe:")
  }

  /// Restores the flags of the descriptor.
  package func stop() {
    isAtEnd = true
    if let flags { _ = fcntl(input, F_SETFL, flags) }
    flags = nil
  }

  /// The descriptor, until its end.
  package var descriptors: [Int32] { isAtEnd ? [] : [input] }

  /// Whether there may be bytes without polling.
  package var isReady: Bool { isAwake && !isAtEnd }

  /// Reports that the descriptor is readable.
  package func wake() {
    isAwake = true
  }

  /// Reads more bytes; the end of the stream is final, unless it is a FIFO that is followed.
  ///
  /// - Parameters:
  ///   - count: The maximum number of bytes to read at once.
  ///   - instant: The present, which is not used.
  /// - Returns: Bytes, that there are none for now, that the writers have left, or the end.
  /// - Throws: `FeedError.system` if the descriptor cannot be read.
  package func read(
    upTo count: Int,
    at instant: ContinuousClock.Instant
  ) throws(FeedError) -> FeedSourceEvent {
    guard !isAtEnd else { return .end }
    let (bytes, code) = readBytes(input, upTo: count)
    if !bytes.isEmpty {
      // From now on the end shows when the last writer leaves.
      isWithinLine = bytes.last != UInt8(ascii: "\n")
      if writer >= 0 {
        close(writer)
        writer = -1
      }
      return .bytes(bytes)
    }
    switch code {
    case 0, EIO:  // EIO: a terminal that went away
      if follows, isFIFO, writer < 0 {
        waitForWriter()
        guard writer < 0 else {
          defer { isWithinLine = false }
          return isWithinLine ? .endOfWriter : .idle
        }
      }
      isAtEnd = true
      return .end
    case EAGAIN, EWOULDBLOCK:
      isAwake = false
      return .idle
    default:
      throw .system(.read, path: name, code: code)
    }
  }
}

/// Reads once from a descriptor; the code is the `errno` if no byte was read, 0 at the end.
func readBytes(_ descriptor: Int32, upTo count: Int) -> (bytes: [UInt8], code: Int32) {
  var code: Int32 = 0
  // A chunk and its headers fill whole pages: rows keep it for long.
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
  // Rows refer to the bytes in which they arrived: a few bytes must not keep a large buffer.
  return (bytes.count * 2 < count ? Array(bytes[...]) : bytes, code)
}
