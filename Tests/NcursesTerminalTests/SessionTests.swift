import Foundation
import NcursesTerminal
import TerminalTestSupport
import TestSupport
import Testing

@Suite struct `A session on a terminal` {
  @Test func `draws, receives keys, and follows the window size`() throws {
    let terminal = try PseudoTerminal.probe()
    #expect(terminal.shows("size 80x24 xterm-256color indexed256", at: 0))
    #expect(terminal.shows("漢字 é …", at: 2))
    for (index, (key, event)) in [
      ("x", "key(.character(\"x\"))"), ("\u{1B}[A", "key(.up)"), ("é", "key(.character(\"é\"))"),
      ("\u{1B}", "key(.escape)"), ("\u{1B}[5;5~", "key(.pageUp control)"),
      ("\u{1B}[200~a\u{1B}b\u{1B}[201~", "paste(3)"), ("\u{1B}[I", "focus(true)"),
    ].enumerated() {
      terminal.send(key)
      #expect(terminal.shows(event, at: 4 + index))
    }
    terminal.resize(columns: 100, lines: 30)
    #expect(terminal.shows("size 100x30 xterm-256color indexed256", at: 0))
    #expect(terminal.shows("key(.character(\"x\"))", at: 4))
  }

  @Test func `reads keys from the terminal if standard input is something else`() throws {
    let null = open("/dev/null", O_RDONLY)
    defer { close(null) }
    let terminal = try PseudoTerminal(builtProgram("terminal-probe"), standardInput: null)
    #expect(terminal.wait { terminal.emulator.line(0).hasPrefix("size") })
    terminal.send("x")
    #expect(terminal.shows("key(.character(\"x\"))", at: 4))
    terminal.send("q")
    #expect(Ending(terminal.waitForExit()) == .exit(0))
  }

  @Test func `receives mouse events only while the mouse is enabled`() throws {
    let terminal = try PseudoTerminal.probe()
    #expect(!terminal.emulator.isMouseOn)
    terminal.send("m")
    #expect(terminal.wait { terminal.emulator.isMouseOn })
    terminal.send("\u{1B}[<64;10;5M")
    #expect(terminal.wait { terminal.emulator.text.contains("mouse(wheelUp 9,4)") })
    terminal.send("m")
    #expect(terminal.wait { !terminal.emulator.isMouseOn })
  }

  @Test func `sets the title of the window with the frame, cleared of control characters`() throws {
    let terminal = try PseudoTerminal.probe(["title"])
    terminal.send("x")
    #expect(terminal.shows("key(.character(\"x\"))", at: 4))
    #expect(terminal.output.contains("\u{1B}]2;probe 1\u{FFFD}]0;evil\u{FFFD}\u{1B}\\"))
    #expect(!terminal.output.contains("\u{1B}]9;4"))
    let other = try PseudoTerminal.probe(["title"], environment: ["WT_SESSION": "1"])
    #expect(other.wait { other.output.contains("\u{1B}]9;4;0\u{1B}\\") })
    // Without being asked it sets none.
    let plain = try PseudoTerminal.probe([])
    #expect(plain.shows("size 80x24 xterm-256color indexed256", at: 0))
    #expect(!plain.output.contains("\u{1B}]2;") && !plain.output.contains("\u{1B}[22;2t"))
  }

  @Test func `synchronises frames if the terminal supports it`() throws {
    var answers = PseudoTerminal.Answers()
    answers.knowsSynchronizedOutput = true
    let terminal = try PseudoTerminal.probe(answers: answers)
    terminal.send("x")
    #expect(terminal.shows("key(.character(\"x\"))", at: 4))
    let frame = try #require(terminal.output.components(separatedBy: "\u{1B}[?2026h").last)
    #expect(frame.hasSuffix("\u{1B}[?2026l"))
    #expect(frame.contains("character"))
    let plain = try PseudoTerminal.probe()
    plain.send("x")
    #expect(plain.shows("key(.character(\"x\"))", at: 4))
    #expect(!plain.output.contains("\u{1B}[?2026h"))
  }

  @Test
  func `adopts the background colour reported by the terminal, without waiting for the answer`()
    throws
  {
    var answers = PseudoTerminal.Answers()
    answers.background = "rgb:fdfd/f6f6/e3e3"
    let light = try PseudoTerminal.probe(answers: answers)
    #expect(light.shows("light", at: 3))
    answers = PseudoTerminal.Answers()
    answers.isSilent = true
    let silent = try PseudoTerminal.probe(answers: answers)
    #expect(silent.shows("dark", at: 3))
    let environment = try PseudoTerminal.probe(
      environment: ["COLORFGBG": "0;15"],
      answers: answers
    )
    #expect(environment.shows("light", at: 3))
    silent.send("q")
    #expect(Ending(silent.waitForExit()) == .exit(0))
  }

  @Test func `adopts the terminal's new colours when they change`() throws {
    var answers = PseudoTerminal.Answers()
    answers.background = "rgb:1010/1414/1818"
    let terminal = try PseudoTerminal.probe(answers: answers)
    #expect(terminal.shows("dark", at: 3))
    #expect(terminal.output.contains("\u{1B}[?2031$p"))
    // Only one that knows of it is asked to tell.
    #expect(!terminal.output.contains("\u{1B}[?2031h"))
    terminal.send("\u{1B}[?2031;2$y")
    #expect(terminal.wait { terminal.output.contains("\u{1B}[?2031h\u{1B}[?996n") })
    terminal.answers.background = "rgb:fdfd/f6f6/e3e3"
    terminal.send("\u{1B}[?997;2n")
    #expect(terminal.shows("light", at: 3))
    terminal.answers.background = "rgb:1010/1414/1818"
    terminal.send("\u{1B}[?997;1n")
    #expect(terminal.shows("dark", at: 3))
    terminal.send("q")
    #expect(Ending(terminal.waitForExit()) == .exit(0))
    #expect(terminal.output.contains("\u{1B}[?2031l"))
  }

  @Test func `queries the background again when the terminal regains focus`() throws {
    var answers = PseudoTerminal.Answers()
    answers.background = "rgb:1010/1414/1818"
    let terminal = try PseudoTerminal.probe(answers: answers)
    #expect(terminal.shows("dark", at: 3))
    terminal.answers.background = "rgb:fdfd/f6f6/e3e3"
    terminal.send("\u{1B}[O\u{1B}[I")
    #expect(terminal.shows("light", at: 3))
    // A terminal that tells by itself is not asked.
    terminal.send("\u{1B}[?2031;2$y")
    #expect(terminal.wait { terminal.output.contains("\u{1B}[?2031h") })
    let count = terminal.output.components(separatedBy: "\u{1B}]11;?").count
    terminal.send("\u{1B}[O\u{1B}[Ix")
    #expect(
      terminal.wait { terminal.emulator.text.contains { $0.contains("key(.character(\"x\"))") } }
    )
    #expect(terminal.output.components(separatedBy: "\u{1B}]11;?").count == count)
  }

  @Test func `does not query a terminal that would show the query`() throws {
    for term in ["linux", "vt100"] {
      let terminal = try PseudoTerminal.probe(environment: ["TERM": term])
      #expect(!terminal.output.contains("\u{1B}]11"), "\(term)")
      #expect(terminal.shows("漢字 é …", at: 2))
    }
  }

  @Test(arguments: [
    (["LC_ALL": "C"], "size 80x24 xterm-256color indexed256"),
    (["TERM": "xterm-kitty"], "size 80x24 xterm-256color indexed256"),
    (["NO_COLOR": "1"], "size 80x24 xterm-256color none"),
    (["COLORTERM": "truecolor"], "size 80x24 xterm-256color trueColor"),
    (["TERM": "tmux-256color", "COLORTERM": "truecolor"], "size 80x24 tmux-256color trueColor"),
    (["TERM": "xterm"], "size 80x24 xterm ansi8"),
    (["TERM": "vt100"], "size 80x24 vt100 none"),
  ])
  func `draws as well as possible in every environment`(
    environment: [String: String],
    line: String
  ) throws {
    let terminal = try PseudoTerminal.probe(environment: environment)
    #expect(terminal.shows(line, at: 0))
    #expect(terminal.shows("漢字 é …", at: 2))
    if environment["NO_COLOR"] != nil {
      for column in 0..<20 {
        let cell = terminal.emulator.cell(line: 2, column: column)
        #expect(cell.foreground == -1 && cell.background == -1)
      }
    }
  }

  @Test func `follows a window resized faster than it can draw`() throws {
    var generator = SeededGenerator(seed: 31)
    let terminal = try PseudoTerminal.probe()
    for step in 0..<300 {
      terminal.resize(
        columns: Int.random(in: 1...300, using: &generator),
        lines: Int.random(in: 1...100, using: &generator)
      )
      if step % 7 == 0 { terminal.send("x") }
      if step % 20 == 0 { terminal.wait { terminal.bytes.count > step } }
    }
    terminal.resize(columns: 70, lines: 20)
    #expect(terminal.shows("size 70x20 xterm-256color indexed256", at: 0))
    #expect(terminal.shows("resumed 0", at: 1))
    #expect(terminal.shows("漢字 é …", at: 2))
    #expect(terminal.shows("key(.character(\"x\"))", at: 4))
    terminal.send("q")
    #expect(Ending(terminal.waitForExit()) == .exit(0))
  }

  @Test func `fits into one cell`() throws {
    let terminal = try PseudoTerminal(builtProgram("terminal-probe"), columns: 1, lines: 1)
    #expect(terminal.wait { terminal.emulator.line(0) == "s" })
    terminal.resize(columns: 40, lines: 5)
    #expect(terminal.shows("size 40x5 xterm-256color indexed256", at: 0))
    terminal.resize(columns: 1, lines: 1)
    terminal.send("q")
    #expect(Ending(terminal.waitForExit()) == .exit(0))
  }

  @Test(arguments: [
    (["TERM": "dumb"], TerminalError.cannotDraw(term: "dumb").description),
    (["TERM": ""], TerminalError.cannotDraw(term: "").description),
  ])
  func `reports why it cannot draw`(environment: [String: String], message: String) throws {
    let terminal = try PseudoTerminal(
      builtProgram("terminal-probe"),
      environment: environment
    )
    let before = terminal.settings
    #expect(Ending(terminal.waitForExit()) == .exit(2))
    #expect(terminal.output.contains(message))
    #expect(terminal.settings == before)
    #expect(!terminal.output.contains("\u{1B}"))
  }

  @Test func `reports that there is no terminal`() throws {
    // A session of its own, without a terminal; the messages still come here.
    let terminal = try PseudoTerminal(
      "/usr/bin/setsid",
      ["--wait", builtProgram("terminal-probe")]
    )
    #expect(Ending(terminal.waitForExit()) == .exit(2))
    let message = TerminalError.noTerminal(path: "/dev/tty", errno: ENXIO).description
    #expect(terminal.output.contains(message))
  }
}
