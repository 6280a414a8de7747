internal import Values

extension SortKeyWriter {
  mutating func append(_ number: DecimalNumber) {
    guard !number.isZero else { return append(0x20) }
    append(number.isNegative ? 0x10 : 0x30)
    if number.isNegative { mask = 0xFF }
    defer { mask = 0 }
    append(exponent: number.exponent)
    // Two digits per byte, plus one, so that 0 can terminate the number.
    number.forEachPair { append($0 + 1) }
    append(0)
  }

  /// Appends an exponent: one byte for common ones, nine for all others.
  private mutating func append(exponent: Int) {
    switch exponent {
    case -0x70...0x70: append(UInt8(0x80 + exponent))
    default:
      append(exponent < 0 ? 0x01 : 0xFE)
      append(bigEndian: UInt64(bitPattern: Int64(exponent)) ^ 1 << 63)
    }
  }
}
