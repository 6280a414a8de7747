/// Decodes the inside of a string's quotation marks.
func decodeJSONString(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> String {
  let inside = UnsafeBufferPointer(rebasing: text)
  guard inside.contains(UInt8(ascii: "\\")) else { return String(decoding: inside, as: UTF8.self) }
  // Escapes are decoded to UTF-8 first, so that invalid bytes are repaired in one place.
  return String(decoding: unescaped(inside, repairingSurrogates: true), as: UTF8.self)
}

/// The inside of a string's quotation marks with its escapes decoded to UTF-8.
///
/// - Parameters:
///   - inside: The bytes; those that are not UTF-8 stay unchanged.
///   - repairsSurrogates: Whether an escape of a lone surrogate becomes U+FFFD; otherwise it is encoded
///     like a character (WTF-8), so that different surrogates stay different.
/// - Returns: The bytes of the text.
func unescaped(
  _ inside: UnsafeBufferPointer<UInt8>,
  repairingSurrogates repairsSurrogates: Bool
) -> [UInt8] {
  var decoded: [UInt8] = []
  decoded.reserveCapacity(inside.count)
  var position = 0
  while position < inside.count {
    let byte = inside[position]
    guard byte == UInt8(ascii: "\\") else {
      decoded.append(byte)
      position += 1
      continue
    }
    switch inside[position + 1] {
    case UInt8(ascii: "b"): decoded.append(0x08)
    case UInt8(ascii: "f"): decoded.append(0x0C)
    case UInt8(ascii: "n"): decoded.append(0x0A)
    case UInt8(ascii: "r"): decoded.append(0x0D)
    case UInt8(ascii: "t"): decoded.append(0x09)
    case UInt8(ascii: "u"):
      let (code, length) = unicodeEscape(inside, at: position)
      if let scalar = Unicode.Scalar(code) ?? (repairsSurrogates ? "\u{FFFD}" : nil) {
        decoded.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
      } else {
        decoded += [
          0xE0 | UInt8(code >> 12), 0x80 | UInt8(code >> 6 & 63), 0x80 | UInt8(code & 63),
        ]
      }
      position += length
      continue
    case let other: decoded.append(other)
    }
    position += 2
  }
  return decoded
}

/// The code point of a `\uXXXX`, or of two that form a surrogate pair, and the number of its bytes.
private func unicodeEscape(
  _ bytes: UnsafeBufferPointer<UInt8>,
  at position: Int
) -> (UInt32, length: Int) {
  func unit(at position: Int) -> UInt32? {
    guard position + 6 <= bytes.count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    else { return nil }
    return bytes[position + 2..<position + 6].reduce(0) { $0 << 4 | ($1.hexadecimalDigit ?? 0) }
  }
  guard let first = unit(at: position) else { return (0xFFFD, 6) }
  if first & 0xFC00 == 0xD800, let second = unit(at: position + 6), second & 0xFC00 == 0xDC00 {
    return (0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF), 12)
  }
  return (first, 6)
}
