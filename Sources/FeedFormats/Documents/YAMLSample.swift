import FeedValues
import Values

/// Decides from its first lines whether a text is YAML.
///
/// A parser accepts nearly any text as YAML; here the lines have to show it: names with something
/// indented below them, items that are maps, or `---` above a name; and nothing else at the margin.
enum YAMLSample {
  /// The kind of a line.
  private enum Line {
    /// Blank, or a comment.
    case nothing
    case marker
    /// `name:`, with or without its value.
    case entry(indent: Int, isItem: Bool, hasValue: Bool)
    /// `- ` before something that is not an entry.
    case item(indent: Int)
    /// Anything else; part of a multi-line text if it is indented.
    case other(indent: Int)
  }

  /// Whether the first lines of a text are YAML.
  ///
  /// - Parameters:
  ///   - lines: The first lines.
  ///   - isWhole: Whether the text ends with them.
  /// - Returns: Whether the lines show it, and the parser accepts them.
  static func holds(_ lines: [UnsafeBufferPointer<UInt8>], isWhole: Bool) -> Bool {
    var hasMarker = false
    var entries = 0
    var isNested = false
    var last: (indent: Int, isItem: Bool, opensBlock: Bool)?
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
          if last.opensBlock, isBelow { isNested = true }
          if last.isItem, indent > last.indent, !isItem { isNested = true }
          if last.isItem, isItem, indent == last.indent { isNested = true }
        }
        last = (indent, isItem, !hasValue)
      case .item(let indent):
        if let last, last.opensBlock, indent >= last.indent { isNested = true }
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

  /// Whether the parser accepts the lines; up to their end if more follow.
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
    if DocumentForm.isMarker(bytes, UInt8(ascii: "-"))
      || DocumentForm.isMarker(bytes, UInt8(ascii: "."))
    {
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

  /// Skips a name: a word, or a text in quotation marks.
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
