/// An exact sum of decimal numbers of any length, independent of their order.
package struct ExactSum: Sendable {
  /// The sum of numbers of up to 18 digits, as a multiple of a power of ten.
  private var whole: Int128 = 0
  /// The part of the sum that has no place there; empty for nothing.
  private var rest: [Rest] = []
  /// The exponent of that power: the lowest of all numbers added, at most 0.
  private var power: Int8 = 0

  /// The part of a sum that is rarely needed, and takes no room until it is.
  private struct Rest {
    /// The sum of longer numbers, and of others that would exceed 128 bits.
    var long = LongSum()
    /// The number of summands that would make the sum too long to read.
    var wideCount = 0
  }

  /// Whether some summand would make the sum too long to read.
  package var isTooWide: Bool { !rest.isEmpty && rest[0].wideCount > 0 }

  /// A number prepared for addition.
  package enum Summand: Hashable, Sendable {
    /// An integer of up to 18 digits multiplied by a power of ten from 10⁻¹⁸ to 10⁰.
    case word(Int64, power: Int8)
    /// Any other number.
    case long(DecimalNumber)
  }

  /// The lowest exponent of a summand that is a word.
  fileprivate static let lowestPower = -18

  /// Creates an empty sum.
  package init() {}

  /// Adds a number.
  package mutating func add(_ summand: Summand) {
    switch summand {
    case .word(let word, let power): add(word, power)
    case .long(let number): add(number)
    }
  }

  /// Subtracts a number that was added.
  package mutating func subtract(_ summand: Summand) {
    switch summand {
    case .word(let word, let power): add(-word, power)
    case .long(let number): add(number, isSubtracted: true)
    }
  }

  /// Adds a number.
  package mutating func add(_ number: DecimalNumber) { add(number, isSubtracted: false) }

  private mutating func add(_ word: Int64, _ power: Int8) {
    if power < self.power { rescale(to: power) }
    // Less than 10³⁶.
    let summand = power == self.power ? Int128(word) : Int128(word) * Self.unit(power - self.power)
    let (sum, isOver) = whole.addingReportingOverflow(summand)
    whole = sum
    if isOver {
      whole &-= summand
      moveToRest()
      whole = summand
    }
  }

  private mutating func rescale(to power: Int8) {
    let (scaled, isOver) = whole.multipliedReportingOverflow(by: Self.unit(self.power - power))
    if isOver { moveToRest() } else { whole = scaled }
    self.power = power
  }

  private static func unit(_ power: Int8) -> Int128 {
    Int128(DecimalNumber.powersOfTen[Int(power)])
  }

  /// Adds the sum of short numbers to that of long ones.
  private mutating func moveToRest() {
    if rest.isEmpty { rest.append(Rest()) }
    rest[0].long.add(whole, power: Int(power))
    whole = 0
  }

  private mutating func add(_ number: DecimalNumber, isSubtracted: Bool) {
    if rest.isEmpty { rest.append(Rest()) }
    let widest = DecimalNumber.longestText
    guard number.isExact, -widest...widest ~= number.exponent,
      -widest...widest ~= number.lastPower
    else {
      rest[0].wideCount += isSubtracted ? -1 : 1
      return
    }
    rest[0].long
      .add(number.digits, power: number.lastPower, isNegative: number.isNegative != isSubtracted)
  }

  /// The sum; nil if it is too long.
  package var number: DecimalNumber? {
    guard !isTooWide else { return nil }
    var total = rest.first?.long ?? LongSum()
    total.add(whole, power: Int(power))
    return total.number
  }

  /// The sum in positional notation: `-12.5`; nil if it is too long.
  package var text: String? { number?.text }
}

extension ExactSum.Summand {
  /// Prepares a number for addition.
  package init(_ number: DecimalNumber) {
    let count = number.digitCount
    let last = number.exponent - count
    guard number.isExact, count <= 18, number.exponent <= 18, last >= ExactSum.lowestPower else {
      self = .long(number)
      return
    }
    let unit = DecimalNumber.powersOfTen[DecimalNumber.headCount - count]
    var word = Int64(number.head / unit)
    for _ in 0..<max(0, last) { word *= 10 }
    self = .word(number.isNegative ? -word : word, power: Int8(min(last, 0)))
  }
}

/// A number with any number of digits, for addition only.
private struct LongSum: Sendable {
  /// The digits, least significant first, each −9 to 9; all have the same sign after normalisation.
  private var digits: [Int8] = []
  /// The exponent of the last digit.
  private var power = 0

  mutating func add(_ word: Int128, power: Int) {
    guard word != 0 else { return }
    let digits = String(word.magnitude).utf8.map { $0 - UInt8(ascii: "0") }
    add(digits, power: power, isNegative: word < 0)
  }

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
