internal import CTTY
import FeedValues
import Glibc

/// A child process: the only place that starts programs.
///
/// A background process has no terminal and runs in a session of its own. It ends with its owner, and
/// everything it started ends with it: its process group, its descendants and, where orphans are
/// adopted, processes that left both. Only its ``CommandRuns`` ends and reaps it.
///
/// ```swift
/// let child = try ChildProcess(["sort"], input: .bytes(text), runs: runs)
/// // Poll child.output and child.errors, and read.
/// if child.hasEnded() { print(child.failure ?? "sorted") }
/// ```
package final class ChildProcess {
  /// The content of its standard input.
  package enum Input: Hashable, Sendable {
    /// Nothing: standard input is at its end.
    case nothing
    /// A descriptor, which the caller still owns.
    case descriptor(Int32)
    /// Bytes in memory, so that neither side has to wait for the other.
    case bytes([UInt8])
  }

  /// The destination of the output of a process.
  package enum Output: Hashable, Sendable {
    /// Output and errors are read from ``ChildProcess/output`` and ``ChildProcess/errors``.
    case piped
    /// Its output is discarded; errors are read from ``ChildProcess/errors``.
    case discarded
    /// The process shares the terminal, the output and the errors of this process.
    case terminal
  }

  /// Its standard output; non-blocking, -1 if it is not read.
  package let output: Int32
  /// Its standard error; non-blocking, -1 if it is not read.
  package let errors: Int32
  private let process: pid_t
  private let runs: CommandRuns
  /// The status of waitpid(2).
  private var status: Int32?
  private var errorText = ErrorText()
  /// Whether the child has closed its standard error.
  private(set) var areErrorsAtEnd = false

  /// Starts a program, looked up in `PATH`, with default signal dispositions.
  ///
  /// - Parameters:
  ///   - arguments: Its name and its arguments.
  ///   - input: The content of its standard input.
  ///   - destination: The destination of its output.
  ///   - variables: Environment variables in addition to those of this process.
  ///   - runs: The registry that keeps the run.
  /// - Throws: `FeedError.system` if it cannot be started.
  /// - Precondition: `arguments` is not empty.
  package init(
    _ arguments: [String],
    input: Input = .nothing,
    _ destination: Output = .piped,
    adding variables: [String: String] = [:],
    runs: CommandRuns
  ) throws(FeedError) {
    precondition(!arguments.isEmpty, "the name of the program is missing")
    self.runs = runs
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    func check(_ call: FeedError.Call, _ code: Int32) throws(FeedError) {
      guard code != 0 else { return }
      throw .system(call, path: arguments[0], code: code)
    }
    func pipe(_ isNeeded: Bool) throws(FeedError) -> (read: Int32, write: Int32) {
      guard isNeeded else { return (-1, -1) }
      var ends: [Int32] = [-1, -1]
      try check(.makePipe, Glibc.pipe(&ends) == 0 ? 0 : errno)
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      _ = fcntl(ends[0], F_SETFL, fcntl(ends[0], F_GETFL) | O_NONBLOCK)
      opened += ends
      return (ends[0], ends[1])
    }
    let out = try pipe(destination == .piped)
    if out.read >= 0 { tty_widen_pipe(out.read) }
    let err = try pipe(destination != .terminal)
    var source: Int32 = -1
    switch input {
    case .nothing: break
    case .descriptor(let descriptor): source = descriptor
    case .bytes(let bytes):
      source = tty_memory_file()
      try check(.run, source < 0 ? -source : 0)
      opened.append(source)
      try check(.run, Self.fill(source, with: bytes))
    }
    let isForeground = destination == .terminal
    let targets = isForeground ? (STDOUT_FILENO, STDERR_FILENO) : (out.write, err.write)
    var process: pid_t = 0
    let code = Self.withStrings(arguments) { words in
      Self.withStrings(Self.environment(adding: variables)) { entries in
        -tty_spawn(words, entries, source, targets.0, targets.1, !isForeground, &process)
      }
    }
    self.process = code == 0 ? process : 0
    (output, errors) = code == 0 ? (out.read, err.read) : (-1, -1)
    try check(.run, code)
    opened.removeAll { $0 >= 0 && ($0 == output || $0 == errors) }
    runs.add(process)
    if isForeground { tty_signal_end_foreground(process) }
  }

  deinit {
    if process > 0 {
      if output < 0, errors < 0 { tty_signal_end_foreground(0) }
      runs.end(process)
    }
    for descriptor in [output, errors] where descriptor >= 0 { close(descriptor) }
  }

  /// Whether the child has ended, checked without waiting.
  ///
  /// All of its output is in the pipes then, so read them afterwards.
  package func hasEnded() -> Bool {
    if status == nil { status = runs.status(of: process) }
    return status != nil
  }

  /// Waits until the child has ended.
  package func wait() {
    if status == nil { status = runs.wait(for: process) }
  }

  /// Sends a signal to the child and its descendants.
  func signal(_ number: Int32) {
    ProcessTree.signal(number, to: process, isRunning: status == nil)
  }

  /// Reads available errors, without waiting.
  package func readErrors() {
    // The maximum length per call: errors may be endless.
    for _ in 0..<16 {
      let (bytes, code) = readBytes(errors, upTo: 4_096)
      if bytes.isEmpty, code == 0 { areErrorsAtEnd = true }
      guard !bytes.isEmpty else { return }
      errorText.append(bytes)
    }
  }

  /// The most informative line of its errors; empty if there is none.
  package var errorLine: String { errorText.line }

  /// The last lines of its errors.
  package var errorLines: [String] { errorText.lines }

  /// The failure in words; nil after success or while the child runs.
  package var failure: String? {
    guard let status, status != 0 else { return nil }
    let number = status & 0x7F
    return number == 0
      ? FeedText.Source.exitStatus(status >> 8 & 0xFF) : FeedText.Source.ended(by: number)
  }

  /// The exit status as a shell reports it; nil while the child runs.
  var exitStatus: Int32? {
    status.map { $0 & 0x7F == 0 ? $0 >> 8 & 0xFF : 128 + $0 & 0x7F }
  }

  /// Writes a file and seeks to its start; returns the `errno`, 0 for none.
  private static func fill(_ file: Int32, with bytes: [UInt8]) -> Int32 {
    var left = bytes[...]
    while !left.isEmpty {
      let count = left.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count < 0 ? errno : EIO }
      left = left.dropFirst(count)
    }
    lseek(file, 0, SEEK_SET)
    return 0
  }

  /// The environment of this process, byte for byte, with some variables in place of its own.
  private static func environment(adding variables: [String: String]) -> [[CChar]] {
    var entries: [[CChar]] = []
    var inherited = environ
    while let entry = inherited.pointee {
      let name = UnsafeRawBufferPointer(start: entry, count: strcspn(entry, "="))
      if variables.isEmpty || variables[String(decoding: name, as: UTF8.self)] == nil {
        entries.append(Array(UnsafeBufferPointer(start: entry, count: strlen(entry) + 1)))
      }
      inherited += 1
    }
    return entries
      + variables.map { "\($0.key)=\($0.value)".pathBytes.map(CChar.init(bitPattern:)) + [0] }
  }

  private static func withStrings(
    _ texts: [String],
    _ body: ([UnsafeMutablePointer<CChar>?]) -> Int32
  ) -> Int32 {
    withStrings(texts.map { $0.pathBytes.map(CChar.init(bitPattern:)) + [0] }, body)
  }

  private static func withStrings(
    _ texts: [[CChar]],
    _ body: ([UnsafeMutablePointer<CChar>?]) -> Int32
  ) -> Int32 {
    let strings = texts.map { strdup($0) } + [nil]
    defer { for string in strings { free(string) } }
    return body(strings)
  }
}

/// The descendants of a process, by proc(5).
package enum ProcessTree {
  /// Makes this process the parent of all orphans among its descendants, so that nothing that they
  /// start can escape, in whatever session and group it runs.
  ///
  /// Source: PR_SET_CHILD_SUBREAPER(2const).
  ///
  /// - Returns: Whether the kernel supports it; Linux does.
  @discardableResult
  package static func adoptOrphans() -> Bool { tty_adopt_orphans() == 0 }

  /// Ensures that the process groups of all runs are killed when this process ends for any reason: a
  /// separate process waits for that.
  ///
  /// Call it once, before creating the first other thread and `CommandRuns`.
  package static func startGuard() { _ = tty_guard_start() }

  /// The descendants of a process.
  ///
  /// - Parameters:
  ///   - process: The process; it is not included.
  ///   - spared: Processes to omit with all their descendants.
  /// - Returns: Their numbers, in no order.
  static func descendants(of process: pid_t, sparing spared: Set<pid_t> = []) -> [pid_t] {
    var found: [pid_t] = []
    var next = children(of: process)
    while let child = next.popLast() {
      if spared.contains(child) { continue }
      found.append(child)
      next += children(of: child)
    }
    return found
  }

  /// Sends a signal to a process, its group and its descendants.
  ///
  /// - Parameters:
  ///   - number: The signal.
  ///   - process: A process that leads a group and has not been reaped, so that its number still
  ///     belongs to it.
  ///   - isRunning: Whether it is still running; otherwise only its group is known.
  static func signal(_ number: Int32, to process: pid_t, isRunning: Bool) {
    // Descendants may have left the group; after its death they cannot be found any more.
    var descendants: Set<pid_t> = []
    if isRunning {
      while case let found = descendants.union(self.descendants(of: process)),
        found != descendants
      {
        // A stopped process cannot start children that remain unseen.
        if number == SIGKILL {
          for process in found.subtracting(descendants).union([process]) { kill(process, SIGSTOP) }
        }
        descendants = found
      }
    }
    kill(-process, number)
    for descendant in descendants { kill(descendant, number) }
  }

  /// The children of a process, in all its threads; none if the kernel does not list them.
  ///
  /// Source: proc_pid_task_tid_children(5). A child that ends during the call may hide another one from
  /// the list.
  ///
  /// - Complexity: O(*n*) in the number of threads and children, however many processes there are.
  static func children(of process: pid_t) -> [pid_t] {
    let tasks = "/proc/\(process)/task"
    var found: [pid_t] = []
    for thread in entries(of: tasks) {
      let file = open("\(tasks)/\(thread)/children", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { continue }
      defer { close(file) }
      var text: [UInt8] = []
      while case let bytes = readBytes(file, upTo: 1 << 16).bytes, !bytes.isEmpty { text += bytes }
      found += text.split(separator: UInt8(ascii: " ")).compactMap {
        pid_t(String(decoding: $0, as: UTF8.self))
      }
    }
    return found
  }

  /// The names in a folder that are numbers.
  private static func entries(of path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if pid_t(name) != nil { names.append(name) }
    }
    return names
  }

  /// The parent of a process; nil if there is no such process.
  static func parent(of process: pid_t) -> pid_t? {
    let file = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    // The name of the program is in parentheses and may contain parentheses itself.
    let text = readBytes(file, upTo: 512).bytes
    guard let end = text.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let fields = text[(end + 1)...].split(separator: UInt8(ascii: " "))
    return fields.count > 1 ? pid_t(String(decoding: fields[1], as: UTF8.self)) : nil
  }
}
