import CTTY
import TerminalCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The terminal's descriptor: its settings, its size, and bytes in and out without waiting.
///
/// The device is opened anew, so that O_NONBLOCK holds for this descriptor and not for those that
/// other processes share.
final class TerminalDevice {
  let descriptor: Int32
  /// The settings that were found, and are put back.
  let savedSettings: termios
  /// What could not be written yet.
  private var output: ArraySlice<UInt8> = []
  /// Whether the other end is gone.
  private(set) var isHungUp = false
  /// Calls of write(2) and the bytes that they took.
  private(set) var statistics = OutputStatistics()

  init(path: String) throws(TerminalError) {
    let descriptor = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .noTerminal(path: path, errno: errno) }
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else {
      close(descriptor)
      throw .notATerminal(path: path)
    }
    self.descriptor = descriptor
    savedSettings = settings
  }

  deinit { close(descriptor) }

  /// The window's size; nil where the terminal does not know.
  var size: TerminalSize? {
    var (columns, lines): (Int32, Int32) = (0, 0)
    guard tty_window_size(descriptor, &columns, &lines) == 0, columns > 0, lines > 0 else {
      return nil
    }
    return Self.clamped(TerminalSize(columns: Int(columns), lines: Int(lines)))
  }

  /// A size that no screen exceeds, and that is drawn in time: what a program that sets the size of a
  /// terminal says may be anything.
  static func clamped(_ size: TerminalSize) -> TerminalSize {
    TerminalSize(columns: min(size.columns, 1_000), lines: min(size.lines, 400))
  }

  /// Characters at once and without echo, carriage returns as they are, output as it is; signals
  /// still by their keys, so that ^C works as in every program.
  func enterRawMode() {
    var settings = savedSettings
    settings.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN)
    settings.c_lflag |= tcflag_t(ISIG)
    settings.c_iflag &= ~tcflag_t(ICRNL | INLCR | IGNCR | IXON | ISTRIP)
    settings.c_oflag &= ~tcflag_t(OPOST)
    settings.c_cflag &= ~tcflag_t(CSIZE)
    settings.c_cflag |= tcflag_t(CS8)
    withUnsafeMutableBytes(of: &settings.c_cc) {
      $0[Int(VMIN)] = 1
      $0[Int(VTIME)] = 0
    }
    tcsetattr(descriptor, TCSANOW, &settings)
  }

  func restoreSettings() {
    var settings = savedSettings
    tcsetattr(descriptor, TCSANOW, &settings)
  }

  /// How many bytes wait for the terminal to take them.
  var waitingCount: Int { output.count }

  /// Whether something waits for the terminal to take it.
  var hasOutput: Bool { !output.isEmpty }

  /// Writes `bytes` after what is still waiting, as far as the terminal takes them now.
  func write(_ bytes: [UInt8]) {
    if output.isEmpty { output = bytes[...] } else { output += bytes }
    flush()
  }

  /// Writes what is waiting, as far as the terminal takes it now.
  func flush() {
    while !output.isEmpty {
      let written = output.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      statistics.writes += 1
      if written > 0 {
        statistics.bytes += written
        output = output.dropFirst(written)
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR {
        isHungUp = true
        output = []
      }
    }
  }

  /// Writes what is waiting, and gives up when the terminal takes nothing for `patience`, or not all
  /// of it within `limit`.
  ///
  /// - Returns: What it did not take, which is forgotten.
  func drain(patience: Duration, limit: Duration) -> [UInt8] {
    let end = ContinuousClock.now + limit
    flush()
    while !output.isEmpty, case let left = end - .now, left > .zero,
      wait(for: POLLOUT, atMost: min(patience, left))
    { flush() }
    defer { output = [] }
    return Array(output)
  }

  /// Forgets what is waiting; what the terminal has got of it may be cut anywhere.
  ///
  /// - Returns: Whether there was something.
  func discard() -> Bool {
    defer { output = [] }
    return !output.isEmpty
  }

  /// Bytes that have come, up to a few thousand; empty when there are none.
  func read() -> [UInt8] {
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, initialized in
      repeat {
        count = systemRead(descriptor, buffer.baseAddress, buffer.count)
      } while count < 0
        && errno == EINTR
      initialized = max(0, count)
    }
    // No bytes without EAGAIN is the end: VMIN is 1.
    if count == 0 || count < 0 && errno != EAGAIN { isHungUp = true }
    return bytes
  }

  /// Waits for one event of poll(2); false where it does not come in time.
  func wait(for events: Int32, atMost patience: Duration) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    let parts = patience.components
    var timeout = timespec()
    timeout.tv_sec = Int(parts.seconds)
    timeout.tv_nsec = Int(parts.attoseconds / 1_000_000_000)
    return tty_poll(&polled, 1, &timeout) > 0 && polled.revents & Int16(events) != 0
  }
}

/// What a session has sent to its terminal.
public struct OutputStatistics: Hashable, Sendable {
  /// Calls of write(2).
  public var writes = 0
  /// Bytes that the terminal has taken.
  public var bytes = 0
  /// Frames that had something to send.
  public var frames = 0
  /// Frames that never left, because the terminal was still busy with an older one.
  public var skippedFrames = 0
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

private func systemRead(
  _ descriptor: Int32,
  _ bytes: UnsafeMutablePointer<UInt8>?,
  _ count: Int
) -> Int {
  read(descriptor, bytes, count)
}
