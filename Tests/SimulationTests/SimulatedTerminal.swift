import TerminalCore
import TerminalTestSupport

@testable import NcursesTerminal

/// A terminal in the process, and what the real session would write to it: the same renderer draws.
///
/// ncurses has one current screen in a process, so that all of these belong to the main actor.
@MainActor final class SimulatedTerminal {
  private let renderer: CursesRenderer
  private let emulator: TerminalEmulator
  /// Whether the terminal measures a character as the program does.
  private var measures: [String: Bool] = [:]
  /// The lines on which a character that the terminal measures differently has pushed others aside, where
  /// they stay until the window is drawn anew.
  private var displacedLines: Set<Int> = []
  /// Changes what is on its way to the terminal; for faults that are planted.
  var tamper: (inout [UInt8]) -> Void = { _ in }

  init(_ size: TerminalSize, depth: ColorDepth) throws {
    renderer = try CursesRenderer(term: "xterm-256color") { $0 >= 8 ? depth : .none }
    emulator = TerminalEmulator(columns: size.columns, lines: size.lines)
    renderer.resize(to: size)
    _ = emulator.feed(renderer.render(CellBuffer(size)))
  }

  func resize(to size: TerminalSize) {
    emulator.resize(columns: size.columns, lines: size.lines)
    renderer.resize(to: size)
    displacedLines = []
  }

  /// The window is drawn anew, as by ^L.
  func repaint() {
    renderer.repaint()
    displacedLines = []
  }

  /// Shows a frame.
  ///
  /// - Throws: `Violation` if the terminal was sent what it must not be, or shows something else.
  func show(_ buffer: CellBuffer) throws(Violation) {
    var bytes = renderer.render(buffer)
    tamper(&bytes)
    if let problem = ControlGrammar.problem(in: bytes) { throw Violation(.terminal, problem) }
    let answer = emulator.feed(bytes)
    guard answer.isEmpty else { throw Violation(.terminal, "the terminal answers \(answer)") }
    guard emulator.titles == 0, emulator.bells == 0 else {
      throw Violation(.terminal, "the title was set, or the bell rung")
    }
    guard !bytes.isEmpty else { return }
    if let problem = difference(from: buffer) {
      throw Violation(.terminal, "\(problem) after \(SimulatedEvent.quoted(bytes))")
    }
  }

  private func difference(from buffer: CellBuffer) -> String? {
    for line in 0..<buffer.size.lines {
      let cells = buffer.line(line)
      if !cells.allSatisfy(isMeasuredAlike) { displacedLines.insert(line) }
      guard !displacedLines.contains(line) else { continue }
      for (column, cell) in cells.enumerated() where !cell.isContinuation {
        let shown = emulator.look(line: line, column: column)
        guard
          shown.scalar != cell.base.value || shown.width != cell.width
            || shown.background != number(cell.style.background)
            || cell.base != " " && shown.foreground != number(cell.style.foreground)
        else { continue }
        return "line \(line), column \(column) shows \(shown) for \(cell.text), \(cell.style)"
      }
    }
    return nil
  }

  /// Whether the terminal gives a character as many columns as the program does: the table of this one is
  /// that of Unicode 5.0.
  private func isMeasuredAlike(_ cell: Cell) -> Bool {
    let text = cell.text
    guard text.utf8.count > 1 else { return true }
    if let known = measures[text] { return known }
    let scratch = TerminalEmulator(columns: 8, lines: 1)
    _ = scratch.feed(Array("\(text)|".utf8))
    let isAlike = scratch.look(line: 0, column: cell.width).scalar == 0x7C
    measures[text] = isAlike
    return isAlike
  }

  private func number(_ color: TerminalColor) -> Int {
    switch color {
    case .default: -1
    case .indexed(let index): Int(index)
    case .rgb(let color): 0x100_0000 | Int(color.value)
    }
  }
}
