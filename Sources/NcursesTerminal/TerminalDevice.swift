import CTTY
import TerminalCore

import Glibc

/// The terminal's descriptor: its settings, its size, and non-blocking input and output.
///
/// The device is opened anew, so that O_NONBLOCK applies to this descriptor and not to those shared
/// with other processes.
final class TerminalDevice {
  let descriptor: Int32
  /// The original settings, which are restored.
  let savedSettings: termios
  /// Output that could not be written yet.
  private var output: ArraySlice<UInt8> = []
  /// Whether the other end is closed.
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

  /// The window's size; nil if the terminal does not know it.
  var size: TerminalSize? {
    var (columns, lines): (Int32, Int32) = (0, 0)
    guard tty_window_size(descriptor, &columns, &lines) == 0, columns > 0, lines > 0 else {
      return nil
    }
    return Self.clamped(TerminalSize(columns: Int(columns), lines: Int(lines)))
  }

  /// A size that no real screen exceeds and that can be drawn in time: a size that some program
  /// sets may be anything.
  static func clamped(_ size: TerminalSize) -> TerminalSize {
    TerminalSize(columns: min(size.columns, 1_000), lines: min(size.lines, 400))
  }

  /// Input character by character and without echo, carriage returns unchanged, output unchanged;
  /// signal keys still work, such as ^C.
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

  /// The number of bytes that wait for the terminal.
  var waitingCount: Int { output.count }

  /// Whether output waits for the terminal.
  var hasOutput: Bool { !output.isEmpty }

  /// Appends `bytes` to the waiting output and writes as much as the terminal takes now.
  func write(_ bytes: [UInt8]) {
    if output.isEmpty { output = bytes[...] } else { output += bytes }
    flush()
  }

  /// Writes as much of the waiting output as the terminal takes now.
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

  /// Writes the waiting output, and gives up if the terminal takes nothing for `patience`, or not
  /// all of it within `limit`.
  ///
  /// - Returns: The rest, which is discarded.
  func drain(patience: Duration, limit: Duration) -> [UInt8] {
    let end = ContinuousClock.now + limit
    flush()
    while !output.isEmpty, case let left = end - .now, left > .zero,
      wait(for: POLLOUT, atMost: min(patience, left))
    { flush() }
    defer { output = [] }
    return Array(output)
  }

  /// Discards the waiting output; it may have been sent up to any byte.
  ///
  /// - Returns: Whether there was any.
  func discard() -> Bool {
    defer { output = [] }
    return !output.isEmpty
  }

  /// The available input, up to a few thousand bytes.
  func read() -> [UInt8] {
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, initialized in
      repeat {
        count = systemRead(descriptor, buffer.baseAddress, buffer.count)
      } while count < 0
        && errno == EINTR
      initialized = max(0, count)
    }
    // No bytes without EAGAIN means the end: VMIN is 1.
    if count == 0 || count < 0 && errno != EAGAIN { isHungUp = true }
    return bytes
  }

  /// Waits for an event of poll(2); false if it does not occur in time.
  func wait(for events: Int32, atMost patience: Duration) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    let parts = patience.components
    var timeout = timespec()
    timeout.tv_sec = Int(parts.seconds)
    timeout.tv_nsec = Int(parts.attoseconds / 1_000_000_000)
    return tty_poll(&polled, 1, &timeout) > 0 && polled.revents & Int16(events) != 0
  }
}

/// Counts of what a session has sent to its terminal.
public struct OutputStatistics: Hashable, Sendable {
  /// Calls of write(2).
  public var writes = 0
  /// Bytes that the terminal has accepted.
  public var bytes = 0
  /// Frames that sent something.
  public var frames = 0
  /// Frames that were never sent, because the terminal was still busy with an older one.
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
