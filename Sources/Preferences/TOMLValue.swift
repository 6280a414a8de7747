/// A value in a TOML file with its offset.
package struct TOMLValue: Hashable, Sendable {
  /// The content of a value.
  package enum Content: Hashable, Sendable {
    /// A single-line string.
    case string(String)
    /// A 64-bit integer.
    case integer(Int64)
    /// A finite number with a fraction or an exponent.
    case float(Double)
    /// `true` or `false`.
    case boolean(Bool)
    /// An array of values other than arrays.
    case array([TOMLValue])
  }

  /// The value.
  package let content: Content
  /// The offset of the first byte.
  let offset: Int

  /// The text of a string; nil for other values.
  package var string: String? {
    if case .string(let text) = content { text } else { nil }
  }

  /// The value as a command-line argument, for strings and numbers.
  package var argument: String? {
    switch content {
    case .string(let text): text
    case .integer(let number): "\(number)"
    case .float(let number): "\(number)"
    case .boolean, .array: nil
    }
  }
}

extension TOMLValue {
  /// A command-line argument in TOML syntax: a number as it is, anything else as a string.
  package static func text(ofArgument argument: String) -> String {
    var reader = TOMLReader(Array(argument.utf8))
    guard let value = try? reader.readValue(), reader.isAtEnd, value.string == nil,
      value.argument == argument
    else { return quoted(argument) }
    return argument
  }

  /// A quoted string in TOML syntax; unprintable characters are escaped.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\t": result += "\\t"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case _ where isVisible(scalar): result.unicodeScalars.append(scalar)
      default: result += escape(scalar)
      }
    }
    return result + "\""
  }

  /// Strings in TOML syntax: one as such, several as an array.
  package static func quoted(_ texts: [String]) -> String {
    texts.count == 1
      ? quoted(texts[0]) : "[" + texts.map(quoted).joined(separator: ", ") + "]"
  }

  /// The escape sequence of a scalar: `\u0007`, `\U0001F600`.
  static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let width = scalar.value > 0xFFFF ? 8 : 4
    return (width == 8 ? "\\U" : "\\u") + String(repeating: "0", count: width - digits.count)
      + digits
  }

  /// Whether a scalar is printable and unambiguous.
  static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse,
      .surrogate:
      false
    default: true
    }
  }
}

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
