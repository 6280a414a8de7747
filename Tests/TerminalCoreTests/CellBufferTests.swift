import TerminalCore
import TerminalTestSupport
import TestSupport
import Testing

@Suite struct `A buffer of cells` {
  private func buffer(_ columns: Int, _ lines: Int = 1) -> CellBuffer {
    CellBuffer(TerminalSize(columns: columns, lines: lines))
  }

  @Test func `is read back as it was written`() {
    var buffer = buffer(12, 2)
    #expect(buffer.write("漢é", line: 1, column: 2) == 3)
    #expect(buffer.text(line: 1) == "  漢é")
    #expect(buffer.text(line: 0) == "")
    #expect(buffer.text(line: 0, trimmed: false) == String(repeating: " ", count: 12))
    #expect(buffer[line: 1, column: 2].width == 2)
    #expect(buffer[line: 1, column: 3].isContinuation)
  }

  @Test func `right-aligns numbers, and cuts text that is too wide at its end`() {
    var buffer = buffer(20)
    buffer.write("$42.00", line: 0, column: 2, maximumWidth: 10, alignment: .right)
    #expect(buffer.text(line: 0) == "      $42.00")
    buffer.write("$1,234,567.00", line: 0, column: 2, maximumWidth: 10, alignment: .right)
    #expect(buffer.text(line: 0) == "  $1,234,56…")
  }

  @Test func `ignores positions outside its bounds`() {
    var buffer = buffer(4, 2)
    let empty = buffer
    buffer.write("abc", line: -1, column: 0)
    buffer.write("abc", line: 2, column: 0)
    buffer.write("abc", line: 0, column: 4)
    buffer.write("abc", line: 0, column: -3)
    buffer.fill(line: 7, style: Style(attributes: .bold))
    buffer.fill(line: 0, columns: 9..<12, style: Style(attributes: .bold))
    #expect(buffer == empty)
    var none = CellBuffer(TerminalSize(columns: 0, lines: 0))
    none.write("abc", line: 0, column: 0)
    none.clear()
  }

  /// A window of a buffer; halves of wide characters at its edges are spaces.
  private func window(_ buffer: CellBuffer, from start: Int, columns: Int) -> [String] {
    (start..<start + columns).map { column in
      let cell = buffer[line: 0, column: column]
      if cell.isContinuation { return column == start ? " " : "" }
      return cell.width == 2 && column == start + columns - 1 ? " " : cell.text
    }
  }

  @Test func `shows the same part of sliding text as a wider buffer`() {
    var generator = SeededGenerator(seed: 3)
    for round in 0..<300 {
      let text = RandomText.text(&generator, pieces: 6)
      let limit = round % 3 == 0 ? 5 : nil
      for column in -12...12 {
        var small = buffer(9)
        var large = buffer(80)
        small.write(text, line: 0, column: column, maximumWidth: limit)
        large.write(text, line: 0, column: column + 20, maximumWidth: limit)
        let shown = (0..<9).map { small[line: 0, column: $0].text }
        #expect(
          shown == window(large, from: 20, columns: 9),
          "\(text.unicodeScalars.map(\.value)) at \(column)"
        )
      }
    }
  }

  @Test func `never contains half of a wide character`() {
    for seed in UInt64(1)...3 {
      var generator = SeededGenerator(seed: seed)
      var buffer = buffer(17, 3)
      for step in 0..<2000 {
        let (line, column) = (
          Int.random(in: -1...3, using: &generator), Int.random(in: -5...18, using: &generator)
        )
        if step % 5 == 0 {
          buffer.fill(line: line, columns: column..<column + 3, style: .plain)
        } else {
          buffer.write(
            RandomText.text(&generator, pieces: 3),
            line: line,
            column: column,
            maximumWidth: step % 2 == 0 ? 4 : nil
          )
        }
        for line in 0..<3 {
          let cells = Array(buffer.line(line))
          for (index, cell) in cells.enumerated() {
            let isFollowed = index + 1 < cells.count && cells[index + 1].isContinuation
            if (cell.width == 2) != isFollowed {
              Issue.record("seed \(seed), step \(step), line \(line), column \(index)")
              return
            }
          }
        }
      }
    }
  }

  @Test func `is equal to one with the same cells, and stores each style in eight bytes`() {
    var first = buffer(5)
    var second = buffer(5)
    first.write("ab", line: 0, column: 0, style: Style(attributes: .bold))
    second.write("ab", line: 0, column: 0)
    #expect(first != second)
    second.restyle(line: 0, columns: 0..<2) { style in
      var style = style
      style.attributes = .bold
      return style
    }
    #expect(first == second)
    #expect(MemoryLayout<Style>.size == 8)
    #expect(MemoryLayout<Cell>.stride == 24)
  }

  @Test func `distinguishes styles by all their properties`() {
    let colors: [TerminalColor] = [
      .default, .indexed(0), .indexed(255), .rgb(RGBColor(0)), .rgb(RGBColor(0xFF_FFFF)),
      .rgb(RGBColor(0x12_3456)),
    ]
    var styles: Set<Style> = []
    for foreground in colors {
      for background in colors {
        for raw in UInt8(0)..<32 {
          let attributes = Style.Attributes(rawValue: raw)
          let style = Style(foreground: foreground, background: background, attributes: attributes)
          #expect(style.foreground == foreground)
          #expect(style.background == background)
          #expect(style.attributes == attributes)
          styles.insert(style)
        }
      }
    }
    #expect(styles.count == 6 * 6 * 32)
  }

  @Test func `can be shown by a recording screen`() {
    let screen = RecordingScreen(TerminalSize(columns: 6, lines: 2))
    #expect(screen.lines == [])
    var buffer = CellBuffer(screen.size)
    buffer.write("one", line: 0, column: 0)
    screen.present(buffer)
    buffer.write("two", line: 1, column: 1)
    screen.present(buffer)
    #expect(screen.frames.count == 2)
    #expect(screen.lines == ["one", " two"])
  }
}
