/// Bytes to find in UTF-8, exactly or ignoring the case of ASCII letters.
struct Literal: Hashable, Sendable {
  /// The bytes; lowercase if case is ignored.
  private let bytes: [UInt8]
  private let ignoresCase: Bool

  init(_ text: String, ignoresCase: Bool) {
    self.ignoresCase = ignoresCase
    bytes = text.utf8.map { ignoresCase ? Self.lowered($0) : $0 }
  }

  @inline(__always)
  private static func lowered(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }

  /// The offset of the first occurrence at or after an offset.
  ///
  /// - Complexity: O(*n* · *m*) in the worst case, usually O(*n*).
  func firstOffset(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      guard let first = bytes.first else { return start <= text.count ? start : nil }
      let last = text.count - bytes.count
      guard start <= last else { return nil }
      // The other case of a letter; the same byte for other characters.
      let isLetter = first &- UInt8(ascii: "a") < 26
      let other = ignoresCase && isLetter ? first & ~0x20 : first
      let (firsts, others) = (Block(repeating: first), Block(repeating: other))
      var position = start
      while position <= last {
        var end = last + 1
        if position + Block.scalarCount <= text.count {
          // Most texts do not have the first byte at all.
          let block = UnsafeRawBufferPointer(text)
            .loadUnaligned(fromByteOffset: position, as: Block.self)
          end = min(end, position + Block.scalarCount)
          if !any(block .== firsts .| block .== others) { position = end }
        }
        while position < end {
          let byte = text[position]
          if byte == first || byte == other, isMatch(bytes, text, position) { return position }
          position += 1
        }
      }
      return nil
    }
  }

  /// The bytes that are examined at a time.
  private typealias Block = SIMD16<UInt8>

  @inline(__always)
  private func isMatch(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ text: UnsafeBufferPointer<UInt8>,
    _ position: Int
  ) -> Bool {
    for offset in 1..<max(1, bytes.count) {
      let byte = text[position + offset]
      guard bytes[offset] == (ignoresCase ? Self.lowered(byte) : byte) else { return false }
    }
    return true
  }

  /// The ranges of the occurrences, ascending and disjoint.
  func ranges(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    guard !bytes.isEmpty else { return [] }
    var ranges: [Range<Int>] = []
    var position = 0
    while let offset = firstOffset(in: text, from: position) {
      position = offset + bytes.count
      ranges.append(offset..<position)
    }
    return ranges
  }
}
