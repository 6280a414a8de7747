/// What can be told of a number from its text, which is never changed.
enum NumberText {
  /// Whether a text is a number in decimal: `-12`, `3.14`.
  static func isNumber(_ text: String) -> Bool {
    let (digits, rest) = split(text)
    return digits > 0 && rest == 0
  }

  /// Whether a text is a number with a unit of a few letters or a sign behind it: `12%`, `4.0K`,
  /// `1.2GiB`, `350ms`.
  static func isMeasure(_ text: String) -> Bool {
    let (digits, rest) = split(text)
    guard digits > 0, rest <= 3 else { return text == "-" }
    return text.utf8.suffix(rest).allSatisfy { byte in
      byte == UInt8(ascii: "%") || (byte | 0x20) &- UInt8(ascii: "a") < 26
    }
  }

  /// How many columns stand at and behind the point of a plain number; nil for any other text.
  static func fractionWidth(_ text: some StringProtocol) -> Int? {
    var point: Int?
    var hasDigits = false
    for (offset, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): hasDigits = true
      case UInt8(ascii: ".") where point == nil: point = offset
      case UInt8(ascii: "-") where offset == 0: break
      default: return nil
      }
    }
    guard hasDigits else { return nil }
    return point.map { text.utf8.count - $0 } ?? 0
  }

  /// The number of digits a text begins with, and of the bytes behind the number.
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
