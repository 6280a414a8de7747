/// The colours and links that programs write into their lines (ECMA-48 SGR, OSC 8).
enum Rendition {
  private static let escape: UInt8 = 0x1B

  /// The text without control sequences that set colours, erase to the end of a line, or make links;
  /// others are kept.
  static func removed(from text: [UInt8]) -> [UInt8] { cut(text).text }

  /// The maximum number of styled parts of a line; the rest of it is plain.
  private static let maximumSpans = 256

  /// The text without these control sequences, and the styles of its parts.
  ///
  /// - Complexity: O(*n*) in its length.
  static func cut(_ text: [UInt8]) -> (text: [UInt8], spans: [TextSpan]) {
    guard text.contains(escape) else { return (text, []) }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var spans: [TextSpan] = []
    var pen = TextPen()
    var start = 0
    var position = 0
    func endSpan() {
      if pen != TextPen(), start < result.count, spans.count < maximumSpans {
        spans.append(TextSpan(bytes: start..<result.count, pen: pen))
      }
      start = result.count
    }
    while position < text.count {
      if text[position] == escape, let end = end(of: text, from: position) {
        if text[end - 1] == UInt8(ascii: "m"), text[position + 1] == UInt8(ascii: "[") {
          var next = pen
          next.apply(text[(position + 2)..<(end - 1)])
          if next != pen {
            endSpan()
            pen = next
          }
        }
        position = end
      } else {
        result.append(text[position])
        position += 1
      }
    }
    endSpan()
    return (result, spans)
  }

  /// The end of the control sequence at an offset; nil if it is not one of these.
  private static func end(of text: [UInt8], from start: Int) -> Int? {
    guard start + 1 < text.count else { return nil }
    var position = start + 2
    switch text[start + 1] {
    case UInt8(ascii: "["):
      while position < text.count, text[position] &- 0x20 < 0x20 { position += 1 }
      guard position < text.count, "mK".utf8.contains(text[position]) else { return nil }
      return position + 1
    case UInt8(ascii: "]"):
      guard text[position...].starts(with: "8;".utf8) else { return nil }
      while position < text.count {
        if text[position] == 0x07 { return position + 1 }
        if text[position] == escape, position + 1 < text.count,
          text[position + 1] == UInt8(ascii: "\\")
        {
          return position + 2
        }
        position += 1
      }
      return nil
    case UInt8(ascii: "("):
      // The character set selection that is part of some terminals' "reset" (tput sgr0).
      return position < text.count ? position + 1 : nil
    default: return nil
    }
  }
}
