package import FeedValues
package import Values

/// Properties of numbers given as text, without converting them.
package enum NumberText {
  /// Whether a text is a decimal number: `-12`, `3.14`.
  static func isNumber(_ text: String) -> Bool {
    let (digits, rest) = split(text)
    return digits > 0 && rest == 0
  }

  /// Whether a text is a number followed by a percent sign or a short unit: `12%`, `4.0K`, `1.2GiB`, `350ms`.
  static func isMeasure(_ text: String) -> Bool {
    let (digits, rest) = split(text)
    guard digits > 0, rest <= 3 else { return text == "-" }
    return text.utf8.suffix(rest).allSatisfy { byte in
      byte == UInt8(ascii: "%") || byte.isLetter
    }
  }

  /// The text without a trailing percent sign and a space before it.
  static func withoutPercentSign(_ text: String) -> Substring {
    guard text.hasSuffix("%") else { return text[...] }
    let number = text.dropLast()
    return number.last == " " ? number.dropLast() : number
  }

  /// Whether a number is zero, whatever its unit: `0`, `0.0`, `0%`, `0 B`, `$0.00`.
  static func isZero(_ text: String) -> Bool {
    var hasZero = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: "0") { hasZero = true }
      if (0x31...0x39).contains(byte) { return false }
    }
    return hasZero
  }

  /// The sign of a number; `.some(nil)` for zero, and nil for text that does not start like a number.
  package static func sign(of text: String) -> FloatingPointSign?? {
    let rest = text.drop { "+-−".contains($0) }
    guard let first = rest.utf8.first,
      (0x30...0x39).contains(first) || first == UInt8(ascii: ".")
    else { return nil }
    if isZero(text) { return .some(nil) }
    return text.hasPrefix("-") || text.hasPrefix("−") ? .some(.minus) : .some(.plus)
  }

  /// A number with thousands separators; nil for any other text.
  package static func grouped(_ text: String) -> String? {
    let number = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let digits = number.prefix { $0 != "." }
    let fraction = number[digits.endIndex...]
    guard !digits.isEmpty, fraction.utf8.count != 1,
      (digits + fraction.dropFirst()).utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return (digits.startIndex > text.startIndex ? "-" : "") + Money.grouped(digits) + fraction
  }

  /// The width of a number's decimal point and fraction; nil for any other text.
  static func fractionWidth(_ text: some StringProtocol) -> Int? {
    var point: Int?
    var hasDigits = false
    for (offset, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): hasDigits = true
      case UInt8(ascii: ".") where point == nil: point = offset
      case UInt8(ascii: "-") where offset == 0: break
      case UInt8(ascii: ",") where hasDigits && point == nil: break
      default: return nil
      }
    }
    guard hasDigits else { return nil }
    return point.map { text.utf8.count - $0 } ?? 0
  }

  /// The number of digits at the start of a text, and the number of bytes after the number.
  private static func split(_ text: String) -> (digits: Int, rest: Int) {
    var (digits, hasPoint) = (0, false)
    for (offset, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
      case UInt8(ascii: ".") where !hasPoint: hasPoint = true
      case UInt8(ascii: "-") where offset == 0, UInt8(ascii: "+") where offset == 0: break
      default: return (digits, text.utf8.count - offset)
      }
    }
    return (digits, 0)
  }
}

/// Formats sizes and durations for people.
package enum Magnitude {
  /// Formats a number of bytes with about three digits and a binary unit: `512 B`, `1.2 GiB`.
  ///
  /// - Parameter text: A whole number.
  /// - Returns: nil if the text is not a whole number, or the value is at least 10,000 of the largest unit.
  static func bytes(_ text: String) -> String? {
    guard NumberText.isNumber(text), let number = DecimalNumber(text)?.approximation else {
      return nil
    }
    var (rest, unit) = (number.magnitude, 0)
    // 1023.96 KiB would be rounded to four digits.
    while rest >= (unit == 0 ? 1_024 : 1_023.95), unit < units.count - 1 {
      rest /= 1_024
      unit += 1
    }
    guard unit > 0 else { return "\(text) B" }
    guard rest < 10_000 else { return nil }
    return "\(number < 0 ? "−" : "")\(tenths(rest)) \(units[unit])"
  }

  private static let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB", "ZiB", "YiB"]

  /// Formats a duration in its two largest units: `350ms`, `1.2s`, `2m05s`, `3h12m`, `4d02h`.
  ///
  /// - Parameters:
  ///   - text: A number.
  ///   - unit: The unit of the number.
  /// - Returns: nil if the text is not a number, or the duration is at least 10¹⁵ seconds.
  package static func duration(_ text: String, in unit: DurationUnit) -> String? {
    guard NumberText.isNumber(text),
      let number = DecimalNumber(text)?.scaled(byPowerOfTen: unit.power).approximation
    else { return nil }
    let seconds = number.magnitude
    let sign = number < 0 ? "−" : ""
    guard seconds < 1e15 else { return nil }
    let whole = Int(clamping: seconds)
    switch seconds {
    case 0: return "0s"
    case ..<0.000_000_999_5: return "\(sign)\(short(seconds * 1e9))ns"
    case ..<0.000_999_5: return "\(sign)\(short(seconds * 1e6))µs"
    case ..<0.999_5: return "\(sign)\(short(seconds * 1e3))ms"
    case ..<59.95: return "\(sign)\(tenths(seconds))s"
    case ..<3_600: return "\(sign)\(whole / 60)m\(two(whole % 60))s"
    case ..<86_400: return "\(sign)\(whole / 3_600)h\(two(whole % 3_600 / 60))m"
    default: return "\(sign)\(whole / 86_400)d\(two(whole % 86_400 / 3_600))h"
    }
  }

  private static func short(_ number: Double) -> String {
    number < 9.95 ? tenths(number) : "\(Int(clamping: number.rounded()))"
  }

  /// Formats a number with one decimal place, omitted if it is 0.
  private static func tenths(_ number: Double) -> String {
    let tenths = Int(clamping: (number * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

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
