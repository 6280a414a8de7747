import TerminalTestSupport
import TestSupport
import Testing

@testable import NcursesTerminal

@Suite struct `The filter of renditions` {
  private func filtered(_ texts: String...) -> String {
    var filter = RenditionFilter()
    _ = filter.filter(Array("\u{1B}(B\u{1B}[m".utf8))
    return texts.map { String(decoding: filter.filter(Array($0.utf8)), as: UTF8.self) }.joined()
  }

  @Test func `omits attributes that are already set`() {
    #expect(filtered("\u{1B}[1mA\u{1B}[1mB") == "\u{1B}[1mAB")
    #expect(filtered("\u{1B}[31m\u{1B}[44mA\u{1B}[32m\u{1B}[44mB") == "\u{1B}[31;44mA\u{1B}[32mB")
    #expect(filtered("\u{1B}[31mA\u{1B}[39m\u{1B}(B\u{1B}[mB") == "\u{1B}[31mA\u{1B}[mB")
    #expect(filtered("\u{1B}(B\u{1B}[0;1m\u{1B}[38;5;75mA") == "\u{1B}[1;38;5;75mA")
    #expect(filtered("\u{1B}[31m", "\u{1B}[31mA") == "\u{1B}[31mA")
  }

  @Test func `passes on unknown sequences, and then assumes nothing`() {
    #expect(filtered("\u{1B}[1mA\u{1B}[21mB\u{1B}[1mC") == "\u{1B}[1mA\u{1B}[21m\u{1B}[0;1mBC")
    #expect(filtered("\u{1B}[2JA\u{1B}[3;4HB") == "\u{1B}[2JA\u{1B}[3;4HB")
  }

  @Test func `keeps the attributes of consoles that select their font with them`() {
    #expect(filtered("\u{1B}[0;10;7mA\u{1B}[0;10mB") == "\u{1B}[7mA\u{1B}[mB")
    #expect(filtered("\u{1B}[0;10;1;7mA\u{1B}[0;10;1mB") == "\u{1B}[1;7mA\u{1B}[0;1mB")
    // A reset leaves the font as it is.
    #expect(filtered("\u{1B}[11mA\u{1B}[mB\u{1B}[10mC") == "\u{1B}[11mAB\u{1B}[10mC")
    #expect(filtered("\u{1B}[11;1mA\u{1B}[0;10mB") == "\u{1B}[1;11mA\u{1B}[0;10mB")
  }

  @Test func `draws the same as the unfiltered bytes`() {
    let renditions = [
      "\u{1B}[m", "\u{1B}(B\u{1B}[m", "\u{1B}[0;1m", "\u{1B}[1m", "\u{1B}[4m", "\u{1B}[7m",
      "\u{1B}[39m",
      "\u{1B}[49m", "\u{1B}[39;49m", "\u{1B}[31m", "\u{1B}[94m", "\u{1B}[42m", "\u{1B}[38;5;75m",
      "\u{1B}[48;5;22m", "\u{1B}[38;2;1;2;3m", "\u{1B}[48;2;4;5;6m", "\u{1B}[1;38;5;9;48;5;8m",
    ]
    let drawings = [
      "A", "b漢", "\u{1B}[3X", "\u{1B}[K", "\r", "\u{1B}[2;3H", "\u{1B}[L", "\u{1B}[2P",
    ]
    for seed in UInt64(1)...30 {
      var generator = SeededGenerator(seed: seed)
      var filter = RenditionFilter()
      let plain = TerminalEmulator(columns: 30, lines: 4)
      let short = TerminalEmulator(columns: 30, lines: 4)
      for _ in 0..<20 {
        var bytes: [UInt8] = []
        for _ in 0..<8 {
          for _ in 0..<Int.random(in: 0...3, using: &generator) {
            bytes += Array((renditions.randomElement(using: &generator) ?? "").utf8)
          }
          bytes += Array((drawings.randomElement(using: &generator) ?? "").utf8)
        }
        let fewer = filter.filter(bytes)
        plain.feed(bytes)
        short.feed(fewer)
      }
      for line in 0..<4 {
        for column in 0..<30 {
          #expect(
            plain.cell(line: line, column: column) == short.cell(line: line, column: column),
            "seed \(seed), line \(line), column \(column)"
          )
        }
      }
    }
  }
}
