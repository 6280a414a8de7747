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
    _ old: JSONValue,
    _ new: JSONValue,
    at path: FieldPath,
    into paths: inout Set<FieldPath>
  ) {
    guard !old.hasSameContent(as: new) else { return }
    guard old.kind == .object, new.kind == .object, path.names.count < changeDepth else {
      paths.insert(path)
      return
    }
    let count = paths.count
    // A name may stand in an object more than once.
    var before = members(of: old)
    for (name, after) in members(of: new) {
      let values = before.removeValue(forKey: name) ?? []
      if values.count == 1, after.count == 1 {
        compare(values[0], after[0], at: path.appending(name), into: &paths)
      } else if !values.elementsEqual(after, by: { $0.hasSameContent(as: $1) }) {
        paths.insert(path.appending(name))
      }
    }
    for name in before.keys { paths.insert(path.appending(name)) }
    // Names may differ in what a reader does not see.
    if paths.count == count { paths.insert(path) }
  }

  private static func members(of object: JSONValue) -> [String: [JSONValue]] {
    var members: [String: [JSONValue]] = [:]
    object.forEachMember { name, value in
      members[name, default: []].append(value)
      return true
    }
    return members
  }
}
