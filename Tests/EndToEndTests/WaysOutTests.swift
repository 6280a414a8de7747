import Foundation
import TerminalTestSupport
import Testing

import Glibc

/// The settings that a terminal has when nobody changed them.
private func freshSettings() throws -> [UInt32] {
  try PseudoTerminal("/bin/sleep", ["60"]).settings
}

/// Whether the terminal is as a shell expects it.
private func expectGivenBack(_ terminal: PseudoTerminal, _ way: String) throws {
  let emulator = terminal.emulator
  #expect(!emulator.isAlternate, "\(way)")
  #expect(emulator.isCursorVisible, "\(way)")
  #expect(!emulator.isMouseOn, "\(way)")
  #expect(emulator.modes[2004] != true, "\(way)")
  #expect(try terminal.settings == freshSettings(), "\(way)")
}

private func started() throws -> PseudoTerminal {
  let terminal = try listview("--feed", demo)
  #expect(terminal.waits(for: "/90"))
  #expect(terminal.emulator.isAlternate && !terminal.emulator.isCursorVisible)
  #expect(try terminal.settings != freshSettings())
  return terminal
}

@Test func `q restores the terminal and exits successfully`() throws {
  let terminal = try started()
  terminal.send("q")
  #expect(terminal.waitForExit() == 0)
  try expectGivenBack(terminal, "q")
}

@Test func `signals restore the terminal and end the program with their default effect`() throws {
  for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
    let terminal = try started()
    kill(terminal.process, signal)
    let status = terminal.waitForExit()
    #expect(status & 0x7F == signal, "signal \(signal), status \(status)")
    try expectGivenBack(terminal, "signal \(signal)")
  }
}

@Test func `the interrupt key ends the program`() throws {
  let terminal = try started()
  terminal.send("\u{03}")
  #expect(terminal.waitForExit() & 0x7F == SIGINT)
  try expectGivenBack(terminal, "^C")
}

@Test func `a crash restores the terminal`() throws {
  for signal in [SIGILL, SIGSEGV, SIGABRT, SIGBUS, SIGFPE] {
    let terminal = try started()
    kill(terminal.process, signal)
    let status = terminal.waitForExit()
    #expect(status & 0x7F == signal, "signal \(signal), status \(status)")
    try expectGivenBack(terminal, "signal \(signal)")
  }
}

@Test func `from a shell, ^Z restores the terminal and fg takes it over again`() throws {
  let terminal = try PseudoTerminal(
    "/bin/bash",
    ["--norc", "--noprofile", "-i"],
    columns: 100,
    environment: ["PS1": "ready> ", "TZ": "UTC", "HISTFILE": ""]
  )
  #expect(terminal.waits(for: "ready>"))
  terminal.send("'\(builtProgram("listview"))' --feed '\(demo)'\n")
  #expect(terminal.waits(for: "/90"))
  terminal.send("\u{1A}")
  #expect(terminal.wait { !terminal.emulator.isAlternate && terminal.output.contains("Stopped") })
  #expect(terminal.emulator.isCursorVisible)
  terminal.send("fg\n")
  #expect(terminal.wait { terminal.emulator.isAlternate && terminal.line(of: helpHint) != nil })
  terminal.send("q")
  // Input that is typed before the shell asks for it may be discarded with the terminal's answers.
  #expect(terminal.wait { !terminal.emulator.isAlternate && terminal.output.hasSuffix("ready> ") })
  terminal.send("echo status=$?\n")
  #expect(terminal.waits(for: "status=0"))
  terminal.send("exit\n")
  _ = terminal.waitForExit()
}
