import Foundation

import Glibc

/// Runs what may trap or hang in a process of its own, so that a test survives it and can go on to
/// find out what it takes.
enum Isolation {
  /// The call that makes the child; Swift hides fork(2), because a child of several threads may do little.
  ///
  /// This one goes on with what the thread that forked was doing, and ends by _exit(2).
  private static let fork: (@convention(c) () -> pid_t)? = {
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "fork") else { return nil }
    return unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)
  }()

  /// A child that runs, and what it will say.
  struct Child {
    fileprivate let process: pid_t
    fileprivate let descriptor: Int32
    fileprivate let seconds: UInt32

    /// Ends the child, and waits for that; instead of ``outcome()``.
    func kill() {
      Glibc.kill(process, SIGKILL)
      _ = outcome()
    }

    /// Waits for the child; once.
    ///
    /// - Returns: The result of the closure, or the end of the child.
    func outcome() -> Result<Data, Violation> {
      let data = receive(from: descriptor)
      close(descriptor)
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      let signal = status & 0x7F
      if signal == 0, status >> 8 & 0xFF == 0 { return .success(data) }
      let reason = signal == SIGALRM ? "hangs: \(seconds) s" : "signal \(signal)"
      return .failure(Violation(.survival, signal == 0 ? "status \(status >> 8)" : reason))
    }
  }

  /// Begins to run a closure in a child.
  ///
  /// - Parameters:
  ///   - seconds: The most that it may take by the clock.
  ///   - isSilent: Whether what it says to standard error, as the reason of a trap, is left out.
  ///   - body: The work to do; it returns its result.
  /// - Returns: The child that runs it.
  /// - Throws: `Violation` if there is no child.
  static func start(
    seconds: UInt32,
    isSilent: Bool = false,
    _ body: () -> Data
  ) throws(Violation) -> Child {
    var ends: [Int32] = [-1, -1]
    guard let fork, pipe(&ends) == 0 else { throw Violation(.survival, "no child") }
    fflush(nil)
    let process = fork()
    if process == 0 {
      close(ends[0])
      for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE] { signal(number, SIG_DFL) }
      alarm(seconds)
      if isSilent {
        let null = open("/dev/null", O_WRONLY)
        dup2(null, STDERR_FILENO)
      }
      send(body(), to: ends[1])
      _exit(0)
    }
    close(ends[1])
    guard process > 0 else {
      close(ends[0])
      throw Violation(.survival, "no child: errno \(errno)")
    }
    return Child(process: process, descriptor: ends[0], seconds: seconds)
  }

  private static func send(_ data: Data, to descriptor: Int32) {
    var rest = Array(data)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  private static func receive(from descriptor: Int32) -> Data {
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return data }
      data.append(contentsOf: buffer[..<count])
    }
  }
}
