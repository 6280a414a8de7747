internal import CYAML
import FeedValues
import Values

/// Reads the documents of a YAML text into JSON text.
///
/// libyaml splits the text into events; this reader bounds what they produce. Scalars have the types of
/// YAML's core schema as far as JSON has them: a number that JSON cannot write (`0x1F`, `010`, `.inf`)
/// stays text. Aliases are copied, and `<<` merges. An application's own tag (`!Ref`) is kept in front of
/// its text, or as the only member of an object that holds its list or map.
struct YAMLReader {
  /// Why a text is not YAML, or is refused.
  struct Failure: Error, Hashable {
    let reason: String
    /// The line, from 0.
    let line: Int
  }

  /// The maximum depth of lists and maps.
  static let maximumDepth = JSONScanner.maximumDepth
  /// The number of bytes that aliases and merges may add, in addition to a multiple of the text's length.
  static let expansion = 4 << 20

  private var json: [UInt8] = []
  private var open: [Container] = []
  /// The value of each anchor.
  private var anchors: [String: [UInt8]] = [:]
  /// The number of bytes copied for anchors, aliases and merges, and its limit.
  private var copied = 0
  private let allowance: Int

  private struct Container {
    var isMapping: Bool
    /// The offset where it begins.
    var start: Int
    var count = 0
    /// Whether a name has been read, and its value has not.
    var awaitsValue = false
    /// Whether one of its names is `<<`.
    var merges = false
    var anchor: String?
    /// Whether it is wrapped in an object, with its tag as the name.
    var isTagged = false
  }

  private init(allowance: Int) { self.allowance = allowance }

  /// Reads a text.
  ///
  /// - Parameter text: The text, in UTF-8.
  /// - Returns: Each document as JSON, in order; none for a text of comments.
  /// - Throws: `Failure` if the text is not YAML, is nested too deep, or grows beyond the limit through
  ///   its aliases.
  /// - Complexity: O(*n*) in the length of the text with its aliases expanded.
  static func documents(
    _ text: UnsafeBufferPointer<UInt8>
  ) throws(Failure) -> [[UInt8]] {
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    defer { parser.deallocate() }
    guard yaml_parser_initialize(parser) == 1 else {
      throw Failure(reason: FeedText.Malformed.memory, line: 0)
    }
    defer { yaml_parser_delete(parser) }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, text.baseAddress, text.count)
    var reader = YAMLReader(allowance: expansion + text.count * 16)
    var documents: [[UInt8]] = []
    while true {
      var event = yaml_event_t()
      guard yaml_parser_parse(parser, &event) == 1 else {
        throw failure(of: parser.pointee, in: text)
      }
      defer { yaml_event_delete(&event) }
      switch event.type {
      case YAML_STREAM_END_EVENT: return documents
      case YAML_DOCUMENT_END_EVENT:
        documents.append(reader.json)
        reader = YAMLReader(allowance: reader.allowance - reader.copied)
      default:
        if let reason = reader.take(event) {
          throw Failure(reason: reason, line: Int(clamping: event.start_mark.line))
        }
      }
    }
  }

  private static func failure(
    of parser: yaml_parser_t,
    in text: UnsafeBufferPointer<UInt8>
  ) -> Failure {
    let problem = parser.problem.map { String(cString: $0) } ?? FeedText.Malformed.memory
    let context = parser.context.map { ", \(String(cString: $0))" } ?? ""
    // An encoding error has only an offset.
    let line =
      parser.error == YAML_READER_ERROR
      ? text.prefix(parser.problem_offset).count { $0 == UInt8(ascii: "\n") }
      : Int(clamping: parser.problem_mark.line)
    return Failure(reason: problem + context, line: line)
  }

  // MARK: Events

  /// Handles an event; returns a reason if it is refused.
  private mutating func take(_ event: yaml_event_t) -> String? {
    switch event.type {
    case YAML_ALIAS_EVENT: return takeAlias(Self.text(event.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT: return takeScalar(event)
    case YAML_SEQUENCE_START_EVENT:
      let start = event.data.sequence_start
      return begin(isMapping: false, Self.text(start.tag), Self.text(start.anchor))
    case YAML_MAPPING_START_EVENT:
      let start = event.data.mapping_start
      return begin(isMapping: true, Self.text(start.tag), Self.text(start.anchor))
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return end()
    default: return nil
    }
  }

  private mutating func takeAlias(_ name: String) -> String? {
    guard let bytes = anchors[name] else {
      return FeedText.Malformed.alias(name.prefix(32))
    }
    if let reason = count(bytes.count) { return reason }
    let isName = beginNode()
    let start = json.count
    json += bytes
    endNode(isName: isName, from: start)
    return nil
  }

  private mutating func takeScalar(_ event: yaml_event_t) -> String? {
    let scalar = event.data.scalar
    let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    let isPlain = scalar.plain_implicit == 1
    let tag = Self.text(scalar.tag)
    let isName = beginNode()
    let start = json.count
    if isName {
      if isPlain, bytes.elementsEqual("<<".utf8), let last = open.indices.last {
        open[last].merges = true
      }
      json.appendJSONString(bytes)
    } else if isPlain || tag.map(Self.plainTags.contains) ?? false {
      Self.append(plain: bytes, to: &json)
    } else if let tag = tag.flatMap(Self.ownTag) {
      json.appendJSONString(Array("\(tag)\(bytes.isEmpty ? "" : " ")".utf8) + bytes)
    } else {
      json.appendJSONString(bytes)
    }
    if let name = Self.text(scalar.anchor) {
      if let reason = count(json.count - start) { return reason }
      anchors[name] = Array(json[start...])
    }
    endNode(isName: isName, from: start)
    return nil
  }

  private mutating func begin(isMapping: Bool, _ tag: String?, _ anchor: String?) -> String? {
    guard open.count < Self.maximumDepth else {
      return FeedText.Malformed.depth(Self.maximumDepth)
    }
    _ = beginNode()
    var container = Container(isMapping: isMapping, start: json.count, anchor: anchor)
    if let tag = tag.flatMap(Self.ownTag) {
      json.append(UInt8(ascii: "{"))
      json.appendJSONString(tag.utf8)
      json.append(UInt8(ascii: ":"))
      container.isTagged = true
    }
    json.append(UInt8(ascii: isMapping ? "{" : "["))
    open.append(container)
    return nil
  }

  private mutating func end() -> String? {
    guard let container = open.popLast() else { return nil }
    json.append(UInt8(ascii: container.isMapping ? "}" : "]"))
    if container.merges, !container.isTagged {
      let merged = Self.merged(JSONValue(ByteSlice(copying: json[container.start...])))
      if let reason = count(merged.count) { return reason }
      json.removeSubrange(container.start...)
      json += merged
    }
    if container.isTagged { json.append(UInt8(ascii: "}")) }
    if let name = container.anchor {
      if let reason = count(json.count - container.start) { return reason }
      anchors[name] = Array(json[container.start...])
    }
    endNode(
      isName: open.last.map { $0.isMapping && !$0.awaitsValue } ?? false,
      from: container.start
    )
    return nil
  }

  // MARK: Nodes

  /// Writes the separator before a node; returns whether the node is a key.
  private mutating func beginNode() -> Bool {
    guard let last = open.indices.last else { return false }
    let isName = open[last].isMapping && !open[last].awaitsValue
    if open[last].count > 0, isName || !open[last].isMapping { json.append(UInt8(ascii: ",")) }
    return isName
  }

  /// Handles the end of a node; a name that is not a string becomes one.
  private mutating func endNode(isName: Bool, from start: Int) {
    guard let last = open.indices.last else { return }
    if isName {
      if json[start] != UInt8(ascii: "\"") {
        let name = Array(json[start...])
        json.removeSubrange(start...)
        json.appendJSONString(name)
      }
      json.append(UInt8(ascii: ":"))
      open[last].awaitsValue = true
    } else {
      open[last].awaitsValue = false
      open[last].count += 1
    }
  }

  /// Counts copied bytes; returns a reason if there are too many.
  private mutating func count(_ bytes: Int) -> String? {
    copied += bytes
    return copied > allowance ? FeedText.Malformed.aliases(allowance >> 20) : nil
  }

  /// A map with the maps of its `<<` merged into it; its own names take precedence.
  private static func merged(_ map: JSONValue) -> [UInt8] {
    var names: Set<String> = []
    map.forEachMember { name, _ in
      if name != mergeName { names.insert(name) }
      return true
    }
    var result = [UInt8(ascii: "{")]
    func add(_ name: String, _ value: JSONValue) {
      if result.count > 1 { result.append(UInt8(ascii: ",")) }
      result.appendJSONString(name.utf8)
      result.append(UInt8(ascii: ":"))
      value.text.withBytes { result.append(contentsOf: $0) }
    }
    map.forEachMember { name, value in
      let maps = value.kind == .array ? value.elements : [value]
      guard name == mergeName, maps.allSatisfy({ $0.kind == .object }) else {
        add(name, value)
        return true
      }
      for map in maps {
        map.forEachMember { name, value in
          if names.insert(name).inserted { add(name, value) }
          return true
        }
      }
      return true
    }
    result.append(UInt8(ascii: "}"))
    return result
  }

  private static let mergeName = "<<"

  private static func text(_ bytes: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    bytes.map { String(cString: $0) }
  }
}

/// The meaning of scalars and tags.
extension YAMLReader {
  private static let standardTag = "tag:yaml.org,2002:"

  /// The tags of scalars that are read as if untagged, even in quotation marks.
  static let plainTags = Set(["int", "float", "bool", "null"].map { standardTag + $0 })

  /// The tags that add nothing to what the syntax shows.
  private static let knownTags = Set(
    ["str", "map", "seq", "set", "omap", "pairs", "binary", "timestamp", "merge", "value"]
      .map { standardTag + $0 }
  ).union(plainTags)

  /// A tag that is not defined by YAML, and therefore kept; nil for any other.
  static func ownTag(_ tag: String) -> String? {
    if knownTags.contains(tag) || tag == "!" { return nil }
    return tag.hasPrefix(standardTag) ? "!!" + tag.dropFirst(standardTag.count) : tag
  }

  /// Appends the value of a plain scalar.
  static func append(plain bytes: UnsafeBufferPointer<UInt8>, to json: inout [UInt8]) {
    if isJSONNumber(bytes) {
      json.append(contentsOf: bytes)
      return
    }
    guard bytes.count <= 5 else {
      json.appendJSONString(bytes)
      return
    }
    switch String(decoding: bytes, as: UTF8.self) {
    case "", "~", "null", "Null", "NULL": json += "null".utf8
    case "true", "True", "TRUE": json += "true".utf8
    case "false", "False", "FALSE": json += "false".utf8
    default: json.appendJSONString(bytes)
    }
  }
}

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
