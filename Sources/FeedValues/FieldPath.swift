import Glibc
internal import Values

/// The path to a field of a row: names of members, outermost first, as in `data.object.amount`.
///
/// `[]` after the name of an array stands for all its elements: `status.containerStatuses.[].ready`.
/// The field's value is the summary of theirs; see ``JSONValue/subscript(_:)``.
package struct FieldPath: Hashable, Sendable {
  /// The names; empty for the row itself.
  package let names: [String]

  /// Creates a path of names.
  package init(_ names: [String]) {
    self.names = names
  }

  /// Creates a path of names joined by dots.
  package init(_ text: some StringProtocol) {
    names = text.isEmpty ? [] : text.split(separator: "." as Character).map { String($0) }
  }

  /// The name for the elements of an array.
  package static let elements = "[]"

  /// The array whose elements the field summarises; the field itself if it is not such a field.
  package var container: FieldPath {
    names.firstIndex(of: Self.elements).map { FieldPath(Array(names[..<$0])) } ?? self
  }

  /// The last name, or an empty string for the row itself.
  package var name: String { names.last ?? "" }

  /// The path without its last name.
  package var parent: FieldPath { FieldPath(Array(names.dropLast())) }

  /// The path one name further in.
  package func appending(_ name: String) -> FieldPath { FieldPath(names + [name]) }

  /// Whether two paths have the same names, byte by byte.
  package static func == (left: FieldPath, right: FieldPath) -> Bool {
    left.names.elementsEqual(right.names) { $0.hasSameBytes(as: $1) }
  }

  /// Hashes the bytes of the names.
  package func hash(into hasher: inout Hasher) {
    for name in names { name.hashBytes(into: &hasher) }
  }
}

extension FieldPath: CustomStringConvertible {
  /// The names joined by dots.
  package var description: String { names.joined(separator: ".") }
}

extension JSONValue {
  /// The value at a path; nil if a name on the path is missing.
  ///
  /// After ``FieldPath/elements``, it is the summary of the elements of an array; see
  /// ``summaryOfElements(_:)``.
  package subscript(_ path: FieldPath) -> JSONValue? { self[path.names[...]] }

  /// The values at some paths; nil if a name on the path is missing.
  ///
  /// - Complexity: O(*n* + *k*) in the length of the text for each level of the paths, and in their number, except for
  ///   paths into the elements of arrays.
  package func values(at paths: [FieldPath]) -> [JSONValue?] {
    var result = [JSONValue?](repeating: nil, count: paths.count)
    find(paths, Array(paths.indices), depth: 0, &result)
    return result
  }

  /// Finds the values at those of some paths that lead through this value.
  private func find(
    _ paths: [FieldPath],
    _ wanted: [Int],
    depth: Int,
    _ result: inout [JSONValue?]
  ) {
    // For each name the last path with it, and for each path the one before.
    var last: [MemberKey: Int] = [:]
    var before = [Int?](repeating: nil, count: wanted.count)
    for (offset, number) in wanted.enumerated() {
      let names = paths[number].names
      if names.count == depth {
        result[number] = self
      } else if names[depth] == FieldPath.elements, kind == .array {
        result[number] = self[names[depth...]]
      } else {
        before[offset] = last.updateValue(offset, forKey: MemberKey(names[depth]))
      }
    }
    guard !last.isEmpty else { return }
    forEachMember { name, value in
      var next = last[MemberKey(name)]
      var deeper: [Int] = []
      while let offset = next {
        let number = wanted[offset]
        next = before[offset]
        // The last of members with the same name counts.
        let isEnd = paths[number].names.count == depth + 1
        result[number] = isEnd ? value : nil
        if !isEnd { deeper.append(number) }
      }
      if !deeper.isEmpty { value.find(paths, deeper, depth: depth + 1, &result) }
      return true
    }
  }

  subscript(_ names: ArraySlice<String>) -> JSONValue? {
    withFound { whole in
      var value = whole
      for (offset, name) in names.enumerated() {
        if name == FieldPath.elements, value.kind == .array {
          return value.value.summaryOfElements(names.dropFirst(offset + 1))
        }
        guard let next = value.member(name) else { return nil }
        value = next
      }
      return value.value
    }
  }

  /// The summary of an array's elements at a path: for booleans, how many are true (`1/2`); for numbers,
  /// their sum; nil for anything else.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  func summaryOfElements(_ names: ArraySlice<String>) -> JSONValue? {
    var (count, trues, numbers) = (0, 0, 0)
    var sum = ExactSum()
    for element in elements {
      guard let value = element[names], value.kind != .null else { continue }
      count += 1
      switch value.kind {
      case .boolean: if value.string == "true" { trues += 1 }
      case .number:
        guard let number = DecimalNumber(value) else { return nil }
        sum.add(ExactSum.Summand(number))
        numbers += 1
      default: return nil
      }
    }
    guard count > 0 else { return nil }
    if numbers == 0 { return JSONValue(ByteSlice(copying: "\"\(trues)/\(count)\"".utf8)) }
    guard numbers == count, let text = sum.text else { return nil }
    return JSONValue(ByteSlice(copying: text.utf8))
  }
}

/// Names of files, and arguments, are bytes; strings are characters. A byte outside the characters of UTF-8 is a
/// character of its own here, one for private use from U+10FF80 on, so that every name can be a string, and be opened.
///
/// If a name has such characters themselves, each of their bytes is one, so that no two names are the same string.
extension String {
  /// Creates the string of a name.
  package init(pathBytes bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    self = ""
    var position = 0
    while position < bytes.count {
      let length = min(Self.length(ofCharacter: bytes[position]), bytes.count - position)
      let part = bytes[position..<position + length]
      if let text = String(validating: part, as: UTF8.self),
        let scalar = text.unicodeScalars.first, !Self.bytes.contains(scalar.value)
      {
        unicodeScalars.append(scalar)
        position += length
      } else {
        Unicode.Scalar(Self.firstByte + UInt32(bytes[position])).map { unicodeScalars.append($0) }
        position += 1
      }
    }
  }

  /// The bytes of the name.
  package var pathBytes: [UInt8] {
    guard unicodeScalars.contains(where: { Self.bytes.contains($0.value) }) else {
      return Array(utf8)
    }
    return unicodeScalars.flatMap { scalar -> [UInt8] in
      Self.bytes.contains(scalar.value)
        ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(String(scalar).utf8)
    }
  }

  /// Calls the closure with the name as a string of C.
  package func withPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    let bytes = pathBytes + [0]
    return bytes.withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        guard let start = text.baseAddress else { return "".withCString(body) }
        return body(start)
      }
    }
  }

  /// The name for a person: a byte that is not part of a character is U+FFFD.
  package var shownPath: String {
    guard unicodeScalars.contains(where: { Self.bytes.contains($0.value) }) else { return self }
    return String(decoding: pathBytes, as: UTF8.self)
  }

  /// The number of bytes of a character in UTF-8 that begins with a byte, as far as that can be one.
  private static func length(ofCharacter byte: UInt8) -> Int {
    switch byte {
    case 0xC0..<0xE0: 2
    case 0xE0..<0xF0: 3
    case 0xF0...: 4
    default: 1
    }
  }

  /// The characters for bytes without a character, which are the lowest of their bits.
  private static let bytes: ClosedRange<UInt32> = 0x10FF80...0x10FFFF
  private static let firstByte: UInt32 = 0x10FF00
}

/// The arguments of this process without the name of the program, as names of files are.
package var processArguments: [String] {
  (1..<max(1, Int(CommandLine.argc))).compactMap { offset in
    CommandLine.unsafeArgv[offset].map { argument in
      String(pathBytes: UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
    }
  }
}
