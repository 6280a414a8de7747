/// The width of every Unicode scalar by wcwidth(3) of glibc 2.36.
///
/// Two stages: a block number for every 256 scalars, then 256 widths; equal blocks are stored once.
struct WidthTable: Sendable {
  private var blocks: [UInt8] = []
  private var widths: [Int8] = []

  static let glibc = WidthTable(runs: runs)

  init(runs: [UInt32]) {
    var known: [ArraySlice<Int8>: UInt8] = [:]
    var run = 0
    blocks.reserveCapacity(0x1100)
    for block in 0..<UInt32(0x1100) {
      let first = block << 8
      var content: ArraySlice<Int8> = []
      content.reserveCapacity(256)
      while content.count < 256 {
        let scalar = first + UInt32(content.count)
        while run + 1 < runs.count, runs[run + 1] >> 2 <= scalar { run += 1 }
        let end = run + 1 < runs.count ? min(runs[run + 1] >> 2, first + 256) : first + 256
        let code = Int8(truncatingIfNeeded: runs[run] & 3)
        content.append(contentsOf: repeatElement(code == 3 ? -1 : code, count: Int(end - scalar)))
      }
      if let number = known[content] {
        blocks.append(number)
      } else {
        let number = UInt8(known.count)
        known[content] = number
        widths.append(contentsOf: content)
        blocks.append(number)
      }
    }
  }

  /// The width of `scalar` in columns, or −1 if the C library does not know it.
  @inline(__always)
  subscript(scalar: Unicode.Scalar) -> Int {
    let value = Int(scalar.value)
    return Int(widths[Int(blocks[value >> 8]) << 8 | value & 0xFF])
  }
}

/// The width of text on the screen, in columns: the single authority for layout and drawing.
///
/// It is the width of the text as ``CellBuffer`` draws it, after everything hostile in it was
/// removed or replaced. It agrees with glibc's wcwidth(3), and so with ncurses and tmux.
public enum DisplayWidth {
  /// The width of `text` when it is drawn, in columns.
  ///
  /// - Complexity: O(*n*) in the length of the text or in `limit`, whichever is less: nothing
  ///   beyond `limit` columns is read, and a result above `limit` only means that the text does not
  ///   fit.
  public static func width(of text: String, limit: Int = .max) -> Int {
    width(of: text[...], limit: limit)
  }

  /// The width of `text` when it is drawn, in columns; see ``width(of:limit:)-(String,_)``.
  public static func width(of text: Substring, limit: Int = .max) -> Int {
    // Most text is letters and digits, each of which is a glyph of one column.
    if text.utf8.count <= limit, text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) {
      return text.utf8.count
    }
    var layout = GlyphLayout(text, columns: limit)
    var total = 0
    while total <= limit, let columns = layout.next() { total += columns }
    return total
  }

  /// The text as it is drawn in at most `columns` columns: cut after a whole grapheme cluster and
  /// ended with `…` if it does not fit.
  ///
  /// ```swift
  /// DisplayWidth.cut("漢字かな", to: 5)  // "漢字…"
  /// ```
  /// - Complexity: O(`columns`).
  public static func cut(_ text: some StringProtocol, to columns: Int) -> String {
    guard columns > 0 else { return "" }
    let text = Substring(text)
    var buffer = CellBuffer(TerminalSize(columns: min(columns, 16 + text.utf8.count), lines: 1))
    let used = buffer.write(text, line: 0, column: 0, maximumWidth: columns)
    var cut = ""
    for column in 0..<used { cut += buffer[line: 0, column: column].text }
    return cut
  }
}
