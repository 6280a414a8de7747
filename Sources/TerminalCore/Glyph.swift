/// A base scalar with up to four marks and its width in columns, in sixteen bytes.
struct Glyph: Hashable, Sendable {
  /// The base scalar, then the first two marks, 21 bits each.
  private var first: UInt64
  /// The third mark, two bits of width from bit 21, the fourth mark from bit 24.
  private var second: UInt64

  static let space = Glyph(base: " ", width: 1)
  /// The second column of a wide character.
  static let rightHalf = Glyph(base: "\0", width: 0)

  @inline(__always)
  init(base: Unicode.Scalar, width: Int) {
    first = UInt64(base.value)
    second = UInt64(width) << 21
  }

  @inline(__always) var width: Int { Int(second >> 21 & 3) }

  var base: Unicode.Scalar { Glyph.scalar(first) ?? "\0" }

  func mark(_ index: Int) -> Unicode.Scalar? {
    switch index {
    case 0: Glyph.scalar(first >> 21)
    case 1: Glyph.scalar(first >> 42)
    case 2: Glyph.scalar(second)
    default: Glyph.scalar(second >> 24)
    }
  }

  /// Sets the mark at `index`, which must be empty.
  mutating func add(_ mark: Unicode.Scalar, at index: Int) {
    let value = UInt64(mark.value)
    switch index {
    case 0: first |= value << 21
    case 1: first |= value << 42
    case 2: second |= value
    default: second |= value << 24
    }
  }

  /// The scalar in the low 21 bits; nil if they are 0.
  private static func scalar(_ bits: UInt64) -> Unicode.Scalar? {
    let value = UInt32(truncatingIfNeeded: bits & 0x1F_FFFF)
    return value == 0 ? nil : Unicode.Scalar(value)
  }
}
