import Columns
internal import FeedValues
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

extension KeyWords {
  /// The words of a number, and of the code of its currency, as a ``SortKeyWriter`` would write them.
  ///
  /// Most numbers are short, and two of them are written for each change of a row: a writer takes several times as
  /// long, because it writes a byte at a time and may have to allocate.
  ///
  /// - Returns: nil for a number that does not fit, or a currency that is not three letters.
  init?(short number: borrowing DecimalNumber, currency: FoundValue?) {
    let exponent = number.exponent
    guard !number.isZero, -0x70...0x70 ~= exponent, let pairs = number.pairs else { return nil }
    var bytes = UInt128(number.isNegative ? 0x10 : 0x30) << 120
    // The exponent, the pairs of digits and a zero at their end.
    let digits = UInt128(0x80 + exponent) << 120 | pairs.bytes >> 8
    var count = pairs.count + 3
    bytes |= (number.isNegative ? ~digits & ~0 &<< UInt128(136 - 8 * count) : digits) >> 8
    if let currency {
      guard let letters = Money.letters(of: currency) else { return nil }
      count += 3
      let code = UInt128(letters.0) << 16 | UInt128(letters.1) << 8 | UInt128(letters.2)
      bytes |= code &<< UInt128(128 - 8 * count)
    }
    guard count <= Self.wholeCount || UInt32(truncatingIfNeeded: bytes) == 0 else { return nil }
    self.init(
      UInt64(truncatingIfNeeded: bytes >> 64),
      UInt64(truncatingIfNeeded: bytes),
      isWhole: true
    )
  }
}
