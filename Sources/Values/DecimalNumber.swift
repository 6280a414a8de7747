/// An exact decimal number of any length.
///
/// Nothing is rounded: `9007199254740993` and `9007199254740992` differ; `1.50` and `15e-1` are equal.
/// Every operation is total. A number whose exponent exceeds ``exponentLimit`` is represented by a
/// separate value (``isExact`` is false), which compares greater than all exact numbers of its sign in
/// magnitude, or between them and zero, and equal to all other values of its kind.
package struct DecimalNumber: Hashable, Sendable {
  /// Whether the number is negative.
  package let isNegative: Bool
  /// The first 19 digits, left-aligned; 0 for zero.
  let head: UInt64
  /// The remaining digits, each 0 to 9, without trailing zeros.
  let tail: [UInt8]
  /// The value is 0.*digits* × 10 to this power; 0 for zero.
  package let exponent: Int
  /// Whether the value is the number that was written, rather than one out of range.
  package let isExact: Bool

  /// The maximum magnitude of an exponent.
  package static let exponentLimit = 1 << 40
  /// The number of digits in ``head``.
  static let headCount = 19

  /// Zero.
  package static let zero = DecimalNumber(digits: [], power: 0, isNegative: false)

  /// Parses a number in JSON syntax; a leading `+` and missing digits on one side of the decimal point
  /// are accepted, too.
  ///
  /// - Returns: nil for any other text.
  /// - Complexity: O(*n*); up to 19 digits need no allocation.
  package init?(_ text: Span<UInt8>) {
    var position = 0
    var isNegative = false
    if !text.isEmpty, text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+") {
      isNegative = text[0] == UInt8(ascii: "-")
      position = 1
    }
    if let integer = Self.shortInteger(text, from: position) {
      self.init(head: integer.head, tail: [], exponent: integer.count, isNegative: isNegative)
      return
    }
    var (head, headCount, tail) = (0 as UInt64, 0, [UInt8]())
    var (exponent, hasDigits, hasPoint) = (0, false, false)
    while position < text.count {
      let digit = text[position] &- UInt8(ascii: "0")
      if digit < 10 {
        hasDigits = true
        if digit == 0, headCount == 0 {
          // Zeros directly after the decimal point decrease the exponent, digits before it increase it.
          if hasPoint { exponent -= 1 }
        } else {
          if headCount < Self.headCount {
            head = head * 10 + UInt64(digit)
            headCount += 1
          } else {
            tail.append(digit)
          }
          if !hasPoint { exponent += 1 }
        }
      } else if text[position] == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else {
        break
      }
      position += 1
    }
    guard hasDigits else { return nil }
    if position < text.count {
      guard let power = Self.power(text, from: position) else { return nil }
      exponent += power
    }
    while tail.last == 0 { tail.removeLast() }
    self.init(
      head: head * Self.powersOfTen[Self.headCount - headCount],
      tail: tail,
      exponent: exponent,
      isNegative: isNegative
    )
  }

  /// Parses a number, by the rules of ``init(_:)-(Span<UInt8>)``.
  package init?(_ text: some StringProtocol) {
    var text = String(text)
    let number = text.withUTF8 { bytes in unsafe DecimalNumber(bytes.span) }
    guard let number else { return nil }
    self = number
  }

  /// Creates a number from an integer.
  package init(_ integer: some BinaryInteger) {
    let digits = String(integer.magnitude).utf8.map { $0 - UInt8(ascii: "0") }
    self.init(digits: digits, power: 0, isNegative: integer < 0)
  }

  /// Creates a number from its digits, each 0 to 9, and the exponent of the last one.
  init(digits: some Collection<UInt8>, power: Int, isNegative: Bool) {
    let significant = digits.drop { $0 == 0 }
    let (exponent, overflows) = power.addingReportingOverflow(significant.count)
    var (head, tail) = (0 as UInt64, [UInt8](significant.dropFirst(Self.headCount)))
    for digit in significant.prefix(Self.headCount) { head = head * 10 + UInt64(digit) }
    while tail.last == 0 { tail.removeLast() }
    self.init(
      head: head * Self.powersOfTen[max(0, Self.headCount - significant.count)],
      tail: tail,
      exponent: overflows ? .max : exponent,
      isNegative: isNegative
    )
  }

  /// Creates a number of up to 19 digits from a multiple of a power of ten; nil for a longer one.
  init?(whole value: Int128, power: Int) {
    guard let digits = UInt64(exactly: value.magnitude), digits < Self.powersOfTen[Self.headCount]
    else { return nil }
    let count = Self.powersOfTen.firstIndex { digits < $0 } ?? Self.headCount
    self.init(
      head: digits * Self.powersOfTen[Self.headCount - count],
      tail: [],
      exponent: power + count,
      isNegative: value < 0
    )
  }

  /// A number of up to 19 digits as a multiple of a power of ten; nil for a longer one, and one out of range.
  var shortWhole: (value: Int128, power: Int)? {
    guard tail.isEmpty, isExact else { return nil }
    let value = Int128(head / Self.powersOfTen[Self.headCount - digitCount])
    return (isNegative ? -value : value, lastPower)
  }

  init(head: UInt64, tail: [UInt8], exponent: Int, isNegative: Bool) {
    guard head != 0 else {
      (self.isNegative, self.head, self.tail, self.exponent, isExact) = (false, 0, [], 0, true)
      return
    }
    let limit = Self.exponentLimit
    self.isNegative = isNegative
    isExact = -limit...limit ~= exponent
    // Beyond the limit, numbers are not distinguished.
    self.head = isExact ? head : Self.powersOfTen[Self.headCount - 1]
    self.tail = isExact ? tail : []
    self.exponent = isExact ? exponent : exponent < 0 ? -limit - 1 : limit + 1
  }

  /// The head of an integer of a few digits, as most numbers are, and their number; nil for any other text.
  private static func shortInteger(
    _ text: Span<UInt8>,
    from start: Int
  ) -> (head: UInt64, count: Int)? {
    let count = text.count - start
    guard count > 0, count < headCount, text[start] != UInt8(ascii: "0") else { return nil }
    var value: UInt64 = 0
    for position in start..<text.count {
      let digit = text[position] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value &* 10 &+ UInt64(digit)
    }
    return (value * powersOfTen[headCount - count], count)
  }

  /// The exponent after an `e`, clamped to ±10¹⁷; nil if there is none.
  private static func power(_ text: Span<UInt8>, from start: Int) -> Int? {
    guard text[start] | 0x20 == UInt8(ascii: "e") else { return nil }
    var position = start + 1
    var isNegative = false
    if position < text.count,
      text[position] == UInt8(ascii: "-") || text[position] == UInt8(ascii: "+")
    {
      isNegative = text[position] == UInt8(ascii: "-")
      position += 1
    }
    guard position < text.count else { return nil }
    var power = 0
    while position < text.count {
      let digit = text[position] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      power = min(power * 10 + Int(digit), 100_000_000_000_000_000)
      position += 1
    }
    return isNegative ? -power : power
  }

  /// The powers of ten that fit into a word.
  static let powersOfTen: [UInt64] = (0...headCount).map { power in
    (0..<power).reduce(1) { product, _ in product * 10 }
  }
}

extension DecimalNumber: Comparable {
  /// Whether the first number is less than the second.
  package static func < (left: DecimalNumber, right: DecimalNumber) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative ? right.isNearerToZero(than: left) : left.isNearerToZero(than: right)
  }

  private func isNearerToZero(than other: DecimalNumber) -> Bool {
    if head == 0 || other.head == 0 { return head == 0 && other.head != 0 }
    if exponent != other.exponent { return exponent < other.exponent }
    if head != other.head { return head < other.head }
    return tail.lexicographicallyPrecedes(other.tail)
  }
}

extension DecimalNumber {
  /// Whether the number is zero.
  package var isZero: Bool { head == 0 }

  /// The digits without trailing zeros, each 0 to 9; empty for zero.
  package var digits: [UInt8] {
    var (rest, digits) = (head, [UInt8]())
    while rest != 0 {
      let unit = Self.powersOfTen[Self.headCount - 1]
      digits.append(UInt8(rest / unit))
      rest = rest % unit * 10
    }
    guard !tail.isEmpty else { return digits }
    return digits + repeatElement(0, count: Self.headCount - digits.count) + tail
  }

  /// Calls the closure with pairs of digits, 0 to 99 each, without trailing zeros.
  @inline(__always)
  package func forEachPair(_ body: (UInt8) -> Void) {
    guard let pairs else {
      let digits = digits
      for offset in stride(from: 0, to: digits.count, by: 2) {
        body(digits[offset] * 10 + (offset + 1 < digits.count ? digits[offset + 1] : 0))
      }
      return
    }
    for place in 0..<pairs.count {
      body(UInt8(truncatingIfNeeded: pairs.bytes >> UInt128(120 - 8 * place)) - 1)
    }
  }

  /// The pairs of digits of ``forEachPair(_:)``, each in a byte and greater by one, from the highest byte on; nil for
  /// a number of more than 19 digits.
  package var pairs: (bytes: UInt128, count: Int)? {
    guard tail.isEmpty else { return nil }
    var (rest, bytes, count) = (head, 0 as UInt128, 0)
    let unit: UInt64 = 100_000_000_000_000_000
    while rest != 0 {
      bytes |= UInt128(rest / unit + 1) &<< UInt128(120 - 8 * count)
      rest = rest % unit * 100
      count += 1
    }
    return (bytes, count)
  }

  /// The number of digits.
  var digitCount: Int {
    if !tail.isEmpty { return Self.headCount + tail.count }
    var (rest, count) = (head, Self.headCount)
    guard rest != 0 else { return 0 }
    func drop(_ zeros: Int, _ unit: UInt64) {
      if rest.isMultiple(of: unit) { (rest, count) = (rest / unit, count - zeros) }
    }
    // Any number of zeros up to 18 is a sum of these.
    drop(10, 10_000_000_000)
    drop(5, 100_000)
    drop(2, 100)
    drop(1, 10)
    drop(1, 10)
    return count
  }

  /// The exponent of the last nonzero digit.
  package var lastPower: Int { exponent - digitCount }

  /// Whether the number is an integer.
  package var isWhole: Bool { isExact && lastPower >= 0 }
}

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
