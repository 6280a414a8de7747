import FeedValues

/// Splits XML into tags and text.
///
/// It reads what well-formed documents contain and no more: it ignores document types, fetches nothing,
/// and every entity is a single character, so that parsing never expands text. Mismatched tags and
/// truncated documents are errors.
struct XMLScanner {
  /// The token at a position.
  enum Token: Hashable {
    case start(name: String, attributes: [String: [UInt8]])
    case end(name: String)
    case text([UInt8])
    /// The end of the outermost element.
    case finished
  }

  /// Why a text is not XML, or is refused.
  struct Failure: Error, Hashable {
    let reason: String
    let offset: Int
    /// Whether more bytes could make it valid.
    var isCutOff = false
  }

  /// The maximum depth of elements.
  static let maximumDepth = 512
  private static let longestName = 256
  private static let maximumAttributes = 128

  let bytes: UnsafeBufferPointer<UInt8>
  private(set) var position: Int
  private var open: [String] = []
  /// The name of an element that was closed by its own tag, as in `<br/>`.
  private var pendingEnd: String?
  private var isStarted = false

  init(_ bytes: UnsafeBufferPointer<UInt8>, from position: Int = 0) {
    (self.bytes, self.position) = (bytes, position)
  }

  /// The next token.
  ///
  /// - Throws: `Failure` if there is none.
  /// - Complexity: O(*n*) in its length.
  mutating func next() throws(Failure) -> Token {
    if let name = pendingEnd {
      pendingEnd = nil
      return close(name)
    }
    while true {
      if isStarted, open.isEmpty { return .finished }
      guard position < bytes.count else { throw cutOff }
      guard bytes[position] == UInt8(ascii: "<") else {
        let start = position
        position += length(of: bytes, from: position, to: UInt8(ascii: "<"))
        if open.isEmpty {
          guard bytes[start..<position].allSatisfy(\.isJSONSpace) else {
            throw Failure(reason: FeedText.Malformed.textBeforeTag, offset: start)
          }
          continue
        }
        return .text(Self.decoded(bytes[start..<position]))
      }
      if skips("<!--") {
        try skip(past: "-->")
      } else if skips("<![CDATA[") {
        let start = position
        try skip(past: "]]>")
        guard !open.isEmpty else {
          throw Failure(reason: FeedText.Malformed.textBeforeTag, offset: start)
        }
        return .text(Array(bytes[start..<position - 3]))
      } else if skips("<?") {
        try skip(past: "?>")
      } else if skips("<!") {
        try skipDocumentType()
      } else {
        return try tag()
      }
    }
  }

  // MARK: Tags

  private mutating func tag() throws(Failure) -> Token {
    let start = position
    position += 1
    if position < bytes.count, bytes[position] == UInt8(ascii: "/") {
      position += 1
      let name = try name()
      skipSpaces()
      try expect(UInt8(ascii: ">"))
      guard open.last == name else {
        throw Failure(reason: FeedText.Malformed.endTag(name, expected: open.last), offset: start)
      }
      return close(name)
    }
    let name = try name()
    guard open.count < Self.maximumDepth else {
      throw Failure(reason: FeedText.Malformed.depth(Self.maximumDepth), offset: start)
    }
    var attributes: [String: [UInt8]] = [:]
    while true {
      skipSpaces()
      guard position < bytes.count else { throw cutOff }
      if bytes[position] == UInt8(ascii: ">") {
        position += 1
        break
      }
      if bytes[position] == UInt8(ascii: "/") {
        position += 1
        try expect(UInt8(ascii: ">"))
        pendingEnd = name
        break
      }
      let attribute = try self.name()
      skipSpaces()
      try expect(UInt8(ascii: "="))
      skipSpaces()
      guard position < bytes.count else { throw cutOff }
      let quote = bytes[position]
      guard "\"'".utf8.contains(quote) else {
        throw Failure(reason: FeedText.Malformed.attributeQuotes, offset: position)
      }
      let from = position + 1
      position = from + length(of: bytes, from: from, to: quote)
      guard position < bytes.count else { throw cutOff }
      guard attributes.count < Self.maximumAttributes else {
        throw Failure(
          reason: FeedText.Malformed.manyAttributes(Self.maximumAttributes),
          offset: from
        )
      }
      attributes[attribute] = Self.decoded(bytes[from..<position])
      position += 1
    }
    isStarted = true
    open.append(name)
    return .start(name: name, attributes: attributes)
  }

  private mutating func close(_ name: String) -> Token {
    open.removeLast()
    return .end(name: name)
  }

  private mutating func name() throws(Failure) -> String {
    let start = position
    while position < bytes.count, !Self.endsName(bytes[position]) { position += 1 }
    guard position < bytes.count else { throw cutOff }
    guard position > start, position - start <= Self.longestName else {
      throw Failure(reason: FeedText.Malformed.tagName, offset: start)
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    byte <= 0x20 || "<>/=\"'&".utf8.contains(byte)
  }

  private mutating func skipDocumentType() throws(Failure) {
    let start = position
    var quote: UInt8?
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if let open = quote {
        if byte == open { quote = nil }
      } else if "\"'".utf8.contains(byte) {
        quote = byte
      } else if byte == UInt8(ascii: "[") {
        throw Failure(reason: FeedText.Malformed.entities, offset: start)
      } else if byte == UInt8(ascii: ">") {
        return
      }
    }
    throw cutOff
  }

  // MARK: Bytes

  private var cutOff: Failure {
    Failure(reason: FeedText.Malformed.documentCutOff, offset: bytes.count, isCutOff: true)
  }

  private mutating func skipSpaces() {
    while position < bytes.count, bytes[position].isJSONSpace { position += 1 }
  }

  private mutating func expect(_ byte: UInt8) throws(Failure) {
    guard position < bytes.count else { throw cutOff }
    guard bytes[position] == byte else {
      throw Failure(
        reason: FeedText.Malformed.expected(Character(UnicodeScalar(byte))),
        offset: position
      )
    }
    position += 1
  }

  private mutating func skips(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard position + count <= bytes.count else { return false }
    for offset in 0..<count where bytes[position + offset] != text.utf8Start[offset] {
      return false
    }
    position += count
    return true
  }

  private mutating func skip(past text: StaticString) throws(Failure) {
    while position < bytes.count {
      if skips(text) { return }
      position += 1
    }
    throw cutOff
  }

  /// Text with character references resolved; any other reference stays unchanged.
  static func decoded(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
    guard text.contains(UInt8(ascii: "&")) else { return Array(text) }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var position = text.startIndex
    while position < text.endIndex {
      if text[position] == UInt8(ascii: "&"),
        let end = text[position...].prefix(12).firstIndex(of: UInt8(ascii: ";")),
        let scalar = scalar(String(decoding: text[position + 1..<end], as: UTF8.self))
      {
        result += Array(String(Character(scalar)).utf8)
        position = end + 1
      } else {
        result.append(text[position])
        position += 1
      }
    }
    return result
  }

  /// The character of a named reference; nil if it is in neither XML nor HTML's common names.
  private static func scalar(_ name: String) -> Unicode.Scalar? {
    guard name.hasPrefix("#") else { return characters[name] }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    return UInt32(isHexadecimal ? digits.dropFirst() : digits, radix: isHexadecimal ? 16 : 10)
      .flatMap(Unicode.Scalar.init)
  }

  /// XML's names, and HTML's that feeds use without declaring them.
  private static let characters: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "copy": "©",
    "reg": "®", "trade": "™", "hellip": "…", "mdash": "—", "ndash": "–", "lsquo": "‘", "rsquo": "’",
    "ldquo": "“", "rdquo": "”", "laquo": "«", "raquo": "»", "bull": "•", "middot": "·", "euro": "€",
    "deg": "°", "times": "×", "eacute": "é", "egrave": "è", "auml": "ä", "ouml": "ö", "uuml": "ü",
    "szlig": "ß", "agrave": "à", "ccedil": "ç", "ntilde": "ñ", "shy": "\u{AD}",
  ]
}
