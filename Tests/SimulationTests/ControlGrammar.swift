/// Reads what goes to the terminal, and knows what may be in it: UTF-8 text, and those sequences that
/// move the cursor, erase, scroll, and choose how text looks.
///
/// Nothing here is taken from the program or from terminfo.
///
/// Source: ECMA-48, sections 5.4 and 8.3; XTerm Control Sequences.
enum ControlGrammar {
  /// The final bytes of control sequences that draw: cursor movement, erasing, inserting and deleting,
  /// scrolling, repetition, rendition and the scrolling region.
  private static let drawing = Set("@ABCDEFGHIJKLMPSTXZ`abdefmr".utf8)
  /// Private modes that a frame may set: wrapping at the margin, blinking and visible cursor, alternate screen, synchronized
  /// output.
  private static let modes: Set<String> = ["7", "12", "25", "1049", "2026", "12;25"]

  /// The problem in some output; nil if there is none.
  static func problem(in bytes: [UInt8]) -> String? {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case 0x20..<0x7F, 0x08, 0x09, 0x0A, 0x0D: index += 1
      case 0x1B:
        guard let end = endOfSequence(bytes, after: index) else {
          return "\(hexadecimal(bytes[index...].prefix(12))) at \(index) does not draw"
        }
        index = end
      case 0xC2...0xF4:
        guard let end = endOfCharacter(bytes, from: index) else {
          return "\(hexadecimal(bytes[index...].prefix(4))) at \(index) is no character"
        }
        index = end
      default: return "control byte \(hexadecimal([byte])) at \(index)"
      }
    }
    return nil
  }

  private static func endOfSequence(_ bytes: [UInt8], after start: Int) -> Int? {
    guard start + 1 < bytes.count else { return nil }
    switch bytes[start + 1] {
    case UInt8(ascii: "["): break
    // A character set, and reverse index.
    case UInt8(ascii: "("): return start + 2 < bytes.count ? start + 3 : nil
    case UInt8(ascii: "M"), UInt8(ascii: "7"), UInt8(ascii: "8"): return start + 2
    default: return nil
    }
    var end = start + 2
    while end < bytes.count, (0x30...0x3F).contains(bytes[end]) { end += 1 }
    guard end < bytes.count else { return nil }
    let parameters = bytes[start + 2..<end]
    if parameters.first == UInt8(ascii: "?") {
      let isMode = bytes[end] == UInt8(ascii: "h") || bytes[end] == UInt8(ascii: "l")
      let mode = String(decoding: parameters.dropFirst(), as: UTF8.self)
      return isMode && modes.contains(mode) ? end + 1 : nil
    }
    return drawing.contains(bytes[end]) ? end + 1 : nil
  }

  /// The end of a character of several bytes that is neither a control (C1) nor an override of direction.
  private static func endOfCharacter(_ bytes: [UInt8], from start: Int) -> Int? {
    let count = bytes[start] < 0xE0 ? 2 : bytes[start] < 0xF0 ? 3 : 4
    guard start + count <= bytes.count,
      let text = String(validating: bytes[start..<start + count], as: UTF8.self),
      let scalar = text.unicodeScalars.first
    else { return nil }
    let value = scalar.value
    if (0x80...0x9F).contains(value) || (0x202A...0x202E).contains(value)
      || (0x2066...0x2069).contains(value)
    {
      return nil
    }
    return start + count
  }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
  }
}
