import CTTY
import Feeds

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A run of the command that is told of changes.
///
/// It has a session of its own without a terminal, and the signals as at login. What it reads lies in
/// memory, so that neither side waits for the other; what it prints is let go, but for the last line of
/// its errors. It is ended, with all that it started, when this value goes.
final class ChangeCommand {
  /// What it writes to standard error; non-blocking.
  let errors: Int32
  private let process: pid_t
  private let runs: CommandRuns
  private var status: Int32?
  private var lastErrors: [UInt8] = []

  /// The most of its errors that is kept.
  private static let errorLimit = 512

  /// Starts `/bin/sh -c COMMAND`.
  ///
  /// - Parameters:
  ///   - command: As the user gave it: nothing of a feed is in it.
  ///   - input: What it can read.
  ///   - variables: What its environment has beside that of this process.
  ///   - runs: Where the run is kept while it goes on.
  /// - Throws: `StartError` where it cannot be started.
  init(
    _ command: String,
    input: String,
    variables: [(name: String, value: String)],
    _ runs: CommandRuns
  ) throws(StartError) {
    let file = tty_memory_file()
    guard file >= 0 else { throw StartError(code: -file) }
    defer { close(file) }
    try Self.fill(file, with: Array(input.utf8))
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw StartError(code: errno) }
    defer { close(ends[1]) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[0], F_SETFL, fcntl(ends[0], F_GETFL) | O_NONBLOCK)
    errors = ends[0]

    var process: pid_t = 0
    let code = Self.withStrings(["/bin/sh", "-c", command]) { arguments in
      Self.withStrings(Self.environment(with: variables)) { environment in
        -tty_spawn(arguments, environment, file, -1, ends[1], &process)
      }
    }
    (self.process, self.runs) = (code == 0 ? process : 0, runs)
    guard code == 0 else { throw StartError(code: code) }
    runs.add(process)
  }

  deinit {
    if process > 0 { runs.end(process) }
    close(errors)
  }

  /// Reads what there is of its errors, and asks without waiting whether it has ended.
  func hasEnded() -> Bool {
    guard status == nil else { return true }
    // Ended first, read after: what it wrote before its end is in the pipe then.
    status = runs.status(of: process)
    readErrors()
    return status != nil
  }

  /// How it ended, in words; nil where it ended with success or has not ended.
  var failure: String? {
    guard let status, status != 0 else { return nil }
    let number = status & 0x7F
    let reason = number == 0 ? "exit status \(status >> 8 & 0xFF)" : "ended by signal \(number)"
    let text = String(decoding: lastErrors, as: UTF8.self)
    let line = text.split(whereSeparator: \.isNewline).last.map { ": \($0)" } ?? ""
    return reason + line
  }

  private func readErrors() {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    // A command that never stops writing has its turn again.
    for _ in 0..<16 {
      let count = read(errors, &buffer, buffer.count)
      guard count > 0 else { return }
      lastErrors = Array((lastErrors + buffer[..<count]).suffix(Self.errorLimit))
    }
  }

  private static func fill(_ file: Int32, with bytes: [UInt8]) throws(StartError) {
    var left = bytes[...]
    while !left.isEmpty {
      let count = left.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { throw StartError(code: errno) }
      left = left.dropFirst(count)
    }
    lseek(file, 0, SEEK_SET)
  }

  private static func environment(with variables: [(name: String, value: String)]) -> [String] {
    let own = Set(variables.map(\.name))
    let inherited = ProcessEnvironment.variables.filter { !own.contains($0.key) }
    return inherited.map { "\($0.key)=\($0.value)" } + variables.map { "\($0.name)=\($0.value)" }
  }

  private static func withStrings(
    _ texts: [String],
    _ body: ([UnsafeMutablePointer<CChar>?]) -> Int32
  ) -> Int32 {
    let strings = texts.map { strdup($0) } + [nil]
    defer { for string in strings { free(string) } }
    return body(strings)
  }

  /// Why a run cannot be started.
  struct StartError: Error, CustomStringConvertible {
    let code: Int32

    var description: String { String(cString: strerror(code)) }
  }
}
