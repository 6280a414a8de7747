/// The names used in a TOML file, to reject duplicates.
///
/// Names are compared bytewise, as TOML requires, not by Unicode equivalence as `String` does.
struct TOMLNames {
  /// The kind of a name at the top level.
  enum Kind {
    /// A value.
    case value
    /// A table with a header.
    case header
    /// A table created by a dotted key; further keys may be added.
    case dotted
    /// An inline table.
    case inline
  }

  private var topLevel: [[UInt8]: (kind: Kind, offset: Int)] = [:]
  private var keys: [[UInt8]: [[UInt8]: Int]] = [:]

  func contains(_ name: String) -> Bool { topLevel[Array(name.utf8)] != nil }

  /// Adds a name at the top level.
  ///
  /// - Returns: The offset of the earlier definition if the name is a duplicate.
  mutating func define(_ name: String, as kind: Kind, at offset: Int) -> Int? {
    let name = Array(name.utf8)
    if let first = topLevel[name] {
      return first.kind == .dotted && kind == .dotted ? nil : first.offset
    }
    topLevel[name] = (kind, offset)
    return nil
  }

  /// Adds the name of a key in a table.
  ///
  /// - Returns: The offset of the earlier definition if the name is a duplicate.
  mutating func define(_ key: String, in table: String, at offset: Int) -> Int? {
    let key = Array(key.utf8)
    if let first = keys[Array(table.utf8)]?[key] { return first }
    keys[Array(table.utf8), default: [:]][key] = offset
    return nil
  }
}
