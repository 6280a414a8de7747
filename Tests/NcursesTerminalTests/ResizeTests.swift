import TerminalCore
import TerminalTestSupport
import TestSupport
import Testing

@testable import NcursesTerminal

@MainActor @Suite struct `Resizing a window` {
  private func frame(_ size: TerminalSize, _ generator: inout SeededGenerator) -> CellBuffer {
    var buffer = CellBuffer(size)
    let styles = [
      Style.plain, Style(foreground: .indexed(208)), Style(background: .indexed(22)),
      Style(attributes: .reverse),
    ]
    for line in 0..<size.lines {
      let style = styles.randomElement(using: &generator) ?? .plain
      if line % 3 == 0 { buffer.fill(line: line, style: style) }
      for column in stride(from: -3, to: size.columns, by: 47) {
        let word = ["abc", "漢字", "12:03", "é…"].randomElement(using: &generator) ?? ""
        buffer.write(word, line: line, column: column, style: style)
      }
    }
    return buffer
  }

  @Test func `1,000 times at random during motion ends with a frame like a fresh one`() throws {
    var generator = SeededGenerator(seed: 21)
    var screen = try DrawnScreen(columns: 80, lines: 24)
    for step in 0..<1000 {
      let size = TerminalSize(
        columns: Int.random(in: 1...300, using: &generator),
        lines: Int.random(in: 1...100, using: &generator)
      )
      // Moving: a frame that is on its way has the size before.
      if step % 3 == 0 { screen.present(frame(size, &generator)) }
      // An emulator that has just been opened, so that nothing but the frame can be right.
      screen.emulator = TerminalEmulator(columns: size.columns, lines: size.lines)
      screen.renderer.resize(to: size)
      let last = frame(size, &generator)
      screen.present(last)
      let isCompared = isExhaustive || step % 25 == 0 || step == 999
      if isCompared, let difference = screen.difference(from: last) {
        Issue.record("step \(step), \(size): \(difference)")
        return
      }
      // And a frame that moves on from it.
      if step % 50 == 0 {
        let next = frame(size, &generator)
        screen.present(next)
        if let difference = screen.difference(from: next) {
          Issue.record("step \(step), \(size), second frame: \(difference)")
          return
        }
      }
    }
  }

  @Test func `resets the scrolling region of a terminal that keeps it`() throws {
    // libvterm, of which Neovim's and Emacs' terminals are made, scrolls eight lines from here on.
    var screen = try DrawnScreen(columns: 14, lines: 8)
    screen.resize(columns: 14, lines: 9)
    var buffer = CellBuffer(TerminalSize(columns: 14, lines: 9))
    for line in 0..<9 { buffer.write("line \(line) of many", line: line, column: 0) }
    screen.present(buffer)
    // ncurses deletes a line, and draws the last one.
    for line in 1..<9 { buffer.fill(line: line, style: .plain) }
    for line in 1..<9 { buffer.write("line \(line + 1) of many", line: line, column: 0) }
    screen.present(buffer)
    #expect(screen.difference(from: buffer) == nil)
  }

  @Test func `down to nothing, and to a size other than the frame's, is handled`() throws {
    var screen = try DrawnScreen(columns: 10, lines: 3)
    var large = CellBuffer(TerminalSize(columns: 40, lines: 9))
    large.write("0123456789ABC", line: 0, column: 0)
    screen.present(large)
    #expect(screen.emulator.text == ["0123456789", "", ""])
    screen.present(CellBuffer(TerminalSize(columns: 2, lines: 1)))
    #expect(screen.emulator.text == ["", "", ""])
    screen.renderer.resize(to: TerminalSize(columns: 0, lines: 0))
    screen.present(CellBuffer(TerminalSize(columns: 0, lines: 0)))
  }
}
