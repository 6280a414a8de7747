import CTTY
import TerminalCore
import TerminalTestSupport
import Testing

@testable import NcursesTerminal

import Glibc

@MainActor @Suite struct `A terminal that reads slowly` {
  private func session(_ terminal: SilentTerminal) throws -> TerminalSession {
    var options = TerminalSession.Options()
    options.path = terminal.path
    options.keepsStandardError = false
    options.restoresOnCrash = false
    options.asksTerminal = false
    return try TerminalSession(environment: ["TERM": "xterm-256color"], options: options)
  }

  private func frame(_ number: Int) -> CellBuffer {
    var buffer = CellBuffer(TerminalSize(columns: 80, lines: 24))
    for line in 0..<24 {
      let text = (0..<10).map { "\((number * 31 + line * 7 + $0 * 13) % 997)" }
      buffer.write(text.joined(separator: " "), line: line, column: number % 3)
    }
    buffer.write("frame \(number)", line: 0, column: 0)
    return buffer
  }

  @Test func `has at most one frame queued, and gets the newest when it reads again`() throws {
    let terminal = try SilentTerminal(columns: 80, lines: 24)
    let session = try session(terminal)
    for number in 0..<500 { session.present(frame(number)) }
    #expect(session.wantsWrite)
    // More than a kernel's buffer was drawn; what waits is one frame and the newest.
    #expect(session.statistics.skippedFrames > 300)
    let emulator = TerminalEmulator(columns: 80, lines: 24)
    emulator.feed(terminal.read())
    while session.wantsWrite || session.isBehind {
      // A terminal that was found to be slow gets the lines of a frame one after the other.
      if session.wantsWrite { session.flush() } else { session.present(frame(499)) }
      emulator.feed(terminal.read())
    }
    #expect(emulator.line(0).hasPrefix("frame 499"))
    let last = frame(499)
    for line in 0..<24 { #expect(emulator.line(line) == last.text(line: line)) }
    session.close()
    emulator.feed(terminal.read())
    #expect(!emulator.isAlternate)
  }

  @Test func `that never reads again does not block the program`() throws {
    let terminal = try SilentTerminal(columns: 80, lines: 24)
    let session = try session(terminal)
    for number in 0..<500 { session.present(frame(number)) }
    #expect(session.wantsWrite)
    session.close()
    session.present(frame(1))
    #expect(!session.wantsWrite)
  }

  @Test func `gets one write per frame, and none for an unchanged frame`() throws {
    let terminal = try SilentTerminal(columns: 80, lines: 24)
    let session = try session(terminal)
    _ = terminal.read()
    terminal.send("\u{1B}[?2026;2$y")
    while case let events = session.readEvents(at: .now), !events.isEmpty {}
    for number in 0..<20 {
      let before = session.statistics
      session.present(frame(number))
      #expect(session.statistics.writes == before.writes + 1)
      #expect(session.statistics.frames == before.frames + 1)
      let bytes = String(decoding: terminal.read(), as: UTF8.self)
      #expect(bytes.utf8.count == session.statistics.bytes - before.bytes)
      #expect(bytes.hasPrefix("\u{1B}[?2026h") && bytes.hasSuffix("\u{1B}[?2026l"))
      session.present(frame(number))
      #expect(session.statistics.writes == before.writes + 1)
    }
  }

  @Test func `that sent a sequence while the program was busy has sent one key`() throws {
    let terminal = try SilentTerminal(columns: 80, lines: 24)
    let session = try session(terminal)
    let start = ContinuousClock.now
    terminal.send("\u{1B}")
    #expect(
      terminal.arrives { session.readEvents(at: start) == [] && session.inputDeadline != nil }
    )
    terminal.send("[A")
    var heard: [InputEvent] = []
    #expect(
      terminal.arrives {
        // Looking before the deadline only until the bytes are there, then long after it.
        heard += session.readEvents(at: session.hasInput ? start + .seconds(9) : start)
        return !heard.isEmpty
      }
    )
    #expect(heard == [.key(.up)])
  }

  @Test func `is distinguished from other files and from nothing`() throws {
    var options = TerminalSession.Options()
    options.path = "/dev/null"
    #expect(throws: TerminalError.notATerminal(path: "/dev/null")) {
      try TerminalSession(environment: ["TERM": "xterm"], options: options)
    }
    // A random name, because anything may stand under one that all tests share.
    let path = "/nonexistent/\(UInt64.random(in: 0...UInt64.max))"
    options.path = path
    #expect(throws: TerminalError.noTerminal(path: path, errno: 2)) {
      try TerminalSession(environment: ["TERM": "xterm"], options: options)
    }
  }
}

extension TerminalSession {
  /// Whether bytes wait to be read.
  fileprivate var hasInput: Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, 0) > 0
  }
}
