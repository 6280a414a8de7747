import CTTY
import Foundation
import TerminalCore
import TerminalTestSupport
import Testing

import Glibc

@Suite struct `The terminal is restored however the program ends` {
  enum Way: CaseIterable {
    case quit, interruptKey, quitKey, interrupt, terminate, hangUp, precondition, abort, overflow
  }

  @Test(arguments: Way.allCases) func `to its initial state`(way: Way) throws {
    let terminal = try PseudoTerminal(
      "/bin/sh",
      ["-c", "echo ready; read line; exec \(builtProgram("terminal-probe")) focus title"],
      environment: ["SWIFT_BACKTRACE": "enable=no"]
    )
    #expect(terminal.wait { terminal.output.contains("ready") })
    let before = LeftBehind(terminal)
    terminal.send("\n")
    #expect(terminal.wait { terminal.emulator.line(0).hasPrefix("size") })
    terminal.send("m")
    #expect(terminal.wait { terminal.emulator.isMouseOn })
    let during = LeftBehind(terminal)
    #expect(during.settings != before.settings)
    #expect(during.isAlternate && !during.isCursorVisible)
    #expect(during.modes.contains(1006) && during.modes.contains(1004))
    let ending: Ending
    switch way {
    case .quit:
      terminal.send("q")
      ending = .exit(0)
    case .interruptKey:
      terminal.send("\u{3}")
      ending = .signal(SIGINT)
    case .quitKey:
      terminal.send("\u{1C}")
      ending = .signal(SIGQUIT)
    case .interrupt:
      kill(terminal.process, SIGINT)
      ending = .signal(SIGINT)
    case .terminate:
      kill(terminal.process, SIGTERM)
      ending = .signal(SIGTERM)
    case .hangUp:
      kill(terminal.process, SIGHUP)
      ending = .signal(SIGHUP)
    case .precondition:
      terminal.send("f")
      ending = .signal(SIGILL)
    case .abort:
      terminal.send("a")
      ending = .signal(SIGABRT)
    case .overflow:
      terminal.send("s")
      ending = .signal(SIGSEGV)
    }
    #expect(Ending(terminal.waitForExit()) == ending)
    #expect(LeftBehind(terminal) == before)
    let (saving, restoring) = (text(WindowTitle.saving), text(WindowTitle.restoring))
    #expect(terminal.output.components(separatedBy: saving).count == 2)
    #expect(terminal.output.components(separatedBy: restoring).count == 2)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func `by a signal, even while the program computes for ever`(signal: Int32) throws {
    let terminal = try PseudoTerminal(
      "/bin/sh",
      ["-c", "echo ready; read line; exec \(builtProgram("terminal-probe")) focus"]
    )
    #expect(terminal.wait { terminal.output.contains("ready") })
    let before = LeftBehind(terminal)
    terminal.send("\n")
    #expect(terminal.wait { terminal.emulator.line(0).hasPrefix("size") })
    terminal.send("emw")
    #expect(terminal.wait { terminal.emulator.text.contains { $0.contains("character(\"w\")") } })
    #expect(terminal.emulator.isMouseOn)
    if signal == SIGINT { terminal.send("\u{3}") } else { kill(terminal.process, signal) }
    #expect(terminal.wait(seconds: 30) { LeftBehind(terminal) == before })
    #expect(Ending(terminal.waitForExit()) == .signal(signal))
    #expect(terminal.afterwards.contains("a word on standard error"))
  }

  @Test func `even if the terminal is blocked, and the crash was in the heap`() throws {
    let terminal = try PseudoTerminal(
      "/bin/sh",
      ["-c", "echo ready; read line; exec \(builtProgram("terminal-probe")) focus"],
      environment: ["SWIFT_BACKTRACE": "enable=no"]
    )
    #expect(terminal.wait { terminal.output.contains("ready") })
    let before = LeftBehind(terminal)
    terminal.send("\n")
    #expect(terminal.wait { terminal.emulator.line(0).hasPrefix("size") })
    terminal.send("b")
    // Nobody reads until the program has ended.
    var status: Int32 = 0
    let end = ContinuousClock.now + .seconds(60)
    while tty_peek(terminal.process, &status) == 0, ContinuousClock.now < end { usleep(1_000) }
    try #require(tty_peek(terminal.process, &status) == terminal.process)
    #expect(Ending(terminal.waitForExit()) == .signal(SIGABRT))
    #expect(LeftBehind(terminal) == before)
  }

  @Test func `and a crash report appears on the normal screen, without waiting for a key`()
    throws
  {
    // The backtracer stops and asks where it finds a terminal, unless it is made to find none.
    let start = ContinuousClock.now
    let terminal = try PseudoTerminal.probe(environment: ["SWIFT_BACKTRACE": "enable=yes,color=no"])
    terminal.send("e")
    #expect(terminal.wait { terminal.emulator.text.contains { $0.contains("character(\"e\")") } })
    terminal.send("f")
    #expect(Ending(terminal.waitForExit()) == .signal(SIGILL))
    #expect(terminal.afterwards.contains("a word on standard error"))
    #expect(terminal.afterwards.contains("asked to fail"))
    // Asked of nobody, and wiped out again: where it waits, that is for 30 seconds.
    #expect(!terminal.emulator.text.contains { $0.contains("Press space to interact") })
    #expect(start.duration(to: .now) < .seconds(25))
  }

  @Test func `and text written to standard error appears there, not in a frame`() throws {
    let terminal = try PseudoTerminal.probe()
    terminal.send("e")
    #expect(terminal.wait { terminal.emulator.text.contains { $0.contains("character(\"e\")") } })
    #expect(!terminal.output.contains("a word on standard error"))
    terminal.send("q")
    #expect(Ending(terminal.waitForExit()) == .exit(0))
    #expect(terminal.afterwards.contains("a word on standard error"))
  }

  @Test func `and the program ends when the terminal disappears`() throws {
    let terminal = try PseudoTerminal.probe()
    terminal.hangUp()
    #expect(Ending(terminal.waitForExit()) == .signal(SIGHUP))
  }

  @Test func `and no answer of the terminal is left for the shell`() throws {
    // q is typed before the terminal's answers: they arrive while the program is leaving.
    let terminal = try PseudoTerminal(
      "/bin/sh",
      [
        "-c",
        "\(builtProgram("terminal-probe")); stty -icanon min 0 time 2; echo \"[$(head -c 1)]\"",
      ]
    )
    terminal.send("q")
    #expect(Ending(terminal.waitForExit()) == .exit(0))
    #expect(terminal.output.contains("[]"))
  }
}

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
