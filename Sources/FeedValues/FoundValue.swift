/// A value found in a text that something else keeps alive: to copy it counts no references.
///
/// A reader of many rows looks at several values of each and keeps none of them; the references that it would
/// count take longer than the values.
///
/// Unsafe to keep: it is valid as long as the value in which it was found, and is handed to closures only.
package struct FoundValue {
  /// The text of the value, without white space around it.
  package let text: UnsafeBufferPointer<UInt8>
  private let buffer: Unmanaged<ManagedBuffer<ByteStore.Header, UInt8>>

  /// Finds a part of a text in a store.
  @inline(__always)
  init(_ text: UnsafeBufferPointer<UInt8>, in store: ByteStore) {
    self.init(text, .passUnretained(store.buffer))
  }

  private init(
    _ text: UnsafeBufferPointer<UInt8>,
    _ buffer: Unmanaged<ManagedBuffer<ByteStore.Header, UInt8>>
  ) {
    (self.text, self.buffer) = (text, buffer)
  }

  /// The value at a range of the text.
  @inline(__always)
  func part(_ range: Range<Int>) -> FoundValue {
    FoundValue(UnsafeBufferPointer(rebasing: text[range]), buffer)
  }

  /// The value, which may be kept.
  package var value: JSONValue {
    let store = ByteStore(buffer: buffer.takeUnretainedValue())
    let start = store.withBytes { bytes in
      UnsafePointer(text.baseAddress).map { $0 - (bytes.baseAddress ?? $0) } ?? 0
    }
    return JSONValue(ByteSlice(store, start..<start + text.count))
  }

  /// The kind of the value.
  @inlinable
  package var kind: JSONValue.Kind { JSONValue.kind(of: text) }

  /// Whether the value is a string, a number or a boolean.
  @inlinable
  package var isScalar: Bool { kind.isScalar }

  /// Whether another value is spelled the same.
  package func hasSameText(as other: FoundValue) -> Bool { text.hasSameBytes(as: other.text) }

  /// The text of the value as displayed; see ``JSONValue/string``.
  package var string: String { value.string }

  /// Calls the closure with the text of the value as displayed; see ``JSONValue/withString(_:)``.
  package func withString<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    withDisplayed(text, body)
  }
}

extension JSONValue {
  /// Calls the closure with the value as one that was found.
  @inline(__always)
  package func withFound<Result>(_ body: (FoundValue) -> Result) -> Result {
    text.withBytes { body(FoundValue($0, in: text.store)) }
  }
}

/// The name of a member that was found: as long valid as the value next to it.
package struct FoundName {
  /// The inside of the quotation marks.
  fileprivate let text: UnsafeBufferPointer<UInt8>
  fileprivate let hasEscapes: Bool

  /// Whether the name is these bytes, without escapes.
  package func isSpelled(_ name: [UInt8]) -> Bool {
    !hasEscapes && name.withUnsafeBufferPointer { $0.hasSameBytes(as: text) }
  }

  /// The decoded name.
  package var string: String { decodeJSONString(text[...]) }
}

extension FoundValue {
  /// The value of the member of that name; see ``JSONValue/member(_:)``.
  func member(_ name: some StringProtocol) -> FoundValue? {
    var name = String(name)
    return name.withUTF8 { wanted in member { $0.hasSameBytes(as: wanted) } }
  }

  /// The value of the last member whose decoded name satisfies a condition.
  func member(where matches: (UnsafeBufferPointer<UInt8>) -> Bool) -> FoundValue? {
    guard kind == .object else { return nil }
    var cursor = JSONCursor(text, at: 1)
    var result: Range<Int>?
    while let (name, value) = cursor.nextMember() {
      let name = UnsafeBufferPointer(rebasing: text[name])
      let isFound =
        cursor.nameHasEscapes
        ? unescaped(name, repairingSurrogates: false).withUnsafeBufferPointer(matches)
        : matches(name)
      if isFound { result = value }
    }
    return result.map(part)
  }

  /// Calls the closure with each member of an object, in order; a name and a value are valid during the call only.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package func forEachMember(_ body: (_ name: FoundName, _ value: FoundValue) -> Void) {
    guard kind == .object else { return }
    var cursor = JSONCursor(text, at: 1)
    while let (name, value) = cursor.nextMember() {
      let spelling = UnsafeBufferPointer(rebasing: text[name])
      body(FoundName(text: spelling, hasEscapes: cursor.nameHasEscapes), part(value))
    }
  }
}
