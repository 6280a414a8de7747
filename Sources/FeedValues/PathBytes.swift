import Glibc

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
