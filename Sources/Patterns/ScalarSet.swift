/// A set of Unicode scalars, stored as ranges.
struct ScalarSet: Hashable, Sendable {
  /// The ranges, ascending and disjoint.
  private(set) var ranges: [ClosedRange<UInt32>]

  private static let last: UInt32 = 0x10_FFFF

  init(_ ranges: [ClosedRange<UInt32>]) {
    var merged: [ClosedRange<UInt32>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let previous = merged.last, range.lowerBound <= previous.upperBound + 1 {
        merged[merged.count - 1] =
          previous.lowerBound...max(previous.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    self.ranges = merged
  }

  init(_ scalar: Unicode.Scalar) { ranges = [scalar.value...scalar.value] }

  /// The complement.
  var inverted: ScalarSet {
    var gaps: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { gaps.append(next...range.lowerBound - 1) }
      next = range.upperBound + 1
    }
    if next <= Self.last { gaps.append(next...Self.last) }
    return ScalarSet(gaps)
  }

  func contains(_ scalar: UInt32) -> Bool { ranges.contains { $0.contains(scalar) } }

  static let any = ScalarSet([0...last])
  /// `\d`: the ASCII digits.
  static let digits = ScalarSet([0x30...0x39])
  /// `\s`: Unicode white space.
  static let spaces = ScalarSet([
    0x09...0x0D, 0x20...0x20, 0x85...0x85, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A,
    0x2028...0x2029, 0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000,
  ])
  /// `\w`: ASCII letters, digits and `_`; beyond ASCII, everything except punctuation, symbols and
  /// spaces, by Unicode block.
  static let words = ScalarSet([
    0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A, 0xAA...0xAA, 0xB5...0xB5, 0xBA...0xBA,
    0xC0...0xD6, 0xD8...0xF6, 0xF8...0x167F, 0x1681...0x1FFF, 0x2070...0x209C, 0x2C00...0x2DFF,
    0x3005...0x3007, 0x3021...0x3029, 0x3031...0xD7FF, 0xF900...0xFE0F, 0xFE70...0xFEFE,
    0xFF10...0xFF19, 0xFF21...0xFF3A, 0xFF41...0xFF5A, 0xFF66...0xFFDC, 0x1_0000...0x1_EFFF,
    0x2_0000...last,
  ])
}

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
