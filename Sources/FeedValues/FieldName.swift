/// A field as a user names it: by its path, by the end of its path or by its last name, in any
/// case (of ASCII letters) and with any separators, including the percent sign: `cpu` is `%CPU`.
///
/// `data.object.failure_code`, `object.failure_code`, `failure_code`, `failureCode` and `FAILURE
/// CODE` are all names of the field at `data.object.failure_code`. If a name matches several fields
/// of a row, it means the one whose path is spelled so, otherwise the one nearest to the top, and of those
/// the first. Of members with the same name the last one counts, as for all parsers.
package struct FieldName: Hashable, Sendable {
  /// The name as it was written.
  package let text: String
  /// The name in lower case, without separators and ``FieldPath/elements``: what all its spellings have in
  /// common.
  package let letters: [UInt8]
  /// The letters of another name that the field may have instead; empty if there is none.
  private let synonym: [UInt8]
  /// The bytes of the text.
  private let spelling: [UInt8]

  /// Creates a name from user input.
  package init(_ text: String) {
    self.text = text
    spelling = Array(text.utf8)
    letters = Self.letters(of: text)
    synonym = Array((Self.synonyms[String(decoding: letters, as: UTF8.self)] ?? "").utf8)
  }

  private static func letters(of text: String) -> [UInt8] {
    text.split(separator: ".").filter { $0 != FieldPath.elements }.joined().utf8
      .filter { !isSeparator($0) }.map(lowered)
  }

  /// The names of columns in the options of ps(1) and df(1), and those in their headers.
  private static let synonyms = [
    "args": "command", "avail": "available", "comm": "command", "mount": "mountedon",
    "pcpu": "cpu", "pmem": "mem", "size": "1kblocks",
  ]

  /// Whether the name can refer to the field at a path.
  package func matches(_ path: FieldPath) -> Bool {
    let names = path.names.isEmpty ? ["value"] : path.names.filter { $0 != FieldPath.elements }
    return names.indices.contains { start in
      let known = Self.letters(of: names[start...].joined())
      return known == letters || !synonym.isEmpty && known == synonym
    }
  }

  /// The value of the field in a row; nil if the row has no such field.
  ///
  /// A row that is not an object is its own field `value`. If no field has the name, the elements of
  /// arrays are searched, and the value is the summary of theirs.
  ///
  /// - Complexity: O(*n*) in the length of the row's text.
  package func value(in row: JSONValue) -> JSONValue? { withValue(in: row) { $0?.value } }

  /// Calls a closure with the value of the field in a row, which is valid during the call only; see ``value(in:)``.
  package func withValue<Result>(in row: JSONValue, _ body: (FoundValue?) -> Result) -> Result {
    row.withFound { whole in
      guard whole.kind == .object else { return body(matches(FieldPath([])) ? whole : nil) }
      guard !letters.isEmpty else { return body(whole.member(text)) }
      if let found = find(letters, in: whole.text) ?? find(synonym, in: whole.text) {
        return body(whole.part(found))
      }
      guard whole.text.contains(UInt8(ascii: "[")),
        let value = pathIntoElements(of: row, FieldPath([])).flatMap({ row[$0] })
      else { return body(nil) }
      return value.withFound { body($0) }
    }
  }

  /// Finds the member with a name; nil if there is none, or the name is empty.
  private func find(_ letters: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    guard let last = letters.last else { return nil }
    return letters.withUnsafeBufferPointer { letters in
      spelling.withUnsafeBufferPointer { spelling in
        var search = FieldSearch(letters, last: last, spelling, in: text)
        var cursor = JSONCursor(text, at: 1)
        search.visitMembers(&cursor)
        return search.found
      }
    }
  }

  /// The path with that name that leads into the elements of an array; nil if there is none.
  private func pathIntoElements(of value: JSONValue, _ path: FieldPath) -> FieldPath? {
    guard path.names.count < Self.deepestArray else { return nil }
    var result: FieldPath?
    value.forEachMember { name, member in
      let path = path.appending(name)
      if member.kind == .object {
        result = pathIntoElements(of: member, path)
      } else if let element = member.firstElement, element.kind == .object {
        let elements = path.appending(FieldPath.elements)
        element.forEachMember { name, _ in
          let path = elements.appending(name)
          if matches(path) { result = path }
          return result == nil
        }
      }
      return result == nil
    }
    return result
  }

  /// The maximum depth at which arrays are searched.
  private static let deepestArray = 4

  @inline(__always)
  static func lowered(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }

  @inline(__always)
  static func isSeparator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: " "): true
    // Commands print `%CPU` and `Use%`.
    case UInt8(ascii: "%"): true
    default: false
    }
  }
}

extension FieldPath {
  /// The field that a path written by the user refers to, of those of a feed: itself if it is one of them,
  /// otherwise the one that it names as in a filter; itself if there is none.
  package func resolved(among paths: [FieldPath]) -> FieldPath {
    guard !paths.contains(self) else { return self }
    let name = FieldName(description)
    return paths.filter(name.matches).min { $0.names.count < $1.names.count } ?? self
  }
}

/// The role of a member of a log entry, by its name.
package enum LogRole {
  case time
  case message
  case level

  /// The role of a name.
  ///
  /// - Parameter name: Up to eight first bytes of the name, as a word with the first byte the lowest,
  ///   each with bit 5 set, so that capitals are small letters.
  @inline(__always)
  package init?(folded name: UInt64) {
    switch name {
    case 0x74 /* t */,
      0x7374 /* ts */,
      0x7460 /* @t */,
      0x656D_6974 /* time */,
      0x6574_6164 /* date */,
      0x74_7374 /* tst */,
      0x6D61_7473_656D_6974 /* timestam… */,
      0x6174_7365_6D69_7460 /* @timesta… */,
      0x656D_6974_6574_6164 /* datetime */,
      0x65_6D69_7463_7361 /* asctime */,
      0x636F_6C7F_656D_6974 /* time_loc… */,
      0x6F73_697F_656D_6974 /* time_iso… */,
      0x6C6C_696D_656D_6974 /* timeMill… */,
      0x6D69_7474_6E65_7665 /* eventTim… */,
      0x74_6E61_7473_6E69 /* instant */,
      0x6E65_6877 /* when */:
      self = .time
    case 0x67_736D /* msg */,
      0x65_6761_7373_656D /* message */,
      0x67_6F6C /* log */,
      0x74_6E65_7665 /* event */,
      0x6D60 /* @m */,
      0x74_6D60 /* @mt */,
      0x656D_7F74_726F_6873 /* short_me… */,
      0x6C79_6170_7478_6574 /* textPayl… */,
      0x6C79_6170_6E6F_736A /* jsonPayl… */,
      0x74_7365_7571_6572 /* request */,
      0x7F74_7365_7571_6572 /* request_… */,
      0x7364_6C65_6966 /* fields */:
      self = .message
    case 0x6C_6576_656C /* level */,
      0x6C_766C /* lvl */,
      0x7974_6972_6576_6573 /* severity */,
      0x6D61_6E6C_6576_656C /* levelnam… */,
      0x6C65_7665_6C67_6F6C /* loglevel */,
      0x6576_656C_7F67_6F6C /* log_leve… */,
      0x6576_656C_2E67_6F6C /* log.leve… */,
      0x6C60 /* @l */:
      self = .level
    default: return nil
    }
  }
}
