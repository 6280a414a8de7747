import Testing

@testable import Values

@Test func `numbers compare and add up like Python's decimal`() throws {
  for row in try Table.rows("numbers.tsv") {
    let left = try #require(DecimalNumber(row[0]))
    let right = try #require(DecimalNumber(row[1]))
    let order = left < right ? -1 : left == right ? 0 : 1
    #expect(String(order) == row[2], "\(row[0]) \(row[1])")
    #expect((right < left) == (order > 0))
    if order == 0 { #expect(left.hashValue == right.hashValue, "\(row[0]) \(row[1])") }
    guard !row[3].isEmpty else { continue }
    for forms in [[true, true], [false, true]] {
      var sum = ExactSum()
      for (number, isReady) in zip([left, right], forms) {
        if isReady { sum.add(ExactSum.Summand(number)) } else { sum.add(number) }
      }
      #expect(sum.text == row[3], "\(row[0]) + \(row[1])")
    }
  }
}

@Test func `text that is not a number is rejected`() {
  for text in [
    "", "-", "+", ".", "e5", "1e", "1e+", "1e5x", "0x10", "1_000", "1,000", " 1", "1 ", "--1",
    "1.2.3",
    "nan", "inf", "∞", "١", "1e5.5",
  ] {
    #expect(DecimalNumber(text) == nil, "\(text)")
  }
}

@Test func `a number out of range is a value beyond all others`() throws {
  let huge = try #require(DecimalNumber("1e9223372036854775807"))
  let tiny = try #require(DecimalNumber("1e-9223372036854775808"))
  for text in ["9e1099511627775", "1e400", "1", "1e-400", "1e-1099511627775"] {
    let number = try #require(DecimalNumber(text))
    #expect(number.isExact)
    #expect(tiny < number && number < huge)
    #expect(huge.negated < number && tiny.negated < number)
  }
  #expect(huge == DecimalNumber("7e99999999999999999999999999999"))
  #expect(tiny.negated < .zero && .zero < tiny)
  #expect(!huge.isExact && huge.text == nil && huge.wholePart(scaledByPowerOfTen: 0) == nil)
  #expect(huge.approximation == .infinity && tiny.approximation == 0)
  var sum = ExactSum()
  sum.add(ExactSum.Summand(huge))
  #expect(sum.number == nil && sum.isTooWide)
}

@Test(arguments: [
  ("2", 3, 2, "0.67"), ("1", 3, 2, "0.33"), ("1", 2, 0, "1"), ("-1", 2, 0, "-1"),
  ("5", 1, -1, "10"),
  ("4", 1, -1, "0"), ("999", 1, -1, "1000"), ("0.0125", 1, 3, "0.013"), ("100", 8, 1, "12.5"),
  ("1e40", 7, 1, "1428571428571428571428571428571428571428.6"), ("0", 9, 4, "0"),
  ("1", 0, 2, nil), ("1e500", 1, 0, nil),
])
func `a quotient is rounded, halves away from zero`(
  dividend: String,
  divisor: UInt64,
  places: Int,
  expected: String?
) throws {
  let quotient = try #require(DecimalNumber(dividend)).divided(by: divisor, places: places)
  #expect(quotient?.text == expected)
}

@Test func `digits, pairs and exponents are those written`() throws {
  for (text, digits) in [
    ("1203", [1, 2, 0, 3]), ("0.00120", [1, 2]), ("1e30", [1]),
    (
      "12345678901234567890120", [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2]
    ),
  ] as [(String, [UInt8])] {
    let number = try #require(DecimalNumber(text))
    #expect(number.digits == digits)
    #expect(number.digitCount == digits.count)
    var pairs: [UInt8] = []
    number.forEachPair { pairs += [$0 / 10, $0 % 10] }
    #expect(pairs == digits + (digits.count.isMultiple(of: 2) ? [] : [0]))
    #expect(number.scaled(byPowerOfTen: 3) == number.multiplied(by: 1_000))
  }
  #expect(DecimalNumber("1.5")?.multiplied(by: 1_024) == DecimalNumber("1536"))
  #expect(DecimalNumber("-7.9")?.wholePart(scaledByPowerOfTen: 0) == -8)
  #expect(DecimalNumber("7.9")?.wholePart(scaledByPowerOfTen: 0) == 7)
  #expect(DecimalNumber("-0.001")?.wholePart(scaledByPowerOfTen: 0) == -1)
  #expect(DecimalNumber("7.9e-5")?.wholePart(scaledByPowerOfTen: 9) == 79_000)
}

@Test func `integers of any length, and their last zeros, are those written`() throws {
  for count in 1...24 {
    for zeros in 0..<count {
      for sign in ["", "-", "+"] {
        let digits = (0..<count - zeros).map { UInt8($0 % 9 + 1) }
        let text = digits.map(String.init).joined() + String(repeating: "0", count: zeros)
        let number = try #require(DecimalNumber(sign + text))
        #expect(number.digits == digits && number.digitCount == digits.count)
        #expect(number.exponent == count && number.isNegative == (sign == "-"))
        // The same with a decimal point, as few integers have.
        #expect(number == DecimalNumber(sign + text + ".0"))
        #expect(number == DecimalNumber(sign + "0" + text))
      }
      #expect(DecimalNumber(String(repeating: "7", count: count) + "x") == nil)
    }
  }
}
