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
  /// A value that is no object becomes the member `value`.
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
      head.append(contentsOf: inside)
      if !isObject { head.append(UInt8(ascii: "}")) }
      return moved(into: head, by: shift)
    }
  }

  /// The row without the members in front that have some names, each of them once at most.
  ///
  /// - Complexity: O(*n*) in the length of the row's text.
  package func removing(membersInFront names: Set<String>) -> Row {
    guard !names.isEmpty, value.kind == .object else { return self }
    return value.text.withBytes { text in
      var cursor = JSONCursor(text, at: 1)
      var (names, end) = (names, 1)
      while let (name, value) = cursor.nextMember() {
        guard names.remove(decodeJSONString(text[name])) != nil else { break }
        end = value.upperBound
      }
      guard end > 1 else { return self }
      let rest = text[end...].drop { $0.isJSONSpace }
      let head = [UInt8(ascii: "{")]
      let inside = rest.first == UInt8(ascii: ",") ? rest.dropFirst() : rest
      return moved(into: head + inside, by: 1 - inside.startIndex)
    }
  }
}
