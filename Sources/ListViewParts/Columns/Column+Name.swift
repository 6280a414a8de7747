internal import Feeds

extension [Column] {
  /// The column with a name: its exact path, its title, the last component of its path (both ignoring case), or
  /// any name by which a filter would find the field.
  package func named(_ name: String) -> Column? {
    let wanted = name.lowercased()
    return first { $0.paths.contains { $0.description == name } }
      ?? first { $0.title.lowercased() == wanted }
      ?? first { $0.paths.contains { $0.name.lowercased() == wanted } }
      ?? first { $0.paths.contains(where: FieldName(name).matches) }
  }
}
