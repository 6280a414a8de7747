import EventLoop
import Glibc

/// Standard output of a program that also waits for other events.
///
/// Its reader may be slow, or close the pipe.
struct StandardOutput {
  /// Whether it is a file, which is always writable.
  private let isFile: Bool

  /// Queries the type of standard output.
  init() {
    var status = stat()
    isFile = fstat(STDOUT_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Writes bytes, waiting for a slow reader; signals are handled meanwhile.
  ///
  /// If the reader has closed the pipe or writing fails, the program exits after ending its child processes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - run: The run loop with which to wait.
  ///   - mayBeLeft: Whether the reader may close the pipe without that being an error.
  /// - Throws: `EventLoopError` if waiting fails.
  func write(
    _ bytes: [UInt8],
    _ run: FeedRun,
    mayBeLeft: Bool = false
  ) throws(EventLoopError) {
    var left = bytes[...]
    while !left.isEmpty {
      if !isFile, try !run.waitToWrite(to: STDOUT_FILENO) { continue }
      // A writable pipe accepts at least this many bytes without blocking.
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

  /// Exits because writing failed: silently if the reader has closed the pipe, like other filters, and with a
  /// message otherwise.
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

/// The standard descriptors, which every program expects to be open.
enum Standard {
  /// Opens standard descriptors that the parent process closed, so that no other file gets their numbers;
  /// reading from such an input and writing to such an output fail.
  static func fillGaps() {
    for (descriptor, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
    ] where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", mode)
    }
  }

  /// Whether standard input can be read.
  static var isInputOpen: Bool {
    let flags = fcntl(STDIN_FILENO, F_GETFL)
    return flags >= 0 && flags & O_ACCMODE != O_WRONLY
  }
}
