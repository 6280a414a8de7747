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

/// A walk through an object for the field of a name: the one whose path is spelled so, otherwise the one that is nearest
/// to the top.
struct FieldSearch {
  /// The name of a member.
  private struct Member {
    let range: Range<Int>
    /// Whether its text has to be decoded.
    let hasEscapes: Bool
  }

  /// The names on the path to an object, from the last one to the first: on the stack, where each of them is as long
  /// as its object is visited.
  private struct Path {
    let name: Member
    let parent: UnsafePointer<Path>?
  }

  private let letters: UnsafeBufferPointer<UInt8>
  /// The last of the letters.
  private let last: UInt8
  private let spelling: UnsafeBufferPointer<UInt8>
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The depth below which no path has as many names as the spelling.
  private let deepest: Int
  /// The range of the field's value; nil if none was found so far.
  private(set) var found: Range<Int>?
  /// Fields at this depth and below are of interest only if their paths are spelled as the name.
  private var limit = 64
  /// Whether such a field was found: no other is better.
  private var isExact = false

  /// Creates a walk.
  ///
  /// - Parameters:
  ///   - letters: The letters that all spellings of the name have in common; see ``FieldName/letters``.
  ///   - last: The last of these letters.
  ///   - spelling: The name as it was written.
  ///   - bytes: The text of the object.
  init(
    _ letters: UnsafeBufferPointer<UInt8>,
    last: UInt8,
    _ spelling: UnsafeBufferPointer<UInt8>,
    in bytes: UnsafeBufferPointer<UInt8>
  ) {
    (self.letters, self.last, self.spelling, self.bytes) = (letters, last, spelling, bytes)
    deepest = spelling.reduce(0) { $1 == UInt8(ascii: ".") ? $0 + 1 : $0 }
  }

  /// Visits the members of an object, and moves the cursor from after its opening bracket to after its end.
  mutating func visitMembers(_ cursor: inout JSONCursor) { visitMembers(&cursor, 0, of: nil) }

  private mutating func visitMembers(
    _ cursor: inout JSONCursor,
    _ depth: Int,
    of path: UnsafePointer<Path>?
  ) {
    /// The member that is the field, or contains it, and what had been found before it.
    var taken: (name: Member, before: (Range<Int>?, Int, Bool))?
    while let range = cursor.nextName() {
      let name = Member(range: range, hasEscapes: cursor.nameHasEscapes)
      // The last of members with the same name counts.
      if let last = taken, isSame(last.name, name) {
        (found, limit, isExact) = last.before
        taken = nil
      }
      let before = (found, limit, isExact)
      visitMember(name, &cursor, depth, of: path)
      if (limit, isExact) != (before.1, before.2) { taken = (name, before) }
    }
    cursor.position += 1
  }

  @inline(__always)
  private mutating func visitMember(
    _ name: Member,
    _ cursor: inout JSONCursor,
    _ depth: Int,
    of path: UnsafePointer<Path>?
  ) {
    if !isExact, depth < limit || depth <= deepest, hasLetters(name, path) {
      let value = cursor.skipValue()
      if isSpelled(name, path) {
        (found, isExact) = (value, true)
      } else if depth < limit {
        (found, limit) = (value, depth)
      }
    } else if !isExact, depth + 1 < limit || depth < deepest,
      bytes[cursor.position] == UInt8(ascii: "{")
    {
      cursor.position += 1
      withUnsafePointer(to: Path(name: name, parent: path)) { path in
        visitMembers(&cursor, depth + 1, of: path)
      }
    } else {
      cursor.skipValue()
    }
  }

  /// Whether two names are the same.
  @inline(__always)
  private func isSame(_ left: Member, _ right: Member) -> Bool {
    guard left.range.count == right.range.count || left.hasEscapes || right.hasEscapes else {
      return false
    }
    return withName(left) { left in withName(right) { left.hasSameBytes(as: $0) } }
  }

  /// Whether the path's names end with the letters, starting at the beginning of a name.
  @inline(__always)
  private func hasLetters(_ name: Member, _ path: UnsafePointer<Path>?) -> Bool {
    // Most names end with another letter.
    if !name.hasEscapes {
      guard let end = name.range.last.map({ FieldName.lowered(bytes[$0]) }),
        end == last || FieldName.isSeparator(end)
      else { return false }
    }
    guard var left = rest(of: letters.count, before: name) else { return false }
    var path = path?.pointee
    while left > 0, let last = path {
      guard let next = rest(of: left, before: last.name) else { return false }
      (left, path) = (next, last.parent?.pointee)
    }
    return left == 0
  }

  /// The number of the first `count` letters that precede those of the name; nil if the letters do not end
  /// with the name.
  @inline(__always)
  private func rest(of count: Int, before name: Member) -> Int? {
    withName(name) { name in
      var left = count
      for byte in name.reversed() {
        let byte = FieldName.lowered(byte)
        if FieldName.isSeparator(byte) { continue }
        guard left > 0, letters[left - 1] == byte else { return nil }
        left -= 1
      }
      return left
    }
  }

  /// Whether the names of the path, joined by dots, are the spelling.
  private func isSpelled(_ name: Member, _ path: UnsafePointer<Path>?) -> Bool {
    var end = spelling.count
    func takesOff(_ name: Member) -> Bool {
      withName(name) { name in
        guard name.count <= end, name.elementsEqual(spelling[end - name.count..<end]) else {
          return false
        }
        end -= name.count
        return true
      }
    }
    guard takesOff(name) else { return false }
    var path = path?.pointee
    while let last = path {
      guard end > 0, spelling[end - 1] == UInt8(ascii: ".") else { return false }
      end -= 1
      guard takesOff(last.name) else { return false }
      path = last.parent?.pointee
    }
    return end == 0
  }

  /// Calls a closure with the bytes of a name, decoded.
  @inline(__always)
  private func withName<Result>(
    _ name: Member,
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    guard name.hasEscapes else { return body(UnsafeBufferPointer(rebasing: bytes[name.range])) }
    return unescapedName(bytes, name.range).withUnsafeBufferPointer(body)
  }
}
