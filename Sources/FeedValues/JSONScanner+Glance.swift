import Glibc
import Values

extension JSONScanner {
  /// The state of ``wholeContainer(_:from:key:)``.
  ///
  /// It is a structure rather than a function with captured variables, which would be boxed and checked
  /// for exclusive access.
  struct Glance {
    let bytes: UnsafeBufferPointer<UInt8>
    let base: UnsafePointer<UInt8>
    var position: Int
    let key: MemberName?
    var whole: Whole
    /// One bit per level, the innermost in the lowest: set if the level is an object.
    var objects: UInt64 = 0
    var depth = 0
    /// The name before a value of the outermost object if it is short; else 0.
    var name: UInt64 = 0
    /// The same name as ``foldedWord(_:_:)`` returns it, if a key is looked for.
    var foldedName: UInt64 = 0
    var isKey = false

    @inline(__always)
    init(
      bytes: UnsafeBufferPointer<UInt8>,
      base: UnsafePointer<UInt8>,
      position: Int,
      key: MemberName?
    ) {
      (self.bytes, self.base, self.position, self.key) = (bytes, base, position, key)
      whole = Whole(end: position)
    }

    /// Scans the container; returns whether the result is certain.
    @inline(__always)
    mutating func read() -> Bool {
      while true {
        guard let isOpen = readValue() else { return false }
        if isOpen { continue }
        guard let isClosed = readAfterValue() else { return false }
        if isClosed { return true }
      }
    }

    /// Reads a value, or the opening of a container up to its first value.
    ///
    /// - Returns: Whether a value inside it follows; nil if uncertain.
    @inline(__always)
    private mutating func readValue() -> Bool? {
      let byte = nextByte()
      let start = position
      if depth == 1 { takeHints(ofValueBeginningWith: byte) }
      if byte == UInt8(ascii: "\"") {
        guard let end = JSONScanner.endOfString(bytes, from: position) else { return nil }
        position = end
      } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        guard depth < UInt64.bitWidth else { return nil }
        // A key that is a container is looked at elsewhere.
        if depth == 1, isKey { return nil }
        let isObject = byte == UInt8(ascii: "{")
        depth += 1
        objects = objects << 1 | (isObject ? 1 : 0)
        (name, foldedName) = (0, 0)
        position += 1
        let first = nextByte()
        // The end of an empty container is read afterwards.
        guard first == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
          return !isObject || readName() ? true : nil
        }
      } else {
        guard let end = JSONScanner.endOfWord(bytes, from: position) else { return nil }
        if depth == 1, isKey, byte == UInt8(ascii: "n") { return nil }
        position = end
      }
      // A scalar at the top level is not a container.
      guard depth > 0 else { return nil }
      if depth == 1, isKey, position > start {
        // A key with escapes is decoded elsewhere.
        guard memchr(base + start, Int32(UInt8(ascii: "\\")), position - start) == nil else {
          return nil
        }
        whole.key = start..<position
        isKey = false
      }
      return false
    }

    /// Reads the ends of containers, and the comma and the name before the next value.
    ///
    /// - Returns: Whether the outermost container has ended; nil if uncertain.
    @inline(__always)
    private mutating func readAfterValue() -> Bool? {
      while true {
        let byte = nextByte()
        let isObject = objects & 1 == 1
        position += 1
        if byte == UInt8(ascii: ",") { return !isObject || readName() ? false : nil }
        guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { return nil }
        objects >>= 1
        depth -= 1
        if depth == 0 {
          whole.end = position
          return true
        }
        if depth == 1 { (name, foldedName) = (0, 0) }
      }
    }

    @inline(__always)
    private mutating func takeHints(ofValueBeginningWith byte: UInt8) {
      if name != 0 { whole.hints.formUnion(StructureHints(name: name, valueBeginsWith: byte)) }
      if foldedName != 0, let role = LogRole(folded: foldedName) {
        whole.hints.formUnion(role == .time ? .logTime : .logText)
      }
    }

    /// The byte after white space; 0, which is never valid, at the end.
    @inline(__always)
    private mutating func nextByte() -> UInt8 {
      guard position < bytes.count else { return 0 }
      if base[position] > 0x20 { return base[position] }
      while position < bytes.count, base[position].isJSONSpace {
        if base[position] == UInt8(ascii: "\n") { whole.newlines &+= 1 }
        position += 1
      }
      return position < bytes.count ? base[position] : 0
    }

    /// Skips a name and its colon; returns whether they are present.
    @inline(__always)
    private mutating func readName() -> Bool {
      guard nextByte() == UInt8(ascii: "\""),
        let end = JSONScanner.endOfString(bytes, from: position)
      else {
        return false
      }
      if depth == 1 {
        let length = end - position - 2
        let word = length > 0 ? shortWord(bytes, position + 1..<position + 1 + min(length, 8)) : 0
        name = length <= 8 ? word : 0
        if let key {
          isKey = key.matches(word, base + position + 1, length)
          foldedName = foldedWord(bytes, position + 1..<end - 1)
        }
      }
      position = end
      guard nextByte() == UInt8(ascii: ":") else { return false }
      position += 1
      return true
    }
  }
}

/// The name of a member to find while a value is scanned.
package struct MemberName: Hashable, Sendable {
  /// Up to eight first bytes as a word, the first byte the lowest.
  let word: UInt64
  let bytes: [UInt8]

  /// Creates a name; nil for one that has to be decoded before it can be compared, or that is empty.
  package init?(_ name: String) {
    bytes = Array(name.utf8)
    guard !bytes.isEmpty, !bytes.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) else {
      return nil
    }
    word = bytes.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Whether the bytes, whose first eight are the word, are the name.
  @inline(__always)
  func matches(_ word: UInt64, _ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    word == self.word && count == bytes.count
      && (count <= 8
        || bytes.withUnsafeBufferPointer {
          $0.hasSameBytes(as: UnsafeBufferPointer(start: start, count: count))
        })
  }
}

extension JSONScanner {
  /// A contiguous object or array.
  package struct Whole {
    /// The offset of its end.
    package var end: Int
    /// The number of newlines in it.
    package var newlines = 0
    /// The structures that its members suggest; none for an array.
    package var hints: StructureHints = []
    /// The range of the requested member's value; nil if there is none, or if it is not a scalar.
    package var key: Range<Int>?
  }

  /// The end of an object or array that is contiguous and valid, found with local state only; nil if
  /// uncertain, and it has to be scanned step by step.
  ///
  /// A member of the outermost object with the name `key` is found on the way.
  ///
  /// - Complexity: O(*n*) in the length of the value.
  package static func wholeContainer(
    _ bytes: UnsafeBufferPointer<UInt8>,
    from start: Int,
    key: MemberName? = nil
  ) -> Whole? {
    guard let base = bytes.baseAddress else { return nil }
    var glance = Glance(bytes: bytes, base: base, position: start, key: key)
    return glance.read() ? glance.whole : nil
  }

  /// The end of a string; nil if it is incomplete or contains an invalid byte.
  @inline(__always)
  static func endOfString(
    _ bytes: UnsafeBufferPointer<UInt8>,
    from start: Int
  ) -> Int? {
    let position = endOfPlainText(bytes, from: start + 1)
    guard position < bytes.count else { return nil }
    if bytes[position] == UInt8(ascii: "\"") { return position + 1 }
    return endOfString(bytes, afterText: position)
  }

  /// The end of a string that contains an escape or an invalid byte.
  @inline(never)
  private static func endOfString(
    _ bytes: UnsafeBufferPointer<UInt8>,
    afterText start: Int
  ) -> Int? {
    var position = start
    while position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\") {
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
      position = endOfPlainText(bytes, from: position)
    }
    return position < bytes.count && bytes[position] == UInt8(ascii: "\"") ? position + 1 : nil
  }

  /// The end of a number or a literal; nil if it is neither, or may continue after the bytes.
  @inline(__always)
  static func endOfWord(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    switch bytes[start] {
    case UInt8(ascii: "t"): return end(of: "true", in: bytes, from: start)
    case UInt8(ascii: "f"): return end(of: "false", in: bytes, from: start)
    case UInt8(ascii: "n"): return end(of: "null", in: bytes, from: start)
    case UInt8(ascii: "1")...UInt8(ascii: "9"):
      var position = start + 1
      while position < bytes.count, bytes[position].isDigit { position += 1 }
      guard position < bytes.count else { return nil }
      let byte = bytes[position]
      return byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e")
        ? endOfNumber(bytes, from: start) : position
    default: return endOfNumber(bytes, from: start)
    }
  }

  /// The end of a number of any form; nil if it is not one, or may continue after the bytes.
  @inline(never)
  private static func endOfNumber(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var position = start
    func isDigit() -> Bool {
      position < bytes.count && bytes[position].isDigit
    }
    func skipDigits() -> Bool {
      guard isDigit() else { return false }
      while isDigit() { position += 1 }
      return true
    }
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
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

/// JSON as many programs write it: with `NaN`, `Infinity` and `-Infinity` for numbers, and a comma behind the last member.
extension JSONScanner {
  /// The same value by RFC 8259: the words as strings, without such commas.
  ///
  /// - Parameter bytes: A value that a lenient scanner accepts.
  /// - Returns: The value that a strict one accepts.
  /// - Complexity: O(*n*) in the length of the value.
  package static func strict(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 16)
    var position = 0
    while position < bytes.count {
      let start = position
      switch bytes[start] {
      case UInt8(ascii: "\""): position = endOfString(bytes, from: start) ?? bytes.count
      case UInt8(ascii: "-")
      where start + 1 < bytes.count && bytes[start + 1] == infinity.utf8Start[0],
        UInt8(ascii: "N"), UInt8(ascii: "I"):
        position += 1
        while position < bytes.count, bytes[position].isLetter { position += 1 }
        result.append(UInt8(ascii: "\""))
        result += bytes[start..<position]
        result.append(UInt8(ascii: "\""))
        continue
      case UInt8(ascii: ","):
        position += 1
        let next = bytes[position...].first { !$0.isJSONSpace }
        if let next, "]}".utf8.contains(next) { continue }
      default: position += 1
      }
      result += bytes[start..<position]
    }
    return result
  }
}
