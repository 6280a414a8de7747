/// A cursor in text that is known to be valid JSON.
///
/// Every row is walked through several times, so that arithmetic is not checked here: positions are those of a
/// buffer, and validity bounds all loops. What a walk needs for each member is inlined into it, so that its
/// position stays in a register.
package struct JSONCursor {
  let bytes: UnsafeBufferPointer<UInt8>
  var position: Int
  /// Whether the last name is spelled with escapes.
  private(set) var nameHasEscapes = false

  /// Creates a cursor after the opening bracket of a container.
  package init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) {
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
    let start = position &+ 1
    let (end, hasEscapes) = endOfString(from: start)
    nameHasEscapes = hasEscapes
    position = end &+ 1
    while bytes[position] != UInt8(ascii: ":") { position &+= 1 }
    position &+= 1
    while bytes[position].isSpaceInJSON { position &+= 1 }
    return Range(uncheckedBounds: (start, end))
  }

  @inline(__always)
  mutating func skipSpaceAndCommas() {
    while bytes[position].isSpaceInJSON || bytes[position] == UInt8(ascii: ",") { position &+= 1 }
  }

  @inline(__always)
  mutating func skipString() -> Range<Int> {
    let start = position
    position = endOfString(from: start &+ 1).end &+ 1
    return Range(uncheckedBounds: (start, position))
  }

  @inline(__always)
  @discardableResult
  package mutating func skipValue() -> Range<Int> {
    let start = position
    switch bytes[position] {
    case UInt8(ascii: "\""): return skipString()
    case UInt8(ascii: "{"), UInt8(ascii: "["): position = Self.endOfContainer(bytes, from: position)
    default: position = endOfScalar(from: position)
    }
    return Range(uncheckedBounds: (start, position))
  }

  private static func endOfContainer(
    _ bytes: UnsafeBufferPointer<UInt8>,
    from position: Int
  ) -> Int {
    var cursor = JSONCursor(bytes, at: position)
    var depth = 0
    repeat {
      switch bytes[cursor.position] {
      case UInt8(ascii: "\""):
        _ = cursor.skipString()
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth &+= 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth &-= 1
      default: break
      }
      cursor.position &+= 1
    } while depth > 0
    return cursor.position
  }

  /// The offset after a number, a boolean or null.
  @inline(__always)
  private func endOfScalar(from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    let raw = UnsafeRawBufferPointer(bytes)
    var position = start
    while position &+ 8 <= bytes.count {
      let loaded = raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      let word = UInt64(littleEndian: loaded)
      let commas = word ^ (ones &* UInt64(UInt8(ascii: ",")))
      // Both closing brackets differ in one bit.
      let brackets = (word | ones &* 0x20) ^ (ones &* UInt64(UInt8(ascii: "}")))
      // The lowest byte found is right; borrows go to higher ones.
      let found =
        (commas &- ones) & ~commas | (brackets &- ones) & ~brackets
        | (word &- ones &* UInt64(UInt8(ascii: " ") + 1)) & ~word
      if found & tops != 0 { return position &+ (found & tops).trailingZeroBitCount / 8 }
      position &+= 8
    }
    while position < bytes.count, !bytes[position].endsScalar { position &+= 1 }
    return position
  }

  /// The offset of the quotation mark that ends a string, and whether it contains escapes.
  @inline(__always)
  private func endOfString(from start: Int) -> (end: Int, hasEscapes: Bool) {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    let raw = UnsafeRawBufferPointer(bytes)
    var (position, hasEscapes) = (start, false)
    while true {
      if position &+ 8 <= bytes.count {
        let loaded = raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        let word = UInt64(littleEndian: loaded)
        let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
        let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
        // As in `endOfPlainText`, without control characters, which are not in valid strings.
        let found = (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
        guard found & tops != 0 else {
          position &+= 8
          continue
        }
        position &+= (found & tops).trailingZeroBitCount / 8
      }
      switch bytes[position] {
      case UInt8(ascii: "\""): return (position, hasEscapes)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        position &+= 2
      default: position &+= 1
      }
    }
  }
}

extension UInt8 {
  /// Whether it is white space, given that it is between the tokens of valid JSON, where no other control
  /// characters are.
  @inline(__always) fileprivate var isSpaceInJSON: Bool { self <= UInt8(ascii: " ") }

  @inline(__always) fileprivate var endsScalar: Bool {
    // Both closing brackets differ in one bit.
    isSpaceInJSON || self == UInt8(ascii: ",") || self | 0x20 == UInt8(ascii: "}")
  }
}
