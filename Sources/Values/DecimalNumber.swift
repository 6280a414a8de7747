/// A decimal number exactly as it is written, of any length.
///
/// Nothing is rounded: `9007199254740993` and `9007199254740992` differ, `1.50` and `15e-1` do not.
/// Every operation is total. A number whose power of ten is beyond ``exponentLimit`` is a value of its
/// own (``isExact`` is false): it stands beyond all exact numbers, or between them and zero, and is
/// equal to the others there.
public struct DecimalNumber: Hashable, Sendable {
  /// Whether the number is below zero.
  public let isNegative: Bool
  /// The first 19 digits, the first one in the highest place; 0 for zero.
  let head: UInt64
  /// The digits after them, each 0 to 9, the last one not 0.
  let tail: [UInt8]
  /// The number is 0.*digits* times ten to the power of this; 0 for zero.
  public let exponent: Int
  /// Whether the value is the number that was written, and not one beyond what is distinguished.
  public let isExact: Bool

  /// The powers of ten that are distinguished, on both sides of 0.
  public static let exponentLimit = 1 << 40
  /// How many digits ``head`` holds.
  static let headCount = 19

  /// Zero.
  public static let zero = DecimalNumber(digits: [], power: 0, isNegative: false)

  /// Reads a number as JSON writes it; a `+` before it, and digits missing on one side of the
  /// point, are allowed too.
  ///
  /// - Returns: nil if the text is anything else.
  /// - Complexity: O(*n*); nothing is allocated for up to 19 digits.
  public init?(_ text: Span<UInt8>) {
    var position = 0
    var isNegative = false
    if !text.isEmpty, text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+") {
      isNegative = text[0] == UInt8(ascii: "-")
      position = 1
    }
    var (head, headCount, tail) = (0 as UInt64, 0, [UInt8]())
    var (exponent, hasDigits, hasPoint) = (0, false, false)
    while position < text.count {
      let digit = text[position] &- UInt8(ascii: "0")
      if digit < 10 {
        hasDigits = true
        if digit == 0, headCount == 0 {
          // Zeros directly after the point count down, digits before it count up.
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

  /// Reads a number of text, by the rules of ``init(_:)-(Span<UInt8>)``.
  public init?(_ text: some StringProtocol) {
    var text = String(text)
    let number = text.withUTF8 { bytes in unsafe DecimalNumber(bytes.span) }
    guard let number else { return nil }
    self = number
  }

  /// Creates a number of a whole one.
  public init(_ integer: some BinaryInteger) {
    let digits = String(integer.magnitude).utf8.map { $0 - UInt8(ascii: "0") }
    self.init(digits: digits, power: 0, isNegative: integer < 0)
  }

  /// Creates a number of digits, each 0 to 9, and the power of ten of the last of them.
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

  init(head: UInt64, tail: [UInt8], exponent: Int, isNegative: Bool) {
    guard head != 0 else {
      (self.isNegative, self.head, self.tail, self.exponent, isExact) = (false, 0, [], 0, true)
      return
    }
    let limit = Self.exponentLimit
    self.isNegative = isNegative
    isExact = -limit...limit ~= exponent
    // Beyond the limit nothing is distinguished.
    self.head = isExact ? head : Self.powersOfTen[Self.headCount - 1]
    self.tail = isExact ? tail : []
    self.exponent = isExact ? exponent : exponent < 0 ? -limit - 1 : limit + 1
  }

  /// The power of ten after an `e`, at most 10¹⁷ on either side; nil if none stands there.
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

  /// The powers of ten of a word.
  static let powersOfTen: [UInt64] = (0...headCount).map { power in
    (0..<power).reduce(1) { product, _ in product * 10 }
  }
}

extension DecimalNumber: Comparable {
  /// Whether the first number is the lesser one.
  public static func < (left: DecimalNumber, right: DecimalNumber) -> Bool {
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
  public var isZero: Bool { head == 0 }

  /// The digits from the first to the last that is not 0, each 0 to 9; none for zero.
  public var digits: [UInt8] {
    var (rest, digits) = (head, [UInt8]())
    while rest != 0 {
      let unit = Self.powersOfTen[Self.headCount - 1]
      digits.append(UInt8(rest / unit))
      rest = rest % unit * 10
    }
    guard !tail.isEmpty else { return digits }
    return digits + repeatElement(0, count: Self.headCount - digits.count) + tail
  }

  /// Calls the closure with the digits in pairs, 0 to 99 each, from the first to the last that is not 0.
  @inline(__always)
  public func forEachPair(_ body: (UInt8) -> Void) {
    guard tail.isEmpty else {
      let digits = digits
      for offset in stride(from: 0, to: digits.count, by: 2) {
        body(digits[offset] * 10 + (offset + 1 < digits.count ? digits[offset + 1] : 0))
      }
      return
    }
    var rest = head
    while rest != 0 {
      let unit: UInt64 = 100_000_000_000_000_000
      body(UInt8(rest / unit))
      rest = rest % unit * 100
    }
  }

  /// How many digits the number has.
  var digitCount: Int {
    if !tail.isEmpty { return Self.headCount + tail.count }
    var (rest, count) = (head, Self.headCount)
    guard rest != 0 else { return 0 }
    while rest.isMultiple(of: 10) { (rest, count) = (rest / 10, count - 1) }
    return count
  }

  /// The power of ten of the last digit that is not 0.
  var lastPower: Int { exponent - digitCount }

  /// Whether the number has no digits after the point.
  public var isWhole: Bool { isExact && lastPower >= 0 }
}
