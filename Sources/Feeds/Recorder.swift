public import Values

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Writes what arrives into a file, so that it plays again.
///
/// Each item is one line and one write(2) at the end of the file: a crash costs the last line at
/// most, and the next recording into the same file begins on a line of its own.
public final class Recorder {
  private let path: String
  private let file: Int32

  /// Opens a file to append to, and makes it where it is missing, readable by its owner alone.
  ///
  /// - Parameter path: Its name. What waits for a reader, such as a FIFO, would hold up who writes.
  /// - Throws: `FeedError.system` if it cannot be opened, `.notRecordable` if it is a FIFO, a socket
  ///   or a terminal.
  public init(path: String) throws(FeedError) {
    self.path = path
    // Opening a FIFO waits for nobody either.
    let flags = O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    file = open(path, flags, 0o600)
    guard file >= 0 else { throw .system(.record, path: path, code: errno) }
    var status = stat()
    let isKnown = fstat(file, &status) == 0
    let kind = status.st_mode & S_IFMT
    guard isKnown, kind == S_IFREG || kind == S_IFCHR && isatty(file) == 0 else {
      close(file)
      throw .notRecordable(path: path)
    }
    let end = lseek(file, 0, SEEK_END)
    var last: UInt8 = 0x0A
    if end > 0, pread(file, &last, 1, end - 1) == 1, last != 0x0A { try write([0x0A]) }
  }

  deinit { close(file) }

  /// Records items, each on a line.
  ///
  /// - Parameters:
  ///   - items: What arrived.
  ///   - key: The rule that identifies the rows; nil if unknown.
  ///   - time: When.
  /// - Throws: `FeedError.system` where the file cannot be written, as when the disk is full.
  public func record(
    _ items: [FeedItem],
    key: KeyRule? = nil,
    at time: FeedTime
  ) throws(FeedError) {
    for item in items { try write(item.recordedLine(at: time, key: key)) }
  }

  private func write(_ line: [UInt8]) throws(FeedError) {
    var rest = line[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(file, $0) }
      if count < 0 {
        if errno == EINTR { continue }
        throw .system(.record, path: path, code: errno)
      }
      rest = rest.dropFirst(count)
    }
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
