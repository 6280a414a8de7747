/// An exact sum of decimal numbers of any length, independent of their order.
public struct ExactSum: Hashable, Sendable {
  /// The sum of integers of up to 18 digits.
  private var whole: Int128 = 0
  /// The sums of fractions of up to 18 digits, by the exponent of their last digit.
  private var words: [Int: Int128] = [:]
  /// The sum of longer numbers.
  private var long = LongSum()
  /// The number of summands that would make the sum too long to read.
  private var wideCount = 0

  /// Whether some summand would make the sum too long to read.
  public var isTooWide: Bool { wideCount > 0 }

  /// A number prepared for addition.
  public enum Summand: Hashable, Sendable {
    /// An integer of up to 18 digits multiplied by a power of ten.
    case word(Int64, power: Int8)
    /// Any other number.
    case long(DecimalNumber)
  }

  /// Creates an empty sum.
  public init() {}

  /// Adds a number.
  public mutating func add(_ summand: Summand) {
    switch summand {
    // 10¹⁹ summands would be needed to exceed 128 bits.
    case .word(let word, power: 0): whole &+= Int128(word)
    case .word(let word, let power): words[Int(power), default: 0] &+= Int128(word)
    case .long(let number): add(number)
    }
  }

  /// Subtracts a number that was added.
  public mutating func subtract(_ summand: Summand) {
    switch summand {
    case .word(let word, power: 0): whole &-= Int128(word)
    case .word(let word, let power): words[Int(power), default: 0] &-= Int128(word)
    case .long(let number): add(number, isSubtracted: true)
    }
  }

  /// Adds a number.
  public mutating func add(_ number: DecimalNumber) { add(number, isSubtracted: false) }

  private mutating func add(_ number: DecimalNumber, isSubtracted: Bool) {
    let widest = DecimalNumber.longestText
    guard number.isExact, -widest...widest ~= number.exponent,
      -widest...widest ~= number.lastPower
    else {
      wideCount += isSubtracted ? -1 : 1
      return
    }
    long.add(number.digits, power: number.lastPower, isNegative: number.isNegative != isSubtracted)
  }

  /// The sum; nil if it is too long.
  public var number: DecimalNumber? {
    guard !isTooWide else { return nil }
    var total = long
    for (power, word) in [(0, whole)] + words.map({ ($0.key, $0.value) }) where word != 0 {
      let digits = String(word.magnitude).utf8.map { $0 - UInt8(ascii: "0") }
      total.add(digits, power: power, isNegative: word < 0)
    }
    return total.number
  }

  /// The sum in positional notation: `-12.5`; nil if it is too long.
  public var text: String? { number?.text }
}

extension ExactSum.Summand {
  /// Prepares a number for addition.
  public init(_ number: DecimalNumber) {
    let count = number.digitCount
    let last = number.exponent - count
    guard number.isExact, count <= 18, number.exponent <= 18,
      let power = Int8(exactly: min(last, 0))
    else {
      self = .long(number)
      return
    }
    let unit = DecimalNumber.powersOfTen[DecimalNumber.headCount - count]
    var word = Int64(number.head / unit)
    for _ in 0..<max(0, last) { word *= 10 }
    self = .word(number.isNegative ? -word : word, power: power)
  }
}

/// A number with any number of digits, for addition only.
private struct LongSum: Hashable, Sendable {
  /// The digits, least significant first, each −9 to 9; all have the same sign after normalisation.
  private var digits: [Int8] = []
  /// The exponent of the last digit.
  private var power = 0

  mutating func add(_ other: [UInt8], power otherPower: Int, isNegative: Bool) {
    guard !other.isEmpty else { return }
    if digits.isEmpty { power = otherPower }
    if otherPower < power {
      digits.insert(contentsOf: repeatElement(0, count: power - otherPower), at: 0)
      power = otherPower
    }
    let shift = otherPower - power
    let missing = shift + other.count - digits.count
    if missing > 0 { digits += repeatElement(0, count: missing) }
    for (offset, digit) in other.reversed().enumerated() {
      digits[shift + offset] += isNegative ? -Int8(digit) : Int8(digit)
    }
    settle()
  }

  /// Propagates carries until all digits have the sign of the number.
  private mutating func settle() {
    carry(from: -9, to: 9)
    let isNegative = (digits.last { $0 != 0 } ?? 0) < 0
    carry(from: isNegative ? -9 : 0, to: isNegative ? 0 : 9)
    while digits.last == 0 { digits.removeLast() }
  }

  private mutating func carry(from low: Int8, to high: Int8) {
    var carry: Int8 = 0
    for offset in digits.indices {
      var digit = digits[offset] + carry
      carry = 0
      if digit > high { (digit, carry) = (digit - 10, 1) }
      if digit < low { (digit, carry) = (digit + 10, -1) }
      digits[offset] = digit
    }
    if carry != 0 { digits.append(carry) }
  }

  var number: DecimalNumber {
    DecimalNumber(
      digits: digits.reversed().map(\.magnitude),
      power: power,
      isNegative: (digits.last ?? 0) < 0
    )
  }
}
