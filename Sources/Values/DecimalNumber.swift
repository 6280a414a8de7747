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
