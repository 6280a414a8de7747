extension Row {
  /// The fields whose values differ between a row before and after a change; see ``changes(from:to:)``.
  package static func changedFields(from old: Row, to new: Row) -> Set<FieldPath> {
    Set(changes(from: old, to: new).map(\.path))
  }

  /// The changes of fields between a row before and after a change: those that the new row has in its order, then those
  /// that it lacks.
  ///
  /// Objects are compared member by member; for arrays, and objects nested deeper than ``changeDepth``,
  /// the field as a whole is reported.
  ///
  /// - Complexity: O(*n*) in the length of both texts for every level of nesting.
  package static func changes(from old: Row, to new: Row) -> [ChangedField] {
    var changes: [ChangedField] = []
    compare(old.value, new.value, at: FieldPath([]), into: &changes)
    return changes
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
  package static func hasChange(
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
  package static let changeDepth = 8

  fileprivate static func compare(
    _ old: JSONValue,
    _ new: JSONValue,
    at path: FieldPath,
    into changes: inout [ChangedField]
  ) {
    guard !old.hasSameContent(as: new) else { return }
    guard old.kind == .object, new.kind == .object, path.names.count < changeDepth else {
      changes.append(ChangedField(path: path, old: old, new: new))
      return
    }
    let count = changes.count
    for member in MemberPair.all(old, new) {
      let path = path.appending(member.name)
      if let before = member.old, let after = member.new {
        compare(before, after, at: path, into: &changes)
      } else {
        changes.append(ChangedField(path: path, old: member.old, new: member.new))
      }
    }
    // Names may differ in ways that are not displayed.
    if changes.count == count { changes.append(ChangedField(path: path, old: old, new: new)) }
  }
}

/// A field that differs between two versions of a row.
package struct ChangedField: Hashable, Sendable {
  /// The field.
  package let path: FieldPath
  /// The value before; nil if there was none.
  package let old: JSONValue?
  /// The value after; nil if there is none.
  package let new: JSONValue?
}

extension ChangedField {
  /// The changes of the members of objects in an array that has as many of them as before; otherwise that of the field
  /// as a whole.
  ///
  /// - Complexity: O(*n*) in the length of both texts for every level of nesting.
  package var parts: [ChangedField] {
    guard let old, let new, old.kind == .array, new.kind == .array else { return [self] }
    let (before, after) = (old.elements, new.elements)
    guard before.count == after.count, path.names.count < Row.changeDepth,
      (before + after).allSatisfy({ $0.kind == .object })
    else { return [self] }
    var changes: [ChangedField] = []
    for (number, (left, right)) in zip(before, after).enumerated() {
      let name = before.count == 1 ? FieldPath.elements : "\(number)"
      Row.compare(left, right, at: path.appending(name), into: &changes)
    }
    return changes.isEmpty ? [self] : changes.flatMap(\.parts)
  }
}

/// The members of two objects that have the same name; of several in an object the last one, which counts.
private struct MemberPair {
  let name: String
  var old: JSONValue?
  var new: JSONValue?

  /// All members: those of the new object in its order, then those that it lacks.
  static func all(_ old: JSONValue, _ new: JSONValue) -> [MemberPair] {
    var pairs: [MemberPair] = []
    var offsets: [MemberKey: Int] = [:]
    func read(_ object: JSONValue, into member: WritableKeyPath<MemberPair, JSONValue?>) {
      // Members usually have the same order in both.
      var expected = 0
      object.forEachMember { name, value in
        var offset = expected
        if !(offset < pairs.count && pairs[offset].name.hasSameBytes(as: name)) {
          let key = MemberKey(name)
          offset = offsets[key] ?? pairs.count
          if offset == pairs.count { pairs.append(MemberPair(name: name)) }
          offsets[key] = offset
        }
        pairs[offset][keyPath: member] = value
        expected = offset + 1
        return true
      }
    }
    read(new, into: \.new)
    read(old, into: \.old)
    return pairs
  }
}
