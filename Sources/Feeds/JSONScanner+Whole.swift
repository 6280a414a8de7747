extension JSONScanner {
  /// An object or array that lies in one piece.
  struct Whole {
    /// Where it ends.
    var end: Int
    /// What its members hint at; an array has none.
    var hints: ShapeHints
  }

  /// The end of an object or array that lies in one piece and is valid, found with nothing but local
  /// state; nil where it is not certain, and has to be scanned step by step.
  ///
  /// - Complexity: O(*n*) in the length of the value.
  static func wholeContainer(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Whole? {
    guard let base = bytes.baseAddress else { return nil }
    let count = bytes.count
    var position = start
    /// One bit a level, the innermost the lowest: set where the level is an object.
    var objects: UInt64 = 0
    var depth = 0
    var expected = Token.value
    var hints: ShapeHints = []
    var name: UInt64 = 0
    while true {
      while position < count, base[position].isJSONSpace { position += 1 }
      guard position < count else { return nil }
      let byte = base[position]
      switch expected {
      case .firstKey, .key:
        guard byte == UInt8(ascii: "\"") else {
          guard byte == UInt8(ascii: "}"), expected == .firstKey else { return nil }
          expected = .end
          continue
        }
        guard let end = endOfString(bytes, from: position) else { return nil }
        let length = end - position - 2
        name =
          depth == 1 && 1...8 ~= length ? shortWord(bytes, position + 1..<end - 1) : 0
        position = end
        while position < count, base[position].isJSONSpace { position += 1 }
        guard position < count, base[position] == UInt8(ascii: ":") else { return nil }
        position += 1
        expected = .value
      case .separator, .end:
        let isObject = objects & 1 == 1
        if byte == UInt8(ascii: ","), expected == .separator {
          position += 1
          expected = isObject ? .key : .value
        } else if byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          position += 1
          depth -= 1
          objects >>= 1
          guard depth > 0 else { return Whole(end: position, hints: hints) }
          expected = .separator
        } else {
          return nil
        }
      case .value, .firstElement:
        if name != 0 {
          hints.formUnion(ShapeHints(name: name, valueBeginsWith: byte))
          name = 0
        }
        switch byte {
        case UInt8(ascii: "\""):
          guard let end = endOfString(bytes, from: position) else { return nil }
          position = end
          expected = .separator
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          guard depth < UInt64.bitWidth else { return nil }
          depth += 1
          let isObject = byte == UInt8(ascii: "{")
          objects = objects << 1 | (isObject ? 1 : 0)
          position += 1
          expected = isObject ? .firstKey : .firstElement
          continue
        case UInt8(ascii: "]"):
          guard expected == .firstElement else { return nil }
          expected = .end
          continue
        default:
          guard let end = endOfWord(bytes, from: position) else { return nil }
          position = end
          expected = .separator
        }
        // A value at the top level is no container.
        guard depth > 0 else { return nil }
      }
    }
  }

  private enum Token { case value, firstElement, firstKey, key, separator, end }

  /// The end of a string; nil where it is not whole, or holds what a string may not.
  @inline(__always)
  private static func endOfString(
    _ bytes: UnsafeBufferPointer<UInt8>,
    from start: Int
  ) -> Int? {
    var position = start + 1
    while true {
      position = endOfPlainText(bytes, from: position)
      guard position < bytes.count else { return nil }
      if bytes[position] == UInt8(ascii: "\"") { return position + 1 }
      guard bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count else { return nil }
      switch bytes[position + 1] {
      case UInt8(ascii: "u"):
        guard position + 6 <= bytes.count,
          bytes[position + 2..<position + 6].allSatisfy(\.isHexadecimalDigit)
        else { return nil }
        position += 6
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
        UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
        position += 2
      default: return nil
      }
    }
  }

  /// The end of a number or a literal; nil where it is none, or may go on behind the bytes.
  @inline(__always)
  private static func endOfWord(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var position = start
    func isDigit() -> Bool {
      position < bytes.count && bytes[position] &- UInt8(ascii: "0") < 10
    }
    func skipDigits() -> Bool {
      guard isDigit() else { return false }
      while isDigit() { position += 1 }
      return true
    }
    switch bytes[start] {
    case UInt8(ascii: "t"): return end(of: "true", in: bytes, from: start)
    case UInt8(ascii: "f"): return end(of: "false", in: bytes, from: start)
    case UInt8(ascii: "n"): return end(of: "null", in: bytes, from: start)
    case UInt8(ascii: "-"): position += 1
    default: break
    }
    guard isDigit() else { return nil }
    if bytes[position] == UInt8(ascii: "0") {
      position += 1
      guard !isDigit() else { return nil }
    } else {
      _ = skipDigits()
    }
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      guard skipDigits() else { return nil }
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < bytes.count, "+-".utf8.contains(bytes[position]) { position += 1 }
      guard skipDigits() else { return nil }
    }
    return position < bytes.count ? position : nil
  }

  @inline(__always)
  private static func end(
    of word: StaticString,
    in bytes: UnsafeBufferPointer<UInt8>,
    from start: Int
  ) -> Int? {
    let end = start + word.utf8CodeUnitCount
    guard end <= bytes.count else { return nil }
    for offset in 0..<word.utf8CodeUnitCount
    where bytes[start + offset] != word.utf8Start[offset] {
      return nil
    }
    return end
  }
}
