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
