import Testing
import TerminalTestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct `A session on a terminal` {
  @Test func `draws, hears keys, follows the size and gives the terminal back`() throws {
    let terminal = try PseudoTerminal(builtProgram("terminal-probe"))
    let before = terminal.settings
    #expect(terminal.wait { terminal.emulator.line(1) == "resumed 0" })
    #expect(terminal.emulator.line(0) == "size 80x24 xterm-256color indexed256")
    #expect(terminal.emulator.line(2) == "漢字 é …")
    #expect(terminal.emulator.isAlternate)
    #expect(!terminal.emulator.isCursorVisible)
    terminal.resize(columns: 100, lines: 30)
    #expect(terminal.wait { terminal.emulator.line(0).hasPrefix("size 100x30") })
    terminal.send("q")
    #expect(terminal.waitForExit() == 0)
    #expect(!terminal.emulator.isAlternate)
    #expect(terminal.emulator.isCursorVisible)
    _ = before
  }
}
