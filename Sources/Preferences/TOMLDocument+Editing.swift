extension TOMLDocument {
  /// The file with another value of a key, and everything else in it untouched: other keys, comments, blank lines.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file, which may be empty.
  ///   - table: The name of the table.
  ///   - key: The key, which consists of letters, digits and hyphens.
  ///   - text: The value, a string.
  /// - Returns: The new contents; nil if the file is invalid, or the key has no place in it.
  package static func replacing(
    in bytes: [UInt8],
    table: String,
    key: String,
    with text: String
  ) -> [UInt8]? {
    guard let document = try? TOMLDocument(bytes) else { return nil }
    let value = Array(TOMLValue.quoted(text).utf8)
    let old = document.entries.last { $0.table == table && $0.key == key }
    if let old {
      var reader = TOMLReader(bytes)
      reader.offset = old.value.offset
      guard (try? reader.readValue()) != nil else { return nil }
      return bytes[..<old.value.offset] + value + bytes[reader.offset...]
    }
    var wanted = document.entries.map(\.meaning)
    wanted.append(Meaning(table: table, key: key, content: .string(text)))
    let setting = Array("\(key) = ".utf8) + value
    // A table may be written in several ways: the first place at which the key means what it should is right.
    return document.places(for: setting, in: table).first { candidate in
      guard let document = try? TOMLDocument(candidate) else { return false }
      let meanings = document.entries.map(\.meaning)
      return meanings.count == wanted.count && wanted.allSatisfy(meanings.contains)
    }
  }

  /// The file with a setting at each place where it may belong.
  private func places(for setting: [UInt8], in table: String) -> [[UInt8]] {
    let isTerminated = bytes.last.map { $0 == UInt8(ascii: "\n") } ?? true
    let whole = bytes + (isTerminated ? [] : [UInt8(ascii: "\n")])
    var places: [[UInt8]] = []
    if let known = tables.first(where: { $0.name == table }) {
      let end = whole[known.offset...].firstIndex(of: UInt8(ascii: "\n")) ?? whole.count - 1
      places.append(whole[...end] + setting + [UInt8(ascii: "\n")] + whole[(end + 1)...])
      if let brace = whole[known.offset...].firstIndex(of: UInt8(ascii: "{")) {
        for separator in [", ", " "] {
          places.append(
            whole[...brace] + [0x20] + setting + Array(separator.utf8) + whole[(brace + 1)...]
          )
        }
      }
      places.append(Array("\(table).".utf8) + setting + [UInt8(ascii: "\n")] + whole)
    }
    let gap = whole.isEmpty ? "" : "\n"
    places.append(whole + Array("\(gap)[\(table)]\n".utf8) + setting + [UInt8(ascii: "\n")])
    return places
  }
}

/// What a setting means, wherever it stands.
private struct Meaning: Hashable {
  let table: String?
  let key: String
  let content: TOMLValue.Content
}

extension TOMLDocument.Entry {
  fileprivate var meaning: Meaning {
    Meaning(table: table, key: key, content: value.content)
  }
}
