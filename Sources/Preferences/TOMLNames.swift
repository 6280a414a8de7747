/// Which names a TOML file has used, so that none is used twice.
///
/// Names are compared by their bytes, as TOML does, and not by what Unicode holds to be equivalent,
/// as `String` does.
struct TOMLNames {
  /// What a name at the top level stands for.
  enum Kind {
    /// A value.
    case value
    /// A table by its header.
    case header
    /// A table by a dotted key, to which further ones may add.
    case dotted
    /// A table in braces.
    case inline
  }

  private var topLevel: [[UInt8]: (kind: Kind, offset: Int)] = [:]
  private var keys: [[UInt8]: [[UInt8]: Int]] = [:]

  func contains(_ name: String) -> Bool { topLevel[Array(name.utf8)] != nil }

  /// Takes a name of the top level.
  ///
  /// - Returns: The offset where it was taken before, if it may not be taken again.
  mutating func define(_ name: String, as kind: Kind, at offset: Int) -> Int? {
    let name = Array(name.utf8)
    if let first = topLevel[name] {
      return first.kind == .dotted && kind == .dotted ? nil : first.offset
    }
    topLevel[name] = (kind, offset)
    return nil
  }

  /// Takes the name of a key in a table.
  ///
  /// - Returns: The offset where it was taken before, if it was.
  mutating func define(_ key: String, in table: String, at offset: Int) -> Int? {
    let key = Array(key.utf8)
    if let first = keys[Array(table.utf8)]?[key] { return first }
    keys[Array(table.utf8), default: [:]][key] = offset
    return nil
  }
}
