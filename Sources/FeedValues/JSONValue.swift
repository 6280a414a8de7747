package import Values

/// One valid JSON value, as the text that arrived.
///
/// Nothing is decoded until it is needed, so the order of members and the exact text of numbers
/// survive.
package struct JSONValue: Hashable, Sendable {
  /// The kind of a value.
  package enum Kind: Hashable, Sendable {
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

    /// Whether it is a string, a number or a boolean.
    @inlinable
    var isScalar: Bool {
      switch self {
      case .string, .number, .boolean: true
      case .object, .array, .null: false
      }
    }
  }

  /// The text of the value, without white space around it.
  package let text: ByteSlice

  /// Creates a value of text that is known to be one valid JSON value and nothing else.
  package init(_ text: ByteSlice) {
    self.text = text
  }

  /// The value with text of its own, so that it does not retain the chunk in which it arrived.
  package func compacted() -> JSONValue {
    JSONValue(ByteSlice(copying: text.withBytes { Array($0) }))
  }

  /// The kind of the value.
  package var kind: Kind { text.withBytes { Self.kind(of: $0) } }

  /// The kind of the value with a text.
  @inlinable
  static func kind(of text: UnsafeBufferPointer<UInt8>) -> Kind {
    switch text.first {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
    case UInt8(ascii: "n"): .null
    default: .number
    }
  }

  /// The elements of an array, in order; empty for anything else.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package var elements: [JSONValue] {
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
  /// - Parameter body: Receives the decoded name, and the value.
  /// - Complexity: O(*n*) in the length of the text up to the last member examined.
  package func forEachMember(_ body: (_ name: String, _ value: JSONValue) -> Bool) {
    guard kind == .object else { return }
    text.withBytes { bytes in
      var cursor = JSONCursor(bytes, at: 1)
      while let (name, value) = cursor.nextMember() {
        guard body(decodeJSONString(bytes[name]), at(value)) else { return }
      }
    }
  }

  /// Whether the value is an object with exactly one member.
  package var hasOneMember: Bool {
    var count = 0
    forEachMember { _, _ in
      count += 1
      return count < 2
    }
    return count == 1
  }

  /// The value of the member of that name, of several the last one; nil if there is none, or the value is not an
  /// object.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package func member(_ name: StaticString) -> JSONValue? {
    let wanted = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    return withFound { $0.member { $0.hasSameBytes(as: wanted) }?.value }
  }

  /// The value of the member of that name, of several the last one; nil if there is none, or the value is not an
  /// object.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package func member(_ name: some StringProtocol) -> JSONValue? {
    withFound { $0.member(name)?.value }
  }

  /// Calls the closure with each member whose name has up to eight bytes: the name as a word, its first
  /// byte the lowest, and the range of the value in the text.
  @inline(__always)
  package func forEachShortMember(_ body: (_ name: UInt64, _ value: Range<UInt32>) -> Void) {
    text.withBytes { bytes in
      var cursor = JSONCursor(bytes, at: 1)
      while let (name, value) = cursor.nextMember() {
        guard 1...8 ~= name.count else { continue }
        body(shortWord(bytes, name), UInt32(value.lowerBound)..<UInt32(value.upperBound))
      }
    }
  }

  /// Calls the closure with each member: its name as ``foldedWord(_:_:)`` returns it, and the range of the
  /// value in the text.
  @inline(__always)
  package func forEachFoldedMember(_ body: (_ name: UInt64, _ value: Range<UInt32>) -> Void) {
    guard kind == .object else { return }
    text.withBytes { bytes in
      var cursor = JSONCursor(bytes, at: 1)
      while let (name, value) = cursor.nextMember() {
        body(foldedWord(bytes, name), UInt32(value.lowerBound)..<UInt32(value.upperBound))
      }
    }
  }

  /// The value at a range of the text.
  package func part(_ range: Range<UInt32>) -> JSONValue {
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

  /// The first element of an array; nil if there is none, or the value is not an array.
  package var firstElement: JSONValue? {
    guard kind == .array else { return nil }
    return text.withBytes { bytes in
      var cursor = JSONCursor(bytes, at: 1)
      return cursor.nextElement().map { at($0) }
    }
  }

  /// The value as displayed: the decoded text of a string, the text of anything else unchanged.
  ///
  /// Bytes that are not UTF-8, and escapes of lone surrogates, become U+FFFD.
  package var string: String {
    text.withBytes { bytes in
      bytes.first == UInt8(ascii: "\"") && bytes.count > 1
        ? decodeJSONString(bytes[1..<bytes.count - 1]) : String(decoding: bytes, as: UTF8.self)
    }
  }

  /// The parts of a string that have a style of their own, given by the program that wrote it.
  ///
  /// - Complexity: O(log *n*) in the number of styled strings that arrived with it.
  package var spans: [TextSpan] {
    text.store.looks.isEmpty
      ? [] : text.store.looks(in: text.range.prefix(1), movedTo: 0).first?.spans ?? []
  }

  /// Whether the value is a string, a number or a boolean.
  package var isScalar: Bool { kind.isScalar }

  /// The value at a range of the text.
  @inline(__always)
  package func at(_ range: Range<Int>) -> JSONValue { JSONValue(text.part(range)) }
}

/// One to eight bytes as a word, the first byte the lowest.
@inline(__always)
func shortWord(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> UInt64 {
  guard range.lowerBound &+ 8 <= bytes.count else { return shortWordAtEnd(bytes, range) }
  let word = UnsafeRawBufferPointer(bytes)
    .loadUnaligned(fromByteOffset: range.lowerBound, as: UInt64.self)
  return UInt64(littleEndian: word)
    & (UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- 8 &* range.count))
}

/// The same so close to the end that a whole word would extend past it.
@inline(never)
private func shortWordAtEnd(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> UInt64 {
  bytes[range].reversed().reduce(0) { $0 << 8 | UInt64($1) }
}

/// Up to eight first bytes of a name as a word, the first byte the lowest, each with bit 5 set, which
/// turns capitals into small letters.
@inline(__always)
package func foldedWord(_ bytes: UnsafeBufferPointer<UInt8>, _ name: Range<Int>) -> UInt64 {
  let count = min(name.count, 8)
  guard count > 0 else { return 0 }
  let word = shortWord(bytes, name.lowerBound..<name.lowerBound + count)
  return word | 0x2020_2020_2020_2020 >> UInt64(64 - 8 * count)
}

extension JSONValue {
  /// A line of text as a string, without the carriage return at its end; nil if that is longer than a value may be.
  package init?(line: Slice<UnsafeBufferPointer<UInt8>>) {
    let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    var string: [UInt8] = []
    string.reserveCapacity(text.count + 2)
    string.appendJSONString(text)
    guard let value = JSONValue.made(string) else { return nil }
    self = value
  }

  /// The value as the only member of an object of a shape; unchanged if that is longer than a value may be.
  package func asMember(_ name: String, as shape: LineShape) -> JSONValue {
    var bytes: [UInt8] = [UInt8(ascii: "{")]
    bytes.appendJSONString(name.utf8)
    bytes.append(UInt8(ascii: ":"))
    let looks = text.store.looks(in: text.range, movedTo: bytes.count)
    text.withBytes { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "}"))
    return .made(bytes, looks: [TextLook(start: 0, shape: shape)] + looks) ?? self
  }
}

extension FeedTime {
  /// Reads an instant that needs no time zone from a number, alone or in a string, or from text; see
  /// `FeedTime.init(text:)`.
  package init?(_ value: JSONValue) {
    guard let time = value.withScalarText({ FeedTime(text: $0) }) else { return nil }
    self = time
  }
}

extension TimeReader {
  /// Reads a time from a number, alone or in a string, or from text; nil for anything else.
  package func time(_ value: JSONValue) -> FeedTime? { value.withScalarText { time($0) } }

  /// Reads a time from a number, alone or in a string, or from text; nil for anything else.
  package func time(_ value: FoundValue) -> FeedTime? { value.withScalarText { time($0) } }

  /// Reads a date from a string, with or without a time of day, but not a count since 1970; nil for
  /// anything else.
  package func date(_ value: JSONValue) -> FeedTime? {
    value.kind == .string ? value.withScalarText { date($0) } : nil
  }
}

extension DecimalNumber {
  /// Reads a number, alone or in a string; nil for anything else.
  package init?(_ value: JSONValue) {
    guard let number = value.withFound({ DecimalNumber($0) }) else { return nil }
    self = number
  }

  /// Reads a number, alone or in a string; nil for anything else.
  package init?(_ value: FoundValue) {
    guard let number = value.withScalarText({ DecimalNumber($0) }) else { return nil }
    self = number
  }
}

extension JSONValue {
  fileprivate func withScalarText<Result>(_ body: (Span<UInt8>) -> Result?) -> Result? {
    withFound { $0.withScalarText(body) }
  }
}

extension FoundValue {
  /// Calls the closure with the text of a string or a number; nil for any other value.
  fileprivate func withScalarText<Result>(_ body: (Span<UInt8>) -> Result?) -> Result? {
    switch kind {
    case .number, .string: withString { unsafe body($0.span) }
    case .object, .array, .boolean, .null: nil
    }
  }
}
