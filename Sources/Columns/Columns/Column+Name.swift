internal import FeedValues

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

  /// The column with a title, in any case.
  package func titled(_ title: String) -> Column? {
    let wanted = title.lowercased()
    // A path that is not known yet would be looked for for ever.
    return first { column in
      column.title.lowercased() == wanted
        && !column.paths.contains { $0.description.lowercased() == wanted }
    }
  }
}
