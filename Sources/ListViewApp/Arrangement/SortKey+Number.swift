internal import Feeds

/// A decimal number of any length, as it is written: `−`, digits and a power of ten.
///
/// Nothing is rounded: `9007199254740993` and `9007199254740992` differ, `1.50` and `15e-1` do not.
struct ExactNumber: Hashable, Sendable {
  var isNegative = false
  /// The digits without zeros at either end, each 0 to 9; none for zero.
  var digits: [UInt8] = []
  /// The power of ten of the first digit, plus one: 0.05 has −1, 5 has 1.
  var exponent = 0

  /// Reads a number as JSON writes it, or with a `+` before it; nil for anything else.
  init?(_ text: some Collection<UInt8>) {
    var hasDigits = false
    var hasPoint = false
    var rest = text[...]
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isNegative = sign == UInt8(ascii: "-")
      rest = rest.dropFirst()
    }
    while let byte = rest.first {
      let digit = byte &- UInt8(ascii: "0")
      if digit < 10 {
        hasDigits = true
        if digit == 0, digits.isEmpty {
          if hasPoint { exponent -= 1 }
        } else {
          digits.append(digit)
          if !hasPoint { exponent += 1 }
        }
      } else if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else {
        break
      }
      rest = rest.dropFirst()
    }
    guard hasDigits else { return nil }
    if let byte = rest.first {
      guard byte | 0x20 == UInt8(ascii: "e"),
        let power = Int(String(decoding: rest.dropFirst(), as: UTF8.self)),
        abs(power) < 1 << 40
      else { return nil }
      exponent += power
    }
    while digits.last == 0 { digits.removeLast() }
    if digits.isEmpty { (isNegative, exponent) = (false, 0) }
  }
}

extension SortKeyWriter {
  mutating func append(_ number: ExactNumber) {
    guard !number.digits.isEmpty else { return append(0x20) }
    append(number.isNegative ? 0x10 : 0x30)
    let start = bytes.count
    append(exponent: number.exponent)
    // Two digits a byte, and one more, so that 0 ends the number.
    for offset in stride(from: 0, to: number.digits.count, by: 2) {
      let second = offset + 1 < number.digits.count ? number.digits[offset + 1] : 0
      append(number.digits[offset] * 10 + second + 1)
    }
    append(0)
    if number.isNegative { invert(from: start) }
  }

  /// One byte for the powers of ten that people meet, nine for the others.
  private mutating func append(exponent: Int) {
    switch exponent {
    case -0x70...0x70: append(UInt8(0x80 + exponent))
    default:
      append(exponent < 0 ? 0x01 : 0xFE)
      append(bigEndian: UInt64(bitPattern: Int64(exponent)) ^ 1 << 63)
    }
  }

  /// A measure, such as a number of bytes or seconds.
  mutating func append(measure: Double) {
    append(measure < 0 ? 0x10 : measure == 0 ? 0x20 : 0x30)
    guard measure != 0 else { return }
    let start = bytes.count
    append(bigEndian: measure.magnitude.bitPattern)
    if measure < 0 { invert(from: start) }
  }
}
