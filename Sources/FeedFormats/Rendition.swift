package import FeedValues

/// The control sequences that programs write into their lines for a terminal (ECMA-48).
package enum Rendition {
  private static let escape: UInt8 = 0x1B

  /// The text without control sequences and strings: what they do to a screen means nothing in a list.
  package static func removed(from text: [UInt8]) -> [UInt8] { cut(text).text }

  /// The maximum number of styled parts of a line; the rest of it is plain.
  private static let maximumSpans = 256

  /// The text without these control sequences, and the styles of its parts.
  ///
  /// - Complexity: O(*n*) in its length.
  package static func cut(_ text: [UInt8]) -> (text: [UInt8], spans: [TextSpan]) {
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
        if text[end - 1] == UInt8(ascii: "m"), text[position + 1] == UInt8(ascii: "["),
          text[(position + 2)..<(end - 1)].allSatisfy({ $0 < UInt8(ascii: "<") })
        {
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

  /// The end of the control sequence or string at an offset (ECMA-48); nil if it is none.
  private static func end(of text: [UInt8], from start: Int) -> Int? {
    guard start + 1 < text.count else { return nil }
    let body = start + 2
    func skip(_ range: ClosedRange<UInt8>, from start: Int) -> Int {
      text[start...].firstIndex { !range.contains($0) } ?? text.count
    }
    func final(_ range: ClosedRange<UInt8>, at position: Int) -> Int? {
      position < text.count && range.contains(text[position]) ? position + 1 : nil
    }
    switch text[start + 1] {
    case UInt8(ascii: "["):
      return final(0x40...0x7E, at: skip(0x20...0x2F, from: skip(0x30...0x3F, from: body)))
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      // A string, such as a title of the window, ends with BEL or ST.
      guard let end = text[body...].firstIndex(where: { $0 < 0x20 }) else { return nil }
      if text[end] == 0x07 { return end + 1 }
      return text[end...].starts(with: [escape, UInt8(ascii: "\\")]) ? end + 2 : nil
    default:
      return final(0x30...0x7E, at: skip(0x20...0x2F, from: start + 1))
    }
  }
}

/// Replaces control sequences (ECMA-48) by spaces, because they mean nothing between the parts of JSON: `jq -C`
/// colours them, and `docker stats --format json` goes to the top of the screen before each round.
///
/// Nothing moves, so that offsets stay those of what arrived.
package struct ControlBlanks: Sendable {
  private enum State { case outside, escape, sequence, string }

  private var state = State.outside

  /// Creates the state outside a control sequence.
  package init() {}

  /// Replaces the control sequences in the next bytes.
  package mutating func replace(in bytes: inout [UInt8]) {
    guard state != .outside || bytes.contains(0x1B) else { return }
    for offset in bytes.indices where takes(bytes[offset]) { bytes[offset] = UInt8(ascii: " ") }
  }

  /// Whether a byte is part of a control sequence.
  private mutating func takes(_ byte: UInt8) -> Bool {
    if byte == 0x1B {
      state = .escape
      return true
    }
    switch state {
    case .outside: return false
    case .escape:
      switch byte {
      case UInt8(ascii: "["): state = .sequence
      case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
        UInt8(ascii: "_"):
        state = .string
      case 0x20...0x2F: break
      default: state = .outside
      }
    case .sequence: if !(0x20...0x3F).contains(byte) { state = .outside }
    case .string: if byte < 0x20 { state = .outside }
    }
    // Lines are counted.
    return byte != UInt8(ascii: "\n")
  }
}
