import CTTY
import FeedValues
import Glibc
import Synchronization

/// Writes lines to a new file on another thread, so that neither a million rows nor a slow disk delays a key.
final class FileWriting: Sendable {
  let path: String
  /// Becomes readable once the writing has ended.
  let descriptor: Int32
  private let completion: Int32
  private let file: Int32
  private let lines: @Sendable ((String) throws -> Void) throws -> Void
  /// The result; nil as long as the file is being written.
  private let outcome = Mutex(Result<Void, SystemError>?.none)

  /// Creates the file, and starts writing.
  ///
  /// - Parameters:
  ///   - path: The path of a file that does not exist.
  ///   - lines: Passes each line, without its line end, to a closure, and ends when that throws.
  /// - Throws: `SystemError` if the file cannot be created.
  init(
    _ path: String,
    _ lines: @escaping @Sendable ((String) throws -> Void) throws -> Void
  ) throws(SystemError) {
    (self.path, self.lines) = (path, lines)
    file = try SystemFiles.create(path)
    var ends: [Int32] = [-1, -1]
    let hasPipe = pipe(&ends) == 0
    var code = hasPipe ? 0 : errno
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (descriptor, completion) = (ends[0], ends[1])
    tty_crash_remove(path)
    if hasPipe { code = start() }
    guard code == 0 else {
      tty_crash_remove(nil)
      close(file)
      unlink(path)
      throw SystemError(code: code)
    }
  }

  /// Starts a thread, which keeps this object alive until it ends.
  ///
  /// - Returns: The number of the error; 0 for none.
  private func start() -> Int32 {
    var thread = pthread_t()
    let this = Unmanaged.passRetained(self)
    let code = pthread_create(
      &thread,
      nil,
      { this in
        this.map { Unmanaged<FileWriting>.fromOpaque($0).takeRetainedValue().run() }
        return nil
      },
      this.toOpaque()
    )
    if code == 0 { pthread_detach(thread) } else { this.release() }
    return code
  }

  deinit {
    close(descriptor)
    close(completion)
  }

  private func run() {
    var bytes: [UInt8] = []
    var failure: SystemError?
    do {
      try lines { line in
        bytes += line.utf8
        bytes.append(0x0A)
        if bytes.count >= 1 << 16 { try flush(&bytes) }
      }
      try flush(&bytes)
    } catch {
      failure = error as? SystemError ?? SystemError(code: EIO)
    }
    if close(file) != 0, failure == nil { failure = SystemError(code: errno) }
    end(failure)
    _ = write(completion, [0], 1)
  }

  private func flush(_ bytes: inout [UInt8]) throws(SystemError) {
    try result?.get()
    try SystemFiles.write(bytes, to: file)
    bytes.removeAll(keepingCapacity: true)
  }

  /// The result; nil as long as the file is being written.
  var result: Result<Void, SystemError>? { outcome.withLock { $0 } }

  /// Waits until the thread has ended, or for some milliseconds.
  func wait(milliseconds: Int32 = -1) {
    var interest = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&interest, 1, milliseconds) < 0, errno == EINTR {}
  }

  /// Removes the file if it is not complete.
  func cancel() { end(SystemError(code: ECANCELED)) }

  /// Records the result, unless there is one.
  private func end(_ failure: SystemError?) {
    outcome.withLock { outcome in
      guard outcome == nil else { return }
      outcome = failure.map { .failure($0) } ?? .success(())
      // Nobody should take a part of a list for the whole.
      if failure != nil { unlink(path) }
      tty_crash_remove(nil)
    }
  }
}

/// The identity of a file, independent of its path and of links.
struct FileIdentity: Hashable {
  private let device: dev_t
  private let number: ino_t

  /// The identity of the file or FIFO at a path; nil for anything else.
  init?(path: String) {
    var status = stat()
    guard path.withPath({ stat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }

  /// The identity of the file or FIFO of a descriptor; nil for anything else.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init?(_ status: stat) {
    guard [S_IFREG, S_IFIFO].contains(status.st_mode & S_IFMT) else { return nil }
    (device, number) = (status.st_dev, status.st_ino)
  }
}
