/// Arithmetic with any two numbers.
///
/// Sums, differences and products are exact as long as they have at most 36 digits; longer results are rounded to the
/// precision of a floating-point number. A quotient is exact if it has at most twelve decimal places, and otherwise
/// rounded to them, or to twelve digits if it is less than 1. A result without a value is nil.
extension DecimalNumber {
  /// The sum with a number.
  package func plus(_ other: DecimalNumber) -> DecimalNumber? {
    combined(with: other) { left, right in
      guard let (first, second, power) = Whole.aligned(left, right) else { return nil }
      let (sum, isOver) = first.addingReportingOverflow(second)
      return isOver ? nil : Whole(value: sum, power: power)
    } or: {
      $0 + $1
    }
  }

  /// The difference from a number.
  package func minus(_ other: DecimalNumber) -> DecimalNumber? { plus(other.negated) }

  /// The product with a number.
  package func times(_ other: DecimalNumber) -> DecimalNumber? {
    combined(with: other) { left, right in
      let (product, isOver) = left.value.multipliedReportingOverflow(by: right.value)
      return isOver ? nil : Whole(value: product, power: left.power + right.power)
    } or: {
      $0 * $1
    }
  }

  /// The quotient by a number; nil if that is 0.
  package func divided(by other: DecimalNumber) -> DecimalNumber? {
    guard !other.isZero else { return nil }
    return combined(with: other) { left, right in
      // The quotient has so many digits before the decimal point, or one less.
      let count = exponent - other.exponent + 1
      let places = count > 0 ? Self.quotientPlaces : Self.quotientPlaces + 1 - count
      let shift = places + left.power - right.power
      guard shift >= 0 else {
        let (quotient, rest) = left.value.quotientAndRemainder(dividingBy: right.value)
        return rest == 0 ? Whole(value: quotient, power: left.power - right.power) : nil
      }
      guard let scaled = left.multiplied(byPowerOfTen: shift) else { return nil }
      let (quotient, rest) = scaled.quotientAndRemainder(dividingBy: right.value)
      let isHalf = rest.magnitude >= right.value.magnitude - rest.magnitude
      let away: Int128 = (rest < 0) != (right.value < 0) ? -1 : 1
      return Whole(value: quotient + (isHalf ? away : 0), power: -places)
    } or: {
      $0 / $1
    }
  }

  /// The decimal places of a quotient that is not exact.
  private static let quotientPlaces = 12

  /// The remainder of a division, with the sign of the divisor; nil if that is 0, and for numbers whose digits span
  /// more than 36 places.
  package func remainder(by other: DecimalNumber) -> DecimalNumber? {
    guard !other.isZero else { return nil }
    return combined(with: other) { left, right in
      guard let (first, second, power) = Whole.aligned(left, right) else { return nil }
      let rest = first % second
      return Whole(
        value: rest != 0 && (rest < 0) != (second < 0) ? rest + second : rest,
        power: power
      )
    } or: { _, _ in
      .nan
    }
  }

  /// The greatest integer that is not greater; nil if it has more than 36 digits.
  package var roundedDown: DecimalNumber? {
    isWhole ? self : wholePart(scaledByPowerOfTen: 0).map { DecimalNumber($0) }
  }

  /// Creates a number from a floating-point number; nil if that is not finite.
  package init?(_ number: Double) {
    guard number.isFinite else { return nil }
    self.init("\(number)")
  }

  /// An integer and a power of ten.
  private struct Whole {
    let value: Int128
    let power: Int

    init(value: Int128, power: Int) { (self.value, self.power) = (value, power) }

    /// Nil for a number of more than 36 digits.
    init?(_ number: DecimalNumber) {
      if let (value, power) = number.shortWhole {
        (self.value, self.power) = (value, power)
        return
      }
      guard number.isExact, let value = number.wholePart(scaledByPowerOfTen: -number.lastPower)
      else { return nil }
      (self.value, power) = (value, number.lastPower)
    }

    /// Two numbers as multiples of one power of ten; nil if one is too long.
    static func aligned(_ left: Whole, _ right: Whole) -> (Int128, Int128, power: Int)? {
      let power = min(left.power, right.power)
      guard let first = left.scaled(to: power), let second = right.scaled(to: power) else {
        return nil
      }
      return (first, second, power)
    }

    private func scaled(to power: Int) -> Int128? { multiplied(byPowerOfTen: self.power - power) }

    /// The integer multiplied by a power of ten; nil if it is too long.
    func multiplied(byPowerOfTen power: Int) -> Int128? {
      guard power <= 36 else { return value == 0 ? 0 : nil }
      var result = value
      for _ in 0..<power {
        let (next, isOver) = result.multipliedReportingOverflow(by: 10)
        if isOver { return nil }
        result = next
      }
      return result
    }

    var number: DecimalNumber {
      DecimalNumber(whole: value, power: power)
        ?? DecimalNumber(value).scaled(byPowerOfTen: power)
    }
  }

  private func combined(
    with other: DecimalNumber,
    exactly: (Whole, Whole) -> Whole?,
    or approximately: (Double, Double) -> Double
  ) -> DecimalNumber? {
    if let left = Whole(self), let right = Whole(other), let result = exactly(left, right) {
      return result.number
    }
    return DecimalNumber(approximately(approximation, other.approximation))
  }
}
