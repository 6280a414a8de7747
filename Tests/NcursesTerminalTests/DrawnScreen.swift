import TerminalCore
import TerminalTestSupport
import Testing

@testable import NcursesTerminal

/// A renderer whose output goes to an emulator.
///
/// ncurses has one current screen in a process; everything that uses it in these tests is on the
/// main actor.
@MainActor
struct DrawnScreen {
  let renderer: CursesRenderer
  var emulator: TerminalEmulator
  private(set) var answers: [UInt8] = []

  init(
    columns: Int,
    lines: Int,
    term: String = "xterm-256color",
    depth: ColorDepth = .indexed256,
    sendsLinks: Bool = false
  ) throws {
    renderer = try CursesRenderer(term: term, sendsLinks: sendsLinks) { $0 >= 8 ? depth : .none }
    emulator = TerminalEmulator(columns: columns, lines: lines)
    renderer.resize(to: TerminalSize(columns: columns, lines: lines))
    present(CellBuffer(TerminalSize(columns: columns, lines: lines)))
  }

  /// Draws a frame and returns its bytes.
  @discardableResult
  mutating func present(_ buffer: CellBuffer) -> [UInt8] {
    let bytes = renderer.render(buffer)
    answers += emulator.feed(bytes)
    return bytes
  }

  mutating func resize(columns: Int, lines: Int) {
    emulator.resize(columns: columns, lines: lines)
    renderer.resize(to: TerminalSize(columns: columns, lines: lines))
  }

  /// The first cell that is not as in `buffer`; nil if all are.
  func difference(from buffer: CellBuffer, styles: Bool = true) -> String? {
    for line in 0..<min(buffer.size.lines, emulator.lines) {
      for column in 0..<min(buffer.size.columns, emulator.columns) {
        let expected = buffer[line: line, column: column]
        if expected.isContinuation { continue }
        let shown = emulator.cell(line: line, column: column)
        let place = "line \(line), column \(column): "
        if shown.text != expected.text || shown.width != expected.width {
          let scalars = { (text: String) in text.unicodeScalars.map { String($0.value, radix: 16) }
          }
          return place + "\(scalars(shown.text)) \(shown.width) for \(scalars(expected.text))"
        }
        if styles, let problem = styleProblem(shown, expected) { return place + problem }
      }
    }
    return nil
  }

  private func styleProblem(_ shown: TerminalEmulator.Cell, _ expected: Cell) -> String? {
    let style = expected.style
    let attributes = style.attributes
    if shown.background != number(style.background) {
      return "background \(shown.background) for \(style.background)"
    }
    if shown.isReverse != attributes.contains(.reverse) { return "reverse \(shown.isReverse)" }
    if shown.isUnderlined != attributes.contains(.underline) { return "underline" }
    // Nobody sees the colour or the weight of a space.
    if expected.text == " " { return nil }
    if shown.foreground != number(style.foreground) {
      return "foreground \(shown.foreground) for \(style.foreground)"
    }
    if shown.isBold != attributes.contains(.bold) { return "bold \(shown.isBold)" }
    return nil
  }

  private func number(_ color: TerminalColor) -> Int {
    switch color {
    case .default: -1
    case .indexed(let index): Int(index)
    case .rgb(let color): 0x100_0000 | Int(color.value)
    }
  }
}
