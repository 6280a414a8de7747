import Glibc

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
