internal import TerminalCore

/// Breaks text into screen lines.
package enum TextWrapping {
  /// Wraps a text at its line breaks, after spaces if a line is too long, and within words that are too long.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - width: The width in screen columns; values below 1 count as 1.
  ///   - limit: The maximum number of lines.
  /// - Returns: The lines without line breaks; at least one.
  /// - Complexity: O(*n*) in the length of the text, or of `limit` lines.
  package static func lines(of text: String, width: Int, limit: Int = .max) -> [String] {
    let width = max(1, width)
    var lines: [String] = []
    var rest = text[...]
    while lines.count < limit {
      let end = newline(in: rest) ?? rest.endIndex
      var paragraph = rest[..<end]
      repeat {
        let line = start(of: paragraph, width: width)
        paragraph = paragraph[line.endIndex...]
        lines.append(String(line))
      } while !paragraph.isEmpty && lines.count < limit
      guard end < rest.endIndex else { break }
      rest = rest[rest.index(after: end)...]
    }
    return lines
  }

  /// The position of the first line break; nil if there is none.
  private static func newline(in text: Substring) -> String.Index? {
    let special = text.utf8.firstIndex { 0x0A...0x0D ~= $0 || $0 >= 0x80 }
    guard let special, text.utf8[special] >= 0x80 else { return special }
    return text[special...].firstIndex { $0.isNewline }
  }

  /// The longest start of a paragraph that fits a line; at least one character.
  private static func start(of paragraph: Substring, width: Int) -> Substring {
    var used = 0
    var index = paragraph.startIndex
    var breakIndex: String.Index?
    while index < paragraph.endIndex {
      let next: String.Index
      // Most characters are one byte and one column; a character beyond ASCII may combine with the one before it.
      let after = paragraph.utf8.index(after: index)
      let isASCII = after == paragraph.endIndex || paragraph.utf8[after] < 0x80
      if isASCII, 0x20..<0x7F ~= paragraph.utf8[index] {
        next = after
        used += 1
      } else {
        next = paragraph.index(after: index)
        used += DisplayWidth.width(of: paragraph[index..<next], limit: width)
      }
      if used > width {
        let end = breakIndex ?? (index > paragraph.startIndex ? index : next)
        return paragraph[..<end]
      }
      if paragraph[index] == " " { breakIndex = next }
      index = next
    }
    return paragraph
  }
}
