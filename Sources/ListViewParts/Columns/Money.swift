package import Feeds
internal import Values

/// Amounts of money as people write them.
package enum Money {
  /// The text of an amount in the minor unit of a currency: `$42.00`, `¥5,200`, `SEK 1,200.00`.
  ///
  /// - Parameters:
  ///   - amount: The digits of a whole number, with a `-` before them if it is negative.
  ///   - currency: The ISO 4217 code, in any case.
  /// - Returns: nil if the amount is no whole number.
  package static func text(minorUnits amount: String, currency: String) -> String? {
    let isNegative = amount.hasPrefix("-")
    let digits = isNegative ? amount.dropFirst() : amount[...]
    guard isDigits(digits) else { return nil }
    let places = decimalPlaces(of: currency)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let whole = grouped(padded.dropLast(places))
    let text = places == 0 ? whole : "\(whole).\(padded.suffix(places))"
    return (isNegative ? "−" : "") + symbol(of: currency) + text
  }

  /// The text of an amount that is written as people write it: `€20`, `$1,234.50`.
  ///
  /// - Parameters:
  ///   - amount: A number without a power of ten; its digits stay as they are.
  ///   - currency: The ISO 4217 code, in any case.
  /// - Returns: nil if the amount is no such number.
  package static func text(amount: String, currency: String) -> String? {
    let isNegative = amount.hasPrefix("-")
    let parts = (isNegative ? amount.dropFirst() : amount[...]).split(
      separator: ".",
      omittingEmptySubsequences: false
    )
    guard 1...2 ~= parts.count, parts.allSatisfy(isDigits) else { return nil }
    let fraction = parts.count > 1 ? ".\(parts[1])" : ""
    return (isNegative ? "−" : "") + symbol(of: currency) + grouped(parts[0]) + fraction
  }

  /// An amount in three digits or so, for if there is no room for all of them: `$16.2k`, `¥5,200`
  /// as `¥5.2k`; below a thousand as it is.
  ///
  /// - Parameters:
  ///   - number: The amount in the major unit.
  ///   - currency: The ISO 4217 code, in any case; an empty text for a number that is no money.
  ///   - exact: The text of amounts below a thousand.
  /// - Returns: The text.
  package static func compact(_ number: Double, currency: String, exact: String) -> String {
    let size = number.magnitude
    guard size >= 1_000, size < 999.5e12 else { return exact }
    let units: [(size: Double, sign: String)] = [(1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "k")]
    let unit = units.first { size >= 0.9995 * $0.size } ?? (1e3, "k")
    let scaled = size / unit.size
    let tenths = Int(clamping: (scaled * 10).rounded())
    let text =
      scaled >= 99.95
      ? "\(Int(clamping: scaled.rounded()))"
      : tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    return (number < 0 ? "−" : "") + (currency.isEmpty ? "" : symbol(of: currency)) + text
      + unit.sign
  }

  private static func isDigits(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
  }

  private static func symbol(of currency: String) -> String {
    let code = currency.uppercased()
    return symbols[code] ?? "\(code) "
  }

  /// How many decimal places the major unit of a currency has.
  static func decimalPlaces(of currency: String) -> Int {
    decimalPlaces(ofCode: currency.uppercased())
  }

  /// How many decimal places the major unit of a currency has, by its code in upper case.
  static func decimalPlaces(ofCode code: String) -> Int { decimalPlaces[code] ?? 2 }

  /// The code of a currency in upper case.
  static func code(_ value: JSONValue) -> String {
    let code = value.text.withBytes { bytes -> String? in
      guard bytes.count == 5, bytes[0] == UInt8(ascii: "\"") else { return nil }
      // Three letters, as nearly all are: a short text that is not allocated.
      guard bytes[1..<4].allSatisfy({ ($0 | 0x20) &- UInt8(ascii: "a") < 26 }) else { return nil }
      return String(unsafeUninitializedCapacity: 3) { text in
        for offset in 0..<3 { text[offset] = bytes[offset + 1] & ~0x20 }
        return 3
      }
    }
    return code ?? value.string.uppercased()
  }

  /// How many minor units a major unit of a currency is.
  static func unit(of currency: String) -> Double {
    (0..<decimalPlaces(of: currency)).reduce(1) { unit, _ in unit * 10 }
  }

  /// Digits in groups of three.
  package static func grouped(_ digits: some StringProtocol) -> String {
    var result = ""
    for (position, digit) in digits.enumerated() {
      if position > 0, (digits.count - position) % 3 == 0 { result.append(",") }
      result.append(digit)
    }
    return result
  }

  /// Whether an object of this type has its amounts in the minor unit of their currency.
  ///
  /// Source: Stripe, "API reference": every object says in `object` what it is.
  static func hasMinorUnits(objectOfType type: String) -> Bool { stripeObjects.contains(type) }

  /// Whether the amount at a path is in an object, or beside or inside one, that is known to have
  /// its amounts in the minor unit.
  package static func isInMinorUnits(_ path: FieldPath, in row: JSONValue) -> Bool {
    var path = path
    while !path.names.isEmpty {
      path = path.parent
      if let type = row[path.appending("object")], type.kind == .string,
        hasMinorUnits(objectOfType: type.string)
      {
        return true
      }
    }
    return false
  }

  private static let stripeObjects: Set<String> = [
    "application_fee", "balance", "balance_transaction", "charge", "checkout.session",
    "credit_note", "customer", "dispute", "event", "fee_refund", "invoice", "invoiceitem",
    "issuing.authorization", "issuing.transaction", "item", "line_item", "order",
    "payment_intent", "payment_link", "payout", "plan", "price", "product", "quote", "refund",
    "setup_intent", "shipping_rate", "source", "subscription", "subscription_item", "topup",
    "transfer", "transfer_reversal",
  ]

  /// Currencies whose minor unit is not a hundredth.
  ///
  /// Source: ISO 4217, list one; Stripe, "Zero-decimal currencies".
  private static let decimalPlaces: [String: Int] = [
    "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0,
    "RWF": 0, "UGX": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
    "BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
  ]

  /// The signs that stand for currencies.
  static var signs: [String] { Array(symbols.values) }

  private static let symbols: [String: String] = [
    "USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "KRW": "₩", "INR": "₹", "BRL": "R$",
    "AUD": "A$", "CAD": "C$", "NZD": "NZ$", "HKD": "HK$", "VND": "₫", "ILS": "₪", "NGN": "₦",
  ]
}
