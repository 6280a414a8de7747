/// The clipboard of the user's terminal, which OSC 52 reaches wherever the program runs.
///
/// Source: XTerm Control Sequences, "Manipulate Selection Data"; RFC 4648, section 4.
public enum Clipboard {
  /// The maximum size of a copy, in bytes: terminals truncate or ignore longer sequences.
  ///
  /// Encoded, it stays below 100,000 bytes, the limit of several terminals.
  public static let maximumCount = 74_991

  /// The control sequence that copies bytes to the clipboard.
  ///
  /// The payload consists of letters, digits, `+`, `/` and `=`, whatever the bytes are.
  ///
  /// - Parameter bytes: At most ``maximumCount`` bytes.
  /// - Returns: An OSC 52, terminated by ST.
  /// - Complexity: O(*n*).
  public static func copying(_ bytes: [UInt8]) -> [UInt8] {
    precondition(bytes.count <= maximumCount, "terminals accept at most \(maximumCount) bytes")
    return Array("\u{1B}]52;c;".utf8) + base64(bytes) + Array("\u{1B}\\".utf8)
  }

  /// Bytes in base64, padded.
  static func base64(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var word = UInt32(bytes[start]) << 16
      if count > 1 { word |= UInt32(bytes[start + 1]) << 8 }
      if count > 2 { word |= UInt32(bytes[start + 2]) }
      for digit in 0..<4 {
        text.append(
          digit <= count ? alphabet[Int(word >> (18 - 6 * UInt32(digit)) & 63)] : UInt8(ascii: "=")
        )
      }
    }
    return text
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )
}
