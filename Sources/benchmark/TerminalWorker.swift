import ArgumentParser
import CTTY
import EventLoop
import NcursesTerminal
import TerminalCore

import Glibc

/// The task of a process of the benchmark on its terminal.
enum TerminalRole: String, ExpressibleByArgument {
  /// Shows the newest line of its standard input, by a session and the loop.
  case session
  /// Writes the newest line to the terminal by a bare poll(2) and write(2).
  case bare
  /// As `session`; once a line has come, it moves at 60 frames a second.
  case motion
}

/// A program that draws what it reads, at the least that one of its kind can do.
struct TerminalWorker {
  let role: TerminalRole
  let device: String

  func run() throws {
    if role == .bare { try runBare() } else { try runSession() }
  }

  private func runBare() throws {
    let terminal = open(device, O_RDWR | O_NOCTTY)
    var buffer = [UInt8](repeating: 0, count: 4096)
    _ = write(terminal, "ready", 5)
    while true {
      var polled = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, -1) > 0 else { continue }
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count <= 0 { return }
      _ = write(terminal, buffer, count)
    }
  }

  private func runSession() throws {
    let loop = try EventLoop()
    var options = TerminalSession.Options()
    options.path = device
    options.asksTerminal = false
    let session = try TerminalSession(environment: ["TERM": "xterm-256color"], options: options)
    let sample = TerminalSample(theme: session.theme, size: session.size)
    var buffer = [UInt8](repeating: 0, count: 4096)
    var (note, shift) = ("ready", 1000)
    var nextFrame: ContinuousClock.Instant?
    session.present(sample.frame(first: shift, note: note))
    while true {
      let terminalEvents: EventLoop.Events = session.wantsWrite ? [.read, .write] : .read
      let wakeup = try loop.wait(
        for: [.init(session.descriptor, terminalEvents), .init(STDIN_FILENO, .read)],
        until: nextFrame
      )
      if !wakeup.signals.isEmpty { break }
      if wakeup.events(for: session.descriptor) != [] {
        session.flush()
        _ = session.readEvents(at: .now)
      }
      if wakeup.events(for: STDIN_FILENO) != [] {
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        if count <= 0 { break }
        note = String(decoding: buffer[..<(count - 1)], as: UTF8.self)
        if role == .motion, nextFrame == nil { nextFrame = .now }
        if role == .session { session.present(sample.frame(first: shift, note: note)) }
      }
      if let due = nextFrame, wakeup.isDeadlineReached {
        shift -= 1
        session.present(sample.frame(first: shift, note: note))
        nextFrame = max(due + .nanoseconds(16_666_667), .now)
      }
    }
    session.close()
  }
}
