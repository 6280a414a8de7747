internal import Feeds

extension [Column] {
  /// The column of a name: its title, its path or the last name of its path, in any case; else of
  /// what a filter would call the field.
  package func named(_ name: String) -> Column? {
    let wanted = name.lowercased()
    return first { $0.paths.contains { $0.description == name } }
      ?? first { $0.title.lowercased() == wanted }
      ?? first { $0.paths.contains { $0.name.lowercased() == wanted } }
      ?? first { $0.paths.contains(where: FieldName(name).matches) }
  }
}
