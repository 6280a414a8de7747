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
