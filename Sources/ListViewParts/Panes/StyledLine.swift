package import TerminalCore

/// A piece of text in a single style.
package struct Segment: Hashable, Sendable {
  package var text: String
  package var role: Theme.Role
  package var isBold = false
  /// The background; nil for that of the line.
  package var surface: Theme.Surface?
  /// Whether the piece is a search match.
  package var isFound = false

  /// Creates a segment.
  package init(
    text: String,
    role: Theme.Role,
    isBold: Bool = false,
    surface: Theme.Surface? = nil,
    isFound: Bool = false
  ) {
    (self.text, self.role, self.isBold) = (text, role, isBold)
    (self.surface, self.isFound) = (surface, isFound)
  }
}

/// A line of a pane: segments from the left, and optionally some at the right edge.
package struct StyledLine: Hashable, Sendable {
  /// The segments from the left, cut off if they do not fit.
  package var segments: [Segment]
  /// The segments at the right edge; omitted if they would take more than half of the line.
  var trailing: [Segment] = []
  /// The background; nil for that of the pane.
  package var surface: Theme.Surface?

  /// Creates a line from segments.
  package init(
    _ segments: [Segment] = [],
    trailing: [Segment] = [],
    on surface: Theme.Surface? = nil
  ) {
    self.segments = segments
    self.trailing = trailing
    self.surface = surface
  }

  /// Creates a line from a single segment.
  package init(_ text: String, _ role: Theme.Role, isBold: Bool = false) {
    self.init([Segment(text: text, role: role, isBold: isBold)])
  }
}

extension CellBuffer {
  /// Fills some columns of a line with a styled line.
  ///
  /// - Complexity: O(*n*) in the number of columns.
  mutating func write(
    _ content: StyledLine,
    line: Int,
    columns: Range<Int>,
    on surface: Theme.Surface,
    _ theme: Theme
  ) {
    let surface = content.surface ?? surface
    fill(line: line, columns: columns, style: theme.style(.text, on: surface))
    var end = columns.upperBound
    let trailing = content.trailing.reduce(0) {
      $0 + DisplayWidth.width(of: $1.text, limit: columns.count)
    }
    if trailing > 0, trailing + 2 <= columns.count / 2 {
      end -= trailing
      write(content.trailing, line: line, columns: end..<columns.upperBound, on: surface, theme)
      end -= 2
    }
    write(content.segments, line: line, columns: columns.lowerBound..<end, on: surface, theme)
  }

  private mutating func write(
    _ segments: [Segment],
    line: Int,
    columns: Range<Int>,
    on surface: Theme.Surface,
    _ theme: Theme
  ) {
    var column = columns.lowerBound
    for segment in segments where !segment.text.isEmpty {
      var style = theme.style(
        segment.role,
        on: segment.surface ?? surface,
        bold: segment.isBold
      )
      if segment.isFound { style = theme.found(style) }
      guard column < columns.upperBound else {
        // Text that ends exactly at the edge would look complete, so `…` replaces its last column.
        if column > columns.lowerBound { write("…", line: line, column: column - 1, style: style) }
        return
      }
      column += write(
        segment.text,
        line: line,
        column: column,
        maximumWidth: columns.upperBound - column,
        style: style
      )
    }
  }
}

/// Renders arbitrary bytes as visible text, with escapes for whatever is not a character or would be invisible.
package enum EscapedBytes {
  /// The text of some bytes: UTF-8 unchanged; control characters and scalars that affect the display of
  /// others as `\n`, `\x1b` or `\u{202e}`; invalid bytes as `\xff`.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package static func text(of bytes: [UInt8]) -> String {
    var text = ""
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var position = 0
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        position += encoded.count
        append(Unicode.UTF8.decode(encoded), to: &text)
      case .error(let length):
        for byte in bytes[position..<position + length] { text += hexadecimal(byte) }
        position += length
      case .emptyInput: return text
      }
    }
  }

  private static func append(_ scalar: Unicode.Scalar, to text: inout String) {
    switch scalar {
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    case "\\": text += "\\\\"
    case "\u{20}"..."\u{7E}": text.unicodeScalars.append(scalar)
    case "\u{0}"..."\u{9F}": text += hexadecimal(UInt8(truncatingIfNeeded: scalar.value))
    case _ where isSeen(scalar): text.unicodeScalars.append(scalar)
    default: text += "\\u{\(String(scalar.value, radix: 16))}"
    }
  }

  /// Whether a scalar is visible and does not affect the display of others.
  private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
    guard !scalar.properties.isDefaultIgnorableCodePoint else { return false }
    switch scalar.properties.generalCategory {
    case .format, .lineSeparator, .paragraphSeparator: return false
    default: return true
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return "\\x" + (digits.count == 1 ? "0" : "") + digits
  }
}

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
