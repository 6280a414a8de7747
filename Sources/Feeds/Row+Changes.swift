extension Row {
  /// The fields whose values differ between a row before and after a change, with full paths.
  ///
  /// Objects are compared member by member; for arrays, and objects nested deeper than ``changeDepth``,
  /// the field as a whole is reported.
  ///
  /// - Complexity: O(*n*) in the length of both texts for every level of nesting.
  public static func changedFields(from old: Row, to new: Row) -> Set<FieldPath> {
    var paths: Set<FieldPath> = []
    compare(old.value, new.value, at: FieldPath([]), into: &paths)
    return paths
  }

  /// Whether a top-level field for which a condition holds differs between two rows, as far as that is
  /// visible without regard to their order.
  ///
  /// - Parameters:
  ///   - old: The row before.
  ///   - new: The row after.
  ///   - holds: The condition on a field, and on its value before and after.
  /// - Returns: Whether one of ``changedFields(from:to:)`` that satisfies the condition is known.
  /// - Complexity: O(*n*) in the length of the texts up to that field.
  static func hasChange(
    from old: Row,
    to new: Row,
    where holds: (FieldPath, JSONValue, JSONValue) -> Bool
  ) -> Bool {
    guard old.value.kind == .object, new.value.kind == .object else { return false }
    return old.value.text.withBytes { left in
      new.value.text.withBytes { right in
        var (first, second) = (JSONCursor(left, at: 1), JSONCursor(right, at: 1))
        // As long as the names are the same, corresponding members have the same name and number.
        while let (name, value) = first.nextMember(), let (other, next) = second.nextMember(),
          UnsafeBufferPointer(rebasing: left[name])
            .hasSameBytes(as: UnsafeBufferPointer(rebasing: right[other]))
        {
          let before = UnsafeBufferPointer(rebasing: left[value])
          let after = UnsafeBufferPointer(rebasing: right[next])
          guard !before.hasSameBytes(as: after), before[0] != UInt8(ascii: "{"),
            after[0] != UInt8(ascii: "{"), case let before = old.value.at(value),
            case let after = new.value.at(next), !before.hasSameContent(as: after)
          else { continue }
          if holds(FieldPath([decodeJSONString(left[name])]), before, after) { return true }
        }
        return false
      }
    }
  }

  /// The maximum depth at which objects are compared member by member.
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
    // A name may occur in an object more than once.
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
    // Names may differ in ways that are not displayed.
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
