internal import FeedValues
import Values

/// Sort keys of text, independent of the locale: letters compare by their base letters, ignoring case and
/// diacritical marks, and runs of digits by their numeric value.
///
/// Examples: `Äpfel`, `apple`, `Zebra`; `item9`, `item10`; `1.9`, `1.10`. Ties are broken by the bytes of the
/// text, so that different texts never compare as equal.
extension SortKeyWriter {
  /// Terminates the folded part of a key.
  private static let end: UInt8 = 0x02
  /// Stands for the hyphen of `1.0-rc1`, which sorts before `1.0`.
  private static let beforeEnd: UInt8 = 0x01
  /// Introduces a number, at the position of its first digit.
  private static let number: UInt8 = 0x30
  /// The maximum number of bytes that are compared.
  private static let lengthLimit = 256
  /// The number of bytes that are folded at a time.
  private static let lettersTogether = 64

  /// Appends the text of a value.
  ///
  /// - Parameters:
  ///   - value: A string, or a value treated as one.
  ///   - isVersion: Whether `1.0-rc1` sorts before `1.0`.
  mutating func append(text value: FoundValue, isVersion: Bool = false) {
    append(Self.textClass)
    let bytes = value.text
    let isString = bytes.first == UInt8(ascii: "\"") && bytes.count > 1
    let inside = isString ? bytes[1..<bytes.count - 1] : bytes[...]
    let text = UnsafeBufferPointer(rebasing: inside.prefix(Self.lengthLimit))
    if Self.isPlain(text) {
      let isExact = append(folded: text, isVersion: isVersion)
      append(Self.end)
      // A text that is its own folded form needs no tie-breaker.
      if isExact { determineRest() }
      append(text)
      return
    }
    let scalars = value.value.string.unicodeScalars.prefix(Self.lengthLimit)
    Self.folded(scalars).withUnsafeBufferPointer { _ = append(folded: $0, isVersion: isVersion) }
    append(Self.end)
    Array(String(String.UnicodeScalarView(scalars)).utf8).withUnsafeBufferPointer { append($0) }
  }

  /// Whether a text is in ASCII, and has no escapes.
  private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let (words, bytes) = (UnsafeRawBufferPointer(text), text.count / 8 * 8)
    for offset in stride(from: 0, to: bytes, by: 8) {
      let word = words.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      // A byte that is zero here borrows from its highest bit.
      let escapes = (word ^ 0x5C5C_5C5C_5C5C_5C5C) &- 0x0101_0101_0101_0101
      guard (word | escapes) & 0x8080_8080_8080_8080 == 0 else { return false }
    }
    return text[bytes...].allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "\\") }
  }

  /// Appends the folded form of a text.
  ///
  /// - Returns: Whether the folded form determines the text. If only part of it was appended, the result is
  ///   irrelevant.
  private mutating func append(folded text: UnsafeBufferPointer<UInt8>, isVersion: Bool) -> Bool {
    var (position, isExact) = (0, true)
    while position < text.count, wantsMore {
      isExact = append(lettersOf: text, from: &position) && isExact
      guard position < text.count, text[position].isDigit else { continue }
      var start = position
      while position < text.count, text[position].isDigit { position += 1 }
      while start < position - 1, text[start] == UInt8(ascii: "0") {
        start += 1
        isExact = false
      }
      // Of two numbers without leading zeros, the longer one is larger.
      append(Self.number)
      append(UInt8(min(position - start, 0xFF)))
      if position - start >= 0xFF { append(bigEndian: UInt64(position - start)) }
      append(UnsafeBufferPointer(rebasing: text[start..<position]))
      if isVersion, position < text.count, text[position] == UInt8(ascii: "-") {
        append(Self.beforeEnd)
        position += 1
      }
    }
    return isExact
  }

  /// Appends the folded form of what comes before the next digit, or of a part of it.
  ///
  /// - Returns: Whether the folded form determines the text.
  private mutating func append(
    lettersOf text: UnsafeBufferPointer<UInt8>,
    from position: inout Int
  ) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.lettersTogether) { letters in
      var isExact = true
      let start = position
      let end = min(start + letters.count, text.count)
      while position < end, !text[position].isDigit {
        let byte = text[position]
        var letter = max(byte, Self.end + 1)
        if byte &- UInt8(ascii: "A") < 26 { letter |= 0x20 }
        if letter != byte { isExact = false }
        letters[position - start] = letter
        position += 1
      }
      append(UnsafeBufferPointer(rebasing: letters[..<(position - start)]))
      return isExact
    }
  }

  @inline(__always)

  /// The bytes of a text with its letters replaced by their base letters, without case and marks.
  private static func folded(_ scalars: some Sequence<Unicode.Scalar>) -> [UInt8] {
    var result: [UInt8] = []
    for scalar in scalars {
      if scalar.isASCII {
        result.append(UInt8(scalar.value))
      } else if let base = baseLetters[scalar] {
        result.append(UInt8(base.value))
      } else if !(0x300...0x36F ~= scalar.value) {
        result += Array(scalar.properties.lowercaseMapping.utf8)
      }
    }
    return result
  }

  private static let baseLetters: [Unicode.Scalar: Unicode.Scalar] = Dictionary(
    uniqueKeysWithValues: markedLetters.flatMap { base, letters in
      letters.unicodeScalars.map { ($0, base) }
    }
  )
}
