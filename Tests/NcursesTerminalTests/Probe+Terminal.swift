import Foundation
import TerminalTestSupport
import Testing

/// The state that a program must leave as it found it.
struct LeftBehind: Equatable {
  var settings: [UInt32]
  var isAlternate: Bool
  var isCursorVisible: Bool
  var isMouseOn: Bool
  /// Private modes that are on now, of those that a program like this switches on.
  var modes: Set<Int>

  init(_ terminal: PseudoTerminal) {
    settings = terminal.settings
    isAlternate = terminal.emulator.isAlternate
    isCursorVisible = terminal.emulator.isCursorVisible
    isMouseOn = terminal.emulator.isMouseOn
    let switched = terminal.emulator.modes
    modes = Set([1, 1000, 1002, 1003, 1004, 1006, 1049, 2026].filter { switched[$0] == true })
  }
}

extension PseudoTerminal {
  /// The probe on a terminal, after its first frame.
  static func probe(
    _ arguments: [String] = ["focus"],
    columns: Int = 80,
    lines: Int = 24,
    environment: [String: String] = [:],
    answers: Answers = Answers()
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      builtProgram("terminal-probe"),
      arguments,
      columns: columns,
      lines: lines,
      environment: environment,
      answers: answers
    )
    try #require(terminal.wait { terminal.emulator.line(0).hasPrefix("size") })
    return terminal
  }

  /// Whether a line of the screen is `text`, now or soon.
  func shows(_ text: String, at line: Int) -> Bool {
    wait { self.emulator.line(line) == text }
  }

  /// The output on the normal screen after the last time that the alternate one was left.
  var afterwards: String {
    output.components(separatedBy: "\u{1B}[?1049l").last ?? ""
  }
}

/// The end of a process, as waitpid(2) tells it.
enum Ending: Equatable, CustomStringConvertible {
  case exit(Int32)
  case signal(Int32)

  init(_ status: Int32) {
    self = status & 0x7F == 0 ? .exit(status >> 8 & 0xFF) : .signal(status & 0x7F)
  }

  var description: String {
    switch self {
    case .exit(let code): "exit \(code)"
    case .signal(let number): "signal \(number)"
    }
  }
}
