/// One valid JSON value, as the text that arrived.
///
/// Nothing is decoded until it is asked for, so the order of members and the exact text of numbers
/// survive.
public struct JSONValue: Hashable, Sendable {
  /// What a value is.
  public enum Kind: Hashable, Sendable {
    /// `{…}`
    case object
    /// `[…]`
    case array
    /// `"…"`
    case string
    /// A number, of any size and precision.
    case number
    /// `true` or `false`
    case boolean
    /// `null`
    case null
  }

  /// The text of the value, without white space around it.
  public let text: ByteSlice

  /// Makes a value of text that is known to be one valid JSON value and nothing else.
  init(_ text: ByteSlice) {
    self.text = text
  }

  /// What the value is.
  public var kind: Kind {
    text.withBytes { bytes in
      switch bytes.first {
      case UInt8(ascii: "{"): .object
      case UInt8(ascii: "["): .array
      case UInt8(ascii: "\""): .string
      case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
      case UInt8(ascii: "n"): .null
      default: .number
      }
    }
  }

  /// The elements of an array, in order; empty for anything else.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public var elements: [JSONValue] {
    guard kind == .array else { return [] }
    var elements: [JSONValue] = []
    text.withBytes { bytes in
      var cursor = JSONCursor(bytes, at: 1)
      while let range = cursor.nextElement() { elements.append(at(range)) }
    }
    return elements
  }

  /// Calls the closure with each member of an object, in order, until it returns false.
  ///
  /// - Parameter body: Is given the name, decoded, and the value.
  /// - Complexity: O(*n*) in the length of the text up to the last member looked at.
  public func forEachMember(_ body: (_ name: String, _ value: JSONValue) -> Bool) {
    guard kind == .object else { return }
    text.withBytes { bytes in
      var cursor = JSONCursor(bytes, at: 1)
      while let (name, value) = cursor.nextMember() {
        guard body(decodeJSONString(bytes[name]), at(value)) else { return }
      }
    }
  }

  /// The value of the first member of that name; nil where there is none, or no object.
  ///
  /// - Complexity: O(*n*) in the length of the text up to the member.
  public func member(_ name: StaticString) -> JSONValue? {
    let wanted = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    return member { $0.hasSameBytes(as: wanted) }
  }

  /// The value of the first member of that name; nil where there is none, or no object.
  ///
  /// - Complexity: O(*n*) in the length of the text up to the member.
  public func member(_ name: some StringProtocol) -> JSONValue? {
    var name = String(name)
    return name.withUTF8 { wanted in member { $0.hasSameBytes(as: wanted) } }
  }

  private func member(where matches: (UnsafeBufferPointer<UInt8>) -> Bool) -> JSONValue? {
    guard kind == .object else { return nil }
    return text.withBytes { bytes in
      var cursor = JSONCursor(bytes, at: 1)
      while let (name, value) = cursor.nextMember() {
        if matches(UnsafeBufferPointer(rebasing: bytes[name])) { return at(value) }
      }
      // A name may be spelled with escapes; hardly one ever is.
      guard length(of: bytes, from: 0, to: UInt8(ascii: "\\")) < bytes.count else { return nil }
      cursor = JSONCursor(bytes, at: 1)
      while let (name, value) = cursor.nextMember() {
        let text = UnsafeBufferPointer(rebasing: bytes[name])
        guard text.contains(UInt8(ascii: "\\")) else { continue }
        if unescaped(text, mendingHalves: false).withUnsafeBufferPointer(matches) {
          return at(value)
        }
      }
      return nil
    }
  }

  /// Calls the closure with each member whose name has eight bytes at most: the name as a word, its
  /// first byte the lowest, and the range of the value in the text.
  @inline(__always)
  func forEachShortMember(_ body: (_ name: UInt64, _ value: Range<UInt32>) -> Void) {
    text.withBytes { bytes in
      var cursor = JSONCursor(bytes, at: 1)
      while let (name, value) = cursor.nextMember() {
        guard 1...8 ~= name.count else { continue }
        body(shortWord(bytes, name), UInt32(value.lowerBound)..<UInt32(value.upperBound))
      }
    }
  }

  /// The value that is a range of the text.
  func part(_ range: Range<UInt32>) -> JSONValue {
    at(Int(range.lowerBound)..<Int(range.upperBound))
  }

  /// Calls the closure with each member's value that begins with the byte.
  func forEachMember(beginningWith byte: UInt8, _ body: (JSONValue) -> Void) {
    text.withBytes { bytes in
      var cursor = JSONCursor(bytes, at: 1)
      while let (_, value) = cursor.nextMember() {
        if bytes[value.lowerBound] == byte { body(at(value)) }
      }
    }
  }

  /// The first element of an array; nil where there is none, or no array.
  var firstElement: JSONValue? {
    guard kind == .array else { return nil }
    return text.withBytes { bytes in
      var cursor = JSONCursor(bytes, at: 1)
      return cursor.nextElement().map { at($0) }
    }
  }

  /// What a person would read: the decoded text of a string, the text of anything else as it is.
  ///
  /// Bytes that are not UTF-8, and escapes that name half a character, become U+FFFD.
  public var string: String {
    text.withBytes { bytes in
      bytes.first == UInt8(ascii: "\"") && bytes.count > 1
        ? decodeJSONString(bytes[1..<bytes.count - 1]) : String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Whether the value is a string, a number or a truth value.
  public var isScalar: Bool {
    switch kind {
    case .string, .number, .boolean: true
    case .object, .array, .null: false
    }
  }

  private func offset(_ range: Range<Int>) -> Range<Int> {
    text.range.lowerBound + range.lowerBound..<text.range.lowerBound + range.upperBound
  }

  private func at(_ range: Range<Int>) -> JSONValue { JSONValue(text.sibling(offset(range))) }
}

/// Some bytes, eight at most, as a word, the first byte the lowest.
@inline(__always)
func shortWord(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> UInt64 {
  if range.lowerBound + 8 <= bytes.count {
    let word = UnsafeRawBufferPointer(bytes)
      .loadUnaligned(fromByteOffset: range.lowerBound, as: UInt64.self)
    return UInt64(littleEndian: word) & (UInt64.max >> UInt64(64 - 8 * range.count))
  }
  // So near to the end, a word would reach past it.
  return bytes[range].reversed().reduce(0) { $0 << 8 | UInt64($1) }
}

/// Walks over text that is known to be valid JSON.
struct JSONCursor {
  let bytes: UnsafeBufferPointer<UInt8>
  var position: Int

  /// Makes a cursor behind the opening bracket of a container.
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
  /// The cursor is at the member's value then, or at the closing bracket.
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

  private mutating func skipSpaceAndCommas() {
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

/// Decodes the inside of a string's quotation marks.
func decodeJSONString(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> String {
  let inside = UnsafeBufferPointer(rebasing: text)
  guard inside.contains(UInt8(ascii: "\\")) else { return String(decoding: inside, as: UTF8.self) }
  // The escapes are written out as UTF-8 first, so that bad bytes are mended in one place.
  return String(decoding: unescaped(inside, mendingHalves: true), as: UTF8.self)
}

/// The inside of a string's quotation marks with its escapes written out as UTF-8.
///
/// - Parameters:
///   - inside: The bytes; what is no UTF-8 among them stays as it is.
///   - mendsHalves: Whether an escape that names half a character becomes U+FFFD; otherwise it is
///     written as if it were a character (WTF-8), so that different halves stay different.
/// - Returns: The bytes of the text.
func unescaped(_ inside: UnsafeBufferPointer<UInt8>, mendingHalves mendsHalves: Bool) -> [UInt8] {
  var decoded: [UInt8] = []
  decoded.reserveCapacity(inside.count)
  var position = 0
  while position < inside.count {
    let byte = inside[position]
    guard byte == UInt8(ascii: "\\") else {
      decoded.append(byte)
      position += 1
      continue
    }
    switch inside[position + 1] {
    case UInt8(ascii: "b"): decoded.append(0x08)
    case UInt8(ascii: "f"): decoded.append(0x0C)
    case UInt8(ascii: "n"): decoded.append(0x0A)
    case UInt8(ascii: "r"): decoded.append(0x0D)
    case UInt8(ascii: "t"): decoded.append(0x09)
    case UInt8(ascii: "u"):
      let (code, length) = unicodeEscape(inside, at: position)
      if let scalar = Unicode.Scalar(code) ?? (mendsHalves ? "\u{FFFD}" : nil) {
        decoded.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
      } else {
        decoded += [
          0xE0 | UInt8(code >> 12), 0x80 | UInt8(code >> 6 & 63), 0x80 | UInt8(code & 63),
        ]
      }
      position += length
      continue
    case let other: decoded.append(other)
    }
    position += 2
  }
  return decoded
}

/// The code point of a `\uXXXX`, or of two that make a surrogate pair, and the bytes that it takes.
private func unicodeEscape(
  _ bytes: UnsafeBufferPointer<UInt8>,
  at position: Int
) -> (UInt32, length: Int) {
  func unit(at position: Int) -> UInt32? {
    guard position + 6 <= bytes.count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    else { return nil }
    return bytes[position + 2..<position + 6].reduce(0) { $0 << 4 | ($1.hexadecimalDigit ?? 0) }
  }
  guard let first = unit(at: position) else { return (0xFFFD, 6) }
  if first & 0xFC00 == 0xD800, let second = unit(at: position + 6), second & 0xFC00 == 0xDC00 {
    return (0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF), 12)
  }
  return (first, 6)
}
