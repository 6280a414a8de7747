import Values

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
