internal import Feeds

extension [Column] {
  /// The column with a name: its exact path, its title, the last component of its path (both ignoring case), or
  /// any name by which a filter would find the field.
  package func named(_ name: String) -> Column? {
    if name.count > 2, name.hasPrefix("\""), name.hasSuffix("\"") {
      return named(String(name.dropFirst().dropLast()))
    }
    let wanted = name.lowercased()
    return first { $0.paths.contains { $0.description == name } }
      ?? first { $0.title.lowercased() == wanted }
      ?? first { $0.paths.contains { $0.name.lowercased() == wanted } }
      ?? first { $0.paths.contains(where: FieldName(name).matches) }
  }
}
