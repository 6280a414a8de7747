import Foundation
import TerminalTestSupport
import Testing

@Suite struct `From an interactive shell` {
  private func shell() throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      "/bin/bash",
      ["--norc", "--noprofile", "--noediting", "-i"],
      columns: 90,
      environment: ["PS1": "prompt> ", "SWIFT_BACKTRACE": "enable=no"]
    )
    try #require(terminal.wait { terminal.output.contains("prompt> ") })
    return terminal
  }

  private func start(_ terminal: PseudoTerminal) throws {
    terminal.send("\(builtProgram("terminal-probe")) focus\n")
    try #require(terminal.wait { terminal.emulator.line(1) == "resumed 0" })
  }

  @Test func `stopping returns the screen to the shell, and resuming restores it`() throws {
    let terminal = try shell()
    let before = LeftBehind(terminal)
    try start(terminal)
    let during = LeftBehind(terminal)
    for round in 1...3 {
      terminal.send("\u{1A}")
      #expect(
        terminal.wait {
          terminal.afterwards.contains("Stopped") && terminal.afterwards.hasSuffix("prompt> ")
        }
      )
      #expect(LeftBehind(terminal) == before)
      terminal.send("fg\n")
      #expect(terminal.shows("resumed \(round)", at: 1))
      #expect(terminal.shows("漢字 é …", at: 2))
      #expect(LeftBehind(terminal) == during)
    }
    terminal.send("q")
    #expect(terminal.wait { terminal.afterwards.hasSuffix("prompt> ") })
    #expect(LeftBehind(terminal) == before)
    terminal.send("echo status $?\n")
    #expect(terminal.wait { terminal.output.contains("status 0") })
  }

  @Test func `an uncatchable stop is made up for when the program resumes`() throws {
    let terminal = try shell()
    let before = LeftBehind(terminal)
    try start(terminal)
    let during = LeftBehind(terminal)
    terminal.send("x")
    #expect(terminal.wait { terminal.emulator.text.contains { $0.contains("character(\"x\")") } })
    let children = try String(
      contentsOfFile: "/proc/\(terminal.process)/task/\(terminal.process)/children",
      encoding: .utf8
    )
    let probe = try #require(pid_t(children.trimmingCharacters(in: .whitespaces)))
    kill(probe, SIGSTOP)
    #expect(terminal.wait { terminal.output.contains("Stopped") })
    terminal.send("fg\n")
    #expect(terminal.shows("resumed 1", at: 1))
    // Drawn whole, over what the shell had written.
    #expect(terminal.shows("漢字 é …", at: 2))
    #expect(LeftBehind(terminal) == during)
    terminal.send("q")
    #expect(terminal.wait { terminal.afterwards.hasSuffix("prompt> ") })
    #expect(LeftBehind(terminal) == before)
  }

  @Test(arguments: [("f", 132), ("a", 134), ("\u{3}", 130), ("\u{1C}", 131)])
  func `a signal ends the program as the shell expects`(key: String, status: Int) throws {
    let terminal = try shell()
    let before = LeftBehind(terminal)
    try start(terminal)
    terminal.send(key)
    #expect(terminal.wait { terminal.afterwards.hasSuffix("prompt> ") })
    #expect(LeftBehind(terminal) == before)
    terminal.send("echo status $?\n")
    #expect(terminal.wait { terminal.output.contains("status \(status)") })
  }
}
