import FeedValues

extension SyndicationReader {
  /// Whether a text begins like a feed; nil if more bytes are needed.
  static func begins(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
    var scanner = XMLScanner(bytes)
    do {
      guard case .start(let name, _) = try scanner.next() else { return false }
      return isRoot(name)
    } catch {
      return error.isCutOff ? nil : false
    }
  }

  /// The rows of all documents in a text, as one list of JSON.
  static func list(of text: [UInt8]) throws(XMLScanner.Failure) -> [UInt8] {
    let text = try utf8(text)
    return try text.withUnsafeBufferPointer { bytes throws(XMLScanner.Failure) in
      var rows: [UInt8] = []
      var position = 0
      while bytes[position...].contains(where: { !$0.isJSONSpace }) {
        try read(bytes, from: &position, into: &rows)
      }
      return [UInt8(ascii: "[")] + rows + [UInt8(ascii: "]")]
    }
  }

  /// A text as UTF-8, decoded as its declaration says.
  private static func utf8(_ text: [UInt8]) throws(XMLScanner.Failure) -> [UInt8] {
    let head = String(decoding: text.prefix(256), as: UTF8.self)
    guard head.hasPrefix("<?xml"), let end = head.firstRange(of: "?>"),
      let name = head[..<end.lowerBound].firstRange(of: "encoding")
    else { return text }
    let value = head[name.upperBound..<end.lowerBound].drop { " =\"'".contains($0) }
      .prefix { !"\"' ".contains($0) }.lowercased()
    switch value {
    case "utf-8", "utf8", "us-ascii", "ascii", "", "utf-16": return text
    case "iso-8859-1", "latin1", "iso-8859-15", "windows-1252", "cp1252":
      var result: [UInt8] = []
      result.reserveCapacity(text.count + text.count / 8)
      for byte in text {
        let scalar = 0x80...0x9F ~= byte ? windows1252[Int(byte) - 0x80] : UnicodeScalar(byte)
        result += Array(String(Character(scalar)).utf8)
      }
      return result
    default:
      throw XMLScanner.Failure(
        reason: FeedText.Malformed.encoding(value.prefix(32)),
        offset: 0
      )
    }
  }

  /// The characters 0x80 to 0x9F of Windows-1252; U+FFFD for unassigned ones.
  private static let windows1252: [Unicode.Scalar] = [
    "€", "\u{FFFD}", "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", "\u{FFFD}", "Ž",
    "\u{FFFD}", "\u{FFFD}", "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", "\u{FFFD}",
    "ž", "Ÿ",
  ]
}
