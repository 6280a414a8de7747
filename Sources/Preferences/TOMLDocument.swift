/// A document in the supported subset of TOML 1.0: tables of values, and arrays of values.
///
/// Supported are comments, tables (`[name]`, `name = { … }` or `name.key = …` at the top level), tables within
/// one of those that hold tables (`[views.name]`), bare and quoted keys, strings of one line, integers of 64 bits, finite floats, `true`, `false`,
/// and arrays of these over any number of lines. Everything else in TOML (tables within tables, arrays
/// within arrays, arrays of tables, multi-line strings, dates and times, `inf` and `nan`) is rejected
/// by name: an accepted file means what TOML 1.0 defines.
///
/// Source: TOML 1.0.0, <https://toml.io/en/v1.0.0>.
package struct TOMLDocument: Sendable {
  /// A key and its value.
  package struct Entry: Hashable, Sendable {
    /// The name of the table; nil for the top level.
    package let table: String?
    /// The name of the table within that table; nil for none.
    package let inner: String?
    /// The name of the key.
    package let key: String
    /// The value of the key.
    package let value: TOMLValue
    /// The offset of the first byte of the key.
    let offset: Int
  }

  /// A table of the file, which may be empty.
  package struct Table: Hashable, Sendable {
    /// The name of the table.
    package let name: String
    /// The name of the table within that one; nil for none.
    package let inner: String?
    /// The offset of the first byte of the name, where the table first occurs.
    let offset: Int
  }

  /// The keys in the order of the file.
  package internal(set) var entries: [Entry] = []
  /// The tables in the order of their first occurrence.
  package internal(set) var tables: [Table] = []
  let bytes: [UInt8]

  /// The tables that hold tables.
  static let namesOfNested: Set<String> = ["views"]

  /// Parses a file.
  ///
  /// - Parameter bytes: The contents of the file, in UTF-8.
  /// - Throws: ``PreferencesError`` for the first syntax error or unsupported feature.
  /// - Complexity: O(*n*) in the number of bytes.
  package init(_ bytes: [UInt8]) throws(PreferencesError) {
    self.bytes = bytes
    do throws(TOMLReader.Failure) {
      var reader = TOMLReader(bytes)
      (entries, tables) = try reader.readDocument()
    } catch {
      throw PreferencesError(TextPosition(of: error.offset, in: bytes), error.reason)
    }
  }

  func position(of entry: Entry) -> TextPosition { TextPosition(of: entry.offset, in: bytes) }
  func position(of table: Table) -> TextPosition { TextPosition(of: table.offset, in: bytes) }
  func position(of value: TOMLValue) -> TextPosition { TextPosition(of: value.offset, in: bytes) }
}

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
    wanted.append(Meaning(table: table, inner: nil, key: key, content: .string(text)))
    let setting = Array("\(key) = ".utf8) + value
    // A table may be written in several ways: the first place at which the key means what it should is right.
    return document.places(for: setting, in: table).first { candidate in
      guard let document = try? TOMLDocument(candidate) else { return false }
      let meanings = document.entries.map(\.meaning)
      return meanings.count == wanted.count && wanted.allSatisfy(meanings.contains)
    }
  }

  /// The file with other contents of a table within a table, and everything else in it untouched.
  ///
  /// Keys that the table keeps stay where they are, with the comments beside them.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file, which may be empty.
  ///   - table: The name of the outer table.
  ///   - inner: The name of the table within it.
  ///   - settings: The keys, which consist of letters, digits and hyphens, with their values in TOML syntax.
  /// - Returns: The new contents; nil if the file is invalid, or the table has no place in it.
  package static func replacing(
    in bytes: [UInt8],
    table: String,
    inner: String,
    with settings: [(key: String, value: String)]
  ) -> [UInt8]? {
    guard let document = try? TOMLDocument(bytes) else { return nil }
    func isInner(_ entry: Entry) -> Bool { entry.table == table && entry.inner == inner }
    var lines: [UInt8] = []
    var result = bytes
    let isTerminated = bytes.last.map { $0 == newline } ?? true
    if !isTerminated { result.append(newline) }
    let known = document.entries.filter(isInner)
    for setting in settings where !known.contains(where: { $0.key == setting.key }) {
      lines += "\(setting.key) = \(setting.value)\n".utf8
    }
    // From the end, so that the offsets of what comes before stay right.
    for entry in known.reversed() {
      var reader = TOMLReader(bytes)
      reader.offset = entry.value.offset
      guard (try? reader.readValue()) != nil else { return nil }
      if let setting = settings.first(where: { $0.key == entry.key }) {
        result.replaceSubrange(entry.value.offset..<reader.offset, with: setting.value.utf8)
      } else {
        let start = result[..<entry.offset].lastIndex(of: newline).map { $0 + 1 } ?? 0
        let end = result[reader.offset...].firstIndex(of: newline) ?? result.count - 1
        result.removeSubrange(start...end)
      }
    }
    if let header = document.tables.first(where: { $0.name == table && $0.inner == inner }) {
      let end = result[header.offset...].firstIndex(of: newline) ?? result.count - 1
      result.insert(contentsOf: lines, at: end + 1)
    } else {
      let name = inner.utf8.allSatisfy(isBareKey) ? inner : TOMLValue.quoted(inner)
      result += Array("\(result.isEmpty ? "" : "\n")[\(table).\(name)]\n".utf8) + lines
    }
    let others = document.entries.filter { !isInner($0) }.map(\.meaning)
    guard let new = try? TOMLDocument(result),
      new.entries.filter({ !isInner($0) }).map(\.meaning) == others,
      new.entries.count(where: isInner) == settings.count
    else { return nil }
    return result
  }

  private static var newline: UInt8 { UInt8(ascii: "\n") }

  /// The file with a setting at each place where it may belong.
  private func places(for setting: [UInt8], in table: String) -> [[UInt8]] {
    let isTerminated = bytes.last.map { $0 == UInt8(ascii: "\n") } ?? true
    let whole = bytes + (isTerminated ? [] : [UInt8(ascii: "\n")])
    var places: [[UInt8]] = []
    if let known = tables.first(where: { $0.name == table && $0.inner == nil }) {
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

/// The path and the value of a setting, wherever it stands.
private struct Meaning: Hashable {
  let table: String?
  let inner: String?
  let key: String
  let content: TOMLValue.Content
}

extension TOMLDocument.Entry {
  fileprivate var meaning: Meaning {
    Meaning(table: table, inner: inner, key: key, content: value.content)
  }
}
