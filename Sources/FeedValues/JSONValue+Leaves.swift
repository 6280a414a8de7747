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
