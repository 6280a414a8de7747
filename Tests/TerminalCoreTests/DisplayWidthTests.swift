import Foundation
import TerminalCore
import TerminalTestSupport
import TestSupport
import Testing

let isExhaustive = ProcessInfo.processInfo.environment["LISTVIEW_EXHAUSTIVE"] != nil

@Suite struct `The width of text` {
  @Test func `agrees with terminals for every kind of character`() {
    let cases: [(String, Int)] = [
      ("", 0), ("abc", 3), ("漢", 2), ("한", 2), ("Ａ", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("क्षि", 3),
      ("👍🏽", 2), ("👨‍👩‍👧", 2), ("🇫🇷", 2), ("❤️", 1), ("1️⃣", 1), ("🫨", 1), ("e\u{301}", 1),
      ("\u{200B}\u{202E}\u{FEFF}", 3), ("\u{1B}[31m", 5), ("\u{9B}", 1), ("a\tb", 3), ("\r\n", 2),
      ("שלום", 4), ("مرحبا", 5), ("ไทย", 3), ("\u{AD}", 0), ("\u{E0041}", 1),
      ("\u{200E}a\u{200F}", 1), ("🏃‍♂️", 2),
    ]
    for (text, width) in cases {
      #expect(DisplayWidth.width(of: text) == width, "\(text.unicodeScalars.map(\.value))")
    }
  }

  @Test func `is the number of columns drawn, and the sum of the cells`() {
    for seed in UInt64(1)...2 {
      var generator = SeededGenerator(seed: seed)
      for round in 0..<500 {
        let text =
          round % 2 == 0
          ? RandomText.text(&generator, pieces: 12) : RandomText.scalars(&generator, count: 20)
        let width = DisplayWidth.width(of: text)
        var buffer = CellBuffer(TerminalSize(columns: 120, lines: 1))
        let used = buffer.write(text, line: 0, column: 0)
        let cells = buffer.line(0).prefix(used)
        let note: Comment = "seed \(seed), round \(round): \(text.unicodeScalars.map(\.value))"
        #expect(used == width, note)
        #expect(cells.reduce(0) { $0 + $1.width } == width, note)
      }
    }
  }

  @Test func `is not computed beyond the limit`() {
    let long = String(repeating: "a", count: 1 << 20)
    #expect(DisplayWidth.width(of: long, limit: 80) == 81)
    #expect(DisplayWidth.width(of: long) == 1 << 20)
  }

  /// The greedy rule, said once more by whole characters and their widths.
  private func referenceCut(_ text: String, to columns: Int) -> Int {
    let widths = text.map { DisplayWidth.width(of: String($0)) }
    if widths.reduce(0, +) <= columns { return widths.reduce(0, +) }
    var used = 0
    for width in widths {
      if used + width > columns - 1 { break }
      used += width
    }
    return used + 1
  }

  @Test func `of a cut text fits, and only whole clusters are omitted`() {
    #expect(DisplayWidth.cut("漢字かな", to: 5) == "漢字…")
    #expect(DisplayWidth.cut("漢字かな", to: 4) == "漢…")
    #expect(DisplayWidth.cut("🇫🇷🇫🇷", to: 3) == "🇫🇷…")
    #expect(DisplayWidth.cut("🇫🇷🇫🇷", to: 2) == "…")
    #expect(DisplayWidth.cut("abc", to: 3) == "abc")
    #expect(DisplayWidth.cut("abcd", to: 3) == "ab…")
    #expect(DisplayWidth.cut("abcd", to: 0) == "")
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<400 {
      let text = RandomText.text(&generator, pieces: 8)
      for columns in 1..<18 {
        let cut = DisplayWidth.cut(text, to: columns)
        #expect(
          DisplayWidth.width(of: cut) == referenceCut(text, to: columns),
          "\(text.unicodeScalars.map(\.value)) to \(columns)"
        )
      }
    }
  }

  @Test func `takes bounded work for one cluster of a megabyte`() {
    let hostile = "a" + String(repeating: "\u{301}", count: 1 << 19) + "b"
    var buffer = CellBuffer(TerminalSize(columns: 10, lines: 1))
    buffer.write(hostile, line: 0, column: 0)
    #expect(buffer[line: 0, column: 0].text == "a\u{301}\u{301}\u{301}\u{301}")
  }
}

@Suite struct `No text in a cell can control the terminal` {
  /// Prepended_Concatenation_Mark, from PropList.txt of Unicode 14.
  private let signs: Set<UInt32> = [
    0x600, 0x601, 0x602, 0x603, 0x604, 0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD,
  ]

  /// Whether a scalar must never be sent, by Unicode's properties and not by the rule of the layout.
  private func acts(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .surrogate, .lineSeparator, .paragraphSeparator: true
    // The visible ones of this category are signs before Arabic and Kaithi numbers.
    case .format: !signs.contains(scalar.value)
    default: scalar.properties.isBidiControl || scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  @Test func `whatever scalars it contains`() {
    let values =
      isExhaustive
      ? [0..<UInt32(0x11_0000)]
      : [0..<UInt32(0x2_0000), 0xE_0000..<0xE_0200, 0x10_FF00..<0x11_0000]
    for value in values.joined() {
      guard let scalar = Unicode.Scalar(value) else { continue }
      var text = "a"
      text.unicodeScalars.append(scalar)
      text += "b"
      var buffer = CellBuffer(TerminalSize(columns: 5, lines: 1))
      let used = buffer.write(text, line: 0, column: 0)
      for cell in buffer.line(0).prefix(used) where !cell.isContinuation {
        let bad = cell.text.unicodeScalars.contains(where: acts)
        if bad { Issue.record("U+\(String(value, radix: 16)) reaches the terminal") }
      }
      if used != 2, used != 3, used != 4 { Issue.record("U+\(String(value, radix: 16)): \(used)") }
    }
  }
}
