import CTTY

import Glibc

/// A pseudoterminal whose other end this process reads.
final class BenchmarkTerminal {
  let path: String
  private let descriptor: Int32
  /// Kept open, so that the terminal lives on between two programs.
  private let follower: Int32

  init(columns: Int, lines: Int) throws(BenchmarkTerminalError) {
    var name = [CChar](repeating: 0, count: 128)
    descriptor = tty_open_pair(&name, name.count)
    guard descriptor >= 0 else { throw .system("posix_openpt", -descriptor) }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    follower = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    _ = tty_set_window_size(descriptor, Int32(columns), Int32(lines))
  }

  deinit {
    close(follower)
    close(descriptor)
  }

  /// Presses keys.
  func press(_ keys: String) {
    let bytes = Array(keys.utf8)
    _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  }

  /// Reads what has come.
  func drain() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while read(descriptor, &buffer, buffer.count) > 0 {}
  }

  /// Waits for output, up to five seconds, until it contains `text`.
  func waitForOutput(containing text: String) {
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let wanted = Array(text.utf8)
    while true {
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 5000) > 0 else { return }
      let count = read(descriptor, &buffer, buffer.count)
      if count <= 0 { return }
      output += buffer[..<count]
      if wanted.isEmpty || contains(output, wanted) { return }
    }
  }

  private func contains(_ bytes: [UInt8], _ wanted: [UInt8]) -> Bool {
    guard bytes.count >= wanted.count else { return false }
    return (0...bytes.count - wanted.count).contains {
      bytes[$0..<$0 + wanted.count] == wanted[...]
    }
  }

  /// The output within a time at most; returns as soon as there is any.
  func output(within time: Duration) -> [UInt8] {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, Int32(max(0, time / .milliseconds(1)).rounded(.up))) > 0 else {
      return []
    }
    return [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
    }
  }

  /// Starts a program on the terminal, which is its own; it reads its standard input from a pipe.
  func start(_ path: String, _ arguments: [String]) throws(BenchmarkTerminalError) -> WorkerProcess
  {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .system("pipe", errno) }
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    // The first terminal that the leader of a session opens is its own.
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, self.path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    let newSession: Int16 = 0x80  // POSIX_SPAWN_SETSID, which Swift's Glibc does not show
    posix_spawnattr_setflags(&attributes, newSession)
    var strings = ([path] + arguments).map { strdup($0) } + [nil]
    var environment = [strdup("TERM=xterm-256color"), strdup("LANG=C.UTF-8"), nil]
    defer { for string in strings + environment { free(string) } }
    var process: pid_t = 0
    let result = posix_spawn(&process, path, &actions, &attributes, &strings, &environment)
    close(ends[0])
    guard result == 0 else { throw .system("posix_spawn", result) }
    return WorkerProcess(process: process, input: ends[1])
  }

  /// Starts this program again, to do `role` on the terminal.
  func start(_ role: TerminalRole) throws(BenchmarkTerminalError) -> WorkerProcess {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .system("pipe", errno) }
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    let arguments = [
      CommandLine.arguments[0], "terminal", "--role", role.rawValue, "--device", path,
    ]
    var strings = arguments.map { strdup($0) } + [nil]
    defer { for string in strings { free(string) } }
    var process: pid_t = 0
    let result = posix_spawn(&process, "/proc/self/exe", &actions, nil, &strings, environ)
    close(ends[0])
    guard result == 0 else { throw .system("posix_spawn", result) }
    return WorkerProcess(process: process, input: ends[1])
  }
}

/// Why a benchmark cannot be run.
enum BenchmarkTerminalError: Error {
  /// A system call failed.
  case system(String, Int32)
}

/// A process that draws on a ``BenchmarkTerminal`` what it reads from a pipe.
struct WorkerProcess {
  let process: Int32
  let input: Int32

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
  }

  /// Ends the process and waits for its end.
  func stop() {
    kill(process, SIGTERM)
    wait()
  }

  /// Waits for the end of a process that ends by itself.
  func wait() {
    close(input)
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }

  /// The number of switches to the process, and the time that it ran (sched(7), `/proc/pid/schedstat`).
  func usage() throws(BenchmarkTerminalError) -> (switches: Int, nanoseconds: Int) {
    guard let file = fopen("/proc/\(process)/schedstat", "r") else {
      throw .system("fopen", errno)
    }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, Int32(line.count), file) != nil else { throw .system("fgets", errno) }
    let text = String(
      decoding: line.prefix { $0 > 32 || $0 == 32 }.map { UInt8(bitPattern: $0) },
      as: UTF8.self
    )
    let numbers = text.split(separator: " ").compactMap { Int($0) }
    guard numbers.count == 3 else { throw .system("schedstat", 0) }
    return (numbers[2], numbers[0])
  }
}
