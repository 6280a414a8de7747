/// A row of a feed: its identity and its value.
///
/// A list may have millions of rows, so a row is 32 bytes with one counted reference: its key is in the
/// store of its value.
package struct Row: Identifiable, Sendable {
  private let store: ByteStore
  private let start: UInt32
  private let end: UInt32
  private let keyStart: UInt32
  private let keyEnd: UInt32
  private let occurrence: Int

  /// Creates a row.
  ///
  /// - Parameters:
  ///   - id: The identity of the row. A key that is stored elsewhere is copied next to the value.
  ///   - value: The value of the row.
  package init(id: RowID, value: JSONValue) {
    let (key, text) =
      id.key.store === value.text.store || id.key.count == 0
      ? (id.key, value.text) : ByteSlice.together(id.key, value.text)
    self.init(value: JSONValue(text), key: key.count == 0 ? 0..<0 : key.range, id.occurrence)
  }

  /// Creates a row whose key is a range of its value's store.
  @inline(__always)
  package init(value: JSONValue, key: Range<Int>, _ occurrence: Int = 0) {
    store = value.text.store
    start = value.text.start
    end = value.text.end
    keyStart = UInt32(truncatingIfNeeded: key.lowerBound)
    keyEnd = UInt32(truncatingIfNeeded: key.upperBound)
    self.occurrence = occurrence
  }

  /// The identity of the row.
  package var id: RowID {
    RowID(key: ByteSlice(store, from: keyStart, to: keyEnd), occurrence: occurrence)
  }

  /// The value of the row, an object or a scalar.
  package var value: JSONValue { JSONValue(ByteSlice(store, from: start, to: end)) }

  /// The number of bytes of its text.
  package var textCount: Int { Int(end - start) }

  /// Whether its text starts with some bytes.
  package func hasText(startingWith head: [UInt8]) -> Bool {
    value.text.withBytes { $0.starts(with: head) }
  }

  /// Whether the row keeps more memory alive than it uses.
  package var sharesText: Bool { store.count > 2 * textCount + 64 }

  /// Whether two rows have the same identity.
  package func hasSameID(as other: Row) -> Bool {
    guard occurrence == other.occurrence, keyEnd - keyStart == other.keyEnd - other.keyStart else {
      return false
    }
    if store === other.store, keyStart == other.keyStart { return true }
    return withKey { key in other.withKey { key.hasSameWords(as: $0) } }
  }

  /// Whether the row has an identity.
  package func has(_ id: RowID) -> Bool {
    occurrence == id.occurrence
      && withKey { key in id.key.withBytes { key.hasSameWords(as: $0) } }
  }

  /// Calls the closure with the bytes of the key, without counting a reference.
  @inline(__always)
  private func withKey<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    store.withBytes { body(UnsafeBufferPointer(rebasing: $0[Int(keyStart)..<Int(keyEnd)])) }
  }

  /// A hash of the identity for tables that live no longer than the process; see ``TextHash``.
  package var idHash: UInt64 { withKey { TextHash.hash($0, occurrence) } }

  /// Whether both rows are the same text in memory, which is checked in O(1); equal rows may have
  /// separate texts.
  package func isSameText(as other: Row) -> Bool {
    store === other.store && start == other.start && end == other.end
      && keyStart == other.keyStart && occurrence == other.occurrence
  }

  /// The row with its own copy of the text, so that it does not keep its chunk alive.
  package func compacted() -> Row {
    let store = withKey { key in
      value.text.withBytes { text in
        // A key inside the text need not be copied.
        let key = UnsafeBufferPointer(rebasing: key.prefix(isKeyInside ? 0 : key.count))
        return ByteStore(copying: text, key, looks: looks(movedTo: 0))
      }
    }
    return moved(into: store, at: 0)
  }

  /// The styles of the row's texts, for a row that is moved to another offset.
  package func looks(movedTo offset: Int) -> [TextLook] {
    store.looks(in: Int(start)..<Int(end), movedTo: offset)
  }

  /// The same row with a new text in which its own begins at an offset.
  func moved(into text: [UInt8], by offset: Int) -> Row {
    let isInside = isKeyInside
    let key = Int(keyEnd - keyStart)
    let bytes = isInside ? text : text + id.key.withBytes { Array($0) }
    let store = ByteStore(bytes, looks: looks(movedTo: offset))
    let keyOffset = isInside ? Int(keyStart) - Int(start) + offset : text.count
    return Row(
      value: JSONValue(ByteSlice(store, 0..<text.count)),
      key: key == 0 ? 0..<0 : keyOffset..<keyOffset + key,
      occurrence
    )
  }

  /// Whether the key is part of the value's text.
  private var isKeyInside: Bool {
    keyStart == keyEnd || keyStart >= start && keyEnd <= end
  }

  /// Appends the text, and the key if it is stored elsewhere.
  package func append(to bytes: inout [UInt8]) {
    value.text.withBytes { bytes.append(contentsOf: $0) }
    if !isKeyInside { id.key.withBytes { bytes.append(contentsOf: $0) } }
  }

  /// The same row in a store to which it was appended.
  package func moved(into store: ByteStore, at offset: Int) -> Row {
    let count = Int(keyEnd - keyStart)
    let distance = isKeyInside && count > 0 ? Int(keyStart - start) : textCount
    return Row(
      value: JSONValue(ByteSlice(store, offset..<offset + textCount)),
      key: count == 0 ? 0..<0 : offset + distance..<offset + distance + count,
      occurrence
    )
  }
}

extension Row: Equatable {
  /// Whether two rows have the same identity and the same content, however it is spelled.
  ///
  /// - Complexity: that of ``JSONValue/hasSameContent(as:)``.
  package static func == (left: Row, right: Row) -> Bool {
    left.id == right.id && left.value.hasSameContent(as: right.value)
  }
}

/// The identity of a row: the text of its key, and its number among the rows with that key.
///
/// Rows without a key, such as log lines, all have the empty one and are numbered.
package struct RowID: Hashable, Sendable {
  /// The text of the key, a JSON value: as written in the feed, except for unnecessary escapes; of
  /// several fields, a string of them joined by `/`.
  package let key: ByteSlice
  /// 0 for the first row with that key in a list, 1 for the second, and so on; the arrival number for
  /// a row without a key; -1 for such a row of one of several sources, whose key contains its number.
  package let occurrence: Int

  /// Creates an identity.
  package init(key: ByteSlice, occurrence: Int = 0) {
    self.key = key
    self.occurrence = occurrence
  }
}

extension RowID {
  /// A hash for tables that live no longer than the process; see ``TextHash``.
  package var textHash: UInt64 { key.withBytes { TextHash.hash($0, occurrence) } }

  /// The same of the key alone, whichever row with the key it is.
  package var keyHash: UInt64 { key.withBytes { TextHash.hash($0, 0) } }

  /// Whether the row has no key and is identified by its arrival number.
  package var isByArrival: Bool { key.count == 0 }

  /// Whether the row has a key, rather than a number of its arrival, be it in one of several sources.
  package var hasKey: Bool { key.count > 0 && occurrence >= 0 }
}

extension JSONValue {
  /// Creates a value from a row's key.
  ///
  /// - Precondition: The identity has a key.
  package init(key id: RowID) {
    precondition(id.key.count > 0, "the identity has no key")
    self.init(id.key)
  }
}

extension RowID {
  /// The identities that are described by a text.
  ///
  /// A key with characters that JSON has to escape is found if it is written with the shortest escapes.
  package static func described(by text: String) -> [RowID] {
    var string: [UInt8] = []
    string.appendJSONString(Array(text.utf8))
    var result = [RowID(key: ByteSlice(copying: text.utf8))]
    // Rows without a key that come from one of several sources have -1.
    for occurrence in [0, -1] {
      result.append(RowID(key: ByteSlice(copying: string), occurrence: occurrence))
    }
    if let number = Int(text) {
      result.append(RowID(key: ByteSlice(copying: []), occurrence: number))
    }
    guard let mark = text.lastIndex(of: "#"), let number = Int(text[text.index(after: mark)...]),
      number > 1
    else { return result }
    return result
      + described(by: String(text[..<mark])).filter { $0.occurrence == 0 }
      .map { RowID(key: $0.key, occurrence: number - 1) }
  }
}

extension RowID: CustomStringConvertible {
  /// The key as displayed, with the number of the occurrence from the second on.
  package var description: String {
    guard key.count > 0 else { return "\(occurrence)" }
    let text = JSONValue(key).string
    return occurrence < 1 ? text : "\(text)#\(occurrence + 1)"
  }
}

extension Row {
  /// The name of a member, as it is written.
  package struct MemberName: Sendable {
    fileprivate let text: [UInt8]

    /// Creates a name.
    package init(_ name: String) {
      var text: [UInt8] = []
      text.appendJSONString(name.utf8)
      text.append(UInt8(ascii: ":"))
      self.text = text
    }
  }

  /// A member that a row is to have.
  package struct Member {
    fileprivate let name: MemberName
    fileprivate let json: String

    /// Creates a member from its name and the text of a JSON value.
    package init(_ name: MemberName, _ json: String) { (self.name, self.json) = (name, json) }
  }

  /// The row with further members in front of its own.
  ///
  /// A value that is not an object becomes the member `value`. The last member with a name counts, so that one that
  /// the row has already is added behind its own as well.
  ///
  /// - Parameter members: The members.
  /// - Returns: The row with the same identity.
  /// - Complexity: O(*n*) in the length of the row's text.
  package func adding(_ members: [Member]) -> Row {
    guard !members.isEmpty else { return self }
    var head: [UInt8] = [UInt8(ascii: "{")]
    for (number, member) in members.enumerated() {
      if number > 0 { head.append(UInt8(ascii: ",")) }
      head.append(contentsOf: member.name.text)
      head.append(contentsOf: member.json.utf8)
    }
    return value.text.withBytes { text in
      let isObject = text.first == UInt8(ascii: "{")
      if !isObject { head.append(contentsOf: #","value":"#.utf8) }
      let inside = isObject ? UnsafeBufferPointer(rebasing: text.dropFirst()) : text
      // An object has nothing but white space before the first of its members.
      let isEmpty = isObject && inside.first { !$0.isJSONSpace } == UInt8(ascii: "}")
      if isObject, !isEmpty { head.append(UInt8(ascii: ",")) }
      let shift = head.count - (isObject ? 1 : 0)
      let rivals = isObject && !isEmpty ? Self.rivals(of: members, in: text) : []
      head.append(
        contentsOf: rivals.isEmpty
          ? inside : UnsafeBufferPointer(rebasing: text[1..<text.count - 1])
      )
      for member in rivals {
        head.append(UInt8(ascii: ","))
        head.append(contentsOf: member.name.text)
        head.append(contentsOf: member.json.utf8)
      }
      if !isObject || !rivals.isEmpty { head.append(UInt8(ascii: "}")) }
      return moved(into: head, by: shift)
    }
  }

  /// Those of some members whose names are in an object already.
  private static func rivals(
    of members: [Member],
    in text: UnsafeBufferPointer<UInt8>
  ) -> [Member] {
    var found = [Bool](repeating: false, count: members.count)
    var cursor = JSONCursor(text, at: 1)
    while let name = cursor.nextName() {
      cursor.skipValue()
      let decoded = cursor.nameHasEscapes ? decodeJSONString(text[name]) : nil
      for (offset, member) in members.enumerated() where !found[offset] {
        found[offset] =
          decoded.map { member.name.text == MemberName($0).text }
          ?? member.name.text.dropFirst().dropLast(2).elementsEqual(text[name])
      }
    }
    return zip(members, found).filter(\.1).map(\.0)
  }

  /// The row without the members that ``adding(_:)`` gave it, of those with some names: each is in front once at most.
  ///
  /// - Complexity: O(*n*) in the length of the row's text.
  package func removing(membersInFront names: Set<String>) -> Row {
    guard !names.isEmpty, value.kind == .object else { return self }
    return value.text.withBytes { text in
      var cursor = JSONCursor(text, at: 1)
      var (left, added, rivals) = (names, Set<String>(), Set<String>())
      /// The offsets at which the members in front end, and each one behind them.
      var ends = [1]
      while let (range, value) = cursor.nextMember() {
        let name = decodeJSONString(text[range])
        if ends.count == 1, left.remove(name) != nil {
          added.insert(name)
          ends[0] = value.upperBound
          continue
        }
        if ends[0] == 1 { return self }
        if added.contains(name) { rivals.insert(name) }
        ends.append(value.upperBound)
      }
      guard ends[0] > 1 else { return self }
      let end = rivals.isEmpty ? text.count : ends[ends.count - 1 - rivals.count]
      let rest = text[ends[0]..<end].drop { $0.isJSONSpace }
      let inside = rest.first == UInt8(ascii: ",") ? rest.dropFirst() : rest
      let tail = rivals.isEmpty ? [] : [UInt8(ascii: "}")]
      return moved(into: [UInt8(ascii: "{")] + inside + tail, by: 1 - inside.startIndex)
    }
  }
}

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
