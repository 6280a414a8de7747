import TerminalCore
import TerminalTestSupport
import TestSupport
import Testing

@testable import NcursesTerminal

/// Cells hold what was computed, whatever the data is, and the terminal was asked for nothing else.
@MainActor @Suite struct `Hostile text on a terminal` {
  /// libvterm knows the widths of an older Unicode than glibc.
  ///
  /// Characters that it lays out otherwise are left out of what is compared, one by one and by
  /// asking it.
  private final class Agreement {
    private var known: [Unicode.Scalar: Bool] = [:]
    private let emulator = TerminalEmulator(columns: 10, lines: 1)

    func agrees(_ scalar: Unicode.Scalar, width: Int) -> Bool {
      if scalar.isASCII { return true }
      if let answer = known[scalar] { return answer }
      _ = emulator.feed(Array("\u{1B}[2J\u{1B}[Ha\(String(scalar))".utf8))
      let answer = emulator.cursor.column == 1 + width
      known[scalar] = answer
      return answer
    }

    func agrees(_ cell: Cell) -> Bool {
      if !agrees(cell.base, width: cell.width) { return false }
      return (0..<Cell.maximumMarks).allSatisfy { index in
        cell.mark(index).map { agrees($0, width: 0) } ?? true
      }
    }
  }

  private func check(_ rows: [String], _ name: String) throws {
    let size = TerminalSize(columns: 61, lines: 20)
    var screen = try DrawnScreen(columns: size.columns, lines: size.lines)
    let modes = screen.emulator.modes
    let agreement = Agreement()
    let styles = [
      Style.plain, Style(foreground: .indexed(46)), Style(background: .indexed(22)),
      Style(attributes: .bold), Style(foreground: .indexed(9), attributes: .reverse),
    ]
    var compared = 0
    for start in stride(from: 0, to: rows.count, by: size.lines) {
      var buffer = CellBuffer(size)
      for (line, row) in rows[start..<min(start + size.lines, rows.count)].enumerated() {
        let width = DisplayWidth.width(of: row, limit: 60)
        let used = buffer.write(
          row,
          line: line,
          column: line % 4,
          maximumWidth: line % 3 == 0 ? 40 : nil,
          style: styles[(start + line) % styles.count]
        )
        if width <= 40 { #expect(used == width) }
        let cells = buffer.line(line).filter { !$0.isContinuation }
        if cells.allSatisfy(agreement.agrees) {
          compared += 1
        } else {
          buffer.fill(line: line, style: .plain)
        }
      }
      screen.present(buffer)
      if let difference = screen.difference(from: buffer) {
        Issue.record("\(name), rows from \(start): \(difference)")
        return
      }
    }
    #expect(compared >= rows.count / 4, "\(compared) of \(rows.count) \(name) compared")
    #expect(screen.emulator.modes == modes)
    #expect(screen.emulator.titles == 0)
    #expect(screen.emulator.bells == 0)
    #expect(screen.answers == [])
  }

  @Test func `has no effect in 2,000 rows of random bytes`() throws {
    var generator = SeededGenerator(seed: 11)
    try check(
      (0..<2000).map { _ in
        let count = Int.random(in: 0..<90, using: &generator)
        let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        return String(decoding: bytes, as: UTF8.self)
      },
      "random bytes"
    )
  }

  @Test func `has no effect in 2,000 rows of random Unicode`() throws {
    var generator = SeededGenerator(seed: 12)
    try check((0..<1000).map { _ in RandomText.text(&generator, pieces: 15) }, "pieces")
    try check((0..<1000).map { _ in RandomText.scalars(&generator, count: 6) }, "scalars")
  }

  @Test func `has no effect in the form of any escape sequence of xterm`() throws {
    var rows: [String] = []
    for final in UInt8(0x30)...0x7E {
      rows.append("\u{1B}\(Character(Unicode.Scalar(final)))text")
      for intermediate in " #%()*+-./" {
        rows.append("x\u{1B}\(intermediate)\(Character(Unicode.Scalar(final)))y")
      }
    }
    for final in UInt8(0x40)...0x7E {
      for prefix in ["", "?", ">", "=", "<", "1;2", "2", "?25", "?1049", "?2026", "?1000;1006"] {
        for intermediate in ["", " ", "!", "\"", "$", "'", "*", "#"] {
          rows.append("a\u{1B}[\(prefix)\(intermediate)\(Character(Unicode.Scalar(final)))b")
        }
        rows.append("a\u{9B}\(prefix)\(Character(Unicode.Scalar(final)))b")
      }
    }
    for number in Array(0...19) + [21, 22, 46, 50, 51, 52, 104, 110, 111, 112, 117, 118, 777, 1337]
    {
      for end in ["\u{7}", "\u{1B}\\", "\u{9C}", ""] {
        rows.append("a\u{1B}]\(number);?;title\(end)b")
        rows.append("a\u{9D}\(number);title\(end)b")
      }
    }
    for start in [
      "\u{1B}P", "\u{90}", "\u{1B}X", "\u{98}", "\u{1B}^", "\u{9E}", "\u{1B}_", "\u{9F}",
    ] {
      for content in ["$qm", "+q544e", "0;1|17/ab", "Gi=1;AAAA"] {
        rows.append("a\(start)\(content)\u{1B}\\b")
      }
    }
    for control in (UInt32(0)..<0x20).map({ $0 }) + [0x7F] + Array(0x80..<0xA0) {
      rows.append("a\(Unicode.Scalar(control).map(Character.init) ?? "?")b")
    }
    try check(rows, "escape sequences")
  }
}
