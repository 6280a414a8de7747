/// Tells from its first lines whether a text is YAML.
///
/// Nearly any text is YAML to a parser; here it is where its lines say so: names with something set back
/// below them, items that are maps, or `---` above a name; and nothing at the margin but these.
enum YAMLSample {
  /// What a line is.
  private enum Line {
    /// Blank, or a comment.
    case nothing
    case marker
    /// `name:`, with its value or without.
    case entry(indent: Int, isItem: Bool, hasValue: Bool)
    /// `- ` in front of something that is no entry.
    case item(indent: Int)
    /// Anything else: part of a text above it, where it is set back.
    case other(indent: Int)
  }

  /// Whether the first lines of a text are those of YAML.
  ///
  /// - Parameters:
  ///   - lines: The first lines.
  ///   - isWhole: Whether they are all.
  /// - Returns: Whether they say so, and the parser takes them.
  static func holds(_ lines: [UnsafeBufferPointer<UInt8>], isWhole: Bool) -> Bool {
    var hasMarker = false
    var entries = 0
    var isNested = false
    var last: (indent: Int, isItem: Bool, leadsOn: Bool)?
    for (number, bytes) in lines.enumerated() {
      switch line(bytes) {
      case .nothing: continue
      case .marker:
        if entries == 0 { hasMarker = true }
        last = nil
      case .entry(let indent, let isItem, let hasValue):
        entries += 1
        if let last {
          let isBelow = indent > last.indent || isItem && indent == last.indent
          if last.leadsOn, isBelow { isNested = true }
          if last.isItem, indent > last.indent, !isItem { isNested = true }
          if last.isItem, isItem, indent == last.indent { isNested = true }
        }
        last = (indent, isItem, !hasValue)
      case .item(let indent):
        if let last, last.leadsOn, indent >= last.indent { isNested = true }
        last = (indent, true, false)
      case .other(let indent):
        if bytes.first == UInt8(ascii: "%"), number == 0 {
          hasMarker = true
          continue
        }
        guard indent > 0 else { return false }
      }
    }
    guard entries > 0, isNested || hasMarker else { return false }
    return canBeRead(lines, isWhole: isWhole)
  }

  /// Whether the parser takes the lines; where they are cut off, up to their end.
  private static func canBeRead(
    _ lines: [UnsafeBufferPointer<UInt8>],
    isWhole: Bool
  ) -> Bool {
    var text: [UInt8] = []
    for line in lines {
      text.append(contentsOf: line)
      text.append(UInt8(ascii: "\n"))
    }
    do {
      let documents = try text.withUnsafeBufferPointer(YAMLReader.documents)
      return documents.allSatisfy { $0.first.map { "{[n".utf8.contains($0) } ?? true }
    } catch {
      return !isWhole && error.line >= lines.count - 1
    }
  }

  private static func line(_ bytes: UnsafeBufferPointer<UInt8>) -> Line {
    var cursor = LogCursor(bytes)
    while cursor.skip(" ") {}
    guard !cursor.isAtEnd, cursor.peek() != UInt8(ascii: "#") else { return .nothing }
    if YAMLForm.isMarker(bytes, UInt8(ascii: "-")) || YAMLForm.isMarker(bytes, UInt8(ascii: ".")) {
      return .marker
    }
    let indent = cursor.position
    var isItem = false
    while cursor.peek() == UInt8(ascii: "-"), cursor.peek(1).isBlank || cursor.peek(1) == 0 {
      isItem = true
      cursor.position += 1
      cursor.skipSpaces()
    }
    if skipName(&cursor), cursor.skip(":"), cursor.isAtEnd || cursor.peek().isBlank {
      cursor.skipSpaces()
      let hasValue = !cursor.isAtEnd && !"#&!".utf8.contains(cursor.peek())
      return .entry(indent: indent, isItem: isItem, hasValue: hasValue)
    }
    return isItem ? .item(indent: indent) : .other(indent: indent)
  }

  /// Takes a name: a word, or a text in quotation marks.
  private static func skipName(_ cursor: inout LogCursor) -> Bool {
    if cursor.peek() == UInt8(ascii: "\"") { return cursor.quoted() != nil }
    if cursor.skip("'") {
      return cursor.take { $0 != UInt8(ascii: "'") } != nil && cursor.skip("'")
    }
    let start = cursor.position
    guard !"{}[],&*#?|>%@`!".utf8.contains(cursor.peek()) else { return false }
    while !cursor.isAtEnd, !cursor.peek().isBlank {
      if cursor.peek() == UInt8(ascii: ":"), cursor.peek(1).isBlank || cursor.peek(1) == 0 { break }
      cursor.position += 1
    }
    return cursor.position > start
  }
}
