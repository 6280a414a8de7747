extension JSONValue {
  /// The beginning of the value as displayed; see ``string``.
  ///
  /// - Parameter limit: The maximum number of bytes of the text to read.
  /// - Returns: The text, and whether it is complete. A character or an escape that crosses the limit
  ///   is omitted.
  /// - Complexity: O(`limit`), however long the value is.
  package func string(limit: Int) -> (text: String, isWhole: Bool) {
    guard text.count > limit + 2 else { return (string, true) }
    return text.withBytes { bytes in
      let isString = bytes.first == UInt8(ascii: "\"")
      var end = isString ? 1 : 0
      let last = end + limit
      while end < last {
        guard let next = endOfCharacter(bytes, at: end, isString: isString), next <= last else {
          break
        }
        end = next
      }
      let text =
        isString
        ? decodeJSONString(bytes[1..<end]) : String(decoding: bytes[..<end], as: UTF8.self)
      return (text, false)
    }
  }

  /// Whether the value is an object without members or an array without elements.
  package var isEmptyContainer: Bool {
    text.withBytes { bytes in
      guard bytes.first == UInt8(ascii: "{") || bytes.first == UInt8(ascii: "[") else {
        return false
      }
      let next = bytes.dropFirst().first { !$0.isJSONSpace }
      return next == UInt8(ascii: "}") || next == UInt8(ascii: "]")
    }
  }

  /// The number of members or elements, up to the limit; 0 for a scalar.
  ///
  /// - Complexity: O(*n*) in the length of the text up to the last one counted.
  package func count(limit: Int) -> Int {
    var count = 0
    switch kind {
    case .object:
      forEachMember { _, _ in
        count += 1
        return count < limit
      }
    case .array:
      forEachElement { _ in
        count += 1
        return count < limit
      }
    default: break
    }
    return count
  }

  /// Calls the closure with each element of an array, in order, until it returns false.
  ///
  /// - Complexity: O(*n*) in the length of the text up to the last element examined.
  package func forEachElement(_ body: (JSONValue) -> Bool) {
    guard kind == .array else { return }
    text.withBytes { bytes in
      var cursor = JSONCursor(bytes, at: 1)
      while let range = cursor.nextElement() {
        guard body(part(UInt32(range.lowerBound)..<UInt32(range.upperBound))) else { return }
      }
    }
  }
}

/// The end of the character or escape at an offset; nil if the text ends before it.
private func endOfCharacter(
  _ bytes: UnsafeBufferPointer<UInt8>,
  at start: Int,
  isString: Bool
) -> Int? {
  guard start < bytes.count else { return nil }
  if isString, bytes[start] == UInt8(ascii: "\\") {
    guard start + 1 < bytes.count else { return nil }
    guard bytes[start + 1] == UInt8(ascii: "u") else { return start + 2 }
    // Two escapes may make one character.
    let isPair =
      start + 8 <= bytes.count && "dD".utf8.contains(bytes[start + 2])
      && "89abAB".utf8.contains(bytes[start + 3]) && bytes[start + 6] == UInt8(ascii: "\\")
    return start + (isPair ? 12 : 6)
  }
  var end = start + 1
  while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
  return end
}
