extension JSONValue {
  /// The object with a string member that contains a JSON object or array replaced by its content;
  /// unchanged if it contains nothing like that.
  ///
  /// - Parameter member: The value of one of its members, a range of its own text.
  /// - Returns: The rewritten object, or the unchanged one.
  package func unwrapping(_ member: JSONValue) -> JSONValue {
    guard let inside = member.containerInside else { return self }
    return replacing([(member, inside)])
  }

  /// The object or array that a string contains as JSON; else the value unchanged.
  package var unwrapped: JSONValue {
    containerInside.flatMap { JSONValue.made($0) } ?? self
  }

  /// The text of the JSON object or array in a string; nil if there is none, or it is nested so deeply that a row
  /// with it would be nested deeper than values may be.
  private var containerInside: [UInt8]? {
    guard kind == .string else { return nil }
    let inside = string.utf8.drop(while: \.isJSONSpace)
    guard let first = inside.first, "{[".utf8.contains(first) else { return nil }
    let bytes = Array(inside)
    return bytes.withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner()
      guard case .value(let end) = scanner.scan(bytes, from: 0),
        scanner.deepest <= JSONScanner.maximumDepth - JSONScanner.wrappingDepth,
        bytes[end...].allSatisfy(\.isJSONSpace)
      else { return nil }
      return Array(bytes[..<end])
    }
  }

  /// The object with each array of bytes among its members replaced by a string: the journal writes
  /// binary data and text with control characters as such arrays.
  ///
  /// Source: systemd.io, "Journal JSON Format".
  package func withTextOfByteArrays() -> JSONValue {
    var replacements: [(JSONValue, [UInt8])] = []
    forEachMember(beginningWith: UInt8(ascii: "[")) { value in
      let bytes = value.elements.map { $0.kind == .number ? UInt8($0.string) : nil }
      guard !bytes.isEmpty, !bytes.contains(nil) else { return }
      var text: [UInt8] = []
      text.appendJSONString(bytes.compactMap(\.self))
      replacements.append((value, text))
    }
    return replacements.isEmpty ? self : replacing(replacements)
  }

  /// The object without the members of this name; unchanged if it would be too long when its names are escaped anew.
  package func removing(_ name: String) -> JSONValue {
    var result = Array("{".utf8)
    forEachMember { other, value in
      guard other != name else { return true }
      if result.count > 1 { result.append(UInt8(ascii: ",")) }
      result.appendJSONString(other.utf8)
      result.append(UInt8(ascii: ":"))
      value.text.withBytes { result.append(contentsOf: $0) }
      return true
    }
    result.append(UInt8(ascii: "}"))
    return .made(result) ?? self
  }

  /// The text with some ranges of it, in order, replaced; unchanged if it would be too long.
  private func replacing(_ replacements: [(JSONValue, [UInt8])]) -> JSONValue {
    var result: [UInt8] = []
    var position = text.range.lowerBound
    for (old, new) in replacements {
      ByteSlice(text.store, position..<old.text.range.lowerBound).withBytes {
        result.append(contentsOf: $0)
      }
      result.append(contentsOf: new)
      position = old.text.range.upperBound
    }
    ByteSlice(text.store, position..<text.range.upperBound).withBytes {
      result.append(contentsOf: $0)
    }
    return .made(result) ?? self
  }
}

extension [UInt8] {
  /// Appends a JSON string of these bytes; those that are not UTF-8 stay unchanged, and are repaired
  /// when decoded.
  ///
  /// - Parameters:
  ///   - text: The bytes.
  ///   - isQuoted: Whether quotation marks are put around them.
  package mutating func appendJSONString(_ text: some Sequence<UInt8>, isQuoted: Bool = true) {
    let quote = UInt8(ascii: "\"")
    if isQuoted { append(quote) }
    let isDone: Void? = text.withContiguousStorageIfAvailable { appendEscaped($0) }
    if isDone == nil { ContiguousArray(text).withUnsafeBufferPointer { appendEscaped($0) } }
    if isQuoted { append(quote) }
  }

  /// Appends bytes with escapes for those that a JSON string needs them for; what lies between is appended at once.
  private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for position in text.indices {
      let byte = text[position]
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
        continue
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<position]))
      start = position + 1
      append(UInt8(ascii: "\\"))
      if byte >= 0x20 {
        append(byte)
      } else {
        append(contentsOf: "u00".utf8)
        append(hexadecimalDigits[Int(byte >> 4)])
        append(hexadecimalDigits[Int(byte & 15)])
      }
    }
    append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
  }
}

private let hexadecimalDigits = Array("0123456789abcdef".utf8)

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
