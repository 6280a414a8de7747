extension Row {
  /// The fields whose values differ between a row before and after a change, with full paths.
  ///
  /// Objects are compared member by member; of arrays, and of objects nested deeper than
  /// ``changeDepth``, it is only told that they differ.
  ///
  /// - Complexity: O(*n*) in the length of both texts for every level of nesting.
  public static func changedFields(from old: Row, to new: Row) -> Set<FieldPath> {
    var paths: Set<FieldPath> = []
    compare(old.value, new.value, at: FieldPath([]), into: &paths)
    return paths
  }

  /// How deep objects are compared member by member.
  public static let changeDepth = 8

  private static func compare(
    _ old: JSONValue?,
    _ new: JSONValue?,
    at path: FieldPath,
    into paths: inout Set<FieldPath>
  ) {
    guard old != new else { return }
    guard let old, let new, old.kind == .object, new.kind == .object,
      path.names.count < changeDepth
    else {
      paths.insert(path)
      return
    }
    var before: [String: JSONValue] = [:]
    old.forEachMember { name, value in
      if before[name] == nil { before[name] = value }
      return true
    }
    new.forEachMember { name, value in
      compare(before.removeValue(forKey: name), value, at: path.appending(name), into: &paths)
      return true
    }
    for name in before.keys { paths.insert(path.appending(name)) }
  }
}
