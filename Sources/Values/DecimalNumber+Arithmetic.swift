extension DecimalNumber {
  /// The number multiplied by a power of ten.
  ///
  /// - Complexity: O(1).
  package func scaled(byPowerOfTen power: Int) -> DecimalNumber {
    guard isExact, !isZero else { return self }
    let (sum, overflows) = exponent.addingReportingOverflow(power)
    let limit = 2 * Self.exponentLimit
    return DecimalNumber(
      head: head,
      tail: tail,
      exponent: overflows ? (power < 0 ? -limit : limit) : sum,
      isNegative: isNegative
    )
  }

  /// The negated number.
  package var negated: DecimalNumber {
    guard isExact else {
      let power = exponent < 0 ? -2 * Self.exponentLimit : 2 * Self.exponentLimit
      return DecimalNumber(digits: [1], power: power, isNegative: !isNegative)
    }
    return DecimalNumber(head: head, tail: tail, exponent: exponent, isNegative: !isNegative)
  }

  /// The absolute value.
  package var magnitude: DecimalNumber { isNegative ? negated : self }

  /// The exact product with an integer.
  ///
  /// - Complexity: O(*n*) for *n* digits.
  package func multiplied(by factor: UInt32) -> DecimalNumber {
    guard isExact, factor > 0 else { return factor > 0 ? self : .zero }
    var (carry, product) = (0 as UInt64, [UInt8]())
    let digits = digits
    product.reserveCapacity(digits.count + 10)
    for digit in digits.reversed() {
      carry += UInt64(digit) * UInt64(factor)
      product.append(UInt8(carry % 10))
      carry /= 10
    }
    while carry > 0 {
      product.append(UInt8(carry % 10))
      carry /= 10
    }
    return DecimalNumber(digits: product.reversed(), power: lastPower, isNegative: isNegative)
  }

  /// The quotient by an integer, rounded half away from zero to a number of decimal places.
  ///
  /// - Parameters:
  ///   - divisor: A positive number.
  ///   - places: The number of decimal places; negative values round to tens, hundreds and so on.
  /// - Returns: nil if the divisor is 0, or if the result has more than ``longestText`` digits before
  ///   the decimal point.
  /// - Complexity: O(*n*) for *n* digits of the result.
  package func divided(by divisor: UInt64, places: Int) -> DecimalNumber? {
    guard divisor > 0, isExact, exponent <= Self.longestText, abs(places) <= Self.longestText else {
      return nil
    }
    let digits = digits
    // The decimal places of the result, from its first digit to the last one requested.
    let count = exponent + places
    guard count >= 0 else { return .zero }
    var (rest, quotient) = (0 as UInt128, [UInt8]())
    quotient.reserveCapacity(count)
    for offset in 0..<count {
      rest = rest * 10 + UInt128(offset < digits.count ? digits[offset] : 0)
      quotient.append(UInt8(rest / UInt128(divisor)))
      rest %= UInt128(divisor)
    }
    // The next digit decides; further digits can only make a half larger.
    let next = rest * 10 + UInt128(count < digits.count ? digits[count] : 0)
    if next * 2 >= UInt128(divisor) * 10 { Self.increment(&quotient) }
    return DecimalNumber(digits: quotient, power: -places, isNegative: isNegative)
  }

  /// The number rounded half away from zero to a number of decimal places; see
  /// ``divided(by:places:)``.
  package func rounded(toPlaces places: Int) -> DecimalNumber? { divided(by: 1, places: places) }

  private static func increment(_ digits: inout [UInt8]) {
    for offset in digits.indices.reversed() {
      guard digits[offset] == 9 else {
        digits[offset] += 1
        return
      }
      digits[offset] = 0
    }
    digits.insert(1, at: 0)
  }

  /// The number multiplied by a power of ten, as an integer, rounded down.
  ///
  /// - Returns: nil if the result has more than 36 digits or the number is not exact.
  package func wholePart(scaledByPowerOfTen power: Int) -> Int128? {
    let (count, overflows) = exponent.addingReportingOverflow(power)
    guard isExact, !overflows, count <= 36 else { return nil }
    let digits = digits
    var whole: Int128 = 0
    for offset in 0..<max(0, count) {
      whole = whole * 10 + Int128(offset < digits.count ? digits[offset] : 0)
    }
    let isRounded = digits.count > max(0, count)
    return isNegative ? -whole - (isRounded ? 1 : 0) : whole
  }

  /// The nearest floating-point number; infinite if it is out of range.
  package var approximation: Double {
    let power = max(-400, min(400, exponent))
    let magnitude = Double("\(head)e\(power - Self.headCount)") ?? 0
    return isNegative ? -magnitude : magnitude
  }

  /// The maximum number of digits on either side of the decimal point in text.
  package static let longestText = 400

  /// The number in positional notation: `-12.5`.
  ///
  /// - Returns: nil if one side of the decimal point would have more than ``longestText`` digits.
  package var text: String? {
    guard isExact, exponent <= Self.longestText, lastPower >= -Self.longestText else { return nil }
    guard !isZero else { return "0" }
    if let (value, power) = shortWhole, 0...18 ~= power, exponent < Self.headCount {
      return String(Int64(value) * Int64(Self.powersOfTen[power]))
    }
    let digits = digits
    let padded =
      Array(repeatElement(0 as UInt8, count: max(0, 1 - exponent))) + digits
      + repeatElement(0, count: max(0, exponent - digits.count))
    let text = String(decoding: padded.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
    let whole = max(1, exponent)
    let fraction = text.utf8.count > whole ? "." + text.dropFirst(whole) : ""
    return (isNegative ? "-" : "") + text.prefix(whole) + fraction
  }
}
