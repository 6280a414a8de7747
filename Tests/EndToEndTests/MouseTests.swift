import ListViewParts
import Foundation
import TerminalTestSupport
import Testing

extension PseudoTerminal {
  /// Sends what a terminal sends for a button that goes down and up, or for a notch of the wheel.
  fileprivate func click(line: Int, column: Int = 5, button: Int = 0) {
    send("\u{1B}[<\(button);\(column + 1);\(line + 1)M")
    if button < 64 { send("\u{1B}[<\(button);\(column + 1);\(line + 1)m") }
  }
}

@Test func `m enables the mouse: a click selects, a second one opens, the wheel scrolls`() throws {
  let folder = try Folder()
  let terminal = try listview("--feed", folder.file("feed", snapshot(0..<60)))
  #expect(terminal.waits(for: live(60)))
  #expect(!terminal.output.contains("\u{1B}[?1000h"))
  terminal.send("m")
  #expect(terminal.waits(for: "\(Notices.Text.mouseOn("m").prefix(8))"))
  #expect(terminal.output.contains("\u{1B}[?1000h"))
  terminal.click(line: 5)
  #expect(terminal.wait { terminal.emulator.line(5).hasPrefix("▌  row3") })
  terminal.click(line: 10, button: 65)
  #expect(terminal.wait { terminal.emulator.line(2).hasPrefix("▌  row3") })
  terminal.click(line: 10, button: 64)
  #expect(terminal.wait { terminal.emulator.line(5).hasPrefix("▌  row3") })
  terminal.click(line: 5)
  #expect(terminal.waits(for: "content 3\""), "\(terminal.emulator.text)")
  terminal.click(line: 3)
  #expect(terminal.waits(for: "content 1\""), "\(terminal.emulator.text)")
  terminal.send("q")
  // The header of a column sorts by it, and a second click the other way round.
  #expect(terminal.wait { terminal.emulator.line(1).contains("ID") })
  terminal.click(line: 1, column: 4)
  #expect(terminal.wait { terminal.emulator.line(1).contains("ID▲") })
  terminal.click(line: 1, column: 4)
  #expect(terminal.wait { terminal.emulator.line(1).contains("ID▼") })
  terminal.send("m")
  #expect(terminal.waits(for: Notices.Text.mouseOff))
  #expect(terminal.output.contains("\u{1B}[?1000l"))
  terminal.send("q")
  #expect(terminal.waitForExit() == 0)
}

@Test func `--mouse enables the mouse from the start`() throws {
  let folder = try Folder()
  let terminal = try listview("--mouse", "--feed", folder.file("feed", snapshot(0..<5)))
  #expect(terminal.waits(for: live(5)))
  #expect(terminal.output.contains("\u{1B}[?1000h"))
  terminal.click(line: 4)
  #expect(terminal.wait { terminal.emulator.line(4).hasPrefix("▌  row2") })
  terminal.send("q")
  #expect(terminal.waitForExit() == 0)
  #expect(terminal.output.contains("\u{1B}[?1000l"))
}
