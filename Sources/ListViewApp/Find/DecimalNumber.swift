/// A number exactly as it is written, of any length.
struct DecimalNumber: Hashable, Sendable {
  private var isNegative: Bool
  /// The digits from the first to the last that is not 0; none for zero.
  private var digits: [UInt8]
  /// The number is 0.*digits* times ten to the power of this.
  private var exponent: Int

  /// Reads a number as JSON writes it; a `+` before it, and digits missing on one side of the point,
  /// are allowed too.
  ///
  /// - Returns: nil where the text is no number, or its exponent is beyond 18 digits.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    var position = 0
    func byte() -> UInt8 { position < text.count ? text[position] : 0 }
    isNegative = byte() == UInt8(ascii: "-")
    if isNegative || byte() == UInt8(ascii: "+") { position += 1 }
    digits = []
    exponent = 0
    var hasDigits = false
    var isBehindPoint = false
    while position < text.count {
      let byte = byte()
      if byte == UInt8(ascii: "."), !isBehindPoint {
        isBehindPoint = true
      } else if byte &- UInt8(ascii: "0") < 10 {
        hasDigits = true
        let isLeadingZero = digits.isEmpty && byte == UInt8(ascii: "0")
        if !isLeadingZero { digits.append(byte) }
        // Digits before the point count up, zeros directly behind it count down.
        if isBehindPoint {
          if isLeadingZero { exponent -= 1 }
        } else if !isLeadingZero {
          exponent += 1
        }
      } else {
        break
      }
      position += 1
    }
    guard hasDigits else { return nil }
    if byte() | 0x20 == UInt8(ascii: "e") {
      position += 1
      let sign = byte() == UInt8(ascii: "-") ? -1 : 1
      if byte() == UInt8(ascii: "-") || byte() == UInt8(ascii: "+") { position += 1 }
      let start = position
      var power = 0
      while byte() &- UInt8(ascii: "0") < 10 {
        guard power < 100_000_000_000_000_000 else { return nil }
        power = power * 10 + Int(byte() - UInt8(ascii: "0"))
        position += 1
      }
      guard position > start else { return nil }
      exponent += sign * power
    }
    guard position == text.count else { return nil }
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    if digits.isEmpty { (isNegative, exponent) = (false, 0) }
  }

  init?(_ text: String) {
    var text = text
    guard let number = text.withUTF8({ DecimalNumber($0) }) else { return nil }
    self = number
  }
}

extension DecimalNumber: Comparable {
  static func < (left: DecimalNumber, right: DecimalNumber) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative ? right.isNearerToZero(than: left) : left.isNearerToZero(than: right)
  }

  private func isNearerToZero(than other: DecimalNumber) -> Bool {
    if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
    if exponent != other.exponent { return exponent < other.exponent }
    return digits.lexicographicallyPrecedes(other.digits)
  }
}
