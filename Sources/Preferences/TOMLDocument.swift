/// What a file in the supported part of TOML 1.0 says: tables of values, and lists of values.
///
/// Supported are comments, tables (`[name]`, `name = { … }` or `name.key = …` at the top level),
/// bare and quoted keys, strings of one line, integers of 64 bits, finite floats, `true`, `false`,
/// and lists of these over any number of lines. All else that TOML knows (tables within tables,
/// lists within lists, arrays of tables, strings of many lines, dates and times, `inf` and `nan`)
/// is refused by name: a file that is accepted means what TOML says that it means.
///
/// Source: TOML 1.0.0, <https://toml.io/en/v1.0.0>.
public struct TOMLDocument: Sendable {
  /// A key and its value.
  public struct Entry: Hashable, Sendable {
    /// The name of the table that the key is in; nil for the top level.
    public let table: String?
    /// The name of the key.
    public let key: String
    /// What it is set to.
    public let value: TOMLValue
    /// The offset of the key's first byte in the file.
    let offset: Int
  }

  /// A table of the file, which may be empty.
  public struct Table: Hashable, Sendable {
    /// Its name.
    public let name: String
    /// The offset in the file of the name's first byte, where the table first comes.
    let offset: Int
  }

  /// The keys in the order of the file.
  public internal(set) var entries: [Entry] = []
  /// The tables in the order in which they first come.
  public internal(set) var tables: [Table] = []
  private let bytes: [UInt8]

  /// Reads a file.
  ///
  /// - Parameter bytes: What the file holds; it must be UTF-8.
  /// - Throws: ``PreferencesError`` at the first thing that is malformed or not supported.
  /// - Complexity: O(*n*) in the bytes.
  public init(_ bytes: [UInt8]) throws(PreferencesError) {
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
