package import FeedIdentity
package import FeedStore
import FeedValues
package import Values

import Glibc

/// Writes a recording of a feed into a file.
///
/// Each item is one line and one write(2) at the end of the file, a long snapshot several: a crash loses at most the
/// last item, and the next recording into the same file begins on a new line.
package final class Recorder {
  private let path: String
  private let file: Int32

  /// Opens a file for appending; a new one is created readable by its owner only.
  ///
  /// - Parameter path: The path. A file whose writers may block, such as a FIFO, is refused.
  /// - Throws: `FeedError.system` if it cannot be opened, `.notRecordable` if it is a FIFO, a socket
  ///   or a terminal.
  package init(path: String) throws(FeedError) {
    self.path = path
    // Opening must not block on a FIFO either.
    let flags = O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    file = path.withPath { open($0, flags, 0o600) }
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
  ///   - items: The items.
  ///   - key: The rule that identifies the rows; nil if unknown.
  ///   - time: When they arrived.
  /// - Throws: `FeedError.system` if the file cannot be written, for example if the disk is full.
  package func record(
    _ items: [FeedItem],
    key: KeyRule? = nil,
    at time: FeedTime
  ) throws(FeedError) {
    for item in items {
      try item.recordedLines(at: time, key: key) { (line) throws(FeedError) in try write(line) }
    }
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
