/// A number in TOML syntax.
enum TOMLNumber: Hashable {
  case integer(Int64)
  case float(Double)
  /// A number that exceeds 64 bits.
  case outOfRange
  /// Not a number in TOML syntax.
  case invalid

  init(_ word: ArraySlice<UInt8>) {
    var rest = word
    let isNegative = rest.first == UInt8(ascii: "-")
    let hasSign = isNegative || rest.first == UInt8(ascii: "+")
    if hasSign { rest.removeFirst() }
    if !hasSign, let radix = Self.radix(of: rest) {
      self = Self.integer(in: rest.dropFirst(2), radix: radix, isNegative: false)
      return
    }
    let whole = rest.prefix { isDigit($0) || $0 == UInt8(ascii: "_") }
    guard Self.isDigits(whole, radix: 10),
      whole.first != UInt8(ascii: "0") || whole.count == 1
    else {
      self = .invalid
      return
    }
    self =
      whole.count == rest.count
      ? Self.integer(in: whole, radix: 10, isNegative: isNegative)
      : Self.float(in: word, after: whole.endIndex)
  }

  private static func radix(of word: ArraySlice<UInt8>) -> Int? {
    guard word.first == UInt8(ascii: "0") else { return nil }
    switch word.dropFirst().first {
    case UInt8(ascii: "x"): return 16
    case UInt8(ascii: "o"): return 8
    case UInt8(ascii: "b"): return 2
    default: return nil
    }
  }

  private static func integer(
    in digits: ArraySlice<UInt8>,
    radix: Int,
    isNegative: Bool
  ) -> TOMLNumber {
    guard isDigits(digits, radix: radix) else { return .invalid }
    let text = (isNegative ? "-" : "") + plain(digits)
    return Int64(text, radix: radix).map { .integer($0) } ?? .outOfRange
  }

  /// Validates what follows the integer part: a fraction, an exponent, or both.
  private static func float(in word: ArraySlice<UInt8>, after end: Int) -> TOMLNumber {
    var rest = word[end...]
    func takeDigits() -> Bool {
      let digits = rest.prefix { isDigit($0) || $0 == UInt8(ascii: "_") }
      rest = rest.dropFirst(digits.count)
      return isDigits(digits, radix: 10)
    }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      guard takeDigits() else { return .invalid }
    }
    if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
      guard takeDigits() else { return .invalid }
    }
    guard rest.isEmpty, let number = Double(plain(word)) else { return .invalid }
    return number.isFinite ? .float(number) : .outOfRange
  }

  /// Whether there are digits, with underscores only between two digits.
  private static func isDigits(_ word: ArraySlice<UInt8>, radix: Int) -> Bool {
    let underscore = UInt8(ascii: "_")
    guard let first = word.first, let last = word.last, first != underscore, last != underscore,
      !zip(word, word.dropFirst()).contains(where: { $0 == underscore && $1 == underscore })
    else { return false }
    return word.allSatisfy { byte in
      byte == underscore
        || Character(Unicode.Scalar(byte)).hexDigitValue.map { $0 < radix } ?? false
    }
  }

  private static func plain(_ word: ArraySlice<UInt8>) -> String {
    String(decoding: word.filter { $0 != UInt8(ascii: "_") }, as: UTF8.self)
  }

  /// Whether a word begins like a date (`1979-05-27`) or a time (`07:32`).
  static func isDateOrTime(_ word: ArraySlice<UInt8>) -> Bool {
    func begins(as pattern: String) -> Bool {
      word.count >= pattern.utf8.count
        && zip(word, pattern.utf8).allSatisfy { byte, sign in
          sign == UInt8(ascii: "0") ? isDigit(byte) : byte == sign
        }
    }
    return begins(as: "0000-00-00") || begins(as: "00:00")
  }
}
