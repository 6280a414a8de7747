import FeedValues
import Values

/// Reads RSS and Atom into rows: RSS 0.9 to 2.0, RSS 1.0 in RDF, Atom 0.3 and 1.0.
///
/// Source: RFC 4287; the RSS 2.0 specification of the RSS Advisory Board; RDF Site Summary 1.0.
struct SyndicationReader {
  /// The fields of the row that is being read.
  private var fields: [(name: String, value: [UInt8])] = []
  private var categories: [[UInt8]] = []
  private var id: [UInt8]?
  private var json: [UInt8] = []
  private var count = 0

  /// The fields that every row has, in this order; other fields follow.
  private static let order = ["title", "link", "published", "author", "updated", "summary"]
  private static let maximumFields = 48

  /// Reads one document.
  ///
  /// - Parameters:
  ///   - bytes: The text, in UTF-8.
  ///   - start: The offset of its first byte; afterwards, of the byte after it.
  ///   - rows: The output, as JSON separated by commas.
  /// - Throws: `XMLScanner.Failure` if the text is not XML, or not a feed.
  static func read(
    _ bytes: UnsafeBufferPointer<UInt8>,
    from start: inout Int,
    into rows: inout [UInt8]
  ) throws(XMLScanner.Failure) {
    var reader = SyndicationReader()
    reader.json = rows
    var scanner = XMLScanner(bytes, from: start)
    var depth = 0
    while true {
      switch try scanner.next() {
      case .finished:
        rows = reader.json
        start = scanner.position
        return
      case .start(let name, let attributes):
        if depth == 0, !isRoot(name) {
          throw XMLScanner.Failure(reason: FeedText.Malformed.root(name), offset: start)
        }
        if isItem(name) {
          try reader.readItem(attributes, &scanner)
        } else {
          depth += 1
        }
      case .end: depth -= 1
      case .text: break
      }
    }
  }

  /// Whether an element of this name is the root of a feed.
  static func isRoot(_ name: String) -> Bool { ["rss", "feed", "RDF"].contains(local(name)) }

  private static func isItem(_ name: String) -> Bool { ["item", "entry"].contains(local(name)) }

  private static func local(_ name: String) -> Substring {
    name.lastIndex(of: ":").map { name[name.index(after: $0)...] } ?? name[...]
  }

  // MARK: Items

  private mutating func readItem(
    _ attributes: [String: [UInt8]],
    _ scanner: inout XMLScanner
  ) throws(XMLScanner.Failure) {
    (fields, categories, id) = ([], [], nil)
    let about = attributes["rdf:about"]
    loop: while true {
      switch try scanner.next() {
      case .start(let name, let attributes):
        let (text, isMarkup) = try content(of: name, &scanner)
        take(name, attributes, text, isMarkup: isMarkup)
      case .text: break
      case .end, .finished: break loop
      }
    }
    let link = fields.first { $0.name == "link" }?.value
    append(id ?? about ?? link)
  }

  /// The text of an element (of an author, the name), and whether it has child elements.
  private func content(
    of name: String,
    _ scanner: inout XMLScanner
  ) throws(XMLScanner.Failure) -> (text: [UInt8], isMarkup: Bool) {
    var text: [UInt8] = []
    var named: [UInt8] = []
    var path: [Substring] = []
    var hasElements = false
    while true {
      switch try scanner.next() {
      case .start(let name, _):
        hasElements = true
        path.append(Self.local(name))
        text.append(UInt8(ascii: " "))
      case .text(let part):
        if path.last == "name" { named += part }
        text += part
      case .end, .finished:
        guard path.popLast() != nil else {
          return (named.isEmpty ? text : named, hasElements && named.isEmpty)
        }
      }
    }
  }

  private mutating func take(
    _ name: String,
    _ attributes: [String: [UInt8]],
    _ text: [UInt8],
    isMarkup: Bool
  ) {
    let local = Self.local(name)
    let plain = Self.spaced(text)
    switch local {
    case "title":
      // A title is plain text unless it is declared as HTML; `a <b>` is literal.
      let isMarkup = attributes["type"]?.elementsEqual("html".utf8) ?? false
      add("title", Self.spaced(isMarkup ? Self.withoutTags(text) : text))
    case "link":
      guard let address = attributes["href"] else { return add("link", plain) }
      let relation = attributes["rel"].map { String(decoding: $0, as: UTF8.self) } ?? "alternate"
      if relation == "alternate" {
        add("link", Self.spaced(address))
      } else if relation == "enclosure" {
        add("enclosure", Self.spaced(address))
      }
    case "guid", "id": if id == nil, !plain.isEmpty { id = plain }
    case "pubDate", "published", "issued", "date": add("published", plain)
    case "updated", "modified": add("updated", plain)
    case "author", "creator": add("author", Self.authorName(plain))
    case "description", "summary": replace("summary", Self.spaced(Self.withoutTags(text)))
    case "content" where attributes["url"] == nil, "encoded":
      add("summary", Self.spaced(Self.withoutTags(text)))
    case "enclosure", "content", "thumbnail":
      if let address = attributes["url"] { add(String(local), Self.spaced(address)) }
    case "category", "subject", "tag":
      let term = attributes["term"].map(Self.spaced) ?? plain
      if !term.isEmpty, categories.count < Self.maximumFields { categories.append(term) }
    default: if !isMarkup, fields.count < Self.maximumFields { add(String(local), plain) }
    }
  }

  /// Adds a field that has a value, unless there is one of that name.
  private mutating func add(_ name: String, _ value: [UInt8]) {
    guard !value.isEmpty, !fields.contains(where: { $0.name == name }) else { return }
    fields.append((name, value))
  }

  /// Adds a field, or replaces the one of that name.
  private mutating func replace(_ name: String, _ value: [UInt8]) {
    guard !value.isEmpty else { return }
    fields.removeAll { $0.name == name }
    fields.append((name, value))
  }

  /// Appends the row, identified by the item's identifier, or else by its link.
  private mutating func append(_ id: [UInt8]?) {
    // An Atom entry that was never changed has no other time.
    if !fields.contains(where: { $0.name == "published" }),
      let updated = fields.firstIndex(where: { $0.name == "updated" })
    {
      fields[updated].name = "published"
    }
    var ordered: [(name: String, value: [UInt8])] = []
    for name in Self.order { ordered += fields.filter { $0.name == name } }
    ordered += fields.filter { !Self.order.contains($0.name) }
    if let id { ordered.append(("id", id)) }
    if !json.isEmpty { json.append(UInt8(ascii: ",")) }
    json.append(UInt8(ascii: "{"))
    for (offset, field) in ordered.enumerated() {
      if offset > 0 { json.append(UInt8(ascii: ",")) }
      json.appendJSONString(field.name.utf8)
      json.append(UInt8(ascii: ":"))
      let isNumber = field.name != "title" && field.value.withUnsafeBufferPointer(isJSONNumber)
      if isNumber { json += field.value } else { json.appendJSONString(field.value) }
    }
    if !categories.isEmpty {
      json += (ordered.isEmpty ? "\"categories\":[" : ",\"categories\":[").utf8
      for (offset, category) in categories.enumerated() {
        if offset > 0 { json.append(UInt8(ascii: ",")) }
        json.appendJSONString(category)
      }
      json.append(UInt8(ascii: "]"))
    }
    json.append(UInt8(ascii: "}"))
    count += 1
  }

  /// The name of an author, which RSS writes as `address (name)`.
  private static func authorName(_ text: [UInt8]) -> [UInt8] {
    guard let open = text.firstIndex(of: UInt8(ascii: "(")), text.last == UInt8(ascii: ")"),
      text[..<open].contains(UInt8(ascii: "@")), open + 2 < text.count
    else { return text }
    return Array(text[(open + 1)..<(text.count - 1)])
  }

  // MARK: Text

  /// The text with each run of white space replaced by one space, and none around it.
  private static func spaced(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    for byte in text {
      if !byte.isJSONSpace {
        result.append(byte)
      } else if !result.isEmpty, result.last != UInt8(ascii: " ") {
        result.append(UInt8(ascii: " "))
      }
    }
    if result.last == UInt8(ascii: " ") { result.removeLast() }
    return result
  }

  /// The text of HTML whose tags were escaped.
  private static func withoutTags(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(where: { "<&".utf8.contains($0) }) else { return text }
    var result: [UInt8] = []
    var position = 0
    let last = text.lastIndex(of: UInt8(ascii: ">")) ?? -1
    while position < text.count {
      let next = position + 1 < text.count ? text[position + 1] : 0
      if text[position] == UInt8(ascii: "<"), position < last,
        next.isLetter || "/!".utf8.contains(next),
        let end = text[position...].firstIndex(of: UInt8(ascii: ">"))
      {
        if result.last != UInt8(ascii: " ") { result.append(UInt8(ascii: " ")) }
        position = end + 1
      } else {
        result.append(text[position])
        position += 1
      }
    }
    return result.withUnsafeBufferPointer { XMLScanner.decoded($0[...]) }
  }
}

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
