/// What values say, apart from how they are spelled.
///
/// White space, the order of members and the escapes of strings are spelling. Numbers are what is
/// written: `1.0` is not `1`, because a reader sees the difference and no conversion shall decide.
extension JSONValue {
  /// Whether two values say the same.
  ///
  /// Of members of one name, the order among themselves counts.
  ///
  /// - Complexity: that of a comparison of bytes where they are the same; else O(*n*) in the length of
  ///   the texts up to the first difference, or O(*n* log *n*) where members stand in another order.
  public func hasSameContent(as other: JSONValue) -> Bool {
    if text == other.text { return true }
    return text.withBytes { left in other.text.withBytes { haveSameContent(left, $0) } }
  }

  /// The one spelling that all values that say the same have: without white space, the members in the
  /// order of their names, nothing escaped that need not be.
  ///
  /// - Complexity: O(*n*) in the length of the text of a scalar, without a copy where it is spelled
  ///   so already; O(*n* log *n*) for an object or an array.
  var canonicalText: ByteSlice {
    text.withBytes { bytes in
      let isContainer = "{[".utf8.contains(bytes[0])
      guard isContainer || bytes.contains(UInt8(ascii: "\\")) else { return text }
      var result: [UInt8] = []
      result.reserveCapacity(bytes.count)
      result.appendCanonical(bytes)
      return ByteSlice(ByteStore(result), 0..<result.count)
    }
  }
}

extension [UInt8] {
  fileprivate mutating func appendCanonical(_ bytes: UnsafeBufferPointer<UInt8>) {
    switch bytes[0] {
    case UInt8(ascii: "{"):
      let members = sortedMembers(bytes, JSONCursor(bytes, at: 1))
      append(UInt8(ascii: "{"))
      for (offset, member) in members.enumerated() {
        if offset > 0 { append(UInt8(ascii: ",")) }
        appendJSONString(member.name)
        append(UInt8(ascii: ":"))
        appendCanonical(UnsafeBufferPointer(rebasing: bytes[member.value]))
      }
      append(UInt8(ascii: "}"))
    case UInt8(ascii: "["):
      var cursor = JSONCursor(bytes, at: 1)
      append(UInt8(ascii: "["))
      var isFirst = true
      while let element = cursor.nextElement() {
        if !isFirst { append(UInt8(ascii: ",")) }
        isFirst = false
        appendCanonical(UnsafeBufferPointer(rebasing: bytes[element]))
      }
      append(UInt8(ascii: "]"))
    case UInt8(ascii: "\""):
      appendJSONString(unescapedName(bytes, 1..<bytes.count - 1))
    default: append(contentsOf: bytes)
    }
  }
}

/// Compares two valid values by what they say.
private func haveSameContent(
  _ left: UnsafeBufferPointer<UInt8>,
  _ right: UnsafeBufferPointer<UInt8>
) -> Bool {
  if left.hasSameBytes(as: right) { return true }
  guard left[0] == right[0] else { return false }
  switch left[0] {
  case UInt8(ascii: "{"): return haveSameMembers(left, right)
  case UInt8(ascii: "["):
    var (leftCursor, rightCursor) = (JSONCursor(left, at: 1), JSONCursor(right, at: 1))
    while let element = leftCursor.nextElement() {
      guard let other = rightCursor.nextElement(),
        haveSameContent(
          UnsafeBufferPointer(rebasing: left[element]),
          UnsafeBufferPointer(rebasing: right[other])
        )
      else { return false }
    }
    return rightCursor.nextElement() == nil
  case UInt8(ascii: "\""):
    return haveSameText(left, 1..<left.count - 1, right, 1..<right.count - 1)
  default: return false
  }
}

private func haveSameMembers(
  _ left: UnsafeBufferPointer<UInt8>,
  _ right: UnsafeBufferPointer<UInt8>
) -> Bool {
  var (leftCursor, rightCursor) = (JSONCursor(left, at: 1), JSONCursor(right, at: 1))
  // Mostly the members stand in one order, and no table is needed. Those that do at the beginning are
  // compared once: twice at each level would be as many times as two to the power of the depth.
  while true {
    let (leftRest, rightRest) = (leftCursor, rightCursor)
    let (member, other) = (leftCursor.nextMember(), rightCursor.nextMember())
    guard let member, let other else { return member == nil && other == nil }
    guard haveSameText(left, member.name, right, other.name) else {
      (leftCursor, rightCursor) = (leftRest, rightRest)
      break
    }
    guard
      haveSameContent(
        UnsafeBufferPointer(rebasing: left[member.value]),
        UnsafeBufferPointer(rebasing: right[other.value])
      )
    else { return false }
  }
  let (members, others) = (sortedMembers(left, leftCursor), sortedMembers(right, rightCursor))
  guard members.count == others.count else { return false }
  return zip(members, others).allSatisfy { member, other in
    member.name == other.name
      && haveSameContent(
        UnsafeBufferPointer(rebasing: left[member.value]),
        UnsafeBufferPointer(rebasing: right[other.value])
      )
  }
}

/// Whether the insides of two strings say the same.
private func haveSameText(
  _ left: UnsafeBufferPointer<UInt8>,
  _ leftRange: Range<Int>,
  _ right: UnsafeBufferPointer<UInt8>,
  _ rightRange: Range<Int>
) -> Bool {
  let leftText = UnsafeBufferPointer(rebasing: left[leftRange])
  let rightText = UnsafeBufferPointer(rebasing: right[rightRange])
  if leftText.hasSameBytes(as: rightText) { return true }
  // Where nothing is escaped, other bytes are another text.
  guard leftText.contains(UInt8(ascii: "\\")) || rightText.contains(UInt8(ascii: "\\")) else {
    return false
  }
  return unescapedName(left, leftRange) == unescapedName(right, rightRange)
}

/// The members of an object from a cursor on in the order of their names, those of one name in their
/// own.
private func sortedMembers(
  _ bytes: UnsafeBufferPointer<UInt8>,
  _ cursor: JSONCursor
) -> [(name: [UInt8], value: Range<Int>)] {
  var members: [(name: [UInt8], value: Range<Int>)] = []
  var cursor = cursor
  while let member = cursor.nextMember() {
    members.append((unescapedName(bytes, member.name), member.value))
  }
  let order = members.indices.sorted { left, right in
    let (name, other) = (members[left].name, members[right].name)
    return name == other ? left < right : name.lexicographicallyPrecedes(other)
  }
  return order.map { members[$0] }
}

private func unescapedName(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> [UInt8] {
  unescaped(UnsafeBufferPointer(rebasing: bytes[range]), mendingHalves: false)
}
