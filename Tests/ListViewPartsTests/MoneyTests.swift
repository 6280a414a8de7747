@testable import Columns
import TestSupport
import Testing

@testable import ListViewParts

/// Amounts written by hand, from the digits that a reader would count.
@Test(arguments: [
  ("0", "usd", "$0.00"), ("5", "usd", "$0.05"), ("-5", "USD", "−$0.05"), ("99", "eur", "€0.99"),
  ("100", "eur", "€1.00"), ("-123456", "gbp", "−£1,234.56"), ("99999", "usd", "$999.99"),
  ("100000", "usd", "$1,000.00"), ("5200", "jpy", "¥5,200"), ("0", "jpy", "¥0"),
  ("7", "kwd", "KWD 0.007"), ("1234567", "KWD", "KWD 1,234.567"), ("120000", "sek", "SEK 1,200.00"),
  ("000123", "usd", "$0,001.23"), ("1", "", " 0.01"), ("1", "ﬁm", "FIM 0.01"),
])
func `an amount in the minor unit is written with its currency`(
  amount: String,
  currency: String,
  text: String
) {
  #expect(Money.text(minorUnits: amount, currency: currency) == text)
}

@Test(arguments: ["", "-", "1.5", "+1", "1e3", "٣", "1 ", "--1"])
func `what is not a whole number is no amount in the minor unit`(amount: String) {
  #expect(Money.text(minorUnits: amount, currency: "usd") == nil)
}

/// Grouping that counts anew for each digit would take days.
@Test func `an amount of a million digits is written`() throws {
  let digits = String(repeating: "123", count: 400_000)
  let whole = try #require(Money.text(amount: digits, currency: "usd"))
  #expect(whole == "$" + Array(repeating: "123", count: 400_000).joined(separator: ","))
  let minor = try #require(Money.text(minorUnits: digits, currency: "usd"))
  #expect(minor.utf8.count == 1 + 1_200_000 + 399_999 + 1)
  #expect(minor.hasPrefix("$1,231,231") && minor.hasSuffix(",231.23"))
}
