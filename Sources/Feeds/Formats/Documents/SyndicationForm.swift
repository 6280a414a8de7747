/// Documents of RSS or Atom, whose items are the list.
struct SyndicationForm: Sendable {
  private var text: [UInt8] = []
  private var given = 0
  private var isTooLong = false
  /// The line of the feed where the document begins.
  private var start = 1

  /// Whether a text begins like a feed; nil if more bytes are needed.
  static func begins(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
    var scanner = XMLScanner(bytes)
    do {
      guard case .start(let name, _) = try scanner.next() else { return false }
      return SyndicationReader.isRoot(name)
    } catch {
      return error.isCutOff ? nil : false
    }
  }

  mutating func take(_ line: UnsafeBufferPointer<UInt8>, _ number: Int, limit: Int) {
    guard !isTooLong else { return }
    if text.isEmpty { start = number }
    guard text.count + line.count < limit else {
      isTooLong = true
      text = []
      return
    }
    text.append(contentsOf: line)
    text.append(UInt8(ascii: "\n"))
  }

  /// Handles a pause of the feed: emits complete documents.
  mutating func rest(into values: inout TextValues) {
    guard given < text.count, let rows = try? Self.rows(text) else { return }
    given = text.count
    values.appendList(rows)
  }

  /// Handles the end of the input.
  mutating func finish(limit: Int, into values: inout TextValues) {
    defer { (text, given, isTooLong) = ([], 0, false) }
    if isTooLong { return values.refuse(FeedText.Malformed.longDocument(limit), line: start) }
    guard given < text.count else { return }
    do {
      values.appendList(try Self.rows(text))
    } catch {
      let line = text.prefix(error.offset).count { $0 == UInt8(ascii: "\n") }
      values.refuse(FeedText.Malformed.document("XML", error.reason), line: start + line)
    }
  }

  /// The rows of all documents in a text, as JSON separated by commas.
  private static func rows(_ text: [UInt8]) throws(XMLScanner.Failure) -> [UInt8] {
    let text = try utf8(text)
    return try text.withUnsafeBufferPointer { bytes throws(XMLScanner.Failure) in
      var rows: [UInt8] = []
      var position = 0
      while bytes[position...].contains(where: { !$0.isJSONSpace }) {
        try SyndicationReader.read(bytes, from: &position, into: &rows)
      }
      return rows
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

extension TextValues {
  /// Appends rows that are separated by commas as one list.
  fileprivate mutating func appendList(_ rows: [UInt8]) {
    appendValue(from: .json, isDocument: true) { text in
      text.append(UInt8(ascii: "["))
      text += rows
      text.append(UInt8(ascii: "]"))
    }
  }
}
