/// Equality of values apart from their spelling.
///
/// White space, the order of members and string escapes are spelling. Numbers are compared as written:
/// `1.0` is not `1`, because users see the difference.
extension JSONValue {
  /// Whether two values have the same content.
  ///
  /// The order of members counts only among members of the same name.
  ///
  /// - Complexity: that of a comparison of bytes if they are the same; else O(*n*) in the length of
  ///   the texts up to the first difference, or O(*n* log *n*) if members are in another order,
  ///   however deeply values are nested.
  package func hasSameContent(as other: JSONValue) -> Bool {
    if text == other.text { return true }
    return text.withBytes { left in other.text.withBytes { haveSameContent(left, $0) } }
  }

  /// The canonical spelling of a value: without white space, with members sorted by name, and with as few
  /// escapes as possible.
  ///
  /// - Complexity: O(*n*) in the length of the text of a scalar, without a copy if it is canonical
  ///   already; O(*n* log *n*) for an object or an array.
  package var canonicalText: ByteSlice {
    text.withBytes { bytes in
      let isContainer = bytes[0] == UInt8(ascii: "{") || bytes[0] == UInt8(ascii: "[")
      let hasEscapes = length(of: bytes, from: 0, to: UInt8(ascii: "\\")) < bytes.count
      guard isContainer || hasEscapes else { return text }
      var result: [UInt8] = []
      result.reserveCapacity(bytes.count)
      ContentTree(bytes).appendCanonicalText(to: &result)
      return ByteSlice(ByteStore(result), 0..<result.count)
    }
  }
}

/// The depth up to which values are compared with cursors, which look for the end of a nested value at
/// every level; deeper values are compared as trees (``ContentTree``).
private let cursorDepth = 8

/// Compares two valid values by content.
private func haveSameContent(
  _ left: UnsafeBufferPointer<UInt8>,
  _ right: UnsafeBufferPointer<UInt8>,
  depth: Int = 0
) -> Bool {
  if left.hasSameBytes(as: right) { return true }
  guard left[0] == right[0] else { return false }
  switch left[0] {
  case UInt8(ascii: "{"), UInt8(ascii: "["):
    guard depth < cursorDepth else {
      return ContentTree(left).hasSameContent(as: ContentTree(right))
    }
    return left[0] == UInt8(ascii: "{")
      ? haveSameMembers(left, right, depth: depth) : haveSameElements(left, right, depth: depth)
  case UInt8(ascii: "\""): return haveSameText(left, 1..<left.count - 1, right, 1..<right.count - 1)
  default: return false
  }
}

private func haveSameElements(
  _ left: UnsafeBufferPointer<UInt8>,
  _ right: UnsafeBufferPointer<UInt8>,
  depth: Int
) -> Bool {
  var (leftCursor, rightCursor) = (JSONCursor(left, at: 1), JSONCursor(right, at: 1))
  while let element = leftCursor.nextElement() {
    guard let other = rightCursor.nextElement(),
      haveSameContent(
        UnsafeBufferPointer(rebasing: left[element]),
        UnsafeBufferPointer(rebasing: right[other]),
        depth: depth + 1
      )
    else { return false }
  }
  return rightCursor.nextElement() == nil
}

private func haveSameMembers(
  _ left: UnsafeBufferPointer<UInt8>,
  _ right: UnsafeBufferPointer<UInt8>,
  depth: Int
) -> Bool {
  var (leftCursor, rightCursor) = (JSONCursor(left, at: 1), JSONCursor(right, at: 1))
  // Members usually have the same order, in which case no table is needed.
  while true {
    let (member, other) = (leftCursor.nextMember(), rightCursor.nextMember())
    guard let member, let other else { return member == nil && other == nil }
    guard haveSameText(left, member.name, right, other.name) else { break }
    guard
      haveSameContent(
        UnsafeBufferPointer(rebasing: left[member.value]),
        UnsafeBufferPointer(rebasing: right[other.value]),
        depth: depth + 1
      )
    else { return false }
  }
  // In a different order, both are read again, however deeply they are nested.
  return ContentTree(left).hasSameContent(as: ContentTree(right))
}

/// Whether the contents of two strings are the same.
private func haveSameText(
  _ left: UnsafeBufferPointer<UInt8>,
  _ leftRange: Range<Int>,
  _ right: UnsafeBufferPointer<UInt8>,
  _ rightRange: Range<Int>
) -> Bool {
  let leftText = UnsafeBufferPointer(rebasing: left[leftRange])
  let rightText = UnsafeBufferPointer(rebasing: right[rightRange])
  if leftText.hasSameBytes(as: rightText) { return true }
  // Without escapes, different bytes are different text.
  guard leftText.contains(UInt8(ascii: "\\")) || rightText.contains(UInt8(ascii: "\\")) else {
    return false
  }
  return unescapedName(left, leftRange) == unescapedName(right, rightRange)
}

func unescapedName(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> [UInt8] {
  unescaped(UnsafeBufferPointer(rebasing: bytes[range]), repairingSurrogates: false)
}

extension JSONValue {
  /// Calls the closure with the text of the value as displayed, in UTF-8.
  ///
  /// Nothing is copied unless escapes have to be decoded. Bytes that are not UTF-8 stay as they are.
  ///
  /// - Parameter body: Is given bytes that are valid during the call only.
  /// - Returns: The result of the closure.
  package func withString<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    text.withBytes { withDisplayed($0, body) }
  }

  /// Calls the closure with the text of each string, number and boolean in the value, at any depth, in
  /// order, until it returns false; names of members are omitted.
  ///
  /// - Parameter body: Receives what ``withString(_:)`` passes.
  /// - Returns: Whether all of them were visited.
  /// - Complexity: O(*n*) in the length of the text.
  @discardableResult
  package func forEachLeaf(_ body: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
    text.withBytes { bytes in
      var cursor = JSONCursor(bytes, at: 0)
      while let range = cursor.nextLeaf() {
        let isString = bytes[range.lowerBound] == UInt8(ascii: "\"")
        let goesOn =
          isString
          ? withDecoded(bytes, range.lowerBound + 1..<range.upperBound - 1, body)
          : body(UnsafeBufferPointer(rebasing: bytes[range]))
        if !goesOn { return false }
      }
      return true
    }
  }
}

/// Calls the closure with the text of a value as displayed, given the value's own text.
func withDisplayed<Result>(
  _ bytes: UnsafeBufferPointer<UInt8>,
  _ body: (UnsafeBufferPointer<UInt8>) -> Result
) -> Result {
  guard bytes.first == UInt8(ascii: "\""), bytes.count > 1 else { return body(bytes) }
  return withDecoded(bytes, 1..<bytes.count - 1, body)
}

private func withDecoded<Result>(
  _ bytes: UnsafeBufferPointer<UInt8>,
  _ range: Range<Int>,
  _ body: (UnsafeBufferPointer<UInt8>) -> Result
) -> Result {
  let inside = bytes[range]
  guard inside.contains(UInt8(ascii: "\\")) else {
    return body(UnsafeBufferPointer(rebasing: inside))
  }
  var decoded = decodeJSONString(inside)
  return decoded.withUTF8(body)
}

extension JSONCursor {
  /// The next string, number or boolean that is not the name of a member, at any depth.
  mutating func nextLeaf() -> Range<Int>? {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        let string = skipString()
        while position < bytes.count, bytes[position].isJSONSpace { position += 1 }
        guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else { return string }
        position += 1
      case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"),
        UInt8(ascii: ","), 0x20, 0x0A, 0x0D, 0x09:
        position += 1
      case UInt8(ascii: "n"): position += 4
      default: return skipValue()
      }
    }
    return nil
  }
}
