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
