import CVTerm
import Foundation

import Glibc

/// A program on a terminal of its own, drawn and answered by a ``TerminalEmulator``.
package final class PseudoTerminal {
  /// The answers of the terminal beyond libvterm.
  package struct Answers: Sendable {
    /// Whether it says that it knows mode 2026.
    package var knowsSynchronizedOutput = false
    /// The background that it tells, as `rgb:…`; nil for no answer.
    package var background: String?
    /// Whether it answers anything at all.
    package var isSilent = false

    /// The answers of libvterm alone.
    package init() {}
  }

  /// The screen that the program has drawn.
  package let emulator: TerminalEmulator
  /// The program.
  package let process: Int32
  /// The answers of the terminal when it is asked.
  package var answers: Answers
  /// Everything that the program wrote.
  package private(set) var bytes: [UInt8] = []
  private let descriptor: Int32
  private var status: Int32?

  /// Starts a program as the leader of a session on the terminal.
  ///
  /// - Parameters:
  ///   - executable: A path.
  ///   - arguments: Without the program's name.
  ///   - columns: The terminal's width.
  ///   - lines: Its height.
  ///   - environment: Added to TERM, LC_ALL, PATH and LD_LIBRARY_PATH; an empty value removes one.
  ///   - standardInput: A descriptor to read from instead of the terminal.
  ///   - answers: The answers of the terminal when it is asked.
  /// - Throws: A `POSIXError` if there is no terminal or no such program.
  package init(
    _ executable: String,
    _ arguments: [String] = [],
    columns: Int = 80,
    lines: Int = 24,
    environment: [String: String] = [:],
    standardInput: Int32? = nil,
    answers: Answers = Answers()
  ) throws {
    var (leader, follower): (Int32, Int32) = (-1, -1)
    var size = winsize()
    size.ws_col = UInt16(columns)
    size.ws_row = UInt16(lines)
    var name = [CChar](repeating: 0, count: 128)
    guard openpty(&leader, &follower, &name, nil, &size) == 0 else { throw POSIXError(.EIO) }
    defer { close(follower) }
    _ = fcntl(leader, F_SETFD, FD_CLOEXEC)
    _ = fcntl(follower, F_SETFD, FD_CLOEXEC)
    _ = fcntl(leader, F_SETFL, O_NONBLOCK)

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // A session leader without a terminal gets the first one that it opens.
    posix_spawn_file_actions_addopen(&actions, 1, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, standardInput ?? 1, 0)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (all, none) = (sigset_t(), sigset_t())
    sigfillset(&all)
    sigdelset(&all, SIGKILL)
    sigdelset(&all, SIGSTOP)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(
      &attributes,
      VT_SPAWN_SETSID | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK)
    )
    var variables = [
      "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin",
      "HOME": "/dev/null",
      "LD_LIBRARY_PATH": ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? "",
    ]
    variables.merge(environment) { $1 }
    var process: pid_t = 0
    let result = withStrings([executable] + arguments) { arguments in
      withStrings(variables.filter { !$1.isEmpty }.map { "\($0)=\($1)" }) { environment in
        posix_spawn(&process, executable, &actions, &attributes, arguments, environment)
      }
    }
    guard result == 0 else {
      close(leader)
      throw POSIXError(POSIXErrorCode(rawValue: result) ?? .EIO)
    }
    descriptor = leader
    self.process = process
    self.answers = answers
    emulator = TerminalEmulator(columns: columns, lines: lines)
  }

  deinit {
    if status == nil {
      kill(process, SIGKILL)
      var status: Int32 = 0
      waitpid(process, &status, 0)
    }
    if isOpen { close(descriptor) }
  }

  private var isOpen = true

  /// Takes the terminal away.
  package func hangUp() {
    close(descriptor)
    isOpen = false
  }

  /// The terminal's settings: flags of input, output, control and local modes, then characters.
  package var settings: [UInt32] {
    var settings = termios()
    tcgetattr(descriptor, &settings)
    let characters = withUnsafeBytes(of: settings.c_cc) { $0.map { UInt32($0) } }
    return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag].map {
      UInt32(truncatingIfNeeded: $0)
    } + characters
  }

  /// Types text.
  package func send(_ text: String) { send(Array(text.utf8)) }

  /// Types bytes.
  package func send(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  }

  /// Tells the program a size that this terminal does not take on itself.
  package func claimSize(columns: Int, lines: Int) {
    var size = winsize()
    size.ws_col = UInt16(columns)
    size.ws_row = UInt16(lines)
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
  }

  /// Changes the window's size.
  package func resize(columns: Int, lines: Int) {
    var size = winsize()
    size.ws_col = UInt16(columns)
    size.ws_row = UInt16(lines)
    emulator.resize(columns: columns, lines: lines)
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
  }

  /// Reads output until `condition` holds, which is also asked now and then while none comes; false
  /// where it does not within `seconds`, which is a limit for failing and never a pause.
  @discardableResult
  package func wait(seconds: Double = 60, until condition: () -> Bool) -> Bool {
    let end = Date().addingTimeInterval(seconds)
    while !condition() {
      let left = end.timeIntervalSinceNow
      guard left > 0 else { return false }
      guard read(patience: min(left, 0.1)) != .end else { return condition() }
    }
    return true
  }

  /// Reads until the program has ended, and returns its status as waitpid(2) gives it.
  package func waitForExit() -> Int32 {
    if let status { return status }
    while isOpen, read(patience: 20) == .bytes {}
    var status: Int32 = 0
    waitpid(process, &status, 0)
    // A silence, or a signal, may have come before its last words.
    while isOpen, read(patience: 0) == .bytes {}
    self.status = status
    return status
  }

  private enum Reading { case bytes, nothing, end }

  /// Reads what comes within `patience`, in seconds.
  private func read(patience: Double) -> Reading {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, Int32(patience * 1000)) > 0 else { return .nothing }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = systemRead(descriptor, &buffer, buffer.count)
    if count < 0 { return errno == EAGAIN || errno == EINTR ? .nothing : .end }
    if count == 0 { return .end }
    bytes += buffer[..<count]
    answer(to: buffer[..<count])
    return .bytes
  }

  private func answer(to output: ArraySlice<UInt8>) {
    var answer = emulator.feed(output)
    if answers.isSilent { return }
    let text = String(decoding: output, as: UTF8.self)
    if let background = answers.background, text.contains("\u{1B}]11;?") {
      answer = Array("\u{1B}]11;\(background)\u{1B}\\".utf8) + answer
    }
    if answers.knowsSynchronizedOutput, text.contains("\u{1B}[?2026$p") {
      // libvterm says 0, not known.
      let own = String(decoding: answer, as: UTF8.self)
      answer = Array(own.replacing("\u{1B}[?2026;0$y", with: "").utf8)
      answer = Array("\u{1B}[?2026;2$y".utf8) + answer
    }
    if !answer.isEmpty { send(answer) }
  }

  /// The output as text, for what is looked for in it.
  package var output: String { String(decoding: bytes, as: UTF8.self) }
}

/// The path of a program of this package that was built beside the tests.
package func builtProgram(_ name: String) -> String {
  let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
  let candidates = [URL(fileURLWithPath: CommandLine.arguments[0]), tests].map {
    $0.deletingLastPathComponent().appendingPathComponent(name).path
  }
  let manager = FileManager.default
  return candidates.first { manager.isExecutableFile(atPath: $0) }
    ?? manager.currentDirectoryPath + "/.build/debug/" + name
}

private func withStrings<Result>(
  _ strings: [String],
  _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = strings.map { strdup($0) } + [nil]
  defer { for copy in copies { free(copy) } }
  return body(copies)
}

private func systemRead(_ descriptor: Int32, _ buffer: inout [UInt8], _ count: Int) -> Int {
  read(descriptor, &buffer, count)
}
