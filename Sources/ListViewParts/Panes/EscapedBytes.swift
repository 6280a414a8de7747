/// Bytes as text in which everything can be seen: what is no character, or would not show as one, is
/// written as an escape.
package enum EscapedBytes {
  /// The text of some bytes: UTF-8 unchanged; controls, and scalars that change how others look, as
  /// `\n`, `\x1b` or `\u{202e}`; invalid bytes as `\xff`.
  ///
  /// - Complexity: O(*n*).
  package static func text(of bytes: [UInt8]) -> String {
    var text = ""
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var position = 0
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let scalar):
        let decoded = Unicode.UTF8.decode(scalar)
        position += scalar.count
        text += escaped(decoded)
      case .error(let length):
        for byte in bytes[position..<position + length] { text += hexadecimal(byte) }
        position += length
      case .emptyInput: return text
      }
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    case "\\": return "\\"
    default: break
    }
    if scalar.value < 0x20 || 0x7F..<0xA0 ~= scalar.value {
      return hexadecimal(UInt8(truncatingIfNeeded: scalar.value))
    }
    if scalar.properties.isDefaultIgnorableCodePoint
      || scalar.properties.generalCategory == .format
      || scalar.properties.generalCategory == .lineSeparator
      || scalar.properties.generalCategory == .paragraphSeparator
    {
      return "\\u{\(String(scalar.value, radix: 16))}"
    }
    return String(Character(scalar))
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return "\\x" + (digits.count == 1 ? "0" : "") + digits
  }
}
