package import FeedValues
internal import Values

/// Formats amounts of money for people.
package enum Money {
  /// Formats an amount in the minor unit of a currency: `$42.00`, `¥5,200`, `SEK 1,200.00`.
  ///
  /// - Parameters:
  ///   - amount: A whole number in decimal digits, with a leading `-` if it is negative.
  ///   - currency: The ISO 4217 code, in any case.
  /// - Returns: nil if the amount is not a whole number.
  package static func text(minorUnits amount: String, currency: String) -> String? {
    let isNegative = amount.hasPrefix("-")
    let digits = isNegative ? amount.dropFirst() : amount[...]
    guard isDigits(digits) else { return nil }
    let code = currency.uppercased()
    let places = decimalPlaces(ofCode: code)
    let missing = places + 1 - digits.utf8.count
    let padded = missing > 0 ? String(repeating: "0", count: missing) + digits : digits
    let point = padded.utf8.index(padded.endIndex, offsetBy: -places)
    return (isNegative ? "−" : "") + sign(ofCode: code) + grouped(padded[..<point])
      + (places == 0 ? "" : "." + padded[point...])
  }

  /// Formats an amount in the major unit of a currency: `€20`, `$1,234.50`.
  ///
  /// - Parameters:
  ///   - amount: A decimal number without an exponent; its digits are kept.
  ///   - currency: The ISO 4217 code, in any case.
  /// - Returns: nil if the amount is not such a number.
  package static func text(amount: String, currency: String) -> String? {
    let isNegative = amount.hasPrefix("-")
    let parts = (isNegative ? amount.dropFirst() : amount[...]).split(
      separator: ".",
      omittingEmptySubsequences: false
    )
    guard 1...2 ~= parts.count, parts.allSatisfy(isDigits) else { return nil }
    let fraction = parts.count > 1 ? ".\(parts[1])" : ""
    return (isNegative ? "−" : "") + sign(ofCode: currency.uppercased()) + grouped(parts[0])
      + fraction
  }

  /// Formats an amount with about three digits, for places with little room: `$16.2k`, `¥5.2k`; amounts below
  /// a thousand are exact.
  ///
  /// - Parameters:
  ///   - number: The amount in the major unit.
  ///   - currency: The ISO 4217 code, in any case; empty for a number that is not money.
  ///   - exact: The text used for amounts below a thousand.
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
    return (number < 0 ? "−" : "") + (currency.isEmpty ? "" : sign(ofCode: currency.uppercased()))
      + text + unit.sign
  }

  private static func isDigits(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0.isDigit }
  }

  /// The sign in front of an amount in a currency, by the currency's code in upper case.
  private static func sign(ofCode code: String) -> String { symbols[code] ?? "\(code) " }

  /// The sign of a currency, given by its sign or its code.
  static func symbol(_ text: String) -> String { symbols[text.uppercased()] ?? text.uppercased() }

  /// The number of decimal places of a currency's major unit.
  package static func decimalPlaces(of currency: String) -> Int {
    decimalPlaces(ofCode: currency.uppercased())
  }

  /// The number of decimal places of a currency's major unit, by its code in upper case.
  package static func decimalPlaces(ofCode code: String) -> Int { decimalPlaces[code] ?? 2 }

  /// The code of a currency in upper case.
  package static func code(_ value: FoundValue) -> String {
    // Three letters, as almost always, fit a small string, which needs no allocation.
    guard let letters = letters(of: value) else { return value.value.string.uppercased() }
    return String(unsafeUninitializedCapacity: 3) { text in
      (text[0], text[1], text[2]) = letters
      return 3
    }
  }

  /// The code of a currency in upper case; nil for anything but three letters.
  package static func letters(of value: FoundValue) -> (UInt8, UInt8, UInt8)? {
    let bytes = value.text
    guard bytes.count == 5, bytes[0] == UInt8(ascii: "\""),
      bytes[1..<4].allSatisfy({ $0.isLetter })
    else { return nil }
    return (bytes[1] & ~0x20, bytes[2] & ~0x20, bytes[3] & ~0x20)
  }

  /// The number of minor units in a currency's major unit.
  package static func unit(of currency: String) -> Double {
    (0..<decimalPlaces(of: currency)).reduce(1) { unit, _ in unit * 10 }
  }

  /// Groups ASCII digits in threes.
  ///
  /// - Complexity: O(*n*).
  package static func grouped(_ digits: some StringProtocol) -> String {
    let count = digits.utf8.count
    return String(unsafeUninitializedCapacity: count + count / 3) { text in
      var end = 0
      for (position, digit) in digits.utf8.enumerated() {
        if position > 0, (count - position) % 3 == 0 {
          text[end] = UInt8(ascii: ",")
          end += 1
        }
        text[end] = digit
        end += 1
      }
      return end
    }
  }

  /// Whether objects of a type have amounts in the minor unit of their currency.
  ///
  /// Source: Stripe, "API reference": the `object` field of every object names its type.
  static func hasMinorUnits(objectOfType type: String) -> Bool { stripeObjects.contains(type) }

  /// Whether the amount at a path is in, next to or inside an object that is known to have amounts in the
  /// minor unit.
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
  package static var signs: [String] { Array(symbols.values) }

  private static let symbols: [String: String] = [
    "USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "KRW": "₩", "INR": "₹", "BRL": "R$",
    "AUD": "A$", "CAD": "C$", "NZD": "NZ$", "HKD": "HK$", "VND": "₫", "ILS": "₪", "NGN": "₦",
  ]
}
