/// A cursor in text that is known to be valid JSON.
struct JSONCursor {
  let bytes: UnsafeBufferPointer<UInt8>
  var position: Int

  /// Creates a cursor after the opening bracket of a container.
  init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) {
    self.bytes = bytes
    self.position = position
  }

  /// The next element of an array; nil at its end.
  mutating func nextElement() -> Range<Int>? {
    skipSpaceAndCommas()
    guard bytes[position] != UInt8(ascii: "]") else { return nil }
    return skipValue()
  }

  /// The next member of an object: the inside of its name's quotation marks, and its value.
  mutating func nextMember() -> (name: Range<Int>, value: Range<Int>)? {
    nextName().map { ($0, skipValue()) }
  }

  /// The inside of the next member's name; nil at the end of the object.
  ///
  /// Afterwards the cursor is at the member's value, or at the closing bracket.
  @inline(__always)
  mutating func nextName() -> Range<Int>? {
    skipSpaceAndCommas()
    guard bytes[position] != UInt8(ascii: "}") else { return nil }
    let name = skipString()
    while bytes[position] != UInt8(ascii: ":") { position += 1 }
    position += 1
    while bytes[position].isJSONSpace { position += 1 }
    return name.lowerBound + 1..<name.upperBound - 1
  }

  mutating func skipSpaceAndCommas() {
    while bytes[position].isJSONSpace || bytes[position] == UInt8(ascii: ",") { position += 1 }
  }

  mutating func skipString() -> Range<Int> {
    let start = position
    position += 1
    while true {
      position = endOfPlainText(bytes, from: position)
      let byte = bytes[position]
      position += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "\"") { return start..<position }
    }
  }

  mutating func skipValue() -> Range<Int> {
    let start = position
    switch bytes[position] {
    case UInt8(ascii: "\""): return skipString()
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      var depth = 0
      repeat {
        switch bytes[position] {
        case UInt8(ascii: "\""):
          _ = skipString()
          continue
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        default: break
        }
        position += 1
      } while depth > 0
    default:
      while position < bytes.count, !bytes[position].endsScalar { position += 1 }
    }
    return start..<position
  }
}

extension UInt8 {
  fileprivate var endsScalar: Bool {
    isJSONSpace || self == UInt8(ascii: ",") || self == UInt8(ascii: "}")
      || self == UInt8(ascii: "]")
  }
}
