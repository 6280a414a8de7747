/// Amounts of money as people write them.
enum Money {
  /// The text of an amount in the minor unit of a currency: `$42.00`, `¥5,200`, `SEK 1,200.00`.
  ///
  /// - Parameters:
  ///   - amount: The digits of a whole number, with a `-` before them if it is negative.
  ///   - currency: The ISO 4217 code, in any case.
  /// - Returns: nil where the amount is no whole number.
  static func text(amount: String, currency: String) -> String? {
    let isNegative = amount.hasPrefix("-")
    let digits = isNegative ? amount.dropFirst() : amount[...]
    guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    let code = currency.uppercased()
    let places = decimalPlaces(of: code)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let whole = grouped(padded.dropLast(places))
    let text = places == 0 ? whole : "\(whole).\(padded.suffix(places))"
    return (isNegative ? "−" : "") + (symbols[code] ?? "\(code) ") + text
  }

  /// How many decimal places the major unit of a currency has.
  static func decimalPlaces(of currency: String) -> Int {
    decimalPlaces[currency.uppercased()] ?? 2
  }

  /// Digits in groups of three.
  static func grouped(_ digits: some StringProtocol) -> String {
    var result = ""
    for (position, digit) in digits.enumerated() {
      if position > 0, (digits.count - position) % 3 == 0 { result.append(",") }
      result.append(digit)
    }
    return result
  }

  /// Currencies whose minor unit is not a hundredth.
  ///
  /// Source: ISO 4217, list one; Stripe, "Zero-decimal currencies".
  private static let decimalPlaces: [String: Int] = [
    "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0,
    "RWF": 0, "UGX": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
    "BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
  ]

  private static let symbols: [String: String] = [
    "USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "KRW": "₩", "INR": "₹", "BRL": "R$",
    "AUD": "A$", "CAD": "C$", "NZD": "NZ$", "HKD": "HK$", "VND": "₫", "ILS": "₪", "NGN": "₦",
  ]
}
