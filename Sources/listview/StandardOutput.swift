import EventLoop

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Standard output of a program that waits for other things too: who reads it may be slow, or stop.
struct StandardOutput {
  /// A file takes all that is written, and cannot be waited for.
  private let isFile: Bool

  /// Asks what it is.
  init() {
    var status = stat()
    isFile = fstat(STDOUT_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Writes bytes, and waits for a reader that is slow; what else happens is heard meanwhile.
  ///
  /// - Parameters:
  ///   - bytes: What to write.
  ///   - loop: What waits.
  ///   - hear: Takes the signals that come.
  /// - Returns: The `errno` where it cannot be written; nil where it was.
  /// - Throws: `EventLoopError` where the system cannot wait.
  func write(
    _ bytes: [UInt8],
    _ loop: EventLoop,
    hear: ([ProcessSignal]) -> Void
  ) throws(EventLoopError) -> Int32? {
    var left = bytes[...]
    while !left.isEmpty {
      if !isFile {
        let wakeup = try loop.wait(for: [EventLoop.Interest(STDOUT_FILENO, .write)])
        hear(wakeup.signals)
        guard wakeup.events(for: STDOUT_FILENO) != [] else { continue }
      }
      // As many as a pipe that is ready takes at once, though it may wait for the rest.
      let count = left.prefix(isFile ? left.count : Int(PIPE_BUF)).withUnsafeBytes {
        systemWrite($0)
      }
      if count >= 0 {
        left = left.dropFirst(count)
      } else if errno != EINTR, errno != EAGAIN {
        return errno
      }
    }
    return nil
  }

  /// Ends as any filter does whose reader has left.
  static func endByBrokenPipe() -> Never {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    exit(128 + SIGPIPE)
  }
}

private func systemWrite(_ bytes: UnsafeRawBufferPointer) -> Int {
  write(STDOUT_FILENO, bytes.baseAddress, bytes.count)
}
