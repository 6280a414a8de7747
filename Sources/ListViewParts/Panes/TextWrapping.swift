internal import TerminalCore

/// Breaks text into lines of the screen.
package enum TextWrapping {
  /// The lines of a text: broken where it breaks itself, behind a space where a line is too long,
  /// and anywhere where a word is.
  ///
  /// - Parameters:
  ///   - text: Anything.
  ///   - width: The columns of a line; one at least.
  ///   - limit: The maximum number of lines to make.
  /// - Returns: The lines without their breaks, one at least.
  /// - Complexity: O(*n*) in the length of the text, or of `limit` lines.
  package static func lines(of text: String, width: Int, limit: Int = .max) -> [String] {
    let width = max(1, width)
    var lines: [String] = []
    var rest = text[...]
    while lines.count < limit {
      let end = rest.firstIndex { $0.isNewline } ?? rest.endIndex
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

  /// As much of a paragraph as a line holds, one character at least.
  private static func start(of paragraph: Substring, width: Int) -> Substring {
    var used = 0
    var index = paragraph.startIndex
    var breakIndex: String.Index?
    while index < paragraph.endIndex {
      let next = paragraph.index(after: index)
      used += DisplayWidth.width(of: paragraph[index..<next], limit: width)
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
