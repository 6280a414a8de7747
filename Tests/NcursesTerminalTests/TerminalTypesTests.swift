import TerminalCore
import TerminalTestSupport
import Testing

@testable import NcursesTerminal

@MainActor @Suite struct `Every kind of terminal` {
  private func frame(_ theme: Theme, shift: Int) -> CellBuffer {
    var buffer = CellBuffer(TerminalSize(columns: 40, lines: 10))
    for line in 0..<9 {
      let role = Theme.Role.standard[(line + shift) % Theme.Role.standard.count]
      buffer.write("row \(line + shift)", line: line, column: 1, style: theme.style(role))
      buffer.write("漢é●", line: line, column: 20, style: theme.style(.text, bold: true))
    }
    buffer.fill(line: 4, style: theme.style(.text, on: .selection))
    buffer.write("selected", line: 4, column: 2, style: theme.style(.text, on: .selection))
    return buffer
  }

  @Test(arguments: [
    ("xterm-256color", "xterm-256color", ColorDepth.indexed256),
    ("tmux-256color", "tmux-256color", .indexed256),
    ("screen-256color", "screen-256color", .indexed256),
    ("xterm", "xterm", .ansi8), ("linux", "linux", .ansi8), ("screen", "screen", .ansi8),
    ("tmux", "tmux", .ansi8), ("vt100", "vt100", .none),
    ("xterm-kitty", "xterm-256color", .indexed256), ("nameless", "xterm-256color", .indexed256),
  ])
  func `shows the cells as they were drawn`(term: String, used: String, depth: ColorDepth) throws {
    var screen = try DrawnScreen(columns: 40, lines: 10, term: term, depth: depth)
    #expect(screen.renderer.term == used)
    #expect(screen.renderer.depth == depth)
    let theme = Theme(depth: depth)
    for shift in [0, 1, 2, 7, 6, 0] {
      let buffer = frame(theme, shift: shift)
      screen.present(buffer)
      // libvterm knows neither dim text nor all of what the Linux console's entry does with colours.
      let difference = screen.difference(from: buffer, styles: depth >= .indexed256)
      #expect(difference == nil, "\(term), \(shift)")
      let selected = screen.emulator.cell(line: 4, column: 2)
      #expect(selected.isReverse == (depth < .indexed256), "\(term), \(shift)")
      #expect(screen.emulator.cell(line: 2, column: 20).isBold, "\(term), \(shift)")
    }
    screen.emulator.feed(screen.renderer.end())
    #expect(screen.emulator.isCursorVisible)
  }

  @Test func `shows the cursor again, even where its place was stored while it was hidden`() throws
  {
    var screen = try DrawnScreen(columns: 40, lines: 10, term: "xterm-256color", depth: .trueColor)
    screen.present(frame(Theme(depth: .trueColor), shift: 0))
    // Curses stores and restores the place around a change of the scrolling region. libvterm stores
    // with it that the cursor is hidden, and restores both when the alternate screen is left.
    screen.emulator.feed(Array("\u{1B}7\u{1B}8".utf8))
    #expect(!screen.emulator.isCursorVisible)
    screen.emulator.feed(screen.renderer.end())
    #expect(screen.emulator.isCursorVisible && !screen.emulator.isAlternate)
  }

  @Test func `shows true colour even if only COLORTERM announces it`() throws {
    for term in ["xterm-256color", "tmux-256color", "xterm", "xterm-kitty"] {
      var screen = try DrawnScreen(columns: 40, lines: 10, term: term, depth: .trueColor)
      let theme = Theme(depth: .trueColor)
      for shift in [0, 3, 1] {
        let buffer = frame(theme, shift: shift)
        screen.present(buffer)
        #expect(screen.difference(from: buffer) == nil, "\(term), \(shift)")
      }
    }
  }

  @Test func `can be used unless it lacks cursor positioning`() {
    #expect(throws: TerminalError.cannotDraw(term: "dumb")) {
      try CursesRenderer(term: "dumb") { _ in .none }
    }
  }

  @Test func `shows its own colours if there are more styles than colour pairs`() throws {
    var screen = try DrawnScreen(columns: 80, lines: 24, term: "xterm", depth: .ansi8)
    for round in 0..<30 {
      var buffer = CellBuffer(TerminalSize(columns: 80, lines: 24))
      for line in 0..<24 {
        for column in 0..<80 {
          let style = Style(
            foreground: .indexed(UInt8((round + line) % 16)),
            background: .indexed(UInt8((round * 3 + column) % 256))
          )
          buffer.write("x", line: line, column: column, style: style)
        }
      }
      screen.present(buffer)
      #expect(screen.difference(from: buffer, styles: false) == nil)
    }
  }
}
