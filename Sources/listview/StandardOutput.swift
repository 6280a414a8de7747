import EventLoop

import Glibc

/// Standard output of a program that waits for other things too: its reader may be slow, or close
/// it.
struct StandardOutput {
  /// A file takes all that is written, and cannot be waited for.
  private let isFile: Bool

  /// Asks what it is.
  init() {
    var status = stat()
    isFile = fstat(STDOUT_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Writes bytes, and waits for a slow reader; signals are handled meanwhile.
  ///
  /// If the reader has closed the pipe, or writing fails, the program ends after its children.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - run: The run that waits.
  ///   - mayBeLeft: Whether it is not an error if the reader closes the pipe.
  /// - Throws: `EventLoopError` if the system cannot wait.
  func write(
    _ bytes: [UInt8],
    _ run: FeedRun,
    mayBeLeft: Bool = false
  ) throws(EventLoopError) {
    var left = bytes[...]
    while !left.isEmpty {
      if !isFile, try !run.waitToWrite(to: STDOUT_FILENO) { continue }
      // As many as a pipe that is ready takes at once, though it may wait for the rest.
      let count = left.prefix(isFile ? left.count : Int(PIPE_BUF)).withUnsafeBytes {
        systemWrite($0)
      }
      if count >= 0 {
        left = left.dropFirst(count)
      } else if errno != EINTR, errno != EAGAIN {
        if errno == EPIPE, mayBeLeft { return }
        let code = errno
        run.stop()
        Self.end(code)
      }
    }
  }

  /// Ends a program that cannot write: as any filter does where its reader has left, else with a
  /// message.
  static func end(_ code: Int32) -> Never {
    if code == EPIPE {
      var pipe = sigset_t()
      sigemptyset(&pipe)
      sigaddset(&pipe, SIGPIPE)
      signal(SIGPIPE, SIG_DFL)
      sigprocmask(SIG_UNBLOCK, &pipe, nil)
      raise(SIGPIPE)
    }
    fail("\(NoticeText.standardOutput): \(SystemError(code: code))", code: EX_IOERR)
  }
}

private func systemWrite(_ bytes: UnsafeRawBufferPointer) -> Int {
  write(STDOUT_FILENO, bytes.baseAddress, bytes.count)
}
