internal import CTTY

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A command that runs without a terminal, in a session of its own, its output in two pipes.
///
/// It ends with its owner, and what it started ends with it: its process group, what is below it, and,
/// where orphans are adopted, whatever it did to get away.
final class ChildProcess {
  /// What it writes to standard output; non-blocking.
  let output: Int32
  /// What it writes to standard error; non-blocking.
  let errors: Int32
  private let process: pid_t
  private let runs: CommandRuns
  /// As waitpid(2) gave it.
  private(set) var status: Int32?

  /// Starts a command, looked up in `PATH`.
  ///
  /// It has no terminal to ask, and the signals as they are at login.
  ///
  /// - Parameters:
  ///   - arguments: Its name and its arguments; one at least.
  ///   - input: What it reads from standard input; -1 for nothing.
  ///   - variables: What its environment has beside that of this process.
  ///   - runs: Where the run is kept while it goes on.
  /// - Throws: `FeedError.system` where it cannot be started.
  init(
    _ arguments: [String],
    input: Int32 = -1,
    adding variables: [String: String] = [:],
    runs: CommandRuns
  ) throws(FeedError) {
    precondition(!arguments.isEmpty, "a command has a name")
    self.runs = runs
    let out = try Self.makePipe(for: arguments[0])
    let err: (read: Int32, write: Int32)
    do {
      err = try Self.makePipe(for: arguments[0])
    } catch {
      close(out.read)
      close(out.write)
      throw error
    }
    (output, errors) = (out.read, err.read)
    defer {
      close(out.write)
      close(err.write)
    }

    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var inherited = environ
    var own: [UnsafeMutablePointer<CChar>?] = []
    while let entry = inherited.pointee {
      let name = String(
        decoding: UnsafeRawBufferPointer(start: entry, count: strcspn(entry, "=")),
        as: UTF8.self
      )
      if variables[name] == nil { own.append(strdup(entry)) }
      inherited += 1
    }
    own += variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for entry in own { free(entry) } }
    var process: pid_t = 0
    let code = -tty_spawn(&words, &own, input, out.write, err.write, &process)
    self.process = code == 0 ? process : 0
    guard code == 0 else { throw .system(call: "run it", path: arguments[0], code: code) }
    runs.add(process)
  }

  deinit {
    if process > 0 { runs.end(process) }
    close(output)
    close(errors)
  }

  /// Whether it has ended, asked without waiting.
  func hasEnded() -> Bool {
    if status == nil { status = runs.status(of: process) }
    return status != nil
  }

  /// Sends a signal to the command and to what it started.
  func signal(_ number: Int32) {
    ProcessTree.signal(number, to: process, isRunning: status == nil)
  }

  /// How it ended, in words; nil where it ended with success or has not ended.
  var failure: String? {
    guard let status, status != 0 else { return nil }
    let number = status & 0x7F
    return number == 0 ? "exit status \(status >> 8 & 0xFF)" : "ended by signal \(number)"
  }

  /// How it ended, as a shell says it; nil where it has not ended.
  var exitStatus: Int32? {
    status.map { $0 & 0x7F == 0 ? $0 >> 8 & 0xFF : 128 + $0 & 0x7F }
  }

  /// Puts what a child shall read into memory, so that neither side waits for the other.
  ///
  /// - Throws: `FeedError.system` where there is no memory for it.
  static func memoryFile(with bytes: [UInt8], for command: String) throws(FeedError) -> Int32 {
    let file = tty_memory_file()
    guard file >= 0 else { throw .system(call: "run it", path: command, code: -file) }
    var left = bytes[...]
    while !left.isEmpty {
      let count = left.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      guard count > 0 else {
        let code = errno
        close(file)
        throw .system(call: "run it", path: command, code: code)
      }
      left = left.dropFirst(count)
    }
    lseek(file, 0, SEEK_SET)
    return file
  }

  private static func makePipe(for command: String) throws(FeedError) -> (read: Int32, write: Int32)
  {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw .system(call: "make a pipe for it", path: command, code: errno)
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[0], F_SETFL, fcntl(ends[0], F_GETFL) | O_NONBLOCK)
    return (ends[0], ends[1])
  }
}
