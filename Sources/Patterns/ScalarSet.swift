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
