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
    /// A table that has been named only in the headers of tables within it.
    case implied
  }

  private var topLevel: [[UInt8]: (kind: Kind, offset: Int)] = [:]
  private var keys: [[UInt8]: [[UInt8]: Int]] = [:]

  func contains(_ name: String) -> Bool { topLevel[Array(name.utf8)] != nil }

  /// Adds a name at the top level.
  ///
  /// - Returns: The offset of the earlier definition if the name is a duplicate.
  mutating func define(_ name: String, as kind: Kind, at offset: Int) -> Int? {
    let name = Array(name.utf8)
    if let first = topLevel[name], !(first.kind == .implied && kind == .header) {
      return first.kind == .dotted && kind == .dotted ? nil : first.offset
    }
    topLevel[name] = (kind, offset)
    return nil
  }

  /// Adds the header of a table within a table.
  ///
  /// - Returns: The offset of the earlier definition if the name is a duplicate, or the outer one is not such a table.
  mutating func define(_ inner: String, within outer: String, at offset: Int) -> Int? {
    if let first = topLevel[Array(outer.utf8)] {
      guard first.kind == .implied || first.kind == .header else { return first.offset }
    } else {
      topLevel[Array(outer.utf8)] = (.implied, offset)
    }
    return define(inner, in: outer, at: offset)
  }

  /// Adds the name of a key in a table, or in a table within it.
  ///
  /// - Returns: The offset of the earlier definition if the name is a duplicate.
  mutating func define(
    _ key: String,
    in table: String,
    _ inner: String? = nil,
    at offset: Int
  ) -> Int? {
    // No name contains the byte between them, which does not occur in UTF-8.
    let table = Array(table.utf8) + (inner.map { [0xFF] + Array($0.utf8) } ?? [])
    let key = Array(key.utf8)
    if let first = keys[table]?[key] { return first }
    keys[table, default: [:]][key] = offset
    return nil
  }
}
